#include <algorithm>

#include "src/service/looks.h"

namespace culprit::service {
namespace {

/// Children that are gone through for the steps of a frame: a millisecond.
constexpr std::size_t kMostChildren = 10'000;

/// A loop is one step: its first pass, of which all others are below.
bool is_next_pass(const tree::Tree& tree, NodeId child, NodeId node) {
  return tree.is_iteration(child) && tree.function_id(child) == tree.function_id(node);
}

}  // namespace

Step Looks::step(NodeId node, NodeId in, bool is_full) const {
  const tree::Tree& tree = subject_.tree();
  Step step;
  step.about = is_full ? views_.full(node) : views_.brief(node);
  step.is_loop = tree.is_iteration(node);
  step.are_the_rest = is_next_pass(tree, node, in);
  step.line = step.is_loop ? step.about.first_line : step.about.call_line;
  return step;
}

Frame Looks::frame(NodeId node) const {
  const tree::Tree& tree = subject_.tree();
  Frame frame;
  frame.about = views_.full(node);
  std::vector<NodeId> listed;
  NodeId child{node.value() + 1};
  for (std::size_t seen = 0; child < tree.end(node) && seen < kMostChildren; ++seen) {
    ++frame.steps_total;
    if (listed.size() < kMostSteps) listed.push_back(child);
    child = tree.end(child);
  }
  frame.is_at_least = child < tree.end(node);
  const bool is_full = listed.size() <= kFullSteps;
  for (const NodeId n : listed) frame.steps.push_back(step(n, node, is_full));
  return frame;
}

}  // namespace culprit::service
