#pragma once

#include "src/base/progress.h"
#include "src/cli/command.h"
#include "src/service/subject.h"

namespace culprit::cli {

/// Opens the file that a command's first operand names, at --row. An error names the file, whoever found it.
Result<service::Subject> open_subject(const Arguments& arguments, const Progress& progress);

/// The error with the file's name in front, unless it has it already.
Error in_file(Error error, const std::string& path);

}  // namespace culprit::cli
