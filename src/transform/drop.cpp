#include "src/transform/drop.h"

#include <utility>

#include "src/transform/copier.h"

namespace culprit::transform {

Droppable::Droppable(const Reshaped& from, const Wishes& wishes)
    : from_(from), fixed_(from.tree.size()), made_(from.tree.size()) {
  for (const std::uint32_t row : from.made) made_.add(SearchId{row});
  for (const NodeId node : wishes.kept)
    if (const SearchId row = from.find(node); row != kNoSearchId) fixed_.add(row);
}

Reshaped drop(Reshaped from, const RowBits& dropped, Steps& steps) {
  if (dropped.empty()) return from;
  const std::uint32_t rows = from.tree.size();
  Copier copier(std::move(from));
  for (std::uint32_t n = 0; n < rows; ++n) {
    if (!dropped.has(SearchId{n})) copier.copy(SearchId{n});
    steps.next();
  }
  return copier.finish();
}

}  // namespace culprit::transform
