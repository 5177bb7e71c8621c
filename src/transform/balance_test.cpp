#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>

#include "src/transform/naive.h"
#include "src/transform/transformations.h"
#include "src/tree/text.h"
#include "tests/support/chained_trees.h"

namespace culprit::transform {
namespace {

std::string balanced(std::string_view text) {
  const tree::Tree tree = *tree::read_text(text);
  return naive::picture(balance(unchanged(tree), LabelContexts(tree)));
}

/// A root and leaves of two functions in turns.
tree::Tree striped_star(std::uint32_t leaves) {
  tree::TreeBuilder builder;
  tree::Function function;
  for (const char* name : {"root", "f", "g"}) {
    function.name = name;
    builder.add_function(function);
  }
  builder.open(FunctionId{0});
  for (std::uint32_t i = 0; i < leaves; ++i) {
    builder.open(FunctionId{1 + i % 2});
    builder.close();
  }
  return builder.finish();
}

TEST(Balance, MakesAStarBinomial) {
  const tree::Tree tree = striped_star(15);
  EXPECT_EQ(naive::picture(balance(unchanged(tree), LabelContexts(tree))),
            "0 root\n"
            "  1-8 chain projected\n"
            "    1-4 chain projected\n"
            "      1-2 chain projected\n"
            "        1 f\n"
            "        2 g\n"
            "      3 f\n"
            "      4 g\n"
            "    5-6 chain projected\n"
            "      5 f\n"
            "      6 g\n"
            "    7 f\n"
            "    8 g\n"
            "  9-12 chain projected\n"
            "    9-10 chain projected\n"
            "      9 f\n"
            "      10 g\n"
            "    11 f\n"
            "    12 g\n"
            "  13-14 chain projected\n"
            "    13 f\n"
            "    14 g\n"
            "  15 f\n");
}

TEST(Balance, MakesAMillionSiblingsBinomial) {
  constexpr std::uint32_t kOrder = 20;
  const tree::Tree tree = striped_star((1u << kOrder) - 1);
  const Reshaped result = balance(unchanged(tree), AnyContexts());
  EXPECT_EQ(result.made.size(), (1u << (kOrder - 1)) - 1);
  std::uint32_t most = 0;
  std::vector<std::uint32_t> children(result.tree.size());
  for (std::uint32_t n = 1; n < result.tree.size(); ++n) {
    most = std::max(most, ++children[result.tree.parent(SearchId{n}).value()]);
  }
  EXPECT_EQ(most, kOrder);
}

TEST(Balance, CutsChainsThatCannotBeListed) {
  const tree::Tree tree = striped_star(7);
  EXPECT_EQ(naive::picture(balance(unchanged(tree), AnyContexts(), {}, 4)),
            "0 root\n"
            "  1-4 chain projected\n"
            "    1-2 chain projected\n"
            "      1 f\n"
            "      2 g\n"
            "    3 f\n"
            "    4 g\n"
            "  5-6 chain projected\n"
            "    5 f\n"
            "    6 g\n"
            "  7 f\n");
  const tree::Tree alike = *tree::read_text("f\n  g\n  g\n  g\n  g\n  h\n  i\n");
  EXPECT_EQ(naive::picture(balance(unchanged(alike), AnyContexts(), {}, 3)),
            "0 f\n"
            "  1-2 g collapsed\n"
            "    1 g\n"
            "    2 g\n"
            "  3-5 chain projected\n"
            "    3-4 g collapsed\n"
            "      3 g\n"
            "      4 g\n"
            "    5 h\n"
            "  6 i\n")
      << "what counts are calls, not the chains of g";
}

/// The most calls of a chain, through chains inside it.
std::uint32_t longest_chain(const Reshaped& reshaped) {
  std::vector<std::uint32_t> calls(reshaped.tree.size());
  std::uint32_t most = 0;
  for (std::uint32_t n = reshaped.tree.size(); n-- > 1;) {
    const bool is_made = reshaped.is_made(SearchId{n});
    if (is_made) most = std::max(most, calls[n]);
    const SearchId parent = reshaped.tree.parent(SearchId{n});
    if (reshaped.is_made(parent)) calls[parent.value()] += is_made ? calls[n] : 1;
  }
  return most;
}

TEST(Balance, CutsAMillionSiblings) {
  constexpr std::uint32_t kLeaves = 1'000'000;
  const tree::Tree tree = striped_star(kLeaves);
  const Reshaped result = balance(unchanged(tree), AnyContexts(), {}, 12);
  EXPECT_EQ(longest_chain(result), 12u);
  std::uint32_t children = 0;
  for (SearchId child{1}; child < result.tree.end(SearchId{0}); child = result.tree.end(child)) ++children;
  EXPECT_GE(children, kLeaves / 12);
  EXPECT_LE(children, kLeaves / 12 + 12)
      << "only of the last chains some are halved, as nothing else is left";
}

TEST(Balance, NoChainHasMoreCallsThanItMay) {
  EXPECT_TRUE(rc::check("at most so many", [] {
    const tree::Tree tree = support::build(*support::chained_trees());
    const std::uint32_t size = *rc::gen::inRange(2u, 6u);
    RC_ASSERT(longest_chain(balance(unchanged(tree), AnyContexts(), {}, size)) <= size);
    RC_ASSERT(longest_chain(collapse(unchanged(tree), AnyContexts(), {}, size)) <= size);
  }));
}

TEST(Balance, LeavesChainsAsTheyWereOpened) {
  const tree::Tree tree = *tree::read_text("f\n  g\n  g\n  h\n  i\n");
  const Wishes wishes{{}, {{NodeId{1}, NodeId{2}}}};
  const std::string_view expected =
      "0 f\n"
      "  1-2 chain projected\n"
      "    1 g\n"
      "    2 g\n"
      "  3 h\n"
      "  4 i\n";
  const Reshaped opened = collapse(unchanged(tree), AnyContexts(), wishes);
  EXPECT_EQ(naive::picture(balance(opened, AnyContexts(), wishes)), expected);
  EXPECT_EQ(naive::picture(balance(unchanged(tree), AnyContexts(), wishes)), expected) << "it collapses, too";
}

TEST(Balance, HasNothingToProjectInTheGameOfChess) {
  EXPECT_EQ(balanced("castling\n"
                     "  t.right\n"
                     "  t.right\n"
                     "  t.right\n"
                     "  k.left\n"
                     "  k.left\n"),
            "0 castling\n"
            "  1-3 t.right collapsed\n"
            "    1 t.right\n"
            "    2 t.right\n"
            "    3 t.right\n"
            "  4-5 k.left collapsed\n"
            "    4 k.left\n"
            "    5 k.left\n");
}

TEST(Balance, HasNothingToProjectInMergesort) {
  const tree::Tree tree = *tree::read_text(
      "OM\n"
      "  OM\n"
      "    OM\n"
      "    OM\n"
      "    merge\n"
      "      delete\n"
      "      delete\n"
      "  OM\n"
      "  merge\n"
      "    delete\n"
      "    delete\n"
      "    delete\n");
  const Reshaped from = unchanged(tree);
  EXPECT_EQ(naive::picture(balance(from, AnyContexts())), naive::picture(collapse(from, AnyContexts())));
}

TEST(Balance, LeavesAHeavyChildAndDividesTheRest) {
  EXPECT_EQ(balanced("main\n"
                     "  a\n"
                     "  b\n"
                     "  heavy\n"
                     "    c\n"
                     "      d\n"
                     "        e\n"
                     "          f\n"
                     "  g\n"
                     "  h\n"
                     "  i\n"),
            "0 main\n"
            "  1 a\n"
            "  2 b\n"
            "  3 heavy\n"
            "    4 c\n"
            "      5 d\n"
            "        6 e\n"
            "          7 f\n"
            "  8-10 chain projected\n"
            "    8 g\n"
            "    9 h\n"
            "    10 i\n");
}

TEST(Balance, NamesRunsOnceAndKeepsTheFunctions) {
  const tree::Tree tree = striped_star(15);
  const Reshaped once = balance(unchanged(tree), AnyContexts());
  ASSERT_EQ(once.tree.functions().size(), tree.functions().size() + 1);
  EXPECT_EQ(once.tree.functions().back().kind, tree::FunctionKind::kChain);
  EXPECT_EQ(once.tree.functions().back().name, "chain");
  const Reshaped twice = balance(once, AnyContexts());
  EXPECT_EQ(twice.tree.functions().size(), once.tree.functions().size());
  EXPECT_GE(twice.made.size(), once.made.size());
}

TEST(Balance, ChainsAreFoundByTheirFirstAndLastCall) {
  const tree::Tree tree = *tree::read_text("f\n  g\n  h\n  i\n");
  const Reshaped result = balance(unchanged(tree), AnyContexts());
  ASSERT_EQ(result.made_as(SearchId{1}), Made::kProjected);
  EXPECT_EQ(result.origin_of(SearchId{1}), NodeId{1});
  EXPECT_EQ(result.last_of(SearchId{1}), NodeId{2});
  EXPECT_EQ(result.find(NodeId{1}, NodeId{2}), SearchId{1});
}

void expect_algorithm_4(const tree::Tree& tree, const Contexts& contexts) {
  const std::uint32_t size = *rc::gen::element(kAnyChainSize, 2u, 3u, 5u);
  naive::Node expected = naive::read(tree);
  naive::balance(expected, contexts, size);
  const Reshaped from = unchanged(tree);
  RC_ASSERT(naive::picture(balance(from, contexts, {}, size)) == naive::picture(expected));
  const Reshaped collapsed = collapse(from, contexts, {}, size);
  RC_ASSERT(naive::picture(balance(collapsed, contexts, {}, size)) == naive::picture(expected));
}

TEST(Balance, IsAlgorithm4) {
  EXPECT_TRUE(rc::check("the same tree", [] {
    const tree::Tree tree = support::build(*support::chained_trees());
    expect_algorithm_4(tree, LabelContexts(tree));
  }));
}

TEST(Balance, IsAlgorithm4WithoutTheChainCondition) {
  EXPECT_TRUE(rc::check(
      "the same tree", [] { expect_algorithm_4(support::build(*support::chained_trees()), AnyContexts()); }));
}

TEST(Balance, IsAlgorithm4ForWeightsOfAnySize) {
  EXPECT_TRUE(rc::check("the same tree", [] {
    const tree::Tree tree = support::build(*support::chained_paths());
    expect_algorithm_4(tree, LabelContexts(tree));
  }));
}

/// Counts how often two neighbours are compared.
class CountingContexts : public Contexts {
 public:
  explicit CountingContexts(const tree::Tree& tree) : tree_(tree), inner_(tree) {}
  bool match(NodeId first, NodeId second) const override {
    EXPECT_EQ(tree_.end(first), second);
    EXPECT_EQ(tree_.parent(first), tree_.parent(second));
    ++asked_[first];
    return inner_.match(first, second);
  }
  const std::map<NodeId, int>& asked() const { return asked_; }

 private:
  const tree::Tree& tree_;
  LabelContexts inner_;
  mutable std::map<NodeId, int> asked_;
};

TEST(Balance, ComparesTwoNeighboursAtMostOnce) {
  EXPECT_TRUE(rc::check("at most once", [] {
    const tree::Tree tree = support::build(*support::chained_trees());
    const Reshaped from = unchanged(tree);
    const CountingContexts counted(tree);
    const std::uint32_t size = *rc::gen::element(kAnyChainSize, 2u, 3u);
    balance(from, counted, {}, size);
    for (const auto& [node, times] : counted.asked()) RC_ASSERT(times == 1);
    // Neighbours of what is collapsed already are its parts.
    const CountingContexts again(tree);
    balance(collapse(from, LabelContexts(tree), {}, size), again, {}, size);
    for (const auto& [node, times] : again.asked()) RC_ASSERT(times == 1);
  }));
}

}  // namespace
}  // namespace culprit::transform
