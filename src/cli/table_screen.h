#pragma once

#include "src/cli/screen.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// A loop pass by pass: what each worked on, and the state that it left. Precondition: question.table().
Screen table_screen(const service::Question& question, const service::Subject& subject, const Room& room);

}  // namespace culprit::cli
