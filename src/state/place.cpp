#include "src/state/place.h"

#include <algorithm>

#include "src/state/scalar.h"

namespace culprit::state {
namespace {

int badness(ByteState state) {
  switch (state) {
    case ByteState::kKnown:
      return 0;
    case ByteState::kNever:
      return 1;
    case ByteState::kUninitialised:
      return 2;
    case ByteState::kFreed:
      return 3;
  }
  return 0;
}

/// How many elements of this type lie from `target` on in the array of a global that holds it; 1 if none does.
std::uint64_t elements_of_global(const Catalogue& catalogue, TypeId element, Address target) {
  const trace::Global* global = catalogue.global_at(target);
  if (global == nullptr) return 1;
  const trace::Tables& tables = catalogue.tables();
  Place place{.type = global->type, .address = global->address};
  for (int depth = 0; depth < 64; ++depth) {
    const trace::Type& type = tables.type(place.type);
    if (type.kind == CULPRIT_TYPE_ARRAY) {
      const std::uint64_t size = tables.type(type.element).size;
      if (size == 0) return 1;
      const std::uint64_t index = (target - place.address) / size;
      if (index >= type.count) return 1;
      if (type.element == element) return (target - place.address) % size == 0 ? type.count - index : 1;
      place = element_at(tables, place, type.element, index);
      continue;
    }
    if (type.kind != CULPRIT_TYPE_STRUCT) return 1;
    std::optional<Place> inside;
    for (const Field& field : fields_of(catalogue, place.type)) {
      const auto part = field.is_virtual ? std::nullopt : field_at(tables, place, field);
      if (part && part->address <= target && target < part->address + size_of(tables, *part)) inside = part;
    }
    if (!inside) return 1;
    place = *inside;
  }
  return 1;
}

/// How many elements lie from `target` on in its allocation, if that looks like an array of them.
std::uint64_t elements_at(const trace::Type& element, Address target, const Cover& cover,
                          const Timeline& timeline, Rank rank) {
  if (element.size == 0 || target < cover.start || target >= cover.end) return 1;
  if (cover.kind == CULPRIT_MEMORY_MAPPED) return 1;
  if (cover.kind == CULPRIT_MEMORY_STACK) {
    // An array's own record, not the one of a thread's whole stack, which holds the frame as well.
    const std::size_t stack = timeline.stack_of(target);
    const NodeId owner =
        stack == Timeline::kNoStack ? kNoNode : timeline.owner(timeline.instant(stack, rank), target);
    if (owner == kNoNode || timeline.frame(owner) < cover.end) return 1;
  }
  // A pointer into the middle of objects is usually one to that object; a block that is no multiple is a
  // header with a tail.
  const std::uint64_t size = cover.end - cover.start;
  if (is_aggregate(element) && (target != cover.start || size % element.size != 0)) return 1;
  return std::max<std::uint64_t>(1, (cover.end - target) / element.size);
}

/// How many of the objects from the first on were made: behind them is room for more, as in a vector. At least 1. O(log count).
std::uint64_t made_elements(Snapshot& snapshot, const Target& target, std::uint64_t size) {
  std::uint64_t low = 1, high = target.count;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    Cell cell;
    snapshot.read(target.first.address + middle * size, {&cell, 1});
    if (cell.state == ByteState::kKnown) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Whether the second element has a field of which some bytes were written and others not: then it is no object of that type, but
/// something else that lies behind the first.
bool is_torn(const Catalogue& catalogue, Snapshot& snapshot, const Target& target) {
  const trace::Tables& tables = catalogue.tables();
  const Place second = element_at(tables, target.first, target.first.type, 1);
  for (const Field& field : fields_of(catalogue, target.first.type)) {
    const auto place = field.is_virtual ? std::nullopt : field_at(tables, second, field);
    const std::uint64_t size = place ? size_of(tables, *place) : 0;
    if (size == 0 || size > 16 || is_aggregate(tables.type(field.type))) continue;
    std::array<Cell, 16> cells;
    const auto bytes = std::span(cells).first(size);
    snapshot.read(place->address, bytes);
    const auto known = std::ranges::count(bytes, ByteState::kKnown, &Cell::state);
    if (known != 0 && static_cast<std::uint64_t>(known) != size) return true;
  }
  return false;
}

/// How many objects a block holds from its first one on. A block that is as large as several may hold a larger object that begins
/// with one of this type.
std::uint64_t objects_in_block(const Catalogue& catalogue, Snapshot& snapshot, const Target& target,
                               std::uint64_t size) {
  const std::uint64_t element = catalogue.type(target.first.type).size;
  if (catalogue.begins_object_of(target.first.type, size) || is_torn(catalogue, snapshot, target)) return 1;
  return made_elements(snapshot, target, element);
}

std::optional<std::uint64_t> word_at(Snapshot& snapshot, Address address) {
  const Loaded loaded = load(snapshot, Place{.type = {}, .address = address}, 8);
  if (loaded.state != ByteState::kKnown) return std::nullopt;
  return static_cast<std::uint64_t>(load_bits(std::span(loaded.bytes).first(8)));
}

/// How many pointers from `target` on lie before the null one that ends them, in memory that was there before the program ran: the
/// arguments of main and the environment, which nobody allocated. 1 if it is no such list.
std::uint64_t elements_of_list(Snapshot& snapshot, Address target, const Cell& first) {
  constexpr std::uint64_t kMost = 1 << 16;
  if (first.state != ByteState::kKnown || !snapshot.memory().writer(first.written).is_initial) return 1;
  for (std::uint64_t count = 0; count < kMost; ++count) {
    const auto word = word_at(snapshot, target + 8 * count);
    if (!word) return 1;
    if (*word == 0) return std::max<std::uint64_t>(count, 1);
  }
  return 1;
}

}  // namespace

Loaded load(Snapshot& snapshot, const Place& place, std::size_t size) {
  Loaded loaded;
  if (place.is_inline) {
    std::copy_n(place.bytes.begin(), std::min(size, place.bytes.size()), loaded.bytes.begin());
    if (place.bytes.size() < size) loaded.state = ByteState::kNever;
    return loaded;
  }
  std::array<Cell, 24> cells;
  snapshot.read(place.address, std::span(cells).first(size));
  for (std::size_t i = 0; i < size; ++i) {
    loaded.bytes[i] = cells[i].value;
    if (badness(cells[i].state) > badness(loaded.state)) loaded.state = cells[i].state;
    if (cells[i].written != kNoRank && (loaded.written == kNoRank || cells[i].written > loaded.written))
      loaded.written = cells[i].written;
  }
  return loaded;
}

std::uint64_t size_of(const trace::Tables& tables, const Place& place) {
  return place.bits != 0 ? (std::uint64_t{place.bit} + place.bits + 7) / 8 : tables.type(place.type).size;
}

std::optional<Place> field_at(const trace::Tables& tables, const Place& object, const Field& field) {
  Place place{.type = field.type, .is_inline = object.is_inline, .bits = field.bits};
  if (field.offset < 0 || field.bits > 128) return std::nullopt;
  const auto offset = static_cast<std::uint64_t>(field.offset) / 8;
  place.bit = static_cast<std::uint32_t>(field.offset % 8);
  const std::uint64_t size = tables.type(object.type).size;
  const std::uint64_t needed = size_of(tables, place);
  if (offset > size || needed > size - offset) return std::nullopt;
  place.address = object.address + offset;
  place.bytes = object.bytes.subspan(std::min<std::size_t>(offset, object.bytes.size()));
  if (place.bytes.size() > needed) place.bytes = place.bytes.first(needed);
  return place;
}

Place element_at(const trace::Tables& tables, const Place& array, TypeId element, std::uint64_t index) {
  const std::uint64_t size = tables.type(element).size;
  const std::uint64_t offset = index * size;
  Place place{.type = element, .address = array.address + offset, .is_inline = array.is_inline};
  place.bytes = array.bytes.subspan(std::min<std::size_t>(offset, array.bytes.size()));
  if (place.bytes.size() > size) place.bytes = place.bytes.first(size);
  return place;
}

std::optional<Place> field_in(const Catalogue& catalogue, Snapshot& snapshot, const Place& object,
                              const Field& field) {
  if (!field.is_virtual) return field_at(catalogue.tables(), object, field);
  if (object.is_inline || field.offset < 0) return std::nullopt;
  const Address owner = object.address + static_cast<std::uint64_t>(field.offset) / 8;
  const auto table = word_at(snapshot, owner);
  const auto distance =
      table ? word_at(snapshot, *table - static_cast<std::uint64_t>(field.slot)) : std::nullopt;
  if (!distance) return std::nullopt;
  return Place{.type = field.type, .address = owner + *distance};
}

Place whole_object(const Catalogue& catalogue, Snapshot& snapshot, const Place& object) {
  const trace::Type& type = catalogue.type(object.type);
  if (object.is_inline || (type.flags & CULPRIT_TYPE_POLYMORPHIC) == 0) return object;
  const auto table = word_at(snapshot, object.address);
  const TypeId found = table ? catalogue.class_of_vtable(*table) : TypeId{};
  const trace::Type& whole = catalogue.type(found);
  if (whole.kind != CULPRIT_TYPE_STRUCT || (whole.flags & CULPRIT_TYPE_INCOMPLETE) != 0) return object;
  // Two words before the point lies how far the object begins before this part of it.
  const std::uint64_t to_top = word_at(snapshot, *table - 16).value_or(0);
  constexpr std::uint64_t kFar = std::uint64_t{1} << 32;
  if (to_top + kFar > 2 * kFar) return object;
  return Place{.type = found, .address = object.address + to_top};
}

Target follow(const Catalogue& catalogue, Snapshot& snapshot, const Place& holder, Address target,
              Rank since) {
  const trace::Tables& tables = catalogue.tables();
  Target result;
  if (target == 0) return result;
  const TypeId element_id = tables.type(holder.type).element;
  const trace::Type& element = tables.type(element_id);
  result.first = Place{.type = element_id, .address = target};
  const bool is_code = element.kind == CULPRIT_TYPE_FUNCTION;
  result.kind = Target::Kind::kBare;
  if (is_code) return result;
  Cell cell;
  snapshot.read(target, {&cell, 1});
  const Memory& memory = snapshot.memory();
  const auto cover = memory.allocation(target, snapshot.rank());
  const bool nowhere = cell.state == ByteState::kNever && !cover;
  if (nowhere) {
    // One past the end of a live block is where loops stop, not a wild pointer.
    const auto before = memory.allocation(target - 1, snapshot.rank());
    const bool is_edge = before && before->end == target && !(before->ended < snapshot.rank());
    result.kind = is_edge ? Target::Kind::kBare : Target::Kind::kWild;
    return result;
  }
  if (cell.state == ByteState::kFreed) {
    result.kind = Target::Kind::kGone;
    return result;
  }
  if (element.kind == CULPRIT_TYPE_VOID || (element.kind == CULPRIT_TYPE_OPAQUE && element.size == 0))
    return result;
  result.kind = Target::Kind::kObject;
  const bool is_single = holder.is_single || tables.type(holder.type).kind == CULPRIT_TYPE_REFERENCE;
  if (!is_single && (!cover || cover->kind == CULPRIT_MEMORY_STATIC))
    result.count = elements_of_global(catalogue, element_id, target);
  if (cover) {
    if (!is_single && cover->kind != CULPRIT_MEMORY_STATIC)
      result.count = elements_at(element, target, *cover, memory.timeline(), snapshot.rank());
    result.is_new = cover->begin >= since;
    if (result.count > 1 && is_aggregate(element))
      result.count = objects_in_block(catalogue, snapshot, result, cover->end - cover->start);
  }
  const bool is_unowned =
      !cover ? catalogue.global_at(target) == nullptr : cover->kind == CULPRIT_MEMORY_STACK;
  if (!is_single && result.count == 1 && element.kind == CULPRIT_TYPE_POINTER && is_unowned)
    result.count = elements_of_list(snapshot, target, cell);
  const Place whole = whole_object(catalogue, snapshot, result.first);
  if (whole.type != result.first.type) {
    result.first = whole;
    result.is_derived = true;
    result.count = 1;
  }
  return result;
}

}  // namespace culprit::state
