#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "src/tree/json.h"
#include "src/tree/json_string.h"
#include "src/tree/sink.h"

namespace culprit::tree {
namespace {

/// Writes the arrays one after the other, each in a sweep over the nodes.
class Writer {
 public:
  Writer(const Tree& tree, std::ostream& out, const Progress& progress)
      : tree_(tree), sink_(out), progress_(progress) {}

  std::string& text() { return sink_.text(); }
  Status finish() { return sink_.finish(); }

  /// `append(text, node)` writes one value.
  template <class Append>
  void array(std::string_view key, Append append) {
    std::string& text = sink_.text();
    field(key, "[");
    for (std::uint32_t i = 0; i < tree_.size() && sink_.good(); ++i) {
      if (i > 0) text += ',';
      append(text, NodeId{i});
      if (sink_.settle()) progress_("writing the tree", i, tree_.size());
    }
    text += ']';
  }

  /// The same for what depends on the function alone: each value is made once.
  template <class Append>
  void function_array(std::string_view key, Append append) {
    std::vector<std::string> values(tree_.functions().size());
    for (std::size_t i = 0; i < values.size(); ++i) append(values[i], tree_.functions()[i]);
    array(key, [&](std::string& text, NodeId n) { text += values[tree_.function_id(n).value()]; });
  }

  template <class Predicate>
  bool any_function(Predicate predicate) const {
    return std::any_of(tree_.functions().begin(), tree_.functions().end(), predicate);
  }

  void field(std::string_view key, std::string_view value) {
    text() += is_first_ ? "" : ",";
    is_first_ = false;
    text() += fmt::format("\"{}\":{}", key, value);
  }

 private:
  const Tree& tree_;
  Sink sink_;
  const Progress& progress_;
  bool is_first_ = true;
};

void append_number(std::string& text, std::uint64_t number) {
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.size());
}

void append_optional(std::string& text, std::string_view value, bool is_given) {
  if (is_given) {
    append_json_string(text, value);
  } else {
    text += "null";
  }
}

void write_functions(Writer& writer) {
  writer.function_array("method",
                        [](std::string& text, const Function& f) { append_json_string(text, f.name); });
  if (writer.any_function([](const Function& f) { return !f.file.empty(); })) {
    writer.function_array("file",
                          [](std::string& text, const Function& f) { append_json_string(text, f.file); });
  }
  if (writer.any_function([](const Function& f) { return f.first_line != 0 || f.last_line != 0; })) {
    writer.function_array("line",
                          [](std::string& text, const Function& f) { append_number(text, f.first_line); });
    writer.function_array("last_line",
                          [](std::string& text, const Function& f) { append_number(text, f.last_line); });
  }
  if (writer.any_function([](const Function& f) { return f.kind != FunctionKind::kFunction; })) {
    writer.function_array(
        "kind", [](std::string& text, const Function& f) { append_json_string(text, to_word(f.kind)); });
  }
}

void write_labels(Writer& writer, const Tree& tree, const JsonOptions& options) {
  const Labels& labels = tree.labels();
  const auto any = [&](std::uint8_t flag) {
    return options.label ||
           std::any_of(labels.given.begin(), labels.given.end(), [=](std::uint8_t g) { return g & flag; });
  };
  const auto label = [&](NodeId n) { return options.label ? options.label(n) : tree.label(n); };
  if (any(Labels::kInputsGiven)) {
    writer.array("inputs", [&](std::string& text, NodeId n) {
      const Label l = label(n);
      append_optional(text, l.inputs, l.has_inputs);
    });
  }
  if (any(Labels::kResultGiven)) {
    writer.array("result", [&](std::string& text, NodeId n) {
      const Label l = label(n);
      append_optional(text, l.result, l.has_result);
    });
  }
  if (!labels.weights.empty())
    writer.array("weight",
                 [&](std::string& text, NodeId n) { append_number(text, labels.weights[n.value()]); });
  if (labels.before.empty()) return;
  writer.array("before", [&](std::string& text, NodeId n) { append_number(text, labels.before[n.value()]); });
  writer.array("after", [&](std::string& text, NodeId n) { append_number(text, labels.after[n.value()]); });
}

}  // namespace

Status write_json(const Tree& tree, std::ostream& out, const JsonOptions& options, const Progress& progress) {
  Writer writer(tree, out, progress);
  writer.text() += '{';
  if (!tree.labels().name.empty()) {
    std::string name;
    append_json_string(name, tree.labels().name);
    writer.field("name", name);
  }
  writer.array("parent", [&](std::string& text, NodeId n) {
    if (n == tree.root()) {
      text += "-1";
    } else {
      append_number(text, tree.parent(n).value());
    }
  });
  write_functions(writer);
  write_labels(writer, tree, options);
  if (tree.labels().root_wrong_given) writer.field("root_wrong", tree.labels().root_wrong ? "true" : "false");
  writer.text() += "}\n";
  return writer.finish();
}

}  // namespace culprit::tree
