#pragma once

#include <cstdint>
#include <vector>

#include "src/base/ids.h"
#include "src/state/timeline.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// On which line of its caller each call stands.
class CallLines {
 public:
  CallLines(const trace::Trace& trace, const tree::Tree& tree, const Timeline& timeline);

  /// A line of the caller's file; 0 if it is not known, or there is none: an iteration, the first call of a thread, a call from code that is
  /// no node. The caller of a call in a pass is the call that the loop stands in. Cost: O(log rows).
  std::uint32_t of(NodeId node) const;

 private:
  /// Relative to the caller.
  std::uint32_t row_of(FunctionId caller, FunctionId callee) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Timeline& timeline_;
  std::vector<trace::CallSite> sites_;  ///< by caller and callee
};

}  // namespace culprit::state
