#pragma once

#include <string>

#include "src/base/error.h"

namespace culprit::cli {

/// The program's exit codes, as culprit(1) documents them.
enum class ExitCode : int {
  kOk = 0,       ///< done; debug: a bug was found; doctor: all is well
  kNo = 1,       ///< debug: ended without naming a bug; doctor: found a problem
  kUsage = 2,    ///< a wrong command, option, strategy, node or path
  kFile = 3,     ///< a file is missing or cannot be read or written
  kContent = 4,  ///< a file is not what is needed: other kind, newer version, damaged, broken rule, too large
  kAnswer = 5,   ///< debug: the input ended without a bug named, and a line of it was no answer
  kInternal = 6,  ///< out of memory, or a defect of Culprit
};

/// The one place where errors become exit codes.
ExitCode exit_code(ErrorCode code);

/// `culprit: <what>` and, on the next line, `  hint: <hint>`; nothing in it can steer a terminal.
std::string error_text(const Error& error);

}  // namespace culprit::cli
