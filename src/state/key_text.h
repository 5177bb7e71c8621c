#pragma once

#include <string>

#include "src/state/value.h"

namespace culprit::state {

/// A key as it stands in a path: `"a"`, `3`, `(1, 'x')`. Values nest only as deep as limits allow, so recursion
/// is bounded.
std::string key_text(const Value& value);

}  // namespace culprit::state
