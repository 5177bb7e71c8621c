#pragma once

#include <string>
#include <string_view>

namespace culprit::tree {

/// Appends the text as a JSON string, quotes included. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace culprit::tree
