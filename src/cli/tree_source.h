#pragma once

#include <functional>
#include <string>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/state/account.h"
#include "src/tree/tree.h"

namespace culprit::cli {

/// A tree of a file.
struct SourceTree {
  const tree::Tree& tree;
  std::string name;                                        ///< its own, or the file's
  std::function<Result<const state::Account*>()> account;  ///< facts about its nodes, if someone asks
};

/// Reads every tree of a file (a .jsonl file has many, any other one) and passes each on. Stops at the first error. One
/// tree is in memory at a time.
Status for_each_tree(const std::string& path, const std::function<Status(const SourceTree&)>& each,
                     const Progress& progress);

}  // namespace culprit::cli
