#include "src/state/node_columns.h"

#include <algorithm>
#include <limits>

namespace culprit::state {

StreamNodes::StreamNodes(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress) {
  const auto& streams = trace.streams();
  if (streams.size() < 2) return;
  const auto row_of = [&](StreamId id) {
    const auto at = std::lower_bound(streams.begin(), streams.end(), id,
                                     [](const auto& s, StreamId i) { return s.id < i; });
    return static_cast<std::size_t>(at - streams.begin());
  };
  Steps steps(progress, "ordering the nodes of threads", std::uint64_t{2} * tree.size());
  Column<std::uint32_t> row(tree.size());
  starts.assign(streams.size() + 1, 0);
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    steps.next();
    const bool recorded = tree.enter(NodeId{n}) != kNoMoment;
    row[n] = recorded ? static_cast<std::uint32_t>(row_of(tree.enter(NodeId{n}).stream())) : ~0u;
    if (row[n] >= streams.size()) row[n] = ~0u;
    if (row[n] != ~0u) ++starts[row[n] + 1];
  }
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  nodes.resize(starts.back());
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    steps.next();
    if (row[n] != ~0u) nodes[next[row[n]]++] = n;
  }
  // Preorder is the order of enters within a stream, except where a tree was put together in another way.
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto by_enter = [&](std::uint32_t a, std::uint32_t b) {
      return tree.enter(NodeId{a}).position() < tree.enter(NodeId{b}).position();
    };
    std::uint32_t* first = nodes.data() + starts[i];
    std::uint32_t* last = nodes.data() + starts[i + 1];
    if (!std::is_sorted(first, last, by_enter)) std::stable_sort(first, last, by_enter);
  }
}

NodeColumns::NodeColumns(const tree::Tree& tree, const Progress& progress)
    : tree_(tree), frames_(tree.size()), births_(tree.size()), jumps_(tree.size()) {
  Steps steps(progress, "placing the nodes", std::uint64_t{2} * tree.size());
  fill_iterations(steps);
  fill_jumps(steps);
}

void NodeColumns::fill_iterations(Steps& steps) {
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    steps.next();
    const NodeId n{i}, parent = tree_.parent(n);
    frames_[i] = kNoFrame;
    if (!tree_.is_iteration(n)) continue;
    births_[i] = kFarBirth;
    if (parent == kNoNode || !tree_.is_iteration(parent)) {
      frames_[i] = iteration_row(parent.value(), 1);
      continue;
    }
    const std::uint64_t outer = frames_[parent.value()];
    const bool same_loop = tree_.function_id(n) == tree_.function_id(parent);
    frames_[i] = iteration_row(static_cast<std::uint32_t>(outer >> 32),
                               same_loop ? static_cast<std::uint32_t>(outer) + 1 : 1);
  }
}

/// E. W. Myers, "An applicative random-access stack": one pointer a node, to an ancestor chosen so that any
/// ancestor is reached in O(log depth) steps.
void NodeColumns::fill_jumps(Steps& steps) {
  Column<std::uint32_t> depth(tree_.size());
  for (std::uint32_t i = 1; i < tree_.size(); ++i) {
    steps.next();
    const std::uint32_t p = tree_.parent(NodeId{i}).value(), far = jumps_[p];
    depth[i] = depth[p] + 1;
    jumps_[i] = p != 0 && depth[p] - depth[far] == depth[far] - depth[jumps_[far]] ? jumps_[far] : p;
  }
}

void NodeColumns::enter(NodeId node, const trace::Event& event) {
  const std::uint32_t n = node.value();
  births_[n] = 0;
  if (event.kind == CULPRIT_EVENT_ENTER_LONG) {
    frames_[n] = event.address == 0 ? kNoFrame : event.address;
    return;
  }
  NodeId caller = tree_.parent(node);
  if (caller != kNoNode && tree_.is_iteration(caller))
    caller = NodeId{static_cast<std::uint32_t>(frames_[caller.value()] >> 32)};
  const std::uint64_t above =
      caller == kNoNode || caller.value() >= frames_.size() ? kNoFrame : frames_[caller.value()];
  frames_[n] = above == kNoFrame || event.size > above ? kNoFrame : above - event.size;
}

void NodeColumns::enter_iteration(NodeId node, std::uint64_t since_loop) {
  births_[node.value()] = static_cast<std::uint32_t>(std::min<std::uint64_t>(since_loop, kFarBirth));
}

void NodeColumns::clear() {
  frames_.clear();
  births_.clear();
  jumps_.clear();
}

const std::vector<GlobalId>& named_globals(const trace::Tables& tables, FunctionId function) {
  static const std::vector<GlobalId> kNone;
  if (function.value() >= tables.functions.size()) return kNone;
  const trace::Function& row = tables.function(function);
  if (row.kind == CULPRIT_FUNCTION_LOOP && row.globals.empty()) return tables.function(row.enclosing).globals;
  return row.globals;
}

Postings::Postings(const trace::Tables& tables, const tree::Tree& tree) {
  constexpr std::uint32_t kNoRow = ~0u;
  std::vector<std::uint32_t> row_of(tree.functions().size(), kNoRow);
  for (std::uint32_t f = 0; f < row_of.size(); ++f) {
    if (named_globals(tables, FunctionId{f}).empty()) continue;
    row_of[f] = static_cast<std::uint32_t>(functions.size());
    functions.push_back(f);
  }
  starts.assign(functions.size() + 1, 0);
  if (functions.empty()) return;
  for (std::uint32_t n = 0; n < tree.size(); ++n)
    if (const std::uint32_t row = row_of[tree.function_id(NodeId{n}).value()]; row != kNoRow)
      ++starts[row + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  nodes.resize(starts.back());
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t n = 0; n < tree.size(); ++n)
    if (const std::uint32_t row = row_of[tree.function_id(NodeId{n}).value()]; row != kNoRow)
      nodes[next[row]++] = n;
}

}  // namespace culprit::state
