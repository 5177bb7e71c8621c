#pragma once

#include <cstdint>

#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/strategy/max_tree.h"
#include "src/strategy/shape.h"

namespace culprit::strategy {

/// What strategies see of the marks: the node the search is in, and which nodes are still suspects. Weights
/// are sums of the individual weights of suspects; for the usual weight 1 they count them.
class Suspects {
 public:
  virtual ~Suspects() = default;
  /// The shape that selection walks: the tree's own, or one that leaves out nodes known to be without fault.
  virtual const Shape& shape() const = 0;
  /// The lowest node known wrong, or the tree's root. All questions are about its subtree.
  virtual SearchId root() const = 0;
  /// False if the root has not been judged: then it can be asked, too.
  virtual bool root_is_wrong() const = 0;
  /// Weight of the suspects in the preorder range [first, last).
  virtual std::uint64_t weight_between(SearchId first, SearchId last) const = 0;
  /// True if the node can be asked: a suspect below (or at) the root that is not skipped, and not the wrong
  /// root; or a weightless node for which the same holds, while there are suspects below it.
  virtual bool askable(SearchId n) const = 0;
  /// The first node >= n that is not cleared together with its whole subtree (n itself, if it is not). Skips
  /// whole runs of cleared siblings at once.
  virtual SearchId next_present(SearchId n) const = 0;
  /// The suspect at which the running weight, from the root on in preorder, first exceeds `weight`.
  /// Precondition: weight < the root's total.
  virtual SearchId at_weight(std::uint64_t weight) const = 0;

  /// The first slot of shape() in [slot, end) whose child is not cleared, or `end`. The slots must be one
  /// node's.
  virtual std::uint32_t next_present_slot(std::uint32_t slot, std::uint32_t end) const = 0;
  /// Upper bounds of what light children along paths weigh now.
  virtual const MaxTree& light_maxima(Side side) const { return shape().light_maxima(side); }
  /// Told by a search that found a bound of light_maxima too high. Changes no answer, only the cost of later
  /// ones.
  virtual void tighten(Side, [[maybe_unused]] std::uint32_t position,
                       [[maybe_unused]] std::uint64_t bound) const {}

  /// What is known of a node, for strategies to which it matters that a call outside the search was right, or that an input was
  /// inadmissible. Unless more is told: the root and what is above it are wrong, what is cleared is right, and so is what is weightless
  /// and holds no suspect.
  virtual Mark judged(SearchId n) const {
    if (n == root()) return root_is_wrong() ? Mark::kWrong : Mark::kUndefined;
    if (shape().tree().contains(n, root())) return Mark::kWrong;
    const bool is_right = next_present(n) != n || (shape().is_weightless(n) && weight(n) == 0);
    return is_right ? Mark::kRight : Mark::kUndefined;
  }

  std::uint64_t weight(SearchId n) const { return weight_between(n, shape().tree().end(n)); }
  std::uint64_t own_weight(SearchId n) const { return weight_between(n, SearchId{n.value() + 1}); }
  /// All there is to search: the weight of the root's subtree, a wrong root included.
  std::uint64_t total() const { return weight(root()); }
};

}  // namespace culprit::strategy
