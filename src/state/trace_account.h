#pragma once

#include <memory>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/state/account.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Facts about the nodes of a tree that was read from a trace. Opens the index beside the trace or builds it.
/// Both trace and tree must outlive the account.
Result<std::unique_ptr<Account>> make_trace_account(const trace::Trace& trace, const tree::Tree& tree,
                                                    const Progress& progress = no_progress);

}  // namespace culprit::state
