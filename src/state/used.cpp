#include "src/state/used.h"

#include <algorithm>

#include "src/state/decode.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

/// That are read for naming, a few microseconds each; and for what only pointers lead to that were not used.
constexpr std::uint64_t kMostGranules = 6 << 10;

Address address_in(const Loaded& loaded) {
  return static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
}

}  // namespace

Value cut_of(std::string text, std::uint64_t count) {
  Value cut = cut_value(count);
  cut.text = std::move(text);
  return cut;
}

Value alone(Value value) {
  if (value.kind == ValueKind::kPointer || value.kind == ValueKind::kIterator) value.children.clear();
  for (Value& child : value.children) child = alone(std::move(child));
  return value;
}

UsedWalk::UsedWalk(const Catalogue& catalogue, Snapshot& before, const Snapshot& after, const Limits& limits,
                   std::span<const WrittenRow> rows)
    : catalogue_(catalogue),
      tables_(catalogue.tables()),
      before_(before),
      after_(after),
      layouts_(catalogue),
      limits_(limits),
      rows_(rows),
      left_(rows.begin(), rows.end()),
      unnamed_(rows.size()),
      granules_before_(granules_read()) {}

void UsedWalk::leave_out(const std::vector<WrittenRow>& rows) {
  auto left = left_.begin();
  for (const WrittenRow& row : rows) {
    left = std::lower_bound(
        left, left_.end(), row.granule,
        [](const WrittenRow& other, std::uint64_t granule) { return other.granule < granule; });
    if (left == left_.end()) return;
    if (left->granule == row.granule && left->mask != 0) clear(*left, row.mask);
  }
}

void UsedWalk::run() {
  walk();
  if (covers_everything()) return;
  follows_all_ = true;
  walk();
  follows_all_ = false;
}

void UsedWalk::run_from(const Root& root) {
  roots_.push_back(root);
  push({root.place, paths_.root(root.name), static_cast<std::uint32_t>(roots_.size() - 1)});
  visited_.clear();
  for (; !queue_.empty() && !is_spent(); queue_.pop_front()) visit(Item(queue_.front()));
  queue_.clear();
}

void UsedWalk::walk() {
  visited_.clear();
  for (std::size_t i = 0; i < roots_.size(); ++i)
    push({roots_[i].place, paths_.root(roots_[i].name), static_cast<std::uint32_t>(i)});
  for (; !queue_.empty() && !is_spent(); queue_.pop_front()) {
    if (follows_all_ && covers_everything()) break;
    visit(Item(queue_.front()));
  }
  queue_.clear();
}

bool UsedWalk::is_spent() const {
  return granules_read() - granules_before_ > kMostGranules;
}

std::vector<WrittenRow> UsedWalk::left() const {
  std::vector<WrittenRow> rows;
  for (const WrittenRow& row : left_)
    if (row.mask != 0) rows.push_back(row);
  return rows;
}

bool UsedWalk::is_used(Address address, std::uint64_t size) const {
  const Address end = address + std::min(size, ~address);
  for (auto row = std::ranges::lower_bound(rows_, address / kGranuleBytes, {}, &WrittenRow::granule);
       row != rows_.end() && row->granule * kGranuleBytes < end; ++row)
    if ((row->mask & granule_bits(row->granule, address, end)) != 0) return true;
  return false;
}

void UsedWalk::cover(Address address, std::uint64_t size) {
  const Address end = address + std::min(size, ~address);
  for (auto row = std::ranges::lower_bound(left_, address / kGranuleBytes, {}, &WrittenRow::granule);
       row != left_.end() && row->granule * kGranuleBytes < end; ++row)
    clear(*row, granule_bits(row->granule, address, end));
}

/// With its padding, but without bases that have no name: what was used of these counts as what has none.
void UsedWalk::cover_object(const Place& object) {
  const std::uint64_t size = size_of(tables_, object);
  const bool is_own = tables_.type(object.type).kind == CULPRIT_TYPE_STRUCT &&
                      !catalogue_.is_library(object.type) && !catalogue_.is_opaque(object.type);
  std::uint64_t covered = 0;
  if (is_own) {
    for (const ByteSpan& part : layouts_.left_out(object.type)) {
      if (part.offset > covered && part.offset < size) cover(object.address + covered, part.offset - covered);
      covered = std::max(covered, part.offset + std::min(part.size, size));
    }
  }
  if (covered < size) cover(object.address + covered, size - covered);
}

/// The whole allocation, if it is one of the heap.
void UsedWalk::cover_block(Address byte) {
  const auto block = before_.memory().allocation(byte, before_.rank());
  if (block && block->kind == CULPRIT_MEMORY_HEAP) cover(block->start, block->end - block->start);
}

/// The blocks that the words of a container lead to: its elements, buckets and links.
void UsedWalk::cover_owned(const Place& object) {
  if (object.is_inline) return;
  const std::uint64_t size = std::min<std::uint64_t>(size_of(tables_, object), 256);
  for (std::uint64_t at = 0; at + 8 <= size; at += 8) {
    const Loaded word = load(before_, Place{.type = {}, .address = object.address + at}, 8);
    if (word.state != ByteState::kKnown) continue;
    const auto block = before_.memory().allocation(address_in(word), before_.rank());
    if (block && block->start == address_in(word)) cover_block(block->start);
  }
}

bool UsedWalk::is_new(const Item& item) {
  return item.place.is_inline || taken_.emplace(item.place.address, item.place.type).second;
}

void UsedWalk::push(const Item& item) {
  if (paths_.is_long(item.path)) {
    is_cut_ = true;
    return;
  }
  queue_.push_back(item);
}

void UsedWalk::take(const Item& item, Value value, bool is_link) {
  take(item, paths_.text(item.path), std::move(value), is_link);
}

void UsedWalk::take(const Item& item, std::string path, Value value, bool is_link) {
  if (parts_.size() >= std::size_t{limits_.width} * 8) {
    is_cut_ = true;
    return;
  }
  value.name = path;
  parts_.push_back({std::move(path), std::move(value), roots_[item.root].name, is_link});
}

Value UsedWalk::value_of(const Place& place, std::string name) {
  Decoder decoder(catalogue_, before_, limits_);
  decoder.stay();
  return decoder.decode(place, std::move(name));
}

/// One value, without parts of its own and leading nowhere.
bool UsedWalk::is_plain(TypeId type) const {
  const trace::Type& row = tables_.type(type);
  return !is_aggregate(row) && !is_address(row);
}

void UsedWalk::visit(const Item& item) {
  const trace::Type& type = tables_.type(item.place.type);
  const bool is_here = is_used(item.place);
  if (!is_here && !follows_all_) {
    // Of a container that was taken apart earlier only the elements may be used.
    if (type.kind != CULPRIT_TYPE_STRUCT || !catalogue_.is_library(item.place.type)) return;
  }
  if (!item.place.is_inline) {
    if (!visited_.emplace(item.place.address, item.place.type).second) return;
    cover_object(item.place);
  }
  if (catalogue_.is_opaque(item.place.type)) {
    if (is_here && !item.place.is_inline && is_new(item)) take(item, value_of(item.place, {}));
    return;
  }
  switch (type.kind) {
    case CULPRIT_TYPE_STRUCT:
      if (!catalogue_.is_library(item.place.type)) return visit_fields(item);
      return visit_library(item);
    case CULPRIT_TYPE_UNION:
      return visit_union(item);
    case CULPRIT_TYPE_ARRAY:
      if (tables_.type(type.element).kind == CULPRIT_TYPE_CHAR) return visit_characters(item, type.count);
      return visit_elements(item, type.element, type.count);
    case CULPRIT_TYPE_POINTER:
    case CULPRIT_TYPE_REFERENCE:
      return visit_address(item);
    case CULPRIT_TYPE_VOID:
    case CULPRIT_TYPE_FUNCTION:
      return;
    default:
      if (is_here && !item.place.is_inline && is_new(item)) take(item, value_of(item.place, {}));
  }
}

/// Plain fields that were used stand together, as the object without the others; what has parts of its own has a path of its own.
void UsedWalk::visit_fields(const Item& item) {
  Value object;
  object.kind = ValueKind::kStruct;
  object.address = item.place.is_inline ? 0 : item.place.address;
  std::size_t fields = 0;
  std::string only;
  for (const Field& field : layouts_.fields(item.place.type)) {
    ++fields;
    const auto place = field_in(catalogue_, before_, item.place, field);
    if (!place || (!follows_all_ && !is_used(*place) && !catalogue_.is_library(place->type))) continue;
    const PathTree::Id path = paths_.field(item.path, field.name);
    if (!is_plain(place->type)) {
      if (auto text = short_text_at(*place)) {
        object.children.push_back(std::move(*text));
        object.children.back().name = field.name;
        only = paths_.text(path);
        continue;
      }
      push({*place, path, item.root});
    } else if (!place->is_inline && is_used(*place)) {
      object.children.push_back(value_of(*place, field.name));
      only = paths_.text(path);
    }
  }
  const bool is_polymorphic = (tables_.type(item.place.type).flags & CULPRIT_TYPE_POLYMORPHIC) != 0;
  if (is_polymorphic && !item.place.is_inline && is_used(item.place.address, 8))
    object.text = tables_.type(item.place.type).name;
  if ((object.children.empty() && object.text.empty()) || !is_new(item)) return;
  if (object.children.size() == 1 && object.text.empty())
    return take(item, only, std::move(object.children.front()));
  if (object.children.size() < fields) object.children.push_back(cut_of(kUnused));
  take(item, std::move(object));
}

/// A string that is used and not long stands among the plain fields.
std::optional<Value> UsedWalk::short_text_at(const Place& place) {
  if (place.is_inline || !catalogue_.is_library(place.type)) return std::nullopt;
  if (tables_.type(place.type).kind != CULPRIT_TYPE_STRUCT) return std::nullopt;
  const Meaning meaning = meaning_of(catalogue_, before_, place, 0);
  if (meaning.shape != Shape::kString || !meaning.is_count_known || meaning.count > limits_.characters)
    return std::nullopt;
  const std::uint64_t size = (meaning.count + 1) * tables_.type(meaning.first.type).size;
  if (!is_used(place) && !is_used(meaning.first.address, size)) return std::nullopt;
  cover(place.address, size_of(tables_, place));
  cover(meaning.first.address, size);
  return alone(value_of(place, {}));
}

/// As a whole, since it is not known by which member it was read; a link if one of them leads to what was used.
void UsedWalk::visit_union(const Item& item) {
  bool is_link = false;
  for (const Field& field : layouts_.fields(item.place.type)) {
    if (!is_address(tables_.type(field.type))) continue;
    const auto place = field_at(tables_, item.place, field);
    if (!place) continue;
    const Loaded loaded = load(before_, *place, 8);
    is_link = is_link || (loaded.state == ByteState::kKnown && lead(*place, loaded).is_link);
    push({*place, paths_.field(item.path, field.name), item.root});
  }
  if (is_used(item.place) && !item.place.is_inline && is_new(item))
    take(item, value_of(item.place, {}), is_link);
}

UsedWalk::Lead UsedWalk::lead(const Place& pointer, const Loaded& loaded) const {
  Lead lead{.target = follow(catalogue_, before_, pointer, address_in(loaded))};
  const trace::Type& element =
      tables_.type(lead.target.kind == Target::Kind::kObject ? lead.target.first.type
                                                             : tables_.type(pointer.type).element);
  lead.leads_on = lead.target.kind == Target::Kind::kObject && !is_stream(element);
  lead.size = lead.leads_on ? lead.target.count * element.size : 0;
  lead.is_link = lead.leads_on && is_used(lead.target.first.address, std::max<std::uint64_t>(lead.size, 1));
  return lead;
}

void UsedWalk::visit_address(const Item& item) {
  const Loaded loaded = load(before_, item.place, 8);
  const bool is_taken = !item.place.is_inline && is_used(item.place) && is_new(item);
  if (loaded.state != ByteState::kKnown) {
    if (is_taken) take(item, absent_value(loaded.state));
    return;
  }
  const auto [target, size, leads_on, is_link] = lead(item.place, loaded);
  if (is_taken) take(item, alone(value_of(item.place, {})), is_link);
  if (!is_link && address_in(loaded) != 0) bare_.insert(address_in(loaded));
  if (!leads_on) return;
  const bool is_row = target.count > 1;
  const bool is_reference = tables_.type(item.place.type).kind == CULPRIT_TYPE_REFERENCE;
  const trace::Type& element = tables_.type(target.first.type);
  const Item there{target.first, is_row || is_reference ? item.path : paths_.pointee(item.path), item.root};
  if (element.kind == CULPRIT_TYPE_CHAR) {
    const auto block = before_.memory().allocation(target.first.address, before_.rank());
    const bool is_in_block = block && target.first.address < block->end;
    const Address end = is_in_block ? block->end : catalogue_.end_of_global(target.first.address);
    const std::uint64_t room = end > target.first.address ? end - target.first.address : 4096;
    if (!visited_.emplace(target.first.address, target.first.type).second) return;
    return visit_characters({target.first, item.path, item.root},
                            room / std::max<std::uint64_t>(element.size, 1));
  }
  if (!is_row) return push(there);
  if (!visited_.emplace(target.first.address, target.first.type).second) return;
  cover(target.first.address, size);
  visit_elements(there, target.first.type, target.count);
}

}  // namespace culprit::state
