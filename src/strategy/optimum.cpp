#include "src/strategy/optimum.h"

#include "src/strategy/ordered_search.h"

namespace culprit::strategy {
namespace {

Optimum bounds_of(const ReducedTree& tree, const OrderedSearch& search) {
  const TreePool::Row& row = search.bounds(0);
  const std::uint64_t last = tree.root_is_askable ? tree.weights[0] : 0;
  Optimum result;
  result.lower = row.lower + last;
  result.upper = row.upper + last;
  result.is_probed = row.is_probed || row.lower == row.upper;
  return result;
}

/// Writes a plan down while the search is walked: "wrong" first, and "right" when all of that is done.
class Planner {
 public:
  Planner(const ReducedTree& tree, const OptimumLimits& limits) : tree_(tree), search_(tree, limits) {}

  std::optional<QuestionPlan> run() {
    if (!search_.solve(0)) return std::nullopt;
    open_.push_back({0, search_.subtree(0), QuestionPlan::kNothing, false});
    while (!open_.empty()) {
      const std::uint32_t root = open_.back().root;
      bool is_decided = search_.solve(root);
      const std::uint32_t row = is_decided ? search_.first_optimal(root, is_decided) : OrderedSearch::kNoRow;
      if (!is_decided) return std::nullopt;
      if (row == OrderedSearch::kNoRow) {
        end_branch(root);
      } else {
        const std::uint32_t step = append({tree_.nodes[row]});
        open_.back().after = step;
        open_.back().is_wrong = false;
        open_.push_back({row, search_.subtree(row), step, true});
      }
    }
    return std::move(plan_);
  }

 private:
  /// The search goes on below `root`; its next step follows this answer to `after`.
  struct Branch {
    std::uint32_t root;
    PooledTree asked;  ///< the root's subtree when the search came here
    std::uint32_t after;
    bool is_wrong;
  };

  std::uint32_t append(const QuestionPlan::Step& step) {
    const auto row = static_cast<std::uint32_t>(plan_.steps.size());
    const Branch& branch = open_.back();
    if (branch.after != QuestionPlan::kNothing) {
      QuestionPlan::Step& before = plan_.steps[branch.after];
      (branch.is_wrong ? before.if_wrong : before.if_right) = row;
    }
    plan_.steps.push_back(step);
    return row;
  }

  void end_branch(std::uint32_t root) {
    const std::uint64_t weight = tree_.weights[root];
    if (root == 0 && tree_.root_is_askable && weight > 0) {
      const std::uint32_t step = append({tree_.nodes[0]});
      open_.back().after = step;
      open_.back().is_wrong = true;
    }
    if (weight > 0) append({tree_.nodes[root], true, weight});
    const PooledTree asked = open_.back().asked;
    open_.pop_back();
    if (!open_.empty()) search_.clear(open_.back().root, root, asked);
  }

  const ReducedTree& tree_;
  OrderedSearch search_;
  QuestionPlan plan_;
  std::vector<Branch> open_;
};

}  // namespace

Optimum least_total(const ReducedTree& tree, const OptimumLimits& limits) {
  OrderedSearch search(tree, limits);
  search.solve(0);
  return bounds_of(tree, search);
}

Optimum optimum(const ReducedTree& tree, const OptimumLimits& limits) {
  OrderedSearch search(tree, limits);
  bool is_decided = search.solve(0);
  Optimum result = bounds_of(tree, search);
  std::uint32_t row = is_decided ? search.first_optimal(0, is_decided) : OrderedSearch::kNoRow;
  if (!is_decided) row = search.best_known(0);
  if (row != OrderedSearch::kNoRow) {
    result.first = tree.nodes[row];
  } else if (tree.root_is_askable) {
    result.first = tree.nodes[0];
  }
  return result;
}

std::optional<std::vector<SearchId>> optimal_first_questions(const ReducedTree& tree,
                                                             const OptimumLimits& limits) {
  OrderedSearch search(tree, limits);
  bool is_decided = search.solve(0);
  std::vector<SearchId> result;
  if (is_decided) {
    for (const std::uint32_t row : search.all_optimal(0, is_decided)) result.push_back(tree.nodes[row]);
  }
  if (!is_decided) return std::nullopt;
  if (result.empty() && tree.root_is_askable) result.push_back(tree.nodes[0]);
  return result;
}

std::optional<QuestionPlan> optimal_plan(const ReducedTree& tree, const OptimumLimits& limits) {
  return Planner(tree, limits).run();
}

}  // namespace culprit::strategy
