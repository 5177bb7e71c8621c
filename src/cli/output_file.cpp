#include "src/cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

Status cannot_write(const std::string& path, int error) {
  return fail(ErrorCode::kIo,
              "cannot write " + path + (error ? std::string(": ") + std::strerror(error) : std::string()),
              "check that its folder is there and has room");
}

/// `name` is what messages call the file.
Status write_through(const std::string& path, const std::string& name,
                     const std::function<Status(std::ostream&)>& write) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  if (!out) return cannot_write(name, errno);
  if (const Status status = write(out); !status) return status;
  errno = 0;
  out.close();
  return out ? Status() : cannot_write(name, errno);
}

}  // namespace

Status write_output(const std::string& path, const std::function<Status(std::ostream&)>& write) {
  if (path.empty() || path == "-") {
    errno = 0;
    Status status = write(std::cout);
    std::cout.flush();
    if (status && !std::cout) return cannot_write("to standard output", errno);
    return status;
  }
  std::error_code error;
  const bool is_special = fs::exists(path, error) && !fs::is_regular_file(path, error);
  if (fs::is_directory(path, error)) return cannot_write(path, EISDIR);
  if (is_special) return write_through(path, path, write);
  const std::string beside = path + "." + std::to_string(::getpid()) + ".tmp";
  const Status status = write_through(beside, path, write);
  if (status) fs::rename(beside, path, error);
  if (status && !error) return {};
  std::error_code ignored;
  fs::remove(beside, ignored);
  return status ? cannot_write(path, error.value()) : status;
}

}  // namespace culprit::cli
