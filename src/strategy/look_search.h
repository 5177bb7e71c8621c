#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>

#include "src/strategy/looks.h"

namespace culprit::strategy {

/// Which looks are considered: the choice among them is greedy, and their number bounded whatever the tree.
struct LookChoice {
  EffortModel model = {};
  bool calls_only = false;  ///< single nodes, passes among them, as the papers' strategies ask
};

/// Finds the look that is expected to tell most for its effort. Considered are the frame or table of the root, the nodes that split the suspects
/// most evenly, each with and without its steps, the largest loops, and the loops directly below the root: some hundred looks,
/// each O(its parts · log n).
class LookSearch {
 public:
  LookSearch(const Suspects& suspects, const LookFacts& facts, const LookChoice& choice,
             std::span<const LookId> declined)
      : suspects_(suspects),
        facts_(facts),
        choice_(choice),
        declined_(declined),
        maker_(suspects, facts, choice.model) {}

  /// Of looks that are worth the same the simplest kind, and of that the first in preorder. One that was declined comes only when no other tells
  /// anything. Nothing if there is nothing to ask.
  std::optional<Look> run();

 private:
  void consider_root();
  void consider_splitters();
  void consider_loops();
  void consider_node(SearchId n);
  void consider_table(SearchId pass);
  void consider(Look look);
  SearchId first_row(SearchId pass) const;

  const Suspects& suspects_;
  const LookFacts& facts_;
  const LookChoice& choice_;
  std::span<const LookId> declined_;
  LookMaker maker_;
  std::set<SearchId> seen_;    ///< nodes that were considered
  std::set<SearchId> tables_;  ///< where tables that were considered start
  std::optional<Look> best_;
  std::optional<Look> best_declined_;
};

}  // namespace culprit::strategy
