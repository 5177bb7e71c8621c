// What went between a node and the world outside memory, as text.
#pragma once

#include <string>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// Text as it was printed: its first lines, each behind a bar.
std::string lines_text(const std::string& text, const Console& console, std::size_t indent,
                       std::size_t width);

/// What the node got from elsewhere than memory: input, by file, and answers of the system.
std::string transfers_in_text(const state::Facts& facts, const Console& console, std::size_t indent,
                              std::size_t width);
/// Text that it wrote to files, and threads that it started.
std::string transfers_out_text(const state::Facts& facts, const Console& console, std::size_t indent,
                               std::size_t width);

}  // namespace culprit::cli
