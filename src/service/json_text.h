#pragma once

#include <string>
#include <string_view>

#include "src/base/ids.h"

namespace culprit::service {

/// The text with each byte that is not part of valid UTF-8 replaced by U+FFFD: what may stand in JSON.
std::string to_utf8(std::string_view text);

/// "0x7ffd10".
std::string hexadecimal(Address address);

}  // namespace culprit::service
