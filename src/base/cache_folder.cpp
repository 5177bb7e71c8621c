#include "src/base/cache_folder.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace culprit {

namespace fs = std::filesystem;

Result<std::string> cache_folder(std::string_view name) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::error_code error;
  fs::path root;
  if (cache && *cache == '/') {
    root = cache;
  } else if (home && *home == '/') {
    root = fs::path(home) / ".cache";
  } else {
    root = fs::temp_directory_path(error) / ("culprit-" + std::to_string(::getuid()));
  }
  const fs::path folder = root / "culprit" / name;
  fs::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK) != 0)
    return fail(
        ErrorCode::kIo,
        "cannot write to " + folder.string() + (error ? ": " + error.message() : ": Permission denied"),
        "set XDG_CACHE_HOME to a folder that can be written to");
  fs::permissions(folder, fs::perms::owner_all, error);
  return folder.string();
}

}  // namespace culprit
