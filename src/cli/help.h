#pragma once

#include <string>

#include "src/cli/command.h"

namespace culprit::cli {

/// `culprit` without arguments: what it is, and where to start.
std::string short_help(const Console& console);
/// `culprit --help`: all commands.
std::string program_help(const Console& console);
/// `culprit COMMAND --help`.
std::string command_help(const Command& command, const Console& console);
/// `culprit debug FILE [--strategy NAME] …`, not wrapped.
std::string usage_line(const Command& command);
/// Words of each paragraph flowed to `width` columns, every line indented. Paragraphs are separated by an
/// empty line; a line that starts with spaces stays as it is.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace culprit::cli
