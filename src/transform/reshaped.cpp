#include "src/transform/reshaped.h"

#include <algorithm>

#include "src/transform/copier.h"

namespace culprit::transform {

Made Reshaped::made_as(NodeId n) const {
  const auto* found = std::lower_bound(made.begin(), made.end(), n.value());
  return found != made.end() && *found == n.value()
             ? static_cast<Made>(kinds[static_cast<std::size_t>(found - made.begin())])
             : Made::kNo;
}

NodeId Reshaped::last_part(NodeId n) const {
  while (is_made(n)) {
    // The last child is the child of n that is above the last node of its subtree.
    NodeId last{tree.end(n).value() - 1};
    while (tree.parent(last) != n) last = tree.parent(last);
    n = last;
  }
  return n;
}

Column<std::uint32_t> Reshaped::hidden() const {
  Column<std::uint32_t> nodes;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (static_cast<Made>(kinds[i]) != Made::kCollapsed) continue;
    const NodeId end = tree.end(NodeId{made[i]});
    for (std::uint32_t part = made[i] + 1; part < end.value(); ++part)
      nodes.push_back(part);  // they are leaves
  }
  return nodes;
}

NodeId Reshaped::node_of(const tree::Tree& original, NodeId node) const {
  // The last of equal origins is the node itself: made nodes stand before their first part.
  const auto* after = std::upper_bound(origin.begin(), origin.end(), node.value());
  NodeId found{static_cast<std::uint32_t>(after - origin.begin()) - 1};
  while (is_made(found) || !original.contains(origin_of(found), node)) found = tree.parent(found);
  return found;
}

Reshaped visible(const Reshaped& from) {
  const Column<std::uint32_t> hidden = from.hidden();
  Reshaped result;
  Copier copier(from.tree);
  const std::uint32_t* next_hidden = hidden.begin();
  std::size_t next_made = 0;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    if (next_hidden != hidden.end() && *next_hidden == n) {
      ++next_hidden;
      continue;
    }
    const NodeId copy = copier.copy(NodeId{n});
    result.origin.push_back(from.origin[n]);
    if (next_made < from.made.size() && from.made[next_made] == n) {
      result.made.push_back(copy.value());
      result.kinds.push_back(from.kinds[next_made++]);
    }
  }
  result.tree = copier.finish();
  return result;
}

Reshaped unchanged(const tree::Tree& tree) {
  Reshaped result;
  Copier copier(tree);
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    copier.copy(NodeId{n});
    result.origin.push_back(n);
  }
  result.tree = copier.finish();
  return result;
}

}  // namespace culprit::transform
