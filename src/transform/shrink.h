#pragma once

#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// A child of a node once the node's children are shrunk: one of them, or a chain of leaves of one function.
struct Item {
  SearchId first;
  SearchId last;
  bool is_cut;  ///< known not to continue the item before it
  bool is_chain() const { return first != last; }
};

/// True if the context after a child is the context before the next one.
inline bool continues(const Reshaped& from, const Contexts& contexts, SearchId child, SearchId next) {
  return contexts.match(from.last_of(child), from.origin_of(next));
}

/// The children of a node in call order, as Algorithm 3 (Shrink EF) leaves them. O(children), a step each; asks for the contexts of two
/// neighbours at most once, and only if they are leaves of one function.
/// Precondition: the node is not collapsed.
template <class Each>
void for_each_item(const Reshaped& from, const Contexts& contexts, SearchId node, Steps& steps, Each each) {
  const tree::SearchTree& tree = from.tree;
  const SearchId end = tree.end(node);
  if (tree.is_leaf(node)) return;
  Item item{SearchId{node.value() + 1}, SearchId{node.value() + 1}, true};
  for (SearchId child = tree.end(item.last); child < end; child = tree.end(child)) {
    steps.next();
    const bool is_alike = tree.is_leaf(child) && tree.is_leaf(item.last) &&
                          tree.function_id(child) == tree.function_id(item.last);
    if (is_alike && continues(from, contexts, item.last, child)) {
      item.last = child;
    } else {
      each(item);
      item = {child, child, is_alike};
    }
  }
  each(item);
}

}  // namespace culprit::transform
