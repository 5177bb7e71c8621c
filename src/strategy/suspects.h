#pragma once

#include <cstdint>

#include "src/base/ids.h"

namespace culprit::strategy {

/// What strategies see of the marks: the node the search is in, and which nodes are still suspects. Weights are sums of
/// the individual weights of suspects; for the usual weight 1 they count them.
class Suspects {
 public:
  virtual ~Suspects() = default;
  /// The lowest node known wrong, or the tree's root. All questions are about its subtree.
  virtual NodeId root() const = 0;
  /// False if the root has not been judged: then it can be asked, too.
  virtual bool root_is_wrong() const = 0;
  /// Weight of the suspects in the preorder range [first, last).
  virtual std::uint64_t weight_between(NodeId first, NodeId last) const = 0;
  /// True if the node can be asked: a suspect that is not skipped, and not the wrong root.
  virtual bool askable(NodeId n) const = 0;
  /// The first node >= n that is not cleared together with its whole subtree (n itself, if it is not). Skips whole runs
  /// of cleared siblings at once.
  virtual NodeId next_present(NodeId n) const = 0;
  /// The suspect at which the running weight, from the root on in preorder, first exceeds `weight`.
  /// Precondition: weight < the root's total.
  virtual NodeId at_weight(std::uint64_t weight) const = 0;
};

}  // namespace culprit::strategy
