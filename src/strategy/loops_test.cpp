#include "src/strategy/loops.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>
#include <set>
#include <string>

#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

/// "1 2 5 | 3": the rows of each loop's passes.
std::string in_rows(const Loops& loops) {
  std::string text;
  for (std::uint32_t loop = 0; loop < loops.size(); ++loop) {
    if (loop > 0) text += " | ";
    for (std::uint32_t pass = 0; pass < loops.passes(loop); ++pass)
      text += (pass > 0 ? " " : "") + std::to_string(loops.pass(loop, pass).value());
  }
  return text;
}

TEST(Loops, HaveTheirPassesInARow) {
  const tree::SearchTree tree = support::from_names(
      "main\n"
      "  for i\n"
      "    f\n"
      "    for j\n"
      "      for j\n"
      "    for i\n"
      "      for i\n"
      "        g\n"
      "  g\n"
      "    for i\n");
  const Loops loops(tree);
  EXPECT_EQ(in_rows(loops), "1 5 6 | 3 4 | 9");
  EXPECT_EQ(loops.place(SearchId{6}), (Loops::Place{0, 2}));
  EXPECT_EQ(loops.place(SearchId{3}), (Loops::Place{1, 0}));
  EXPECT_EQ(loops.place(SearchId{9}), (Loops::Place{2, 0}));
  EXPECT_FALSE(loops.place(SearchId{7}));
}

TEST(Loops, GoOnWithTheLastPassOfTheSameLoop) {
  const tree::SearchTree tree = support::from_names("for i\n  for i\n  for i\n    for i\n");
  EXPECT_EQ(in_rows(Loops(tree)), "0 2 3 | 1");
}

TEST(Loops, AreNoneInATreeOfCalls) {
  const Loops loops(support::star(5));
  EXPECT_EQ(loops.size(), 0u);
  EXPECT_FALSE(loops.is_pass(SearchId{3}));
  EXPECT_TRUE(loops.largest(SearchId{0}, SearchId{5}, 3, [](SearchId n) { return n; }).empty());
}

/// As `Loops` says it, with a look at all rows.
std::vector<SearchId> largest_by_sight(const Loops& loops, const tree::SearchTree& tree, SearchId first,
                                       SearchId last, std::uint32_t most,
                                       const std::vector<bool>& is_cleared) {
  std::vector<SearchId> heads;
  for (std::uint32_t loop = 0; loop < loops.size(); ++loop) {
    const SearchId head = loops.head(loop);
    if (head >= first && head < last && !is_cleared[head.value()]) heads.push_back(head);
  }
  std::ranges::stable_sort(
      heads, [&](SearchId a, SearchId b) { return tree.subtree_size(a) > tree.subtree_size(b); });
  if (heads.size() > most) heads.resize(most);
  return heads;
}

TEST(Loops, OfWhatIsNotClearedTheLargestAreFound) {
  EXPECT_TRUE(rc::check("as by sight", [] {
    const tree::SearchTree tree = support::build(*support::looping_trees());
    const Loops loops(tree);
    std::vector<bool> is_cleared(tree.size() + 1);
    for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const SearchId n{draw % tree.size()};
      for (std::uint32_t i = n.value(); i < tree.end(n).value(); ++i) is_cleared[i] = true;
    }
    const auto next_present = [&](SearchId n) {
      while (is_cleared[n.value()]) n = SearchId{n.value() + 1};
      return n;
    };
    const SearchId from{*rc::gen::inRange(0u, tree.size())};
    for (const std::uint32_t most : {1u, 3u, 100u})
      RC_ASSERT(loops.largest(from, tree.end(from), most, next_present) ==
                largest_by_sight(loops, tree, from, tree.end(from), most, is_cleared));
  }));
}

TEST(Loops, ManyThatAreClearedAtOnceCostNoLooks) {
  // A thousand cleared loops, the later the larger, and one that is left.
  std::string lines = "main\n  for x\n";
  for (int i = 0; i < 1000; ++i) {
    lines += "  for y" + std::to_string(i) + "\n    f\n";
    for (int j = 0; j < i % 7; ++j) lines += "    f\n";
  }
  const tree::SearchTree tree = support::from_names(lines);
  const auto next_present = [&](SearchId n) { return n < SearchId{2} ? n : SearchId{tree.size()}; };
  EXPECT_EQ(Loops(tree).largest(SearchId{1}, SearchId{tree.size()}, 5, next_present),
            std::vector<SearchId>{SearchId{1}});
}

TEST(Loops, OfAMillionPassesAreOne) {
  std::vector<tree::Function> functions(2);
  tree::TreeBuilder builder;
  functions[1].kind = tree::FunctionKind::kLoop;
  const FunctionId call = builder.add_function(functions[0]);
  const FunctionId loop = builder.add_function(functions[1]);
  builder.open(call);
  for (int i = 0; i < 1'000'000; ++i) builder.open(loop);
  const Loops loops{tree::SearchTree(builder.finish())};
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops.passes(0), 1'000'000u);
  EXPECT_EQ(loops.pass(0, 999'999), SearchId{1'000'000});
}

}  // namespace
}  // namespace culprit::strategy
