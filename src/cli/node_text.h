#pragma once

#include <string>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// A path as a person would type it here: relative if it lies in the current directory.
std::string path_text(const std::string& path);

/// "sort.cpp:12-20", "sort.cpp:12", or empty.
std::string place_text(const service::NodeView& view);

/// The call on one line, name and result in colour.
std::string call_text(const service::NodeView& view, const Console& console, std::size_t width);

/// What a person needs besides that line: values that did not fit on it, what else the call could see, and
/// its effects. Each line is indented; empty if there is nothing.
std::string facts_text(const service::NodeView& view, const Console& console, std::size_t indent,
                       std::size_t width);

/// What the node got from elsewhere than memory: input, by file, and what it asked the system. Of a chain it stands with
/// its calls.
std::string consumed_text(const service::NodeView& view, const Console& console, std::size_t indent,
                          std::size_t width);
/// Only what changed and what was printed.
std::string effects_text(const service::NodeView& view, const Console& console, std::size_t indent,
                         std::size_t width);

/// What cannot be known of it, since it was not recorded or is lost, a line each.
std::string unrecorded_text(const service::NodeView& view, const Console& console, std::size_t indent);

/// "3 suspects, 1 to 2 more questions (1.5 on average)".
std::string outlook_text(std::uint64_t suspects, const session::Expectation& expected);

/// "you said yes", "trusted", "follows from an answer above it".
std::string judged_text(Mark mark, const std::string& who);

}  // namespace culprit::cli
