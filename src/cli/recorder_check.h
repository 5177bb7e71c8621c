#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/base/error.h"

namespace culprit::cli {

/// Checks of the recorder of C and C++ programs, for `culprit doctor`: each gives what it found that is fine,
/// or an error. They use a folder that can be written to, and each needs the ones before.
std::vector<std::function<Result<std::string>(const std::string& folder)>> recorder_checks();

/// The same of the interpreter of the functional language, in one.
Result<std::string> check_functional_recorder(const std::string& folder);

}  // namespace culprit::cli
