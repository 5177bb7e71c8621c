#pragma once

#include <string_view>

namespace culprit::cli {

inline constexpr std::string_view kVersion = CULPRIT_VERSION_TEXT;

}  // namespace culprit::cli
