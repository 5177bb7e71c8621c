#include "src/graph/locator.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "src/base/check.h"
#include "src/graph/spg.h"

namespace culprit::graph {

/// One run of the machine, from the beginning to the first answer that is missing, and on from there.
class Replay {
 public:
  Replay(const Locator& locator, SearchId start, Keep keep, const LocatorLimits& limits)
      : instances_(locator.instances()), arcs_(locator.arcs()), keep_(keep), limits_(limits) {
    begin(start);
  }

  /// Precondition: agrees_with(answers).
  Location run(const Answers& answers) {
    answers_ = &answers;
    end_.reset();
    while (!end_) {
      if (earlier_work_ + spg_->work() > limits_.work) {
        stop(Location::Kind::kExhausted, spg_->top(), Reason::kSource);
      } else if (spg_->nodes().size() > 1) {
        reduce();
      } else {
        refine();
      }
    }
    end_->steps = steps_;
    return *end_;
  }

  /// True if what it was told is what these answers tell.
  bool agrees_with(const Answers& answers) const {
    return std::ranges::all_of(told_, [&](const auto& told) { return answers(told.first) == told.second; });
  }

 private:
  void begin(SearchId top) {
    if (spg_) earlier_work_ += spg_->work();
    spg_.emplace(instances_, arcs_, top);
    asked_after_retraction_.clear();
    note({Operation::kStart,
          Reason::kWrongResult,
          spg_->name(spg_->initial()),
          {},
          top,
          Mark::kUndefined,
          {}});
  }

  void stop(Location::Kind kind, SearchId node, Reason reason, std::string about = {}) {
    end_ = Location{kind, node, reason, std::move(about), {}};
  }

  void note(Step step) {
    if (keep_ == Keep::kNothing) return;
    if (keep_ == Keep::kPictures) {
      const Subgraph part = spg_->picture();
      step.after.graph = part.graph;
      for (const Vertex v : part.vertices) step.after.names.push_back(spg_->name(v));
    }
    steps_.push_back(std::move(step));
  }
  /// Names cost more than steps: none are made unless they are kept.
  std::string name(Vertex node) const { return keep_ == Keep::kNothing ? std::string() : spg_->name(node); }

  /// Judged before in this run, perhaps by an equal instance elsewhere.
  Mark judgement(ValueId value, SearchId instance) {
    const auto found = judged_.find(value);
    if (found != judged_.end()) return found->second;
    const Mark answer = (*answers_)(instance);
    if (answer == Mark::kUndefined) return answer;
    told_.emplace_back(instance, answer);
    judged_.emplace(value, answer);
    return answer;
  }

  // Two nodes or more.

  void reduce() {
    for (const Vertex node : spg_->nodes()) {
      if (node == spg_->initial() || spg_->eligible(node)) continue;
      Step step{Operation::kInnerRemoval, Reason::kP1, name(node), {}, kNoSearchId, Mark::kUndefined, {}};
      spg_->inner_removal(node);
      return note(std::move(step));
    }
    if (pending_ == kNoVertex) pending_ = selected();
    ask(pending_);
  }

  /// S3: the fewest nodes left on average over the three answers; of these, the fewest at worst.
  Vertex selected() {
    Vertex best = kNoVertex;
    std::tuple<std::uint32_t, std::uint32_t, SearchId> least;
    for (const Vertex node : spg_->nodes()) {
      if (node == spg_->initial()) continue;
      const std::uint32_t right = spg_->left_if_right(node);
      const std::uint32_t wrong = spg_->left_if_wrong(node);
      const std::uint32_t inadmissible = spg_->left_if_inadmissible(node);
      const std::tuple measure{right + wrong + inadmissible, std::max({right, wrong, inadmissible}),
                               spg_->instance(*spg_->eligible(node))};
      if (best != kNoVertex && measure >= least) continue;
      best = node;
      least = measure;
    }
    return best;
  }

  void ask(Vertex node) {
    const ValueId value = *spg_->eligible(node);
    const SearchId instance = spg_->instance(value);
    const bool is_retracted = spg_->is_retracted(node);
    if (is_retracted && asked_after_retraction_[node] >= limits_.questions_after_retraction)
      return stop(Location::Kind::kExhausted, spg_->top(), Reason::kSource);
    const Mark answer = judgement(value, instance);
    if (answer == Mark::kUndefined)
      return stop(Location::Kind::kQuestion, instance, Reason::kS3, spg_->name(node));
    pending_ = kNoVertex;
    if (is_retracted) ++asked_after_retraction_[node];
    spg_->instantiate(value, answer);
    note({Operation::kInstantiate, Reason::kS3, name(node), {}, instance, answer, {}});
    apply(node, instance, answer);
  }

  void apply(Vertex node, SearchId instance, Mark answer) {
    if (answer == Mark::kRight && spg_->is_retracted(node)) return;
    Step step{Operation::kFold, Reason::kS1, name(node), {}, kNoSearchId, answer, {}};
    if (answer == Mark::kRight) {
      spg_->fold(node);
    } else if (answer == Mark::kWrong) {
      step.operation = Operation::kOuterRemoval;
      step.reason = Reason::kP2;
      step.instance = instance;
      spg_->outer_removal(node, instance);
    } else {
      step.operation = Operation::kNonInputRemoval;
      step.reason = Reason::kP3;
      spg_->non_input_removal(node);
    }
    note(std::move(step));
  }

  // One node.

  void refine() {
    const Vertex node = spg_->initial();
    Step step{Operation::kExpand, Reason::kS2, name(node), {}, kNoSearchId, Mark::kUndefined, {}};
    if (spg_->is_expansible(node)) {
      step.part = name(spg_->expand(node));
    } else if (const auto folded = spg_->folded_into(node); !folded.empty()) {
      step.operation = Operation::kUnfold;
      step.reason = Reason::kS1;
      spg_->unfold(folded.back());
      step.part = name(folded.back());
    } else if (spg_->is_abstract(node)) {
      step.operation = Operation::kDetail;
      step.reason = Reason::kS4;
      spg_->detail(node);
    } else {
      return confirm();
    }
    note(std::move(step));
  }

  /// The top would be the source. A call of it that no question has met is asked; a wrong one is where to go on.
  void confirm() {
    const SearchId top = spg_->top();
    for (const std::uint32_t child : instances_.children(instances_.value(top))) {
      const ValueId value{child};
      const bool was_met = judged_.contains(value);
      const SearchId instance = spg_->instance(value);
      const Mark answer = judgement(value, instance);
      if (answer == Mark::kUndefined)
        return stop(Location::Kind::kQuestion, instance, Reason::kSource, spg_->name(spg_->initial()));
      if (!was_met)
        note({Operation::kConfirm, Reason::kSource, name(spg_->initial()), {}, instance, answer, {}});
      if (answer == Mark::kWrong) return begin(instance);
    }
    stop(Location::Kind::kSource, top, Reason::kSource);
  }

  const Instances& instances_;
  const std::vector<FunctionArc>& arcs_;
  const Answers* answers_ = nullptr;  ///< while it runs
  Keep keep_;
  LocatorLimits limits_;
  std::optional<Spg> spg_;
  std::uint64_t earlier_work_ = 0;
  std::unordered_map<ValueId, Mark> judged_;
  std::vector<std::pair<SearchId, Mark>> told_;  ///< what the answers were asked for
  Vertex pending_ = kNoVertex;                   ///< chosen by S3, and not yet judged
  std::unordered_map<Vertex, std::uint32_t> asked_after_retraction_;
  std::vector<Step> steps_;
  std::optional<Location> end_;
};

Locator::Locator(const Instances& instances, const std::vector<FunctionArc>& given)
    : instances_(instances), arcs_(dependencies(instances, given)) {}

Location Locator::next(const Answers& answers, SearchId start, Keep keep, const LocatorLimits& limits) const {
  CULPRIT_CHECK(instances_.is_instance(start));
  return Replay(*this, start, keep, limits).run(answers);
}

KeptReplay::KeptReplay(const Locator& locator, SearchId start, const LocatorLimits& limits)
    : locator_(locator), start_(start), limits_(limits) {}
KeptReplay::KeptReplay(KeptReplay&&) noexcept = default;
KeptReplay& KeptReplay::operator=(KeptReplay&&) noexcept = default;
KeptReplay::~KeptReplay() = default;

bool KeptReplay::agrees_with(const Answers& answers) const {
  return replay_ && replay_->agrees_with(answers);
}

Location KeptReplay::next(const Answers& answers) {
  if (!agrees_with(answers)) replay_ = std::make_unique<Replay>(locator_, start_, Keep::kSteps, limits_);
  return replay_->run(answers);
}

}  // namespace culprit::graph
