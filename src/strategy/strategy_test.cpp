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
  /// `weights`: those of the shape's prior, if they were given.
  Marks(const Shape& shape, std::span<const std::uint32_t> weights) : fast(shape), slow(shape.tree()) {
    if (!weights.empty()) slow.own.assign(weights.begin(), weights.end());
    for (std::uint32_t i = 0; i < shape.tree().size(); ++i)
      slow.is_weightless[i] = shape.is_weightless(SearchId{i});
  }
  void set_root(SearchId n, bool is_wrong) {
    fast.set_root(n, is_wrong);
    slow.root = n;
    slow.root_is_wrong = is_wrong;
  }
  void clear(SearchId n) {
    fast.clear(n);
    slow.clear(n);
  }
  void skip(SearchId n) {
    fast.skip(n);
    slow.is_skipped[n.value()] = true;
  }
  void exempt(const std::vector<SearchId>& nodes) {
    fast.exempt(nodes);
    for (const SearchId n : nodes) slow.is_exempt[n.value()] = true;
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
    const SearchId chosen = strategy->select(shape, marks.fast);
    const SearchId expected = marks.slow.select(name);
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
  double weightless = 0;
};

/// Parents of nodes in preorder. `spread` 0 gives a path, 1 a random recursive one, more gives ever wider
/// trees.
tree::SearchTree random_tree(std::uint32_t nodes, double spread, std::mt19937& random) {
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

SearchId any_node(const tree::SearchTree& tree, std::mt19937& random) {
  return SearchId{static_cast<std::uint32_t>(random() % tree.size())};
}

void run_random_session(const Mix& mix, double spread, std::uint32_t seed) {
  std::mt19937 random(seed);
  const tree::SearchTree tree = random_tree(mix.nodes, spread, random);
  std::vector<std::uint32_t> weights;
  if (mix.largest_weight > 1) {
    for (std::uint32_t i = 0; i < tree.size(); ++i)
      weights.push_back(static_cast<std::uint32_t>(random() % (mix.largest_weight + 1)));
  }
  std::uniform_real_distribution<double> draw(0, 1);
  std::vector<SearchId> weightless;
  for (std::uint32_t i = 0; mix.weightless > 0 && i < tree.size(); ++i)
    if (draw(random) < mix.weightless) weightless.push_back(SearchId{i});
  const Shape shape(
      tree, std::make_shared<const Prior>(tree.size(), weights, std::span<const SearchId>(), weightless));
  Marks marks(shape, weights);
  std::vector<SearchId> exempt;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (draw(random) < mix.exempt) exempt.push_back(SearchId{i});
    if (draw(random) < mix.skipped) marks.skip(SearchId{i});
  }
  marks.exempt(exempt);
  marks.set_root(SearchId{0}, random() % 2 == 0);
  for (int step = 0; step < 60; ++step) {
    ASSERT_EQ(expect_same_choices(marks, shape), "") << "step " << step << ", seed " << seed;
    const SearchId suggested = marks.slow.select(kRuled[random() % std::size(kRuled)]);
    const SearchId judged =
        random() % 3 == 0 || suggested == kNoSearchId ? any_node(tree, random) : suggested;
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
        marks.set_root(SearchId{0}, random() % 2 == 0);
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

TEST(Strategy, ChoosesWhatItsRuleSaysWithWeightlessNodes) {
  for (std::uint32_t seed = 0; seed < 400; ++seed)
    run_random_session({60, 1, 0, 0, 0.1 * (seed % 7)}, (seed % 10) / 10.0, seed);
  for (std::uint32_t seed = 0; seed < 200; ++seed)
    run_random_session({80, 9, 0.1, 0.1, 0.5}, (seed % 10) / 10.0, seed);
  for (std::uint32_t seed = 0; seed < 40; ++seed)
    run_random_session({400, 1, 0.5, 0.05, 0.4}, (seed % 10) / 10.0, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysOnTreesOfThousands) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) run_random_session({6000, 1, 0, 0.001}, 0.1 * seed, seed);
  for (std::uint32_t seed = 0; seed < 10; ++seed) run_random_session({6000, 3, 0.2, 0.001}, 0.1 * seed, seed);
}

TEST(Strategy, ChoosesWhatItsRuleSaysOnAnySmallTree) {
  EXPECT_TRUE(rc::check("same choice as the rule", [](bool root_is_wrong) {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    std::vector<SearchId> weightless;
    for (std::uint32_t i = 0; i < tree.size(); ++i)
      if (*rc::gen::inRange(0, 4) == 0) weightless.push_back(SearchId{i});
    const Shape shape(tree, uniform_prior(tree.size(), weightless));
    Marks marks(shape, {});
    marks.set_root(SearchId{0}, root_is_wrong);
    for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const SearchId n{draw / 3 % tree.size()};
      if (n.value() == 0) continue;
      if (draw % 3 == 0) marks.clear(n);
      if (draw % 3 == 1) marks.skip(n);
      if (draw % 3 == 2) marks.exempt({n});
    }
    RC_ASSERT(expect_same_choices(marks, shape) == "");
  }));
}

/// What is asked first below a wrong root.
SearchId first_question(std::string_view name, const Shape& shape) {
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  return make_strategy(name).value()->select(shape, suspects);
}

TEST(Strategy, AsksFirstWhatIsMostLikelyAtFaultIfItUsesWeights) {
  // A root with three children of three leaves each; the last leaf of the last child is under suspicion.
  const tree::SearchTree tree =
      support::from_parents(std::vector<std::int64_t>{-1, 0, 1, 1, 1, 0, 5, 5, 5, 0, 9, 9, 9});
  std::vector<std::uint32_t> weights(tree.size(), 1);
  weights[12] = 50;
  const Shape plain(tree);
  const Shape weighted(tree,
                       std::make_shared<const Prior>(tree.size(), weights, std::span<const SearchId>()));
  for (const std::string_view name : strategy_names()) {
    if (name == "strategic") continue;  // looks at functions
    EXPECT_EQ(first_question(name, plain), SearchId{1}) << name;
    const bool is_by_shape = name == "top-down" || name == "worst-case";
    const SearchId halving = name == "divide-and-query" ? SearchId{1} : SearchId{12};
    const SearchId by_weight = name == "heaviest-first" ? SearchId{9} : halving;
    EXPECT_EQ(first_question(name, weighted), is_by_shape ? SearchId{1} : by_weight) << name;
  }
}

TEST(Strategy, AsksAHeavyLeafFirstAmongItsSiblings) {
  const tree::SearchTree tree = support::star(10);
  std::vector<std::uint32_t> weights(tree.size(), 1);
  weights[0] = 45;  // so that half of all is more than the leaf has
  weights[7] = 50;
  const Shape shape(tree, std::make_shared<const Prior>(tree.size(), weights, std::span<const SearchId>()));
  for (const std::string_view name : strategy_names()) {
    const bool is_by_shape = name == "top-down" || name == "worst-case" || name == "strategic";
    EXPECT_EQ(first_question(name, shape), is_by_shape ? first_question(name, Shape(tree)) : SearchId{7})
        << name;
  }
}

TEST(Strategy, AsksTheOnlySuspectBelowAWrongNodeThatCannotBeAtFault) {
  const tree::SearchTree tree = support::from_parents(std::vector<std::int64_t>{-1, 0, 1, 1, 1});
  const SearchId weightless[] = {SearchId{1}};
  const Shape shape(tree, uniform_prior(tree.size(), weightless));
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{1}, true);
  suspects.clear(SearchId{2});
  suspects.clear(SearchId{4});
  for (const std::string_view name : strategy_names())
    EXPECT_EQ(make_strategy(name).value()->select(shape, suspects), SearchId{3}) << name;
  suspects.clear(SearchId{3});
  for (const std::string_view name : strategy_names())
    EXPECT_EQ(make_strategy(name).value()->select(shape, suspects), kNoSearchId) << name;
}

TEST(Strategy, AsksAPartRatherThanAChainThatHoldsNoOtherSuspect) {
  const tree::SearchTree tree = support::from_parents(std::vector<std::int64_t>{-1, 0, 1, 2, 2, 1, 0, 0, 0});
  const SearchId weightless[] = {SearchId{1}};
  const Shape shape(tree, uniform_prior(tree.size(), weightless));
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  EXPECT_EQ(make_strategy("top-down").value()->select(shape, suspects), SearchId{1});
  suspects.clear(SearchId{5});
  for (const std::string_view name : strategy_names()) {
    if (name == "worst-case" || name == "strategic") continue;
    EXPECT_EQ(make_strategy(name).value()->select(shape, suspects), SearchId{2}) << name;
  }
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
            "strategic, least-effort.");
}

std::string explained(std::string_view name, const tree::SearchTree& tree, bool root_wrong) {
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, root_wrong);
  const auto strategy = make_strategy(name).value();
  return strategy->explain(shape, suspects, strategy->select(shape, suspects));
}

TEST(Strategy, ExplainsItsChoiceWithTheFiguresThatDecided) {
  const tree::SearchTree path = support::path(2000);
  const tree::SearchTree star = support::star(8);
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
