#include "src/strategy/evaluate.h"

#include <algorithm>
#include <bit>

#include "src/base/check.h"
#include "src/strategy/fenwick_suspects.h"

namespace culprit::strategy {
namespace {

/// One turn of "no": the search is in this subtree, after so many questions.
struct Branch {
  SearchId root;
  std::uint32_t questions;
};

constexpr std::uint64_t kProgressStep = 4096;

class Evaluator {
 public:
  Evaluator(const Shape& shape, const Progress& progress, std::vector<std::uint32_t>* per_node)
      : progress_(progress), per_node_(per_node), shape_(shape), suspects_(shape) {
    result_.nodes = shape.weight(shape.tree().root());
    if (per_node_) per_node_->assign(shape.tree().size(), 0);
    branches_.push_back({shape.tree().root(), 0});
  }

  Evaluation run(const Strategy& strategy, bool root_wrong) {
    while (!branches_.empty()) {
      Branch& branch = branches_.back();
      const bool is_wrong = root_wrong || branches_.size() > 1;
      suspects_.set_root(branch.root, is_wrong);
      if (const auto plan = strategy.plan(suspects_)) {
        follow(*plan, branch.questions);
        end_branch();
        continue;
      }
      const SearchId asked = strategy.select(shape_, suspects_);
      if (asked == branch.root) {
        ++branch.questions;  // "yes" would end the search
        root_wrong = true;
      } else if (asked != kNoSearchId) {
        branches_.push_back({asked, ++branch.questions});
      } else {
        const bool can_be_at_fault = !shape_.is_weightless(branch.root);
        CULPRIT_CHECK(is_wrong || !can_be_at_fault);
        if (can_be_at_fault) found(branch.root, branch.questions);
        end_branch();
      }
    }
    CULPRIT_CHECK(found_ == result_.nodes);
    return result_;
  }

 private:
  void found(SearchId node, std::uint32_t questions) {
    result_.total += questions;
    result_.worst = std::max(result_.worst, questions);
    if (per_node_) (*per_node_)[node.value()] = questions;
    if (++found_ % kProgressStep == 0) progress_("evaluating", found_, result_.nodes);
  }
  void end_branch() {
    suspects_.clear(branches_.back().root);
    branches_.pop_back();
  }
  void follow(const QuestionPlan& plan, std::uint32_t questions) {
    const std::vector<std::uint32_t> asked = plan.asked_before();
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
      if (plan.steps[i].is_verdict) found(plan.steps[i].node, questions + asked[i]);
  }

  const Progress& progress_;
  std::vector<std::uint32_t>* per_node_;
  const Shape& shape_;
  FenwickSuspects suspects_;
  Evaluation result_;
  std::uint64_t found_ = 0;
  std::vector<Branch> branches_;  ///< the "yes" branch of each waits until its "no" branch is done
};

}  // namespace

Evaluation evaluate(const Shape& shape, const Strategy& strategy, bool root_wrong, const Progress& progress,
                    std::vector<std::uint32_t>* per_node) {
  return Evaluator(shape, progress, per_node).run(strategy, root_wrong);
}

std::uint64_t information_bound(std::uint64_t nodes, bool root_wrong) {
  if (nodes == 0) return 0;
  const auto log = static_cast<std::uint64_t>(std::bit_width(nodes) - 1);
  return nodes * log + 2 * (nodes - (std::uint64_t{1} << log)) + (root_wrong ? 0 : 1);
}

}  // namespace culprit::strategy
