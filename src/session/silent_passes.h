#pragma once

#include "src/base/ids.h"
#include "src/session/space.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// The strategy's choice, but no pass of a loop that shows nothing (`Spaces::is_silent`): there is nothing to judge it by. Such a pass
/// is judged with the nearest one above it that shows something, which is asked in its place. Where that one is known to be wrong,
/// or there is none, the silent ones are neither asked nor blamed: `search` is told so. Only if nothing else could be to blame, as in a
/// chain that is wrong and whose other parts are right, a silent one is asked.
/// Nor a pass that was open when the run ended, before its turn has come (`OpenPasses`).
///
/// Passes of a loop that show nothing are taken to be its last ones, so that O(log passes) of them are looked at.
SearchId select_showing(const tree::Tree& subject, const Spaces& spaces, const Space& space,
                        const strategy::Strategy& strategy, strategy::IntervalSuspects& search);

}  // namespace culprit::session
