#include <utility>

#include "src/base/column.h"
#include "src/transform/drop.h"
#include "src/transform/transformations.h"

namespace culprit::transform {
namespace {

enum class Children : std::uint8_t { kNone, kOneRecursive, kOther };

}  // namespace

/// D. Insa, J. Silva and C. Tomas, "Mejora del Rendimiento de la Depuracion Declarativa mediante Expansion y Compresion de
/// Bucles", section 4.1. Nodes are seen bottom-up, so that the rule holds in the result: no recursive call is left that has no
/// child, or a recursive one alone. O(n) time and a byte a node.
Reshaped compress_chains(Reshaped from, const Wishes& wishes, const Progress& progress) {
  Steps steps(progress, "compressing the tree", std::uint64_t{2} * from.tree.size());
  const Droppable droppable(from, wishes);
  RowBits dropped(from.tree.size());
  Column<Children> children(from.tree.size());
  for (std::uint32_t n = from.tree.size() - 1; n > 0; --n) {
    steps.next();
    const SearchId node{n};
    const bool is_recursive = droppable.has_recursive(node);
    const bool is_dropped = is_recursive && children[n] != Children::kOther;
    if (is_dropped) dropped.add(node);
    if (is_dropped && children[n] == Children::kNone) continue;
    // The node, or the only child that takes its place and is a call of the same function.
    Children& above = children[from.tree.parent(node).value()];
    above = is_recursive && above == Children::kNone ? Children::kOneRecursive : Children::kOther;
  }
  return drop(std::move(from), dropped, steps);
}

}  // namespace culprit::transform
