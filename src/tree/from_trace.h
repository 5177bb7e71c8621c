#pragma once

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// Reads the execution tree of a trace in one pass over its events, two over those of threads that started others. Function ids are those of the trace's
/// table.
///
/// Iteration k + 1 of a loop is a child of iteration k, and all iterations of one activation end at the same
/// moment: that of the loop's end, or of the leave or unwind that ended it. The tree of a thread hangs below
/// the innermost node around its start that was still open when it ended (ThreadPlaces), behind what it outlived; threads that nobody is seen to start, and further
/// top-level calls, hang below a common root of kind kProgram. Where events are missing, open calls are
/// closed down to the depth that the trace gives, or nodes of kind kLost are opened up to it, with the moment
/// of the first event after the gap. Calls that did not finish have no moment of leave. Nodes are named by their thread and
/// their place among its nodes, lost ones included: after a gap too, if the recorder counted them.
///
/// Fails with kDamaged if there is not a single call, and with kTooLarge past TreeBuilder::kMaxNodes.
Result<Tree> read_tree(const trace::Trace& trace, const Progress& progress = no_progress);

}  // namespace culprit::tree
