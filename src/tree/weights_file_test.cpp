#include "src/tree/weights_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <charconv>

#include "src/tree/json.h"
#include "src/tree/text.h"
#include "tests/support/tree_gen.h"

namespace culprit::tree {
namespace {

using Weights = std::vector<std::uint32_t>;

/// Rows by number, from 0; and `root`.
Result<NodeId> find_row(const Tree& tree, std::string_view name) {
  if (name == "root") return tree.root();
  std::uint32_t row = tree.size();
  std::from_chars(name.data(), name.data() + name.size(), row);
  if (row < tree.size()) return NodeId{row};
  return fail(ErrorCode::kBadAnswer, "there is no call '" + std::string(name) + "'", "Name another.");
}

Result<Weights> read(const Tree& tree, std::string_view text) {
  return read_weights(text, tree, [&](std::string_view name) { return find_row(tree, name); });
}

//                                 0  1     2       3     4
constexpr const char* kTree = "main\n  sort\n    less\n  sort\n  operator new\n";

Weights weights_of(std::string_view text) {
  const Result<Weights> weights = read(read_text(kTree).value(), text);
  EXPECT_TRUE(weights.has_value()) << weights.error().what;
  return weights.value_or(Weights());
}

Error error_of(std::string_view text) {
  const Result<Weights> weights = read(read_text(kTree).value(), text);
  return weights ? Error{ErrorCode::kUsage, "no error", ""} : weights.error();
}

TEST(WeightsFile, WeighsNodesAndFunctions) {
  EXPECT_EQ(weights_of(""), (Weights{1, 1, 1, 1, 1}));
  EXPECT_EQ(weights_of("2 50\nroot 0"), (Weights{0, 1, 50, 1, 1}));
  EXPECT_EQ(weights_of("function sort 7\n"), (Weights{1, 7, 1, 7, 1}));
  EXPECT_EQ(weights_of("function operator new 4294967295"), (Weights{1, 1, 1, 1, 4294967295}));
  EXPECT_EQ(weights_of("function \"operator new\" 3"), (Weights{1, 1, 1, 1, 3}));
  EXPECT_EQ(weights_of("function \"operator new\"3"), (Weights{1, 1, 1, 1, 3}));
}

TEST(WeightsFile, IgnoresSpacesAndComments) {
  EXPECT_EQ(weights_of("# all\n\n \t1   5 # likely\r\n#2 9\n\tfunction  less\t8\t# 3\n"),
            (Weights{1, 5, 8, 1, 1}));
  const Tree odd = read_text("a #b\n").value();
  EXPECT_EQ(read(odd, "function \"a #b\" 2 # it").value(), Weights{2});
}

TEST(WeightsFile, TheLastLineCounts) {
  EXPECT_EQ(weights_of("1 5\n1 6"), (Weights{1, 6, 1, 1, 1}));
  EXPECT_EQ(weights_of("1 5\nfunction sort 6"), (Weights{1, 6, 1, 6, 1}));
  EXPECT_EQ(weights_of("function sort 6\n1 5"), (Weights{1, 5, 1, 6, 1}));
}

TEST(WeightsFile, LeavesOtherNodesTheWeightOfTheTree) {
  const Tree tree = read_json(R"({"parent":[-1,0,0],"weight":[3,0,9]})").value();
  EXPECT_EQ(read(tree, "1 5").value(), (Weights{3, 5, 9}));
}

TEST(WeightsFile, WeighsFunctionsOfOneNameAlike) {
  const Tree tree = read_text("f  @a.c:1\n  f  @b.c:1\n  g\n").value();
  EXPECT_EQ(read(tree, "function f 5").value(), (Weights{5, 5, 1}));
}

TEST(WeightsFile, SaysWhichLineIsWrong) {
  const std::string whole = "a whole number from 0 to 4294967295";
  EXPECT_EQ(error_of("# x\n17\n").what,
            "line 2: found '17'; expected a node and its weight, such as `17 50`");
  EXPECT_EQ(error_of("1 2 3").what, "line 1: found '1 2 3'; expected a node and its weight, such as `17 50`");
  for (const std::string found : {"-1", "0.5", "4294967296", "x", "+1", "1e3"}) {
    EXPECT_EQ(error_of("1 " + found).what, "line 1: found the weight '" + found + "'; expected " + whole);
    EXPECT_EQ(error_of("function sort " + found).what,
              "line 1: found the weight '" + found + "'; expected " + whole);
  }
  EXPECT_EQ(error_of("function sort").what,
            "line 1: found 'sort'; expected a function and its weight, such as `function sort 50`");
  EXPECT_EQ(error_of("function \"sort\"").what,
            "line 1: found '\\\"sort\\\"'; expected a function and its weight, such as `function sort 50`");
  EXPECT_EQ(error_of("1 1\n\n99 1").what, "line 3: there is no call '99'");
  EXPECT_EQ(error_of("99 1").hint, "Name another.");
  EXPECT_EQ(error_of("1 \x1b[2J").what, "line 1: found the weight '\\x1b[2J'; expected " + whole);
  EXPECT_EQ(error_of("x").hint,
            "A line is `NODE WEIGHT` or `function NAME WEIGHT`; what follows a `#` is a comment.");
  EXPECT_EQ(error_of("x").code, ErrorCode::kBadTree);
}

TEST(WeightsFile, NamesTheNearestFunction) {
  EXPECT_EQ(error_of("function srot 1").what,
            "line 1: found the function 'srot'; expected one that was called");
  EXPECT_EQ(error_of("function srot 1").hint, "Did you mean 'sort'?");
}

TEST(WeightsFile, RefusesMoreThanCanBeSummed) {
  EXPECT_TRUE(check_total_weight((std::uint64_t{1} << 62) - 1).has_value());
  const Status status = check_total_weight(std::uint64_t{1} << 62);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(
      status.error().what,
      "found weights that sum to 4,611,686,018,427,387,904; expected less than 4,611,686,018,427,387,904");
  EXPECT_EQ(status.error().hint,
            "Only what weights are to each other counts: divide all by the same number.");
}

RC_GTEST_PROP(WeightsFile, MeansWhatItsLinesMeanOneByOne, ()) {
  const Tree tree = support::build(*support::plain_trees());
  Weights expected(tree.size(), 1);
  std::string text;
  for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
    const NodeId node{draw / 2 % tree.size()};
    const std::uint32_t weight = draw / 7 % 50;
    const std::string& name = tree.function(node).name;
    const bool is_function = draw % 2 == 0 && !name.empty();
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      if (is_function ? tree.function(NodeId{i}).name == name : i == node.value()) expected[i] = weight;
    }
    text += (is_function ? "function " + name : std::to_string(node.value())) + " " + std::to_string(weight) +
            "\n";
  }
  RC_ASSERT(read(tree, text).value() == expected);
}

}  // namespace
}  // namespace culprit::tree
