#pragma once

#include "src/cli/screen.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// A question as a screen: what it is about, what that did, what it used, and what can be answered.
Screen question_screen(const service::Question& question, const service::Subject& subject,
                       const Console& console, const Room& room, bool with_answers);

/// File and line. A path that takes more than a third of the line is left to `show`.
std::string place_of(const service::NodeView& view, const Room& room);
/// "look 3 · about 2 to go".
std::string look_text(const service::Question& question);
/// What a node returned, gave out and changed, a label each.
std::vector<Block> effect_blocks(const service::NodeView& view, const Room& room);
/// "about 2 to go"; "the last, if all goes well".
std::string to_go_text(const session::Expectation& expected);

}  // namespace culprit::cli
