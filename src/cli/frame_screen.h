#pragma once

#include "src/cli/screen.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// A node step by step: below each line of its source the calls and loops that it made, numbered.
/// Precondition: question.frame().
Screen frame_screen(const service::Question& question, const service::Subject& subject, const Room& room);

}  // namespace culprit::cli
