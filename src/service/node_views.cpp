#include "src/service/node_views.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/node_ref.h"

namespace culprit::service {
namespace {

/// One node in about a thousand is a checkpoint, by a hash of its place, so that climbing looks only few up.
bool is_checkpoint(NodeId n) {
  return n.value() * 2654435761u >> 22 == 0;
}

constexpr std::size_t kBriefParts = 12;

}  // namespace

const state::Value* this_in(const std::vector<state::Value>& context) {
  const auto found = std::ranges::find(context, "this", &state::Value::name);
  return found == context.end() ? nullptr : &*found;
}

std::string NodeViews::name(const session::About& about) const {
  const tree::Names& names = subject_->tree().names();
  return to_text(names.ref(about.first), names.ref(about.last));
}

NodeView NodeViews::full(NodeId n) const {
  NodeView view = place(n);
  view.facts = account_->facts(n, limits_);
  return view;
}

NodeView NodeViews::brief(NodeId n) const {
  NodeView view = place(n);
  view.facts = account_->brief(n, limits_);
  return view;
}

NodeView NodeViews::full(const transform::Reshaped& reshaped, SearchId row) const {
  if (!reshaped.is_made(row)) return full(reshaped.origin_of(row));
  NodeView view = chain(reshaped, row, true);
  view.facts = account_->chain_facts(view.about.first, view.about.last, limits_);
  return view;
}

NodeView NodeViews::brief(const transform::Reshaped& reshaped, SearchId row) const {
  return reshaped.is_made(row) ? chain(reshaped, row, false) : brief(reshaped.origin_of(row));
}

/// Chains nest; what is listed are the calls themselves. A chain of calls of one function is one of that function, collapsed or
/// opened.
NodeView NodeViews::chain(const transform::Reshaped& reshaped, SearchId row, bool is_full) const {
  const tree::SearchTree& tree = reshaped.tree;
  const std::size_t listed = is_full ? kMostListed : kBriefParts;
  const NodeId first = reshaped.origin_of(row);
  const FunctionId function = subject_->tree().function_id(first);
  bool is_of_one = true;
  std::vector<NodeView> parts;
  std::uint64_t total = 0;
  for (SearchId part{row.value() + 1}; part < tree.end(row);) {
    if (reshaped.is_made(part)) {
      part = SearchId{part.value() + 1};
      continue;
    }
    ++total;
    const NodeId call = reshaped.origin_of(part);
    is_of_one = is_of_one && subject_->tree().function_id(call) == function;
    if (parts.size() < listed) parts.push_back(is_full ? full(call) : brief(call));
    part = tree.end(part);
  }
  NodeView view;
  if (is_of_one) view = place(first);
  view.kind = reshaped.made_as(row) == transform::Made::kCollapsed ? "collapsed" : "projected";
  view.about = {first, reshaped.last_of(row)};
  view.name = name(view.about);
  view.iteration = view.passes = 0;
  view.parts = std::move(parts);
  view.parts_total = total;
  return view;
}

NodeView NodeViews::place(NodeId n) const {
  const tree::Tree& tree = subject_->tree();
  const tree::Function& function = tree.function(n);
  NodeView view;
  view.about = n;
  view.name = name(n);
  view.kind = tree.is_iteration(n) ? "iteration" : "call";
  view.function = function.name;
  view.signature = function.signature;
  view.file = function.file;
  view.first_line = function.first_line;
  view.last_line = function.last_line;
  view.call_line = account_->call_line(n);
  if (tree.is_iteration(n)) {
    const std::uint64_t known = account_->pass_of(n);
    view.iteration = known != 0 ? known : pass_of(n);
    view.passes = account_->passes_of(n);
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
