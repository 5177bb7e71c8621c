#include "src/cli/outline.h"

#include <gtest/gtest.h>

#include "src/tree/text.h"

namespace culprit::cli {
namespace {

tree::Tree read(std::string_view text) {
  auto tree = tree::read_text(text);
  EXPECT_TRUE(tree);
  return std::move(*tree);
}

std::string drawn(const tree::Tree& tree, OutlineOptions options) {
  Console console(ColorChoice::kNever);
  options.text = [&](SearchId node, std::size_t) { return tree.function(NodeId{node.value()}).name; };
  testing::internal::CaptureStdout();
  write_outline(tree, options, console);
  console.flush();
  return testing::internal::GetCapturedStdout();
}

TEST(Outline, DrawsLinesNumbersAndSizes) {
  EXPECT_EQ(drawn(read("a\n  b\n    c\n    d\n  e\n"), {}),
            "0 a  (5)\n"
            "1 ├─ b  (3)\n"
            "2 │  ├─ c\n"
            "3 │  └─ d\n"
            "4 └─ e\n");
}

TEST(Outline, CountsWhatIsTooDeep) {
  EXPECT_EQ(drawn(read("a\n  b\n    c\n      d\n  e\n"), {.depth = 1}),
            "0 a  (5)\n"
            "1 ├─ b  … 2 below\n"
            "4 └─ e\n");
}

TEST(Outline, ShowsTheFirstSiblingsAndTheLast) {
  EXPECT_EQ(drawn(read("a\n  b\n  c\n    d\n  e\n  f\n  g\n"), {.width = 3}),
            "0 a  (7)\n"
            "1 ├─ b\n"
            "2 ├─ c  (2)\n"
            "3 │  └─ d\n"
            "  ├─ … 2 more\n"
            "6 └─ g\n");
}

TEST(Outline, LeadsToANodeAndOpensOnlyThat) {
  EXPECT_EQ(
      drawn(read("a\n  b\n    c\n  d\n    e\n      f\n        g\n    h\n  i\n"), {.towards = SearchId{4}}),
      "0 a  (9)\n"
      "3 └─ d  (5)\n"
      "4    └─ e  (3)\n"
      "5       └─ f  … 1 below\n");
}

TEST(Outline, DrawsWhatIsClosedAsOne) {
  OutlineOptions options;
  options.is_closed = [](SearchId node) { return node == SearchId{1}; };
  options.name = [](SearchId node) {
    return node == SearchId{1} ? std::string("1-2") : std::to_string(node.value());
  };
  options.name_width = 3;
  EXPECT_EQ(drawn(read("a\n  b\n    c\n    d\n  e\n"), options),
            "  0 a  (5)\n"
            "1-2 ├─ b  (closed, 2 below)\n"
            "  4 └─ e\n");
}

TEST(Outline, WritesShortLinesHoweverDeepThePath) {
  tree::TreeBuilder builder;
  tree::Function function;
  function.name = "f";
  const FunctionId f = builder.add_function(function);
  for (int i = 0; i < 20000; ++i) builder.open(f);
  const std::string lines = drawn(builder.finish(), {});
  EXPECT_LT(lines.size(), 20000u * 60);
  EXPECT_NE(lines.find("19999 [level 19999] └─ f\n"), std::string::npos);
}

}  // namespace
}  // namespace culprit::cli
