#pragma once

#include <cstdint>
#include <vector>

#include "src/tree/tree.h"

namespace culprit::cli {

struct FunctionCount {
  FunctionId function;
  std::uint64_t calls = 0;
};

struct TreeFigures {
  std::uint32_t depth = 0;  ///< levels; a lone root has one
  std::uint64_t leaves = 0;
  std::uint64_t iterations = 0;
  std::vector<FunctionCount> functions;  ///< those that occur, most called first
};

/// One sweep; 4 bytes a node while it runs.
TreeFigures tree_figures(const tree::Tree& tree);

}  // namespace culprit::cli
