#pragma once

#include <string>
#include <vector>

#include "src/service/subject.h"

namespace culprit::cli {

/// What has changed since a run was recorded, in sentences: its sources, its program. Reads the headers of
/// the files only.
std::vector<std::string> staleness_notes(const service::Subject& subject);

}  // namespace culprit::cli
