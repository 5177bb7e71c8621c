#include "src/session/expectation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace culprit::session {
namespace {

using Search = strategy::IntervalSuspects;

/// What an end of a walk says: the suspects that are found there, after how many questions.
struct Tally {
  double total = 0;
  double weight = 0;
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most = 0;

  void add(double questions, double suspects) {
    if (suspects <= 0) return;
    const double limit = std::numeric_limits<std::uint32_t>::max();
    total += questions * suspects;
    weight += suspects;
    least = std::min(least, static_cast<std::uint32_t>(std::min(std::floor(questions), limit)));
    most = std::max(most, static_cast<std::uint32_t>(std::min(std::ceil(questions), limit)));
  }
};

/// Questions to come, from the suspects left after each question so far. If the last question cleared about
/// as many as the first, each will: a walk along siblings, or down a path. Otherwise each leaves the same
/// share.
double guess(const std::vector<double>& weights, double part) {
  const std::size_t last = weights.size() - 1;
  const double first_removed = weights[0] - weights[1];
  const double last_removed = weights[last - 1] - weights[last];
  if (last_removed >= 0.75 * first_removed) return part * weights[last] / std::max(last_removed, 1.0);
  const double share = std::pow(weights[last] / weights[0], 1.0 / static_cast<double>(last));
  return std::min(weights[last],
                  std::log(std::max(weights[last], 1.0)) / -std::log(std::min(share, 0.999999)));
}

/// Every end of a search that is known whole.
Tally tally_of(const strategy::QuestionPlan& plan) {
  const std::vector<std::uint32_t> asked = plan.asked_before();
  Tally tally;
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].is_verdict) tally.add(asked[i], static_cast<double>(plan.steps[i].weight));
  return tally;
}

/// What is asked now need not be what the strategy would ask.
bool begins_with(const strategy::QuestionPlan& plan, SearchId first) {
  return !plan.steps.empty() && (first == kNoSearchId || plan.steps[0].node == first);
}

Expectation expectation_of(const Tally& tally, bool is_exact) {
  if (tally.weight <= 0) return {};
  return {tally.least, tally.total / tally.weight, tally.most, is_exact, is_exact};
}

struct Frame {
  Search search;
  std::uint32_t questions;
};

class Walker {
 public:
  Walker(const strategy::Shape& shape, const strategy::Strategy& strategy)
      : shape_(shape), strategy_(strategy) {}

  /// Every state of the decision tree once. The stack is as high as the walk is long, not as the tree is
  /// deep.
  void walk_all(const Search& search, SearchId first) {
    std::vector<Frame> open{{search, 0}};
    while (!open.empty()) {
      Frame at = std::move(open.back());
      open.pop_back();
      for (;;) {
        const SearchId asked = choose(at.search, first);
        first = kNoSearchId;
        if (asked == kNoSearchId) break;
        ++at.questions;
        // The undefined root: "no" makes the same search with a wrong root, "yes" leaves no suspect.
        if (asked == at.search.root()) {
          at.search.set_root(asked, true);
          continue;
        }
        open.push_back(at);
        open.back().search.set_root(asked, true);
        at.search.clear(asked);
      }
      tally.add(at.questions, static_cast<double>(at.search.total()));
    }
  }

  /// One walk; `keeps` says whether to go into the asked node. What a walk that ran out of steps would still
  /// need is guessed; `part` of it, if the questions clear a few at a time.
  template <class Keeps>
  void walk(Search search, SearchId first, double suspects, double part, Keeps keeps) {
    std::vector<double> weights{static_cast<double>(search.total())};
    for (SearchId asked; (asked = choose(search, first)) != kNoSearchId; first = kNoSearchId) {
      if (weights.size() > steps_) {
        tally.add(static_cast<double>(steps_) + guess(weights, part), suspects);
        return;
      }
      if (asked == search.root() || keeps(search, asked)) {
        search.set_root(asked, true);
      } else {
        search.clear(asked);
      }
      weights.push_back(static_cast<double>(search.total()));
    }
    tally.add(static_cast<double>(weights.size() - 1), suspects);
  }

  /// Steps that each walk may take, at least 2.
  void grant(std::size_t steps) { steps_ = steps; }

  Tally tally;

 private:
  SearchId choose(const Search& search, SearchId first) const {
    return first != kNoSearchId && search.askable(first) ? first : strategy_.select(shape_, search);
  }

  const strategy::Shape& shape_;
  const strategy::Strategy& strategy_;
  std::size_t steps_ = 0;
};

/// Spread evenly over the suspects in preorder: the same state always gives the same figures. A choice costs
/// more the more skipped nodes it has to look through, so there are fewer steps then.
void sample(Walker& walker, const Search& search, SearchId first) {
  constexpr std::uint32_t kWalks = 4;
  constexpr std::size_t kShare = kExpectationSteps / (kWalks + 2);
  walker.grant(std::max<std::size_t>(4, kShare / (1 + search.skipped().size() / 2)));
  const std::uint64_t weight = search.total();
  for (std::uint32_t i = 0; i < kWalks; ++i) {
    const SearchId buggy = search.at_weight(weight / (2 * kWalks) * (2 * i + 1));
    walker.walk(search, first, 1, 0.5,
                [&](const Search& at, SearchId n) { return at.shape().tree().contains(n, buggy); });
  }
  const auto holds_most = [](const Search& at, SearchId n) { return 2 * at.weight(n) > at.total(); };
  // The two extremes count for least and most, but hardly for the mean.
  constexpr double kHardly = 1e-9;
  walker.walk(search, first, kHardly, 1, holds_most);
  walker.walk(search, first, kHardly, 1, [&](const Search& at, SearchId n) { return !holds_most(at, n); });
}

}  // namespace

Expectation expected_questions(const strategy::Shape& shape, const strategy::Strategy& strategy,
                               const Search& search, SearchId first) {
  if (const auto plan = strategy.plan(search); plan && begins_with(*plan, first))
    return expectation_of(tally_of(*plan), true);
  Walker walker(shape, strategy.quick());
  const bool is_small = search.total() <= kExactSuspects;
  if (is_small) {
    walker.walk_all(search, first);
  } else {
    sample(walker, search, first);
  }
  return expectation_of(walker.tally, is_small && &strategy.quick() == &strategy);
}

}  // namespace culprit::session
