#include "src/state/catalogue.h"

#include <algorithm>

namespace culprit::state {

Catalogue::Catalogue(const trace::Tables& tables) : tables_(tables) {
  families_.reserve(tables.types.size());
  for (const trace::Type& type : tables.types) families_.push_back(family_of(type));
  for (std::uint32_t i = 1; i < tables.types.size() && character_ == TypeId{}; ++i)
    if (tables.types[i].kind == CULPRIT_TYPE_CHAR && tables.types[i].size == 1) character_ = TypeId{i};
  for (std::uint32_t row = 0; row < tables.globals.size(); ++row) {
    const trace::Global& global = tables.globals[row];
    const bool is_vtable = (global.flags & CULPRIT_GLOBAL_VTABLE) != 0;
    const std::uint64_t size = is_vtable || global.size != 0 ? global.size : type(global.type).size;
    if (global.address == 0 || size > ~global.address) continue;
    (is_vtable ? vtables_ : globals_).push_back({global.address, global.address + size, global.type, row});
  }
  std::ranges::sort(vtables_, {}, &Span::begin);
  std::ranges::sort(globals_, {}, &Span::begin);
}

const Catalogue::Span* Catalogue::last_up_to(const std::vector<Span>& spans, Address address) {
  const auto after = std::ranges::upper_bound(spans, address, {}, &Span::begin);
  return after == spans.begin() ? nullptr : &*std::prev(after);
}

TypeId Catalogue::class_of_vtable(Address address) const {
  const Span* table = last_up_to(vtables_, address);
  // One past the end is inside too: a table without functions has its point there.
  return table == nullptr || table->end < address ? TypeId{} : table->type;
}

const trace::Global* Catalogue::global_at(Address address) const {
  const Span* global = last_up_to(globals_, address);
  return global == nullptr || global->end <= address ? nullptr : &tables_.globals[global->row];
}

Address Catalogue::end_of_global(Address address) const {
  const Span* global = last_up_to(globals_, address);
  return global == nullptr || global->end <= address ? 0 : global->end;
}

}  // namespace culprit::state
