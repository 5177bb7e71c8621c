#pragma once

#include <cstdint>

#include <vector>

#include "src/base/progress.h"
#include "src/strategy/strategy.h"

namespace culprit::strategy {

/// Looks at the screen, and the effort that they take (EffortModel), over every node as the buggy one. A strategy that asks single
/// nodes has a look for each question.
struct LookFigures {
  std::uint64_t nodes = 0;
  std::uint64_t total = 0;
  std::uint32_t median = 0;  ///< of an even number the larger one in the middle
  std::uint32_t worst = 0;
  double effort = 0;  ///< of all
  double mean() const { return nodes ? static_cast<double>(total) / static_cast<double>(nodes) : 0; }
  double mean_effort() const { return nodes ? effort / static_cast<double>(nodes) : 0; }
};

/// What a strategy costs on a tree, over every node as the buggy one. Weightless nodes never are.
struct Evaluation {
  std::uint64_t nodes = 0;  ///< those that can be at fault
  std::uint64_t total = 0;
  std::uint32_t worst = 0;
  LookFigures looks = {};
  double mean() const { return nodes ? static_cast<double>(total) / static_cast<double>(nodes) : 0; }
};

/// Walks the strategy's decision tree once: n questions in all, not one session a node. If it asks by looks, that of its looks is walked as
/// well, n answers in all; its questions are those of its select(). The shape's prior, if there is one,
/// may have weightless nodes and no more.
/// If `per_node` is given it receives the questions needed for each node; 0 for weightless ones.
Evaluation evaluate(const Shape& shape, const Strategy& strategy, bool root_wrong,
                    const Progress& progress = no_progress, std::vector<std::uint32_t>* per_node = nullptr);

/// The looks alone, of a strategy that asks by looks. `per_node` receives the looks needed for each node.
LookFigures evaluate_looks(const Shape& shape, const Strategy& strategy, bool root_wrong,
                           const Progress& progress = no_progress,
                           std::vector<std::uint32_t>* per_node = nullptr);

/// The least total that any strategy could reach if every question halved the suspects: n floor(lg n) + 2 (n
/// - 2^floor(lg n)), plus 1 if the root has to be asked as well.
std::uint64_t information_bound(std::uint64_t nodes, bool root_wrong);

}  // namespace culprit::strategy
