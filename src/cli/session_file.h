#pragma once

#include <string>

#include "src/base/error.h"
#include "src/cli/command.h"

namespace culprit::cli {

/// What to do about saved answers.
struct SessionPlan {
  std::string path;  ///< empty: keep nothing
  bool resume = false;
};

/// Where the session of a file is kept, unless told otherwise: FILE.session, and FILE.N.session for row N of
/// a .jsonl file.
std::string session_path(const std::string& file, std::uint32_t row);

bool session_exists(const std::string& path);

/// Reads --session, --resume, --new and --no-save. At a terminal an existing session is resumed, elsewhere
/// only if asked to. Fails with kUsage, or with kNotFound if --resume finds nothing.
Result<SessionPlan> plan_session(const Arguments& arguments, bool is_interactive);

}  // namespace culprit::cli
