#include "src/tree/text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace culprit::tree {
namespace {

std::string error_of(std::string_view text) {
  const Result<Tree> tree = read_text(text);
  return tree ? "no error" : tree.error().what;
}

std::string again(std::string_view text) {
  const Result<Tree> tree = read_text(text);
  return tree ? to_text(*tree) : tree.error().what;
}

TEST(TextTree, ReadsNamesInputsResultsAndPlaces) {
  const Result<Tree> tree = read_text(
      "main\n"
      "  sort({3, 1}) = {1, 3}  @src/sort.cpp:12-30\n"
      "    less(3, 1) = false  @src/sort.cpp:7\n"
      "  print()\n");
  ASSERT_TRUE(tree.has_value()) << tree.error().what;
  ASSERT_EQ(tree->size(), 4u);
  EXPECT_EQ(tree->function(NodeId{1}).name, "sort");
  EXPECT_EQ(tree->function(NodeId{1}).file, "src/sort.cpp");
  EXPECT_EQ(tree->function(NodeId{1}).first_line, 12u);
  EXPECT_EQ(tree->function(NodeId{1}).last_line, 30u);
  EXPECT_EQ(tree->function(NodeId{2}).last_line, 7u);
  EXPECT_EQ(tree->label(NodeId{1}).inputs, "{3, 1}");
  EXPECT_EQ(tree->label(NodeId{1}).result, "{1, 3}");
  EXPECT_FALSE(tree->label(NodeId{0}).has_inputs);
  EXPECT_TRUE(tree->label(NodeId{3}).has_inputs);
  EXPECT_FALSE(tree->label(NodeId{3}).has_result);
  EXPECT_EQ(tree->parent(NodeId{3}), NodeId{0});
}

TEST(TextTree, GivesCallsOfOneFunctionOneRow) {
  const Result<Tree> tree = read_text("f\n  g(1)\n  g(2)\n  g  @a:1\n  g  @a:2\n");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->function_id(NodeId{1}), tree->function_id(NodeId{2}));
  EXPECT_NE(tree->function_id(NodeId{3}), tree->function_id(NodeId{2}));
  EXPECT_NE(tree->function_id(NodeId{3}), tree->function_id(NodeId{4}));
  EXPECT_EQ(tree->functions().size(), 4u);
}

TEST(TextTree, IgnoresBlankLinesCommentsAndLineEnds) {
  EXPECT_EQ(again("\xef\xbb\xbf# a tree\n\nf  \r\n\r\n   # odd\n  g\r\n\t\n"), "f\n  g\n");
  EXPECT_EQ(again("f"), "f\n");
}

TEST(TextTree, KeepsANameThatBeginsWithAByteOrderMark) {
  EXPECT_EQ(again("\n\xef\xbb\xbf"), "\\\xef\xbb\xbf\n");
  EXPECT_EQ(again("\\\xef\xbb\xbf\n"), "\\\xef\xbb\xbf\n");
}

struct Split {
  const char* text;
  const char* name;
  const char* inputs;  ///< null: none
  const char* result;  ///< null: none
};
void PrintTo(const Split& s, std::ostream* out) {
  *out << s.text;
}

class SplitLine : public testing::TestWithParam<Split> {};

TEST_P(SplitLine, DividesAt) {
  const Split& expected = GetParam();
  const TextLine line = split_line(expected.text);
  EXPECT_EQ(line.name, expected.name);
  EXPECT_EQ(line.label.has_inputs, expected.inputs != nullptr);
  EXPECT_EQ(line.label.inputs, expected.inputs ? expected.inputs : "");
  EXPECT_EQ(line.label.has_result, expected.result != nullptr);
  EXPECT_EQ(line.label.result, expected.result ? expected.result : "");
}

INSTANTIATE_TEST_SUITE_P(
    Lines, SplitLine,
    testing::Values(
        Split{"f", "f", nullptr, nullptr}, Split{"f()", "f", "", nullptr},
        Split{"f(1, 2) = 3", "f", "1, 2", "3"}, Split{"f = 3", "f", nullptr, "3"},
        Split{"f(x) =", "f", "x", ""}, Split{"x = (3)", "x", nullptr, "(3)"},
        Split{"f(x = 1) = y = 2", "f", "x = 1", "y = 2"}, Split{"f(a) = g(b)", "f", "a", "g(b)"},
        Split{"operator()(x) = 1", "operator()", "x", "1"},
        Split{"operator==(a, b) = true", "operator==", "a, b", "true"},
        Split{"std::function<int(int)>::operator()(5) = 6", "std::function<int(int)>::operator()", "5", "6"},
        Split{"f((1), (2)) = (3)", "f", "(1), (2)", "(3)"}, Split{"f(\") = \") = 2", "f", "\") = \"", "2"},
        Split{"f(\"\\\")\") = 2", "f", "\"\\\")\"", "2"}, Split{"f(')') = 2", "f", "')'", "2"},
        Split{"f('\\'', ')') = 2", "f", "'\\'', ')'", "2"}, Split{"f(don't) = 1", "f", "don't", "1"},
        Split{"f(\") = 1", "f", "\"", "1"}, Split{"f(() = 1", "f", "(", "1"},
        Split{"f(", "f(", nullptr, nullptr}, Split{"f( = 1", "f(", nullptr, "1"},
        Split{"f)(", "f)(", nullptr, nullptr}, Split{"f(x) g", "f(x) g", nullptr, nullptr},
        Split{"(x)", "", "x", nullptr}, Split{"f(ä, 中) = ø", "f", "ä, 中", "ø"}));

TEST(TextTree, TakesMoreSpacesBeforeAPlaceForTwo) {
  EXPECT_EQ(again("f    @a:3\n"), "f  @a:3\n");
  EXPECT_EQ(again("f(x) =   @a:3\n"), "f(x) =  @a:3\n");
}

TEST(TextTree, TakesOnlyAWholePlaceForAPlace) {
  EXPECT_EQ(split_line("f  @a b.c:3").file, "a b.c");
  EXPECT_EQ(split_line("f  @C:\\x.c:3").file, "C:\\x.c");
  for (const char* text :
       {"f @a:3", "f  @a", "f  @:3", "f  @a:", "f  @a:03", "f  @a:0", "f  @a:9-3", "f  @a:3-", "f  @a:x"}) {
    EXPECT_EQ(split_line(text).name, text);
    EXPECT_EQ(split_line(text).file, "");
  }
}

TEST(TextTree, PrintsHostileNamesSoThatTheyReadBack) {
  for (const std::string name : {"#include", " f", "\\", "\\#", "\\\\ f", "\\f", "", "\tf", "@a:3"}) {
    TreeBuilder builder;
    Function function;
    function.name = name;
    builder.open(builder.add_function(function));
    const std::string text = to_text(builder.finish());
    const Result<Tree> tree = read_text(text);
    ASSERT_TRUE(tree.has_value()) << text << tree.error().what;
    EXPECT_EQ(tree->function(tree->root()).name, name) << text;
  }
}

TEST(TextTree, PrintsControlCharactersAsEscapes) {
  TreeBuilder builder;
  Function function;
  function.name = "f\x1b[2J";
  builder.open(builder.add_function(function));
  builder.label("two\nlines", "\xff", true);
  EXPECT_EQ(to_text(builder.finish()), "f\\x1b[2J(two\\nlines) = \\xff\n");
}

TEST(TextTree, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(""), "found no node at all; expected one a line, the root first");
  EXPECT_EQ(error_of("# only\n\n"), "found no node at all; expected one a line, the root first");
  EXPECT_EQ(error_of("f\n\tg\n"), "line 2: found a tab in the indentation; expected two spaces a level");
  EXPECT_EQ(error_of("f\n   g\n"),
            "line 2: found an indentation of 3 spaces; expected two a level, so 2 or 4");
  EXPECT_EQ(error_of("  f\n"),
            "line 1: found the first node indented by 2 spaces; expected the root at the left edge");
  EXPECT_EQ(error_of("# c\nf\n  g\nh(1)\n"),
            "line 4: found a second root, `h(1)`; expected one, and it is on line 2");
  EXPECT_EQ(error_of("f\n  g\n      h\n"),
            "line 3: found a node at level 3 after one at level 1; expected level 2 at most, 4 spaces");
  EXPECT_EQ(error_of(std::string_view("f\n  \0g\n", 7)), "line 2: found a zero byte; expected text");
  EXPECT_EQ(read_text("f\ng\n").error().code, ErrorCode::kBadTree);
  EXPECT_FALSE(read_text("f\ng\n").error().hint.empty());
}

TEST(TextTree, LimitsDepthAndSaysSo) {
  const Result<Tree> tree = read_text("a\n  b\n    c\n      d\n    e\n  f\n    g\n");
  std::ostringstream out;
  TextOptions options;
  options.depth = 1;
  ASSERT_TRUE(write_text(*tree, out, options).has_value());
  EXPECT_EQ(out.str(), "a\n  b\n    # 3 more nodes below\n  f\n    # 1 more node below\n");
  out.str("");
  options.from = NodeId{1};
  options.depth = 0;
  ASSERT_TRUE(write_text(*tree, out, options).has_value());
  EXPECT_EQ(out.str(), "b\n  # 3 more nodes below\n");
}

TEST(TextTree, AsksTheCallerForTexts) {
  const Result<Tree> tree = read_text("a\n  b  @x:1\n");
  std::ostringstream out;
  TextOptions options;
  options.places = false;
  std::string text;
  options.label = [&](NodeId n) {
    text = std::to_string(n.value());
    return Label{text, {}, false, true};
  };
  ASSERT_TRUE(write_text(*tree, out, options).has_value());
  EXPECT_EQ(out.str(), "a(0)\n  b(1)\n");
}

TEST(TextTree, RefusesToIndentAPathOfAMillionNodes) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function({"f", {}, {}, 0, 0, FunctionKind::kFunction, {}});
  for (int i = 0; i < 1'000'000; ++i) builder.open(f);
  const Tree tree = builder.finish();
  std::ostringstream out;
  const Status refused = write_text(tree, out);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(
      refused.error().what,
      "the tree has 1,000,000 nodes, and indenting them would take more than 4,294,967,296 bytes of text");
  EXPECT_EQ(out.str(), "");
  TextOptions options;
  options.depth = 1;
  ASSERT_TRUE(write_text(tree, out, options).has_value());
  EXPECT_EQ(out.str(), "f\n  f\n    # 999,998 more nodes below\n");
}

TEST(TextTree, FailsWhenTheStreamDoes) {
  const Result<Tree> tree = read_text("a\n");
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  const Status written = write_text(*tree, out);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace culprit::tree
