#include "src/cli/session_file.h"

#include <filesystem>

namespace culprit::cli {

std::string session_path(const std::string& file, std::uint32_t row) {
  return row == 0 ? file + ".session" : file + "." + std::to_string(row) + ".session";
}

bool session_exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

Result<SessionPlan> plan_session(const Arguments& arguments, bool is_interactive) {
  SessionPlan plan;
  const bool must_resume = arguments.has("--resume");
  if (arguments.has("--no-save")) {
    if (!must_resume && !arguments.has("--session")) return plan;
    return fail(ErrorCode::kUsage, "--no-save keeps no session, so there is none to name or to resume",
                "leave one of the options out");
  }
  plan.path = arguments.text("--session", session_path(arguments.operand(), arguments.number("--row", 0)));
  const bool exists = session_exists(plan.path);
  if (must_resume && !exists)
    return fail(ErrorCode::kNotFound, "there is no session to resume at " + plan.path,
                "leave --resume out to start one");
  plan.resume = exists && !arguments.has("--new") && (must_resume || is_interactive);
  return plan;
}

}  // namespace culprit::cli
