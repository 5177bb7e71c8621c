#include "src/state/catalogue.h"

#include <algorithm>

namespace culprit::state {

Catalogue::Catalogue(const trace::Tables& tables) : tables_(tables) {
  families_.reserve(tables.types.size());
  for (const trace::Type& type : tables.types) families_.push_back(family_of(type));
  for (std::uint32_t i = 1; i < tables.types.size() && character_ == TypeId{}; ++i)
    if (tables.types[i].kind == CULPRIT_TYPE_CHAR && tables.types[i].size == 1) character_ = TypeId{i};
  for (const trace::Global& global : tables.globals) {
    if ((global.flags & CULPRIT_GLOBAL_VTABLE) == 0 || global.address == 0) continue;
    if (global.size > ~global.address) continue;
    vtables_.push_back({global.address, global.address + global.size, global.type});
  }
  std::sort(vtables_.begin(), vtables_.end(),
            [](const Table& a, const Table& b) { return a.begin < b.begin; });
}

TypeId Catalogue::class_of_vtable(Address address) const {
  const auto after = std::upper_bound(vtables_.begin(), vtables_.end(), address,
                                      [](Address a, const Table& table) { return a < table.begin; });
  // One past the end is inside too: a table without functions has its point there.
  if (after == vtables_.begin() || std::prev(after)->end < address) return {};
  return std::prev(after)->type;
}

}  // namespace culprit::state
