#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/trace/tables.h"

namespace culprit::service {

/// Where a source file that a trace names may lie, likeliest first, as absolute paths: as it was named when
/// it was compiled, then from where the program ran, then beside the trace.
std::vector<std::filesystem::path> source_places(const trace::Tables& tables, const trace::SourceFile& source,
                                                 const std::string& trace_path);

}  // namespace culprit::service
