#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "src/tree/text.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::tree {
namespace {

std::string joined(const TextLine& line) {
  std::string text(line.name);
  if (line.label.has_inputs) text += "(" + std::string(line.label.inputs) + ")";
  if (line.label.has_result)
    text += (line.label.result.empty() ? " =" : " = ") + std::string(line.label.result);
  if (line.first_line > 0) text += "  @" + std::string(line.file) + ":" + std::to_string(line.first_line);
  if (line.last_line > line.first_line) text += "-" + std::to_string(line.last_line);
  return text;
}

RC_GTEST_PROP(TextTree, TakesALineApartWithoutLosingAnything, ()) {
  const std::string text = *support::hostile_text();
  RC_ASSERT(joined(split_line(text)) == text);
}

RC_GTEST_PROP(TextTree, PrintsWhatItRead, ()) {
  // Any text that reads at all: what was printed from a tree with hostile texts.
  const Tree tree = support::build(*support::labelled_trees(support::hostile_text()));
  const std::string text = to_text(tree);
  const Result<Tree> read = read_text(text);
  RC_ASSERT(read.has_value());
  RC_ASSERT(to_text(*read) == text);
  RC_ASSERT(read->size() == tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) RC_ASSERT(read->parents()[i] == tree.parents()[i]);
}

RC_GTEST_PROP(TextTree, ReadsWhatItPrinted, ()) {
  // Names that cannot be taken for more than a name, and inputs that close what they open.
  const auto word =
      rc::gen::element<std::string>("f", "a::b", "operator()::x", "#", "\\", " x", "", "f\"", "ä", "x=y");
  auto nodes = *support::labelled_trees(word);
  for (support::NodeSpec& node : nodes) {
    node.before = node.after = 0;
    node.weight = 1;
  }
  const Tree tree = support::build(nodes);
  const Result<Tree> read = read_text(to_text(tree));
  RC_ASSERT(read.has_value());
  RC_ASSERT(support::dump(*read) == support::dump(tree));
}

RC_GTEST_PROP(TextTree, ReadsOrRefusesAnyText, ()) {
  const auto part =
      rc::gen::element<std::string>("\n", "  ", " ", "f", "\t", "#", "\\", "(", ")", " = ", "\r", "\xff");
  std::string text;
  for (const std::string& p : *rc::gen::container<std::vector<std::string>>(part)) text += p;
  const Result<Tree> tree = read_text(text);
  if (!tree) {
    RC_ASSERT(!tree.error().what.empty());
    return;
  }
  const std::string printed = to_text(*tree);
  const Result<Tree> read = read_text(printed);
  RC_ASSERT(read.has_value());
  RC_ASSERT(to_text(*read) == printed);
}

}  // namespace
}  // namespace culprit::tree
