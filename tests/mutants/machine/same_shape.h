#pragma once

#include <string>

#include "src/base/error.h"
#include "tests/mutants/machine/program.h"

namespace culprit::mutants {

/// Builds a program with and without mutants in it, and runs both. Empty if they made the same calls, passes and records, but for
/// addresses; else the first difference, in words. Then mutants are looked at as users would see them.
Result<std::string> shape_difference(const Recipe& recipe);

}  // namespace culprit::mutants
