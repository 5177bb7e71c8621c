#include "src/cli/open_subject.h"

#include <filesystem>

namespace culprit::cli {

Error in_file(Error error, const std::string& path) {
  if (error.what.find(path) == std::string::npos) error.what = path + ": " + error.what;
  return error;
}

Result<service::Subject> open_subject(const Arguments& arguments, const Progress& progress) {
  const std::string& path = arguments.operand(0);
  auto subject = service::Subject::open(path, progress, arguments.number("--row", 0));
  if (subject) return subject;
  Error error = in_file(subject.error(), path);
  // The file is there, so what is missing is the row that was asked for.
  std::error_code ignored;
  if (error.code == ErrorCode::kNotFound && std::filesystem::exists(path, ignored))
    error.code = ErrorCode::kUsage;
  return tl::unexpected(std::move(error));
}

}  // namespace culprit::cli
