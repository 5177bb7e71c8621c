#include "tests/support/tree_gen.h"

#include <map>
#include <ostream>
#include <tuple>

#include "tests/support/trees.h"

namespace culprit::support {

tree::Tree build(const std::vector<NodeSpec>& nodes) {
  tree::TreeBuilder builder;
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, bool>, FunctionId> functions;
  bool has_contexts = false;
  for (const NodeSpec& node : nodes) has_contexts |= node.before != 0 || node.after != 0;
  const std::vector<NodeSpec> lone(1);
  for (const NodeSpec& node : nodes.empty() ? lone : nodes) {
    const auto key = std::tuple(node.name, node.file, node.first_line, node.last_line, node.is_pass);
    auto known = functions.find(key);
    if (known == functions.end()) {
      tree::Function function;
      function.name = node.name;
      function.file = node.file;
      function.first_line = node.first_line;
      function.last_line = node.last_line;
      if (node.is_pass) function.kind = tree::FunctionKind::kLoop;
      known = functions.emplace(key, builder.add_function(std::move(function))).first;
    }
    if (builder.depth() > 0) {
      for (std::uint32_t up = node.up % builder.depth(); up > 0; --up) builder.close();
    }
    builder.open(known->second);
    if (node.inputs || node.result) {
      builder.label({node.inputs ? std::string_view(*node.inputs) : std::string_view(),
                     node.result ? std::string_view(*node.result) : std::string_view(),
                     node.result.has_value(), node.inputs.has_value()});
    }
    if (has_contexts) builder.context(node.before, node.after);
    if (node.weight != 1) builder.weight(node.weight);
  }
  return builder.finish();
}

void showValue(const std::vector<NodeSpec>& nodes, std::ostream& out) {
  out << dump(build(nodes));
}

rc::Gen<std::string> hostile_text() {
  static const std::vector<std::string> kParts{
      "(", ")",  " = ", "\"", "'",  "\\", "#",    "@a:1", "  @b.c:2-3", "f",  "g(x)", "3", " ", "()",
      "ä", "中", "💡",  ", ", "==", "=",  "\\\"", "'('",  "\")\"",      "<>", "::",   "-", ":"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kParts)),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) {
                          if (!part.starts_with(' ') || (!text.empty() && text.back() != ' ')) text += part;
                        }
                        text.resize(text.find_last_not_of(' ') + 1);
                        return text;
                      });
}

rc::Gen<std::vector<NodeSpec>> plain_trees() {
  return rc::gen::container<std::vector<NodeSpec>>(
      rc::gen::build<NodeSpec>(rc::gen::set(&NodeSpec::up, rc::gen::inRange(0u, 64u)),
                               rc::gen::set(&NodeSpec::name, rc::gen::element<std::string>("f", "g", "h"))));
}

rc::Gen<std::vector<NodeSpec>> looping_trees() {
  // Passes that follow each other come up often only if little is closed in between.
  const auto node = rc::gen::build<NodeSpec>(
      rc::gen::set(&NodeSpec::up, rc::gen::element(0u, 0u, 0u, 1u, 1u, 2u, 5u)),
      rc::gen::set(&NodeSpec::name, rc::gen::element<std::string>("f", "g", "l", "l", "l", "m")));
  const auto as_pass = [](NodeSpec spec) {
    spec.is_pass = spec.name == "l" || spec.name == "m";
    return spec;
  };
  return rc::gen::container<std::vector<NodeSpec>>(rc::gen::map(node, as_pass));
}

rc::Gen<std::vector<NodeSpec>> labelled_trees(rc::Gen<std::string> text) {
  const auto maybe =
      rc::gen::oneOf(rc::gen::just(std::optional<std::string>()),
                     rc::gen::map(text, [](std::string t) { return std::optional(std::move(t)); }));
  const auto node = rc::gen::build<NodeSpec>(
      rc::gen::set(&NodeSpec::up, rc::gen::inRange(0u, 64u)), rc::gen::set(&NodeSpec::name, text),
      rc::gen::set(&NodeSpec::inputs, maybe), rc::gen::set(&NodeSpec::result, maybe),
      rc::gen::set(&NodeSpec::before, rc::gen::inRange(0u, 9u)),
      rc::gen::set(&NodeSpec::after, rc::gen::inRange(0u, 9u)),
      rc::gen::set(&NodeSpec::weight, rc::gen::element(1u, 1u, 1u, 0u, 50u, 0xffffffffu)));
  const auto placed =
      rc::gen::map(rc::gen::tuple(node, rc::gen::element<std::string>("", "a.c", "dir/b c.cpp"),
                                  rc::gen::inRange(1u, 50u), rc::gen::inRange(0u, 9u)),
                   [](std::tuple<NodeSpec, std::string, std::uint32_t, std::uint32_t> drawn) {
                     auto& [spec, file, first, more] = drawn;
                     spec.file = file;
                     spec.first_line = file.empty() ? 0 : first;
                     spec.last_line = file.empty() ? 0 : first + more;
                     return spec;
                   });
  return rc::gen::container<std::vector<NodeSpec>>(placed);
}

}  // namespace culprit::support
