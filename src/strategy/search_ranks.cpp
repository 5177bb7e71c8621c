#include "src/strategy/search_ranks.h"

#include <algorithm>
#include <numeric>

#include "src/strategy/rank_extension.h"

namespace culprit::strategy {
namespace {

/// A node whose subtree is ranked, while its parent waits for all children.
struct Completed {
  SearchId node;
  RankExtension::Visible visible;
};

/// Ranks the edges to the last `count` completed nodes.
RankExtension::Visible extend(RankExtension& extension, std::vector<Completed>& completed, std::size_t count,
                              std::vector<RankExtension::Child>& children, Column<std::uint32_t>& ranks) {
  children.clear();
  const std::size_t first = completed.size() - count;
  for (std::size_t i = first; i < completed.size(); ++i)
    children.push_back({std::move(completed[i].visible)});
  RankExtension::Visible visible = extension.run(children);
  for (std::size_t i = 0; i < count; ++i) ranks[completed[first + i].node.value()] = children[i].rank;
  completed.resize(first);
  return visible;
}

}  // namespace

Column<std::uint32_t> search_ranks(const Shape& shape) {
  const std::uint32_t size = shape.tree().size();
  Column<std::uint32_t> ranks(size);
  RankExtension extension;
  std::vector<Completed> completed;  // backwards in preorder, a node's children are the last ones
  std::vector<RankExtension::Child> children;
  for (std::uint32_t i = size; i-- > 0;) {
    const SearchId node{i};
    if (!shape.has(node)) continue;
    const std::size_t count = shape.end_slot(node) - shape.first_slot(node);
    RankExtension::Visible visible = extend(extension, completed, count, children, ranks);
    completed.push_back({node, std::move(visible)});
  }
  extend(extension, completed, 1, children, ranks);  // the root, as if it had a parent
  return ranks;
}

namespace {

/// Components that grow together, each with the step that starts the search in it.
class Components {
 public:
  explicit Components(std::uint32_t size) : above_(size), step_(size) {
    std::iota(above_.begin(), above_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  /// The one of `below` becomes part of that of `node`, whose top it keeps.
  void join(std::uint32_t node, std::uint32_t below) { above_[find(below)] = find(node); }
  std::uint32_t& step(std::uint32_t node) { return step_[find(node)]; }

 private:
  std::vector<std::uint32_t> above_;
  std::vector<std::uint32_t> step_;
};

/// Steps were made from the last to the first: turns them round.
void reverse(QuestionPlan& plan) {
  const auto last = static_cast<std::uint32_t>(plan.steps.size() - 1);
  std::reverse(plan.steps.begin(), plan.steps.end());
  for (QuestionPlan::Step& step : plan.steps) {
    if (step.if_wrong != QuestionPlan::kNothing) step.if_wrong = last - step.if_wrong;
    if (step.if_right != QuestionPlan::kNothing) step.if_right = last - step.if_right;
  }
}

}  // namespace

QuestionPlan plan_by_ranks(const ReducedTree& tree, const Column<std::uint32_t>& ranks) {
  QuestionPlan plan;
  Components components(tree.size());
  std::vector<std::uint32_t> asked;
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    if (row > 0 || tree.root_is_askable) asked.push_back(row);
    components.step(row) = QuestionPlan::kNothing;
    if (tree.weights[row] == 0) continue;
    components.step(row) = static_cast<std::uint32_t>(plan.steps.size());
    plan.steps.push_back({tree.nodes[row], true, tree.weights[row]});
  }
  // From the lowest rank up, every node joins two components, and is the first question in what they become.
  const auto rank = [&](std::uint32_t row) { return ranks[tree.nodes[row].value()]; };
  std::sort(asked.begin(), asked.end(),
            [&](std::uint32_t a, std::uint32_t b) { return rank(a) != rank(b) ? rank(a) < rank(b) : a > b; });
  // Where nothing below it is suspected, it is not asked.
  for (const std::uint32_t row : asked) {
    QuestionPlan::Step step{tree.nodes[row]};
    step.if_wrong = components.step(row);
    if (step.if_wrong == QuestionPlan::kNothing) {
      components.join(tree.parents[row], row);
      continue;
    }
    if (row > 0) {  // else "right" leaves nothing
      step.if_right = components.step(tree.parents[row]);
      components.join(tree.parents[row], row);
    }
    components.step(row) = static_cast<std::uint32_t>(plan.steps.size());
    plan.steps.push_back(step);
  }
  reverse(plan);
  return plan;
}

}  // namespace culprit::strategy
