#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"

namespace culprit::cli {

// Completion scripts, from the table of commands.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();
/// Whether values are lists with commas.
bool is_list(Takes takes);

/// The words that can be a value of this kind ("all" included where it can be); empty for files, texts and
/// numbers.
std::vector<std::string> completion_words(Takes takes, const std::vector<std::string_view>& choices);
/// The options of a command, its own first.
std::vector<Option> completion_options(const Command& command);
std::string join_words(const std::vector<std::string>& words, std::string_view separator);

}  // namespace culprit::cli
