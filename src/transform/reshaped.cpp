#include "src/transform/reshaped.h"

#include <algorithm>

#include "src/transform/copier.h"

namespace culprit::transform {

Made Reshaped::made_as(SearchId n) const {
  const auto* found = std::lower_bound(made.begin(), made.end(), n.value());
  return found != made.end() && *found == n.value()
             ? static_cast<Made>(kinds[static_cast<std::size_t>(found - made.begin())])
             : Made::kNo;
}

SearchId Reshaped::last_part(SearchId n) const {
  while (is_made(n)) {
    // The last child is the child of n that is above the last row of its subtree.
    SearchId last{tree.end(n).value() - 1};
    while (tree.parent(last) != n) last = tree.parent(last);
    n = last;
  }
  return n;
}

Column<std::uint32_t> Reshaped::hidden() const {
  Column<std::uint32_t> rows;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (static_cast<Made>(kinds[i]) != Made::kCollapsed) continue;
    const SearchId end = tree.end(SearchId{made[i]});
    for (std::uint32_t part = made[i] + 1; part < end.value(); ++part)
      rows.push_back(part);  // they are leaves
  }
  return rows;
}

std::vector<SearchId> Reshaped::projected() const {
  std::vector<SearchId> rows;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (static_cast<Made>(kinds[i]) == Made::kProjected) rows.emplace_back(made[i]);
  return rows;
}

std::uint32_t Reshaped::first_from(NodeId node) const {
  std::uint32_t low = 0;
  for (std::uint32_t high = tree.size(); low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (tree.origin(SearchId{middle}) < node) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

SearchId Reshaped::find(NodeId node) const {
  // Of equal origins the last is the node itself: made rows stand before their first part.
  const std::uint32_t behind = first_from(NodeId{node.value() + 1});
  const SearchId last{behind - 1};
  return behind > 0 && origin_of(last) == node && !is_made(last) ? last : kNoSearchId;
}

SearchId Reshaped::find(NodeId first, NodeId last) const {
  if (first == last) return find(first);
  for (SearchId n{first_from(first)}; n.value() < tree.size() && origin_of(n) == first;
       n = SearchId{n.value() + 1})
    if (is_made(n) && last_of(n) == last) return n;
  return kNoSearchId;
}

SearchId Reshaped::nearest(const tree::Tree& subject, NodeId node) const {
  SearchId found{first_from(NodeId{node.value() + 1}) - 1};
  while (is_made(found) || !subject.contains(origin_of(found), node)) found = tree.parent(found);
  return found;
}

std::pair<SearchId, SearchId> Reshaped::rows(NodeId first, NodeId last) const {
  return {SearchId{first_from(first)}, SearchId{first_from(last)}};
}

Reshaped visible(const Reshaped& from) {
  const Column<std::uint32_t> hidden = from.hidden();
  if (hidden.empty()) return from;
  Copier copier(from);
  const std::uint32_t* next_hidden = hidden.begin();
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    if (next_hidden != hidden.end() && *next_hidden == n) {
      ++next_hidden;
    } else {
      copier.copy(SearchId{n});
    }
  }
  return copier.finish();
}

Reshaped unchanged(const tree::Tree& tree) {
  Reshaped result;
  result.tree = tree::SearchTree(tree);
  return result;
}

}  // namespace culprit::transform
