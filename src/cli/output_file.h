#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "src/base/error.h"

namespace culprit::cli {

/// Lets `write` fill the file at `path`, or standard output if the path is empty or "-". A regular file
/// appears whole or not at all: it is written beside its place and renamed. Fails with kIo, or as `write`
/// does.
Status write_output(const std::string& path, const std::function<Status(std::ostream&)>& write);

}  // namespace culprit::cli
