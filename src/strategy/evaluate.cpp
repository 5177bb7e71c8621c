#include "src/strategy/evaluate.h"

#include <algorithm>
#include <bit>

#include "src/base/check.h"
#include "src/strategy/fenwick_suspects.h"

namespace culprit::strategy {
namespace {

constexpr std::uint64_t kProgressStep = 4096;

/// What it took to find a node.
struct Cost {
  std::uint32_t count = 0;  ///< questions or looks
  double effort = 0;
};

/// One turn of "no": the search is in this subtree, at this cost.
struct Branch {
  SearchId root;
  Cost cost;
};

/// Sums up what the nodes cost that were found.
class Tally {
 public:
  Tally(const Shape& shape, const Progress& progress, std::vector<std::uint32_t>* per_node)
      : shape_(shape), progress_(progress), per_node_(per_node) {
    figures_.nodes = shape.weight(shape.tree().root());
    if (per_node_) per_node_->assign(shape.tree().size(), 0);
  }
  void found(SearchId node, const Cost& cost) {
    figures_.total += cost.count;
    figures_.worst = std::max(figures_.worst, cost.count);
    figures_.effort += cost.effort;
    if (cost.count >= found_with_.size()) found_with_.resize(cost.count + 1);
    ++found_with_[cost.count];
    if (per_node_) (*per_node_)[node.value()] = cost.count;
    if (++found_ % kProgressStep == 0) progress_("evaluating", found_, figures_.nodes);
  }
  /// When a search ends at a wrong node below which nobody is suspected.
  void end(SearchId root, bool is_wrong, const Cost& cost) {
    if (shape_.is_weightless(root)) return;
    CULPRIT_CHECK(is_wrong);
    found(root, cost);
  }
  LookFigures figures() {
    CULPRIT_CHECK(found_ == figures_.nodes);
    std::uint64_t up_to = 0;
    while (figures_.median < found_with_.size()) {
      up_to += found_with_[figures_.median];
      if (2 * up_to > figures_.nodes) break;
      ++figures_.median;
    }
    return figures_;
  }

 private:
  const Shape& shape_;
  const Progress& progress_;
  std::vector<std::uint32_t>* per_node_;
  LookFigures figures_;
  std::uint64_t found_ = 0;
  std::vector<std::uint64_t> found_with_;  ///< nodes by count
};

class QuestionWalk {
 public:
  QuestionWalk(const Shape& shape, const Progress& progress, std::vector<std::uint32_t>* per_node)
      : shape_(shape), suspects_(shape), tally_(shape, progress, per_node), columns_(shape.effort_columns()) {
    branches_.push_back({shape.tree().root(), {}});
  }

  LookFigures run(const Strategy& strategy, bool root_wrong) {
    while (!branches_.empty()) {
      Branch& branch = branches_.back();
      const bool is_wrong = root_wrong || branches_.size() > 1;
      suspects_.set_root(branch.root, is_wrong);
      if (const auto plan = strategy.plan(suspects_)) {
        follow(*plan, branch.cost);
        end_branch();
        continue;
      }
      const SearchId asked = strategy.select(shape_, suspects_);
      if (asked == kNoSearchId) {
        tally_.end(branch.root, is_wrong, branch.cost);
        end_branch();
        continue;
      }
      add_question(branch.cost, asked);
      if (asked == branch.root) {
        root_wrong = true;  // "yes" would end the search
      } else {
        branches_.push_back({asked, branch.cost});
      }
    }
    return tally_.figures();
  }

 private:
  void add_question(Cost& cost, SearchId asked) const {
    ++cost.count;
    cost.effort += call_effort(EffortModel(), columns_, shape_.tree(), asked);
  }
  void end_branch() {
    suspects_.clear(branches_.back().root);
    branches_.pop_back();
  }
  void follow(const QuestionPlan& plan, const Cost& before) {
    std::vector<Cost> costs(plan.steps.size(), before);
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      const QuestionPlan::Step& step = plan.steps[i];
      if (step.is_verdict) {
        tally_.found(step.node, costs[i]);
        continue;
      }
      add_question(costs[i], step.node);
      for (const std::uint32_t next : {step.if_wrong, step.if_right})
        if (next != QuestionPlan::kNothing) costs[next] = costs[i];
    }
  }

  const Shape& shape_;
  FenwickSuspects suspects_;
  Tally tally_;
  EffortColumns columns_;
  std::vector<Branch> branches_;  ///< the "yes" branch of each waits until its "no" branch is done
};

/// An answer to a look leaves a subtree without some subtrees in it. Taken in the right order the branches of all answers only ever clear: what
/// is below a part is searched, then cleared; what is left when all parts are cleared is the answer "none of them".
class LookWalk {
 public:
  LookWalk(const Shape& shape, const Progress& progress, std::vector<std::uint32_t>* per_node)
      : shape_(shape), suspects_(shape), tally_(shape, progress, per_node) {
    branches_.push_back({shape.tree().root(), {}});
  }

  LookFigures run(const Strategy& strategy, bool root_wrong) {
    while (!branches_.empty()) {
      Branch& branch = branches_.back();
      const bool is_wrong = root_wrong || branches_.size() > 1;
      suspects_.set_root(branch.root, is_wrong);
      const auto look = strategy.look(shape_, suspects_, {});
      if (!look) {
        tally_.end(branch.root, is_wrong, branch.cost);
        suspects_.clear(branch.root);
        branches_.pop_back();
        continue;
      }
      ++branch.cost.count;
      branch.cost.effort += look->effort;
      if (branches_.size() == 1 && look->node == branch.root)
        root_wrong = true;  // "yes" would end the search
      push_answers(*look, branch);
    }
    return tally_.figures();
  }

 private:
  /// The last one is walked first: of a table the last row, since a row does without what is behind it.
  void push_answers(const Look& look, Branch from) {
    const bool is_table = look.kind == LookKind::kTable;
    if (look.node != from.root && look.own > 0 && !is_table) branches_.push_back({look.node, from.cost});
    for (const LookPart& part : look.parts)
      if (part.weight > 0 && part.node != from.root) branches_.push_back({part.node, from.cost});
  }

  const Shape& shape_;
  FenwickSuspects suspects_;
  Tally tally_;
  std::vector<Branch> branches_;
};

}  // namespace

Evaluation evaluate(const Shape& shape, const Strategy& strategy, bool root_wrong, const Progress& progress,
                    std::vector<std::uint32_t>* per_node) {
  const LookFigures asked = QuestionWalk(shape, progress, per_node).run(strategy, root_wrong);
  Evaluation result{.nodes = asked.nodes, .total = asked.total, .worst = asked.worst, .looks = asked};
  if (strategy.asks_by_looks()) result.looks = evaluate_looks(shape, strategy, root_wrong, progress);
  return result;
}

LookFigures evaluate_looks(const Shape& shape, const Strategy& strategy, bool root_wrong,
                           const Progress& progress, std::vector<std::uint32_t>* per_node) {
  return LookWalk(shape, progress, per_node).run(strategy, root_wrong);
}

std::uint64_t information_bound(std::uint64_t nodes, bool root_wrong) {
  if (nodes == 0) return 0;
  const auto log = static_cast<std::uint64_t>(std::bit_width(nodes) - 1);
  return nodes * log + 2 * (nodes - (std::uint64_t{1} << log)) + (root_wrong ? 0 : 1);
}

}  // namespace culprit::strategy
