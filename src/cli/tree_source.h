#pragma once

#include <functional>
#include <string>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/tree/tree.h"

namespace culprit::cli {

/// Reads every tree of a file (a .jsonl file has many, any other one) and passes each on with a name: its
/// own, or the file's. Stops at the first error. One tree is in memory at a time.
Status for_each_tree(const std::string& path,
                     const std::function<Status(const tree::Tree&, const std::string& name)>& each,
                     const Progress& progress);

}  // namespace culprit::cli
