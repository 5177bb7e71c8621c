#include <algorithm>
#include <mutex>
#include <vector>

#include "src/graph/locator.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

using graph::Location;

/// Beyond these the locator goes through instances one by one, or up a recursion rank by rank: halving needs fewer
/// questions then, and a question may take no longer than a second.
constexpr graph::LocatorLimits kLimits{.work = 150'000'000, .questions_after_retraction = 4};

/// The graphs of a shape's tree.
class LocatedShape {
 public:
  explicit LocatedShape(const Shape& shape)
      : serial_(shape.serial()),
        facts_(shape.facts()),
        instances_(shape.tree(), facts_.keys),
        locator_(instances_, facts_.arcs) {}
  LocatedShape(const LocatedShape&) = delete;
  LocatedShape& operator=(const LocatedShape&) = delete;

  std::uint64_t serial() const { return serial_; }
  /// What the machine asks of these suspects; a location that is no question if it has nothing to ask that can be asked.
  Location locate(const Suspects& suspects) {
    const graph::Answers answers = [&](SearchId n) { return suspects.judged(n); };
    const auto can_ask = [&](const Location& found) {
      return found.kind == Location::Kind::kQuestion && suspects.askable(found.node) &&
             suspects.shape().tree().contains(suspects.root(), found.node);
    };
    const SearchId top = instances_.tree().root();
    Location found = next(answers, top);
    // Answers to other questions than its own may have led elsewhere: then it starts where the search stands.
    const SearchId root = suspects.root();
    if (!can_ask(found) && root != top && instances_.is_instance(root)) found = next(answers, root);
    if (!can_ask(found)) found.kind = Location::Kind::kExhausted;
    return found;
  }

 private:
  /// Goes on with a replay that agrees, or begins one in the place of the one that was used least recently.
  Location next(const graph::Answers& answers, SearchId start) {
    constexpr std::size_t kMost = 4;  // two starts, and what may follow each of two answers
    auto at = std::ranges::find_if(kept_, [&](const graph::KeptReplay& kept) {
      return kept.start() == start && kept.agrees_with(answers);
    });
    if (at == kept_.end()) {
      if (kept_.size() == kMost) kept_.erase(kept_.begin());
      kept_.emplace_back(locator_, start, kLimits);
    } else {
      std::rotate(at, at + 1, kept_.end());
    }
    return kept_.back().next(answers);
  }

  std::uint64_t serial_;
  graph::RunFacts facts_;
  graph::Instances instances_;
  graph::Locator locator_;
  std::vector<graph::KeptReplay> kept_;  ///< the last one was used last
};

/// What is assumed right after some steps, in the order in which it was assumed.
std::vector<std::string> hypotheses(const std::vector<graph::Step>& steps) {
  std::vector<std::string> names;
  for (const graph::Step& step : steps) {
    if (step.operation == graph::Operation::kStart) names.clear();
    if (step.operation == graph::Operation::kFold) names.push_back(step.node);
    if (step.operation == graph::Operation::kUnfold && !names.empty()) names.pop_back();
  }
  return names;
}

/// N. Takahashi and S. Ono, "Strategic Bug Location Method for Functional Programs": the questions of graph::Locator, while it has some;
/// then those of optimal divide and query, so that every search ends on a call that is wrong by itself. (The locator
/// knows no loops, takes equal calls for one, and has limits.) A question passes over the tree a few times.
class Strategic final : public Strategy {
 public:
  std::string_view name() const override { return "strategic"; }

  SearchId select(const Shape& shape, const Suspects& suspects) const override {
    if (suspects.total() == 0) return kNoSearchId;
    const Location found = locate(shape, suspects);
    return found.kind == Location::Kind::kQuestion ? found.node : halving_->select(shape, suspects);
  }

  const Strategy& quick() const override { return *halving_; }

  std::string explain(const Shape& shape, const Suspects& suspects, SearchId chosen) const override {
    const Location found = locate(shape, suspects);
    if (found.kind != Location::Kind::kQuestion || found.node != chosen)
      return halving_->explain(shape, suspects, chosen);
    std::string text =
        found.reason == graph::Reason::kSource
            ? "it was called by the one that would be blamed, and nothing is known of it"
            : "it is a call of " + found.about + ", the part of the program whose judgement leaves the least";
    const auto assumed = hypotheses(found.steps);
    for (std::size_t i = 0; i < assumed.size(); ++i)
      text += (i == 0 ? "; assumed right so far: " : ", ") + assumed[i];
    return text;
  }

  std::vector<std::string> remarks(const Shape& shape, const Suspects& suspects) const override {
    const Location found = locate(shape, suspects);
    if (found.kind != Location::Kind::kQuestion) return {};
    std::vector<std::string> sentences;
    for (const graph::Step& step : found.steps) {
      if (step.operation == graph::Operation::kInstantiate || step.operation == graph::Operation::kConfirm)
        sentences.clear();
      if (step.operation == graph::Operation::kFold || step.operation == graph::Operation::kUnfold)
        sentences.push_back(graph::describe(step));
    }
    return sentences;
  }

 private:
  Location locate(const Shape& shape, const Suspects& suspects) const {
    const std::lock_guard lock(mutex_);
    if (!last_ || last_->serial() != shape.serial()) last_ = std::make_unique<LocatedShape>(shape);
    return last_->locate(suspects);
  }
  std::unique_ptr<Strategy> halving_ = make_optimal_divide_and_query();
  mutable std::mutex mutex_;
  mutable std::unique_ptr<LocatedShape> last_;  ///< saves work, decides nothing
};

}  // namespace

std::unique_ptr<Strategy> make_strategic() {
  return std::make_unique<Strategic>();
}

}  // namespace culprit::strategy
