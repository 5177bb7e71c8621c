#include "src/cli/newest_trace.h"

#include <filesystem>
#include <fstream>
#include <string_view>

#include "src/trace/format.h"

namespace culprit::cli {

namespace fs = std::filesystem;

Result<std::string> newest_trace(const std::string& folder) {
  std::string newest;
  fs::file_time_type written{};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".trace" || !entry.is_regular_file(error)) continue;
    char magic[8] = {};
    std::ifstream(entry.path(), std::ios::binary).read(magic, sizeof magic);
    if (std::string_view(magic, sizeof magic) != std::string_view(CULPRIT_MAGIC, sizeof magic)) continue;
    const auto time = entry.last_write_time(error);
    if (!newest.empty() && time <= written) continue;
    newest = entry.path().filename().string();
    written = time;
  }
  if (!newest.empty()) return newest;
  return fail(ErrorCode::kNotFound, "there is no trace (*.trace) in this folder",
              "record a run with 'culprit record -- PROGRAM', or name a file");
}

}  // namespace culprit::cli
