#include "src/service/source_place.h"

namespace culprit::service {

namespace fs = std::filesystem;

std::vector<fs::path> source_places(const trace::Tables& tables, const trace::SourceFile& source,
                                    const std::string& trace_path) {
  std::vector<fs::path> all;
  const auto add = [&](const fs::path& folder) {
    std::error_code error;
    const fs::path place = fs::absolute(folder / source.path, error);
    if (!error) all.push_back(place.lexically_normal());
  };
  add(source.directory);
  if (fs::path(source.path).is_absolute()) return all;
  if (!tables.directory.empty()) add(tables.directory);
  add(fs::path(trace_path).parent_path());
  return all;
}

}  // namespace culprit::service
