#include "src/service/node_views.h"

#include <utility>
#include <vector>

namespace culprit::service {
namespace {

/// One node in about a thousand is a checkpoint, by a hash of its place, so that climbing looks only few up.
bool is_checkpoint(NodeId n) {
  return n.value() * 2654435761u >> 22 == 0;
}

}  // namespace

NodeView NodeViews::full(NodeId n) const {
  if (reshaped_ && reshaped_->is_made(n)) return run(n, true);
  NodeView view = place(original(n));
  view.facts = account_->facts(original(n), limits_);
  view.node = n;
  return view;
}

NodeView NodeViews::brief(NodeId n) const {
  if (reshaped_ && reshaped_->is_made(n)) return run(n, false);
  NodeView view = place(original(n));
  view.facts = account_->brief(original(n), limits_);
  view.node = n;
  return view;
}

/// Runs nest; what is listed are the calls themselves.
NodeView NodeViews::run(NodeId n, bool with_facts) const {
  const tree::Tree& tree = reshaped_->tree;
  NodeView view;
  if (reshaped_->made_as(n) == transform::Made::kCollapsed) view = place(original(n));
  view.kind = reshaped_->made_as(n) == transform::Made::kCollapsed ? "collapsed" : "projected";
  view.node = n;
  view.number = original(n).value();
  view.iteration = 0;
  for (NodeId part{n.value() + 1}; part < tree.end(n);) {
    if (reshaped_->is_made(part)) {
      part = NodeId{part.value() + 1};
      continue;
    }
    ++view.parts_total;
    if (view.parts.size() < kListedParts) view.parts.push_back(brief(part));
    part = tree.end(part);
  }
  if (with_facts) view.facts = account_->run_facts(original(n), original(reshaped_->last_part(n)), limits_);
  return view;
}

NodeView NodeViews::place(NodeId n) const {
  const tree::Tree& tree = subject_->tree();
  const tree::Function& function = tree.function(n);
  NodeView view;
  view.node = n;
  view.number = n.value();
  view.kind = tree.is_iteration(n) ? "iteration" : "call";
  view.function = function.name;
  view.signature = function.signature;
  view.file = function.file;
  view.first_line = function.first_line;
  view.last_line = function.last_line;
  if (tree.is_iteration(n)) {
    const std::uint64_t known = account_->pass_of(n);
    view.iteration = known != 0 ? known : pass_of(n);
  }
  return view;
}

/// Pass k + 1 is a child of pass k.
std::uint64_t NodeViews::pass_of(NodeId iteration) const {
  const tree::Tree& tree = subject_->tree();
  const FunctionId loop = tree.function_id(iteration);
  std::vector<std::pair<NodeId, std::uint64_t>>
      passed;  // checkpoints, and how far below them the iteration is
  std::uint64_t climbed = 0, known = 0;
  for (NodeId n = iteration; n != kNoNode && tree.function_id(n) == loop; n = tree.parent(n), ++climbed) {
    if (!is_checkpoint(n)) continue;
    if (const auto found = passes_.find(n); found != passes_.end()) {
      known = found->second;
      break;
    }
    passed.emplace_back(n, climbed);
  }
  const std::uint64_t pass = known + climbed;
  for (const auto& [n, below] : passed) passes_[n] = pass - below;
  return pass;
}

}  // namespace culprit::service
