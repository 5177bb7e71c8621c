#include "src/state/call_lines.h"

#include <algorithm>
#include <utility>

namespace culprit::state {
namespace {

std::pair<FunctionId, FunctionId> ends_of(const trace::CallSite& site) {
  return {site.caller, site.callee};
}

}  // namespace

CallLines::CallLines(const trace::Trace& trace, const tree::Tree& tree, const Timeline& timeline)
    : trace_(trace), tree_(tree), timeline_(timeline), sites_(trace.tables().call_sites) {
  std::ranges::stable_sort(sites_, {}, ends_of);
}

/// Several rows say nothing: then each call has told its line.
std::uint32_t CallLines::row_of(FunctionId caller, FunctionId callee) const {
  const auto rows = std::ranges::equal_range(sites_, std::pair(caller, callee), {}, ends_of);
  return rows.size() == 1 ? rows.front().line : 0;
}

std::uint32_t CallLines::of(NodeId node) const {
  if (node == tree_.root() || tree_.is_iteration(node)) return 0;
  const NodeId caller = timeline_.call_of(tree_.parent(node));
  const Moment enter = tree_.enter(node);
  if (caller == kNoNode || enter == kNoMoment || enter.stream() != tree_.enter(caller).stream()) return 0;
  const trace::Event event = trace_.event_at(enter);
  if (event.kind != CULPRIT_EVENT_ENTER && event.kind != CULPRIT_EVENT_ENTER_LONG) return 0;
  const std::uint32_t line =
      event.line != 0 ? event.line : row_of(tree_.function_id(caller), tree_.function_id(node));
  const tree::Function& function = tree_.function(caller);
  const bool is_inside = line != 0 && function.first_line != 0 && function.last_line >= function.first_line &&
                         line - 1 <= function.last_line - function.first_line;
  return is_inside ? function.first_line + line - 1 : 0;
}

}  // namespace culprit::state
