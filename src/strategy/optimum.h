#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/strategy/optimum_search.h"
#include "src/strategy/question_plan.h"
#include "src/strategy/reduced_tree.h"

namespace culprit::strategy {

/// How much an exact search may do. Steps are counted alike on every machine, some 20 to 60 million a second.
using OptimumLimits = OptimumSearch::Limits;

/// The least total that any strategy can reach: the sum over all suspects of their weight times the questions
/// asked when they are the one at fault (D. Insa and J. Silva, "Hacia una Estrategia Optima para la
/// Depuracion Algoritmica", Definition 2.2). A root that can be asked is best asked last, and adds its own
/// weight.
struct Optimum {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  /// A question that `upper` starts with, kNoSearchId if there is none to ask. Of an exact optimum, and unless a
  /// limit was hit, it is the first in preorder of all that the optimum can start with.
  SearchId first = kNoSearchId;
  /// Halving was tried, so that `first` is no worse than its choice.
  bool is_probed = false;
  bool is_exact() const { return lower == upper; }
};

// All of these take O(n) memory beside what the limits allow, and never recurse. Precondition:
// tree.has_bounded_totals().

Optimum optimum(const ReducedTree& tree, const OptimumLimits& limits);
/// Only the bounds; cheaper, since no ties have to be decided.
Optimum least_total(const ReducedTree& tree, const OptimumLimits& limits);
/// Every question that an optimal search can start with, in preorder. Nothing if a limit was hit.
std::optional<std::vector<SearchId>> optimal_first_questions(const ReducedTree& tree,
                                                             const OptimumLimits& limits);
/// The optimal search that asks, each time, the first in preorder of the optimal questions. Nothing if a
/// limit was hit.
std::optional<QuestionPlan> optimal_plan(const ReducedTree& tree, const OptimumLimits& limits);

}  // namespace culprit::strategy
