#include "tests/support/trees.h"

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>

#include "src/base/text.h"
#include "tests/support/shapes.h"

namespace culprit::support {
namespace {

template <class Make>
tree::Tree built(Make make) {
  tree::TreeBuilder builder;
  for (std::uint32_t i = 0; i < kFunctions; ++i) {
    tree::Function function;
    function.name = "f" + std::to_string(i);
    builder.add_function(std::move(function));
  }
  make([&](std::uint32_t function) { builder.open(FunctionId{function}); }, [&] { builder.close(); });
  return builder.finish();
}

}  // namespace

tree::Tree call_like(std::uint32_t nodes, std::uint64_t seed) {
  return built([&](auto open, auto close) { shape::call_like(nodes, seed, open, close); });
}
tree::Tree wide(std::uint32_t nodes, std::uint32_t siblings) {
  return built([&](auto open, auto close) { shape::wide(nodes, siblings, open, close); });
}
tree::Tree star(std::uint32_t nodes) {
  return built([&](auto open, auto close) {
    open(0u);
    for (std::uint32_t i = 1; i < nodes; ++i) {
      open(1u);
      close();
    }
    close();
  });
}
tree::Tree path(std::uint32_t nodes) {
  return built([&](auto open, auto close) { shape::path(nodes, open, close); });
}
tree::Tree comb(std::uint32_t nodes) {
  return built([&](auto open, auto close) { shape::comb(nodes, open, close); });
}
tree::Tree binomial(std::uint32_t order) {
  return built([&](auto open, auto close) { shape::binomial(order, open, close); });
}
tree::Tree random_recursive(std::uint32_t nodes, std::uint64_t seed) {
  return built([&](auto open, auto close) { shape::random_recursive(nodes, seed, open, close); });
}

tree::Tree from_parents(std::span<const std::int64_t> parents) {
  tree::TreeBuilder builder;
  tree::Function function;
  function.name = "f";
  const FunctionId f = builder.add_function(std::move(function));
  for (const std::int64_t parent : parents) {
    const auto above = parent < 0 ? kNoNode : NodeId{static_cast<std::uint32_t>(parent)};
    while (builder.innermost() != above) {
      CULPRIT_CHECK(builder.depth() > 0);
      builder.close();
    }
    builder.open(f);
  }
  return builder.finish();
}

tree::Tree from_names(std::string_view lines) {
  tree::TreeBuilder builder;
  std::map<std::string_view, FunctionId> functions;
  for (const std::string_view line : split(lines, '\n')) {
    if (line.empty()) continue;
    const std::size_t indent = line.find_first_not_of(' ');
    const std::string_view name = line.substr(indent);
    auto known = functions.find(name);
    if (known == functions.end()) {
      tree::Function function;
      function.name = name;
      if (name.starts_with("for")) function.kind = tree::FunctionKind::kLoop;
      known = functions.emplace(name, builder.add_function(std::move(function))).first;
    }
    while (builder.depth() > indent / 2) builder.close();
    builder.open(known->second);
  }
  return builder.finish();
}

tree::Tree looping(std::uint32_t nodes, std::uint64_t seed) {
  tree::TreeBuilder builder;
  std::vector<FunctionId> loops;
  for (std::uint32_t i = 0; i < 10; ++i) {
    tree::Function loop;
    loop.name = "l" + std::to_string(i);
    loop.kind = tree::FunctionKind::kLoop;
    loops.push_back(builder.add_function(std::move(loop)));
  }
  std::vector<FunctionId> calls;
  for (std::uint32_t i = 0; i <= 20; ++i) {
    tree::Function call;
    call.name = "f" + std::to_string(i);
    calls.push_back(builder.add_function(std::move(call)));
  }
  shape::looping(
      nodes, seed, [&](std::uint32_t function) { builder.open(calls[function]); },
      [&](std::uint32_t loop) { builder.open(loops[loop]); }, [&] { builder.close(); });
  return builder.finish();
}

std::string dump(const tree::Tree& tree) {
  std::ostringstream out;
  const tree::Labels& labels = tree.labels();
  out << "name \"" << escaped(labels.name) << "\" root_wrong "
      << (labels.root_wrong_given ? "given " : "default ") << labels.root_wrong << "\n";
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const NodeId n{i};
    const tree::Function& f = tree.function(n);
    out << i << " in " << static_cast<std::int32_t>(tree.parent(n).value()) << " to " << tree.end(n).value()
        << " \"" << escaped(f.name) << "\" \"" << escaped(f.signature) << "\" \"" << escaped(f.file) << "\" "
        << f.first_line << "-" << f.last_line << " kind " << static_cast<int>(f.kind);
    const tree::Label label = tree.label(n);
    if (label.has_inputs) out << " inputs \"" << escaped(label.inputs) << "\"";
    if (label.has_result) out << " result \"" << escaped(label.result) << "\"";
    if (!labels.before.empty()) out << " before " << labels.before[i] << " after " << labels.after[i];
    if (!labels.weights.empty()) out << " weight " << labels.weights[i];
    if (tree.has_moments()) out << " from " << tree.enter(n).value() << " until " << tree.leave(n).value();
    out << "\n";
  }
  return std::move(out).str();
}

std::string dump(const tree::SearchTree& tree) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const SearchId n{i};
    out << i << " in " << static_cast<std::int32_t>(tree.parent(n).value()) << " \""
        << escaped(tree.function(n).name) << "\"\n";
  }
  return std::move(out).str();
}

}  // namespace culprit::support
