#pragma once

#include <cstdint>

#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/transform/chain_size.h"
#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// A child of a node once the node's children are shrunk: one of them, or a chain of leaves of one function.
struct Item {
  /// What is known of whether it continues the item before it.
  enum class Joint : std::uint8_t { kUnknown, kCut, kContinued };
  SearchId first;
  SearchId last;
  Joint joint;
  bool is_chain() const { return first != last; }
};

/// The same as items of at most so many calls each: as few as will do, and none longer than another by more than one, so that
/// the last is not left with a few. Precondition: chain_size > 0.
template <class Each>
void for_each_piece(const Item& item, std::uint32_t chain_size, Each each) {
  if (!item.is_chain()) return each(item);
  const std::uint32_t calls = item.last.value() - item.first.value() + 1;  // leaves lie side by side
  const std::uint32_t pieces = (calls - 1) / chain_size + 1;
  std::uint32_t first = item.first.value();
  for (std::uint32_t i = 0; i < pieces; ++i) {
    const std::uint32_t size = calls / pieces + (i < calls % pieces ? 1 : 0);
    each(Item{SearchId{first}, SearchId{first + size - 1}, i == 0 ? item.joint : Item::Joint::kContinued});
    first += size;
  }
}

/// True if the context after a child is the context before the next one.
inline bool continues(const Reshaped& from, const Contexts& contexts, SearchId child, SearchId next) {
  return contexts.match(from.last_of(child), from.origin_of(next));
}

/// The children of a node in call order, as Algorithm 3 (Shrink EF) leaves them, but no chain has more than `chain_size` calls. O(children), a step each; asks for the contexts of two
/// neighbours at most once, and only if they are leaves of one function.
/// Precondition: the node is not collapsed.
template <class Each>
void for_each_item(const Reshaped& from, const Contexts& contexts, SearchId node, std::uint32_t chain_size,
                   Steps& steps, Each each) {
  const tree::SearchTree& tree = from.tree;
  const SearchId end = tree.end(node);
  if (tree.is_leaf(node)) return;
  Item item{SearchId{node.value() + 1}, SearchId{node.value() + 1}, Item::Joint::kCut};
  for (SearchId child = tree.end(item.last); child < end; child = tree.end(child)) {
    steps.next();
    const bool is_alike = tree.is_leaf(child) && tree.is_leaf(item.last) &&
                          tree.function_id(child) == tree.function_id(item.last);
    if (is_alike && continues(from, contexts, item.last, child)) {
      item.last = child;
    } else {
      for_each_piece(item, chain_size, each);
      item = {child, child, is_alike ? Item::Joint::kCut : Item::Joint::kUnknown};
    }
  }
  for_each_piece(item, chain_size, each);
}

}  // namespace culprit::transform
