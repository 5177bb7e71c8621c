#include "src/state/catalogue.h"

#include <algorithm>

#include "src/state/library/family.h"

namespace culprit::state {
namespace {

/// The struct that another one begins with; nullptr if it begins with something else.
const trace::Member* first_part(const trace::Tables& tables, const trace::Type& type) {
  for (const trace::Member& member : type.members) {
    const bool is_part =
        !member.is_argument() && !member.is_virtual() && member.offset == 0 && member.bits == 0;
    if (is_part && tables.type(member.type).kind == CULPRIT_TYPE_STRUCT) return &member;
  }
  return nullptr;
}

}  // namespace

Catalogue::Catalogue(const trace::Tables& tables)
    : tables_(tables),
      opaque_(&family_with(Role::kOpaque)),
      word_(&family_with(Role::kWord)),
      arguments_(&family_with(Role::kArguments)) {
  families_.reserve(tables.types.size());
  for (const trace::Type& type : tables.types) families_.push_back(family_of(type));
  // What a recorder says of a class goes before what its name tells.
  for (const auto& [type, container] : tables.containers)
    if (tables.type(type).kind == CULPRIT_TYPE_STRUCT)
      families_[type.value()] = &family_with(Role::kDescribed);
  for (std::uint32_t i = 1; i < tables.types.size() && character_ == TypeId{}; ++i)
    if (tables.types[i].kind == CULPRIT_TYPE_CHAR && tables.types[i].size == 1) character_ = TypeId{i};
  for (std::uint32_t row = 0; row < tables.globals.size(); ++row) {
    const trace::Global& global = tables.globals[row];
    if ((global.flags & CULPRIT_GLOBAL_FUNCTION) != 0) {
      functions_.emplace(global.address, row);
      continue;
    }
    const bool is_vtable = (global.flags & CULPRIT_GLOBAL_VTABLE) != 0;
    const std::uint64_t size = is_vtable || global.size != 0 ? global.size : type(global.type).size;
    if (global.address == 0 || size > ~global.address) continue;
    (is_vtable ? vtables_ : globals_).push_back({global.address, global.address + size, global.type, row});
  }
  for (const trace::Type& type : tables.types)
    if (type.kind == CULPRIT_TYPE_STRUCT && (type.flags & CULPRIT_TYPE_SYSTEM) == 0) add_larger(type);
  std::ranges::sort(vtables_, {}, &Span::begin);
  std::ranges::sort(globals_, {}, &Span::begin);
}

const culprit_container* Catalogue::container(TypeId id) const {
  const auto found = tables_.containers.find(id);
  return found == tables_.containers.end() ? nullptr : &found->second;
}

void Catalogue::add_larger(const trace::Type& whole) {
  constexpr int kMostNested = 32;
  const trace::Type* last = whole.members.empty() ? nullptr : &type(whole.members.back().type);
  const bool is_open = last != nullptr && last->kind == CULPRIT_TYPE_ARRAY && last->count == 0;
  const trace::Type* part = &whole;
  for (int depth = 0; depth < kMostNested; ++depth) {
    const trace::Member* first = first_part(tables_, *part);
    if (first == nullptr) return;
    part = &type(first->type);
    if (part->size < whole.size) larger_[first->type].push_back({whole.size, is_open});
  }
}

bool Catalogue::begins_object_of(TypeId type, std::uint64_t size) const {
  const auto found = larger_.find(type);
  return found != larger_.end() && std::ranges::any_of(found->second, [&](const Larger& larger) {
           return larger.size == size || (larger.is_open && larger.size < size);
         });
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

const trace::Global* Catalogue::function_at(Address address) const {
  const auto found = functions_.find(address);
  return found == functions_.end() ? nullptr : &tables_.globals[found->second];
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
