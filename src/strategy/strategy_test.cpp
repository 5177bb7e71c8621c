#include "src/strategy/strategy.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>

#include "src/strategy/interval_suspects.h"
#include "tests/support/brute_force.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using support::BruteForce;

/// The same marks, kept both ways.
class Marks {
 public:
  Marks(const Shape& shape, std::span<const std::uint32_t> weights)
      : fast(shape, weights), slow(shape.tree()) {
    if (!weights.empty()) slow.own.assign(weights.begin(), weights.end());
  }
  void set_root(NodeId n, bool is_wrong) {
    fast.set_root(n, is_wrong);
    slow.root = n;
    slow.root_is_wrong = is_wrong;
  }
  void clear(NodeId n) {
    fast.clear(n);
    slow.clear(n);
  }
  void skip(NodeId n) {
    fast.skip(n);
    slow.is_skipped[n.value()] = true;
  }
  void exempt(const std::vector<NodeId>& nodes) {
    fast.exempt(nodes);
    for (const NodeId n : nodes) slow.is_exempt[n.value()] = true;
  }

  IntervalSuspects fast;
  BruteForce slow;
};

/// Those that BruteForce knows by their rule. (The others have tests of their own.)
constexpr std::string_view kRuled[] = {"top-down", "heaviest-first", "divide-and-query",
                                       "divide-and-query-hirunkitti", "optimal-divide-and-query"};

std::string expect_same_choices(Marks& marks, const Shape& shape) {
  for (const std::string_view name : kRuled) {
    const auto strategy = make_strategy(name).value();
    const NodeId chosen = strategy->select(shape, marks.fast);
    const NodeId expected = marks.slow.select(name);
    if (chosen != expected) {
      return std::string(name) + " asks " + std::to_string(chosen.value()) + " instead of " +
             std::to_string(expected.value()) + " in\n" + support::dump(shape.tree());
    }
  }
  return "";
}

struct Mix {
  std::uint32_t nodes;
  std::uint32_t largest_weight;  // 1: no weights given
  double exempt;                 // share of nodes
  double skipped;
};

/// Parents of nodes in preorder. `spread` 0 gives a path, 1 a random recursive one, more gives ever wider
/// trees.
tree::Tree random_tree(std::uint32_t nodes, double spread, std::mt19937& random) {
  std::vector<std::int64_t> parents{-1};
  std::vector<std::int64_t> open{0};
  std::uniform_real_distribution<double> draw(0, 1);
  while (parents.size() < nodes) {
    while (open.size() > 1 && draw(random) < spread) open.pop_back();
    parents.push_back(open.back());
    open.push_back(static_cast<std::int64_t>(parents.size()) - 1);
  }
  return support::from_parents(parents);
}

NodeId any_node(const tree::Tree& tree, std::mt19937& random) {
  return NodeId{static_cast<std::uint32_t>(random() % tree.size())};
}

void run_random_session(const Mix& mix, double spread, std::uint32_t seed) {
  std::mt19937 random(seed);
  const tree::Tree tree = random_tree(mix.nodes, spread, random);
  const Shape shape(tree);
  std::vector<std::uint32_t> weights;
  if (mix.largest_weight > 1) {
    for (std::uint32_t i = 0; i < tree.size(); ++i)
      weights.push_back(static_cast<std::uint32_t>(random() % (mix.largest_weight + 1)));
  }
  Marks marks(shape, weights);
  std::uniform_real_distribution<double> draw(0, 1);
  std::vector<NodeId> exempt;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (draw(random) < mix.exempt) exempt.push_back(NodeId{i});
    if (draw(random) < mix.skipped) marks.skip(NodeId{i});
  }
  marks.exempt(exempt);
  marks.set_root(NodeId{0}, random() % 2 == 0);
  for (int step = 0; step < 60; ++step) {
    ASSERT_EQ(expect_same_choices(marks, shape), "") << "step " << step << ", seed " << seed;
    const NodeId suggested = marks.slow.select(kRuled[random() % std::size(kRuled)]);
    const NodeId judged = random() % 3 == 0 || suggested == kNoNode ? any_node(tree, random) : suggested;
    switch (random() % 8) {
      case 0:
        marks.skip(judged);
        break;
      case 1:
        marks.exempt({judged});
        break;
      case 2:
        if (!marks.fast.is_cleared(judged)) marks.set_root(judged, true);
        break;
      case 3:
        marks.set_root(NodeId{0}, random() % 2 == 0);
        break;
      default:
        marks.clear(judged);
    }
    if (marks.fast.is_cleared(marks.fast.root())) break;
  }
}

TEST(Strategy, ChoosesWhatItsRuleSaysOnPlainTrees) {
  for (std::uint32_t seed = 0; seed < 300; ++seed)
    run_random_session({60, 1, 0, 0}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysWithSkippedNodes) {
  for (std::uint32_t seed = 0; seed < 200; ++seed)
    run_random_session({80, 1, 0, 0.3}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysWithFewTrustedNodes) {
  for (std::uint32_t seed = 0; seed < 200; ++seed)
    run_random_session({90, 1, 0.4, 0.1}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysWithManyTrustedNodes) {
  for (std::uint32_t seed = 0; seed < 100; ++seed)
    run_random_session({400, 1, 0.6, 0.05}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysWithUnequalWeights) {
  for (std::uint32_t seed = 0; seed < 200; ++seed)
    run_random_session({60, 9, 0, 0.05}, (seed % 10) / 10.0, seed);
  for (std::uint32_t seed = 0; seed < 60; ++seed)
    run_random_session({500, 100'000, 0.4, 0.05}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysOnTreesOfThousands) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) run_random_session({6000, 1, 0, 0.001}, 0.1 * seed, seed);
  for (std::uint32_t seed = 0; seed < 10; ++seed) run_random_session({6000, 3, 0.2, 0.001}, 0.1 * seed, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysOnAnySmallTree) {
  EXPECT_TRUE(rc::check("same choice as the rule", [](bool root_is_wrong) {
    const tree::Tree tree = support::build(*support::plain_trees());
    const Shape shape(tree);
    Marks marks(shape, {});
    marks.set_root(NodeId{0}, root_is_wrong);
    for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const NodeId n{draw / 3 % tree.size()};
      if (n.value() == 0) continue;
      if (draw % 3 == 0) marks.clear(n);
      if (draw % 3 == 1) marks.skip(n);
      if (draw % 3 == 2) marks.exempt({n});
    }
    RC_ASSERT(expect_same_choices(marks, shape) == "");
  }));
}

TEST(MakeStrategy, KnowsEveryName) {
  for (const std::string_view name : strategy_names()) EXPECT_EQ(make_strategy(name).value()->name(), name);
}

TEST(MakeStrategy, NamesTheNearestForAnUnknownOne) {
  const auto strategy = make_strategy("optimal-divide-and-qeury");
  ASSERT_FALSE(strategy);
  EXPECT_EQ(strategy.error().code, ErrorCode::kUsage);
  EXPECT_EQ(strategy.error().what, "there is no strategy 'optimal-divide-and-qeury'");
  EXPECT_EQ(strategy.error().hint,
            "Did you mean 'optimal-divide-and-query'? The strategies are top-down, heaviest-first, "
            "divide-and-query, "
            "divide-and-query-hirunkitti, optimal-divide-and-query, divide-by-queries, worst-case, "
            "strategic.");
}

std::string explained(std::string_view name, const tree::Tree& tree, bool root_wrong) {
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{0}, root_wrong);
  const auto strategy = make_strategy(name).value();
  return strategy->explain(shape, suspects, strategy->select(shape, suspects));
}

TEST(Strategy, ExplainsItsChoiceWithTheFiguresThatDecided) {
  const tree::Tree path = support::path(2000);
  const tree::Tree star = support::star(8);
  EXPECT_EQ(explained("optimal-divide-and-query", path, true),
            "its subtree holds 1,000 of the 2,000 suspects: whatever the answer, about half are cleared");
  EXPECT_EQ(explained("optimal-divide-and-query", star, true),
            "its subtree holds 1 of the 8 suspects: no other question divides them more evenly");
  EXPECT_EQ(explained("optimal-divide-and-query", star, false),
            "its subtree holds all 8 suspects: if it is right, the search is over");
  EXPECT_EQ(explained("optimal-divide-and-query", support::star(1), false), "it is the only suspect left");
  EXPECT_EQ(explained("divide-and-query", path, true),
            "its subtree holds 1,000 of the 2,000 suspects, the most of any with at most half of them");
  EXPECT_EQ(explained("divide-and-query-hirunkitti", path, true),
            "its subtree holds 1,000 of the 2,000 suspects, the closest to half that there is");
  EXPECT_EQ(explained("top-down", path, false), "top-down starts with the root, which has not been judged");
  EXPECT_EQ(explained("top-down", path, true),
            "it is the first call below the lowest wrong one that has not been judged; its subtree holds "
            "1,999 of the "
            "2,000 suspects");
  EXPECT_EQ(
      explained("heaviest-first", path, true),
      "of the calls below the lowest wrong one it has the heaviest subtree: 1,999 of the 2,000 suspects");
}

}  // namespace
}  // namespace culprit::strategy
