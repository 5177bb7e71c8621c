#pragma once

#include <string>

#include "src/base/error.h"

namespace culprit::driver {

enum class Language { kC, kCxx };

/// The folder with the plugin, the runtime and the headers: beside the one of this program, in lib/culprit.
std::string library_folder();

/// The path of clang for the language: CULPRIT_CLANG or CULPRIT_CLANGXX if set, else clang-19 or clang++-19,
/// looked for in PATH. Fails with what was looked for.
Result<std::string> find_clang(Language language);

std::string plugin_path();
/// The runtime for dynamically, or for statically linked programs.
std::string runtime_path(bool is_static);

/// Fails if the file, which is `what`, cannot be read.
Status check_part(const std::string& path, const std::string& what);

}  // namespace culprit::driver
