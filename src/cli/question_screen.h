#pragma once

#include "src/cli/screen.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// A question as a screen: what it is about, what that did, what it used, and what can be answered.
Screen question_screen(const service::Question& question, const service::Subject& subject,
                       const Console& console, const Room& room, bool with_answers);

/// "about 2 to go"; "the last, if all goes well".
std::string to_go_text(const session::Expectation& expected);

}  // namespace culprit::cli
