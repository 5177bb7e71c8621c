#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace culprit::driver {

/// The words of a response file: separated by blanks, with quotes and backslashes as in a shell.
std::vector<std::string> split_words(std::string_view text);

/// The arguments with each @FILE replaced by the words in it, nested ones too. A file that cannot be read
/// stays as it is, as with clang.
std::vector<std::string> expand_response_files(std::span<const std::string> arguments);

}  // namespace culprit::driver
