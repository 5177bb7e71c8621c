#pragma once

#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/transform/reshaped.h"
#include "src/transform/row_bits.h"
#include "src/transform/wishes.h"

namespace culprit::transform {

/// Says which rows may be dropped. Made ones may not, nor their parts: a chain is the list of its parts, whatever they are. Nor
/// may what a user has named.
class Droppable {
 public:
  /// O(n / 64 + kept log n).
  Droppable(const Reshaped& from, const Wishes& wishes);
  /// O(1). False for the root.
  bool has(SearchId n) const {
    return n.value() != 0 && !fixed_.has(n) && !made_.has(n) && !made_.has(from_.tree.parent(n));
  }
  /// A call of the function that called it, which may be dropped. O(1).
  bool has_recursive(SearchId n) const {
    return has(n) && from_.tree.function_id(n) == from_.tree.function_id(from_.tree.parent(n));
  }

 private:
  const Reshaped& from_;
  RowBits fixed_;
  RowBits made_;
};

/// The tree without the rows that are dropped: their children take their place. Origins and what is made stay what they
/// are. If none is, the tree itself. O(n), as many steps as there are rows; beside the result it takes 8 bytes for each level of
/// the deepest node, and gives back the tree's memory as it goes. Precondition: all of them are droppable.
Reshaped drop(Reshaped from, const RowBits& dropped, Steps& steps);

}  // namespace culprit::transform
