#pragma once

#include <cstdint>

#include <vector>

#include "src/base/progress.h"
#include "src/strategy/strategy.h"

namespace culprit::strategy {

/// What a strategy costs on a tree, over every node as the buggy one. Weightless nodes never are.
struct Evaluation {
  std::uint64_t nodes = 0;  ///< those that can be at fault
  std::uint64_t total = 0;
  std::uint32_t worst = 0;
  double mean() const { return nodes ? static_cast<double>(total) / static_cast<double>(nodes) : 0; }
};

/// Walks the strategy's decision tree once: n questions in all, not one session a node. The shape's prior, if there is one,
/// may have weightless nodes and no more.
/// If `per_node` is given it receives the questions needed for each node; 0 for weightless ones.
Evaluation evaluate(const Shape& shape, const Strategy& strategy, bool root_wrong,
                    const Progress& progress = no_progress, std::vector<std::uint32_t>* per_node = nullptr);

/// The least total that any strategy could reach if every question halved the suspects: n floor(lg n) + 2 (n
/// - 2^floor(lg n)), plus 1 if the root has to be asked as well.
std::uint64_t information_bound(std::uint64_t nodes, bool root_wrong);

}  // namespace culprit::strategy
