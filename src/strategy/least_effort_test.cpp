#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>

#include "src/strategy/evaluate.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategies.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

bool is_true_of(const Outcome& outcome, const tree::SearchTree& tree, SearchId bug) {
  return std::ranges::all_of(outcome.judgements, [&](const Judgement& judgement) {
    return tree.contains(judgement.node, bug) == (judgement.mark == Mark::kWrong);
  });
}

void take(const Outcome& outcome, IntervalSuspects& suspects) {
  for (const Judgement& judgement : outcome.judgements) {
    if (judgement.mark == Mark::kWrong) {
      suspects.set_root(judgement.node, true);
    } else {
      suspects.clear(judgement.node);
    }
  }
}

/// A session with a planted bug, answered in truth. Checks each look.
class Session {
 public:
  Session(const Shape& shape, const Strategy& strategy, SearchId bug)
      : suspects(shape), shape_(shape), strategy_(strategy), bug_(bug) {}

  /// Gives the number of looks until nothing is left to ask.
  std::uint32_t run(std::mt19937* any = nullptr) {
    std::uint32_t count = 0;
    while (const auto look = strategy_.look(shape_, suspects, {})) {
      ++count;
      EXPECT_LE(count, suspects.shape().tree().size() + 1);
      if (count > suspects.shape().tree().size() + 1) break;
      check(*look);
      const Outcome outcome = truth(*look, any);
      take(outcome, suspects);
      EXPECT_TRUE(outcome.weight == 0 || outcome.weight == suspects.total());
    }
    return count;
  }

  IntervalSuspects suspects;

 private:
  void check(const Look& look) const {
    std::uint64_t sum = 0;
    int possible = 0;
    for (const Outcome& outcome : outcomes(look)) {
      sum += outcome.weight;
      if (outcome.weight > 0) ++possible;
    }
    EXPECT_EQ(sum, suspects.total());
    const bool can_be_at_fault = suspects.root_is_wrong() && suspects.own_weight(suspects.root()) > 0;
    EXPECT_TRUE(possible >= 2 || !can_be_at_fault) << "it tells nothing";
    EXPECT_TRUE(possible >= 2 || look.kind == LookKind::kCall);
  }
  /// The answer by which suspects are counted, or any of those that are true.
  Outcome truth(const Look& look, std::mt19937* any) const {
    std::vector<Outcome> all = outcomes(look);
    std::erase_if(all, [&](const Outcome& outcome) {
      return !is_true_of(outcome, shape_.tree(), bug_) || (any == nullptr && outcome.weight == 0);
    });
    EXPECT_FALSE(all.empty());
    EXPECT_TRUE(any != nullptr || all.size() == 1);
    return any == nullptr ? all.front() : all[(*any)() % all.size()];
  }

  const Shape& shape_;
  const Strategy& strategy_;
  SearchId bug_;
};

void expect_every_bug_found(const Shape& shape, bool root_wrong) {
  const auto strategy = make_least_effort();
  std::vector<std::uint32_t> counts;
  const LookFigures figures = evaluate_looks(shape, *strategy, root_wrong, no_progress, &counts);
  std::mt19937 random(1);
  std::vector<std::uint32_t> played;
  for (std::uint32_t i = 0; i < shape.tree().size(); ++i) {
    if (shape.is_weightless(SearchId{i})) continue;
    for (const bool is_any : {false, true}) {
      Session session(shape, *strategy, SearchId{i});
      session.suspects.set_root(SearchId{0}, root_wrong);
      const std::uint32_t count = session.run(is_any ? &random : nullptr);
      ASSERT_EQ(session.suspects.root(), SearchId{i}) << support::dump(shape.tree());
      ASSERT_TRUE(session.suspects.root_is_wrong());
      ASSERT_EQ(session.suspects.total(), 1u) << "all below is cleared";
      if (is_any) continue;
      ASSERT_EQ(counts[i], count) << "bug in " << i << " of\n" << support::dump(shape.tree());
      played.push_back(count);
    }
  }
  ASSERT_EQ(figures.nodes, played.size());
  if (played.empty()) return;
  std::ranges::sort(played);
  EXPECT_EQ(figures.worst, played.back());
  EXPECT_EQ(figures.median, played[played.size() / 2]);
}

TEST(LeastEffort, FindsEveryBugInAsManyLooksAsItsEvaluationSays) {
  EXPECT_TRUE(rc::check("calls and loops", [](bool root_wrong) {
    expect_every_bug_found(Shape(support::build(*support::looping_trees())), root_wrong);
  }));
  EXPECT_TRUE(rc::check("with weightless nodes", [](bool root_wrong) {
    const tree::SearchTree tree = support::build(*support::looping_trees());
    std::vector<SearchId> weightless;
    for (std::uint32_t i = 0; i < tree.size(); ++i)
      if (*rc::gen::inRange(0, 3) == 0) weightless.push_back(SearchId{i});
    expect_every_bug_found(Shape(tree, uniform_prior(tree.size(), weightless)), root_wrong);
  }));
}

TEST(LeastEffort, FindsEveryBugInLargerTrees) {
  for (const std::uint64_t seed : {1, 2, 3, 4})
    expect_every_bug_found(Shape(support::looping(250, seed)), true);
  for (const tree::Tree& tree : {support::call_like(200, 2), support::wide(150, 40), support::comb(101)})
    expect_every_bug_found(Shape(tree), true);
}

TEST(LeastEffort, FindsTheLikelyBugsWithFewerLooks) {
  const tree::SearchTree tree = support::looping(400, 5);
  std::vector<std::uint32_t> weights(tree.size(), 1);
  weights[77] = 1000;
  const Shape shape(tree, std::make_shared<const Prior>(tree.size(), weights, std::span<const SearchId>()));
  const auto strategy = make_least_effort();
  const auto looks = [&](const Shape& searched) {
    Session session(searched, *strategy, SearchId{77});
    session.suspects.set_root(SearchId{0}, true);
    return session.run();
  };
  EXPECT_LT(looks(shape), looks(Shape(tree)));
}

TEST(LeastEffort, EndsWhateverIsSkippedAndTrusted) {
  EXPECT_TRUE(rc::check("the search ends around the bug", [] {
    const Shape shape{tree::SearchTree(support::build(*support::looping_trees()))};
    const tree::SearchTree& tree = shape.tree();
    const SearchId bug{*rc::gen::inRange(0u, tree.size())};
    const auto strategy = make_least_effort();
    Session session(shape, *strategy, bug);
    session.suspects.set_root(SearchId{0}, true);
    std::vector<SearchId> exempt;
    for (std::uint32_t i = 1; i < tree.size(); ++i) {
      const int draw = *rc::gen::inRange(0, 6);
      if (draw == 0) session.suspects.skip(SearchId{i});
      if (draw == 1 && SearchId{i} != bug) exempt.push_back(SearchId{i});
    }
    session.suspects.exempt(exempt);
    session.run();
    RC_ASSERT(tree.contains(session.suspects.root(), bug));
    RC_ASSERT(session.suspects.own_weight(bug) == 1);
    for (std::uint32_t i = 0; i < tree.size(); ++i) RC_ASSERT(!session.suspects.askable(SearchId{i}));
  }));
}

TEST(LeastEffort, OffersNothingAgainThatWasDeclinedWhileAnythingElseTells) {
  EXPECT_TRUE(rc::check("each look once", [](bool root_wrong) {
    const Shape shape{tree::SearchTree(support::build(*support::looping_trees()))};
    IntervalSuspects suspects(shape);
    suspects.set_root(SearchId{0}, root_wrong);
    const auto strategy = make_least_effort();
    std::vector<LookId> declined;
    for (;;) {
      const auto look = strategy->look(shape, suspects, declined);
      if (!look || std::ranges::find(declined, look->id()) != declined.end()) break;
      declined.push_back(look->id());
      RC_ASSERT(declined.size() <= 4 * shape.tree().size());
    }
    // Whoever declines all that there is is offered some of it again.
    RC_ASSERT(declined.empty() == (shape.tree().size() == 1 && root_wrong));
  }));
}

/// With one effort for all and single nodes, what a question tells is all that counts.
TEST(LeastEffort, TellsAsMuchAsOptimalDivideAndQueryIfAllLooksAreCallsOfEqualEffort) {
  const auto strategy = make_least_effort({.model = EffortModel::unit(), .calls_only = true});
  const auto halving = make_optimal_divide_and_query();
  EXPECT_TRUE(rc::check("as much information", [&] {
    const Shape shape{tree::SearchTree(support::build(*support::looping_trees()))};
    IntervalSuspects suspects(shape);
    suspects.set_root(SearchId{0}, true);
    for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const SearchId n{draw / 4 % shape.tree().size()};
      if (n.value() > 0 && n != suspects.root()) suspects.clear(n);
      if (draw % 4 == 0 && !suspects.is_cleared(n)) suspects.set_root(n, true);
      if (suspects.is_cleared(suspects.root())) break;
      const SearchId halves = halving->select(shape, suspects);
      const auto look = strategy->look(shape, suspects, {});
      RC_ASSERT(look.has_value() == (halves != kNoSearchId));
      if (!look) continue;
      RC_ASSERT(look->kind == LookKind::kCall);
      RC_ASSERT(strategy->select(shape, suspects) == look->node);
      const LookFacts facts(shape);
      const double best = LookMaker(suspects, facts, EffortModel::unit()).call(halves).information;
      RC_ASSERT(std::abs(look->information - best) < 1e-9);
    }
  }));
}

Look first_look(const Shape& shape) {
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  return make_least_effort()->look(shape, suspects, {}).value();
}

TEST(LeastEffort, ShowsTheFrameOfASmallWrongCall) {
  const Shape shape(tree::SearchTree(support::from_names("main\n  f\n  g\n  h\n  k\n")));
  const Look look = first_look(shape);
  EXPECT_EQ(look.kind, LookKind::kFrame);
  EXPECT_EQ(look.node, SearchId{0});
}

TEST(LeastEffort, ShowsTheTableOfALoopThatHoldsMost) {
  std::string lines = "main\n  f\n  g\n";
  for (int i = 0; i < 30; ++i)
    lines += std::string(2 * i + 2, ' ') + "for\n" + std::string(2 * i + 4, ' ') + "k\n";
  const Shape shape{tree::SearchTree(support::from_names(lines))};
  const Look look = first_look(shape);
  EXPECT_EQ(look.kind, LookKind::kTable);
  EXPECT_EQ(look.node, SearchId{3});
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_least_effort();
  EXPECT_EQ(strategy->select(shape, suspects), SearchId{3});
  EXPECT_EQ(
      strategy->explain(shape, suspects, SearchId{3}),
      "in a table of 12 rows, it tells most for the effort: 3.66 bits for 18 lines and values; its subtree "
      "holds 60 of the 63 suspects");
}

TEST(LeastEffort, AsksASingleStepByItself) {
  const Shape shape(tree::SearchTree(support::from_names("main\n  f\n")));
  EXPECT_EQ(first_look(shape).id(), (LookId{LookKind::kCall, SearchId{1}})) << "a frame tells no more";
}

TEST(LeastEffort, FindsOnePassOfThousandsInThreeTables) {
  std::vector<tree::Function> functions(2);
  functions[1].kind = tree::FunctionKind::kLoop;
  tree::TreeBuilder builder;
  for (const tree::Function& function : functions) builder.add_function(function);
  builder.open(FunctionId{0});
  for (int i = 0; i < 1700; ++i) builder.open(FunctionId{1});
  const Shape shape{tree::SearchTree(builder.finish())};
  const LookFigures figures = evaluate_looks(shape, *make_least_effort(), true);
  EXPECT_LE(figures.median, 3u);
  EXPECT_LE(figures.worst, 4u);
}

}  // namespace
}  // namespace culprit::strategy
