#pragma once

#include "src/cli/console.h"
#include "src/cli/exit_code.h"
#include "src/cli/recording.h"

namespace culprit::cli {

/// Says on standard error what became of a recorded program: how it ended, what was recorded, what is missing
/// and why. False if there is no trace.
bool report_recording(const Recording& recording, const ChildEnd& end, Console& console);

}  // namespace culprit::cli
