#include "src/cli/exit_code.h"

#include "src/base/text.h"

namespace culprit::cli {

ExitCode exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return ExitCode::kUsage;
    case ErrorCode::kNotFound:
    case ErrorCode::kIo:
      return ExitCode::kFile;
    case ErrorCode::kWrongFormat:
    case ErrorCode::kVersion:
    case ErrorCode::kDamaged:
    case ErrorCode::kBadTree:
    case ErrorCode::kBadSession:
    case ErrorCode::kTooLarge:
      return ExitCode::kContent;
    case ErrorCode::kBadAnswer:
      return ExitCode::kAnswer;
  }
  return ExitCode::kInternal;
}

std::string error_text(const Error& error) {
  std::string text = "culprit: " + printable(error.what) + "\n";
  if (!error.hint.empty()) text += "  hint: " + printable(error.hint) + "\n";
  return text;
}

}  // namespace culprit::cli
