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
  void walk_all(const Search& search, NodeId first) {
    std::vector<Frame> open{{search, 0}};
    while (!open.empty()) {
      Frame at = std::move(open.back());
      open.pop_back();
      for (;;) {
        const NodeId asked = choose(at.search, first);
        first = kNoNode;
        if (asked == kNoNode) break;
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
  /// need is guessed from what a question removed so far.
  template <class Keeps>
  void walk(Search search, NodeId first, double suspects, Keeps keeps) {
    const std::uint64_t all = search.total();
    std::uint32_t questions = 0;
    for (NodeId asked; (asked = choose(search, first)) != kNoNode; first = kNoNode) {
      if (steps_left_ == 0) {
        const double removed = static_cast<double>(all - search.total()) / std::max(1u, questions);
        tally.add(questions + static_cast<double>(search.total()) / std::max(removed, 1.0), suspects);
        return;
      }
      --steps_left_;
      ++questions;
      if (asked == search.root()) {
        search.set_root(asked, true);
      } else if (keeps(search, asked)) {
        search.set_root(asked, true);
      } else {
        search.clear(asked);
      }
    }
    tally.add(questions, suspects);
  }

  void grant(std::uint32_t steps) { steps_left_ = steps; }

  Tally tally;

 private:
  NodeId choose(const Search& search, NodeId first) const {
    return first != kNoNode && search.askable(first) ? first : strategy_.select(shape_, search);
  }

  const strategy::Shape& shape_;
  const strategy::Strategy& strategy_;
  std::uint32_t steps_left_ = 0;
};

/// Spread evenly over the suspects in preorder: the same state always gives the same figures.
void sample(Walker& walker, const Search& search, NodeId first) {
  constexpr std::uint32_t kWalks = 6;
  constexpr std::uint32_t kShare = kExpectationSteps / (kWalks + 2);
  const std::uint64_t weight = search.total();
  for (std::uint32_t i = 0; i < kWalks; ++i) {
    const NodeId buggy = search.at_weight(weight / (2 * kWalks) * (2 * i + 1));
    walker.grant(kShare);
    walker.walk(search, first, 1,
                [&](const Search& at, NodeId n) { return at.shape().tree().contains(n, buggy); });
  }
  const auto holds_most = [](const Search& at, NodeId n) { return 2 * at.weight(n) > at.total(); };
  // The two extremes count for least and most, but hardly for the mean.
  constexpr double kHardly = 1e-9;
  walker.grant(kShare);
  walker.walk(search, first, kHardly, [&](const Search& at, NodeId n) { return holds_most(at, n); });
  walker.grant(kShare);
  walker.walk(search, first, kHardly, [&](const Search& at, NodeId n) { return !holds_most(at, n); });
}

}  // namespace

Expectation expected_questions(const strategy::Shape& shape, const strategy::Strategy& strategy,
                               const Search& search, NodeId first) {
  Walker walker(shape, strategy);
  const bool exact = search.total() <= kExactSuspects;
  if (exact) {
    walker.walk_all(search, first);
  } else {
    sample(walker, search, first);
  }
  const Tally& tally = walker.tally;
  if (tally.weight <= 0) return {};
  return {tally.least, tally.total / tally.weight, tally.most, exact, exact};
}

}  // namespace culprit::session
