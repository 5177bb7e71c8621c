#include "src/state/used.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>

#include "src/base/hash128.h"
#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"
#include "src/state/touched.h"

namespace culprit::state {
namespace {

/// That are read for naming, a few microseconds each; and for what only pointers lead to that were not used.
constexpr std::uint64_t kMostGranules = 6 << 10;
/// Parts of a linked container that are walked to.
constexpr std::uint64_t kMostLinks = 2048;
/// Bytes without a name whose contents count; more are not compared.
constexpr std::uint64_t kMostRest = 1024;
/// Granules that are counted by owner: of more, some stand for the others.
constexpr std::size_t kMostCounted = 1024;

Value cut_of(std::string text, std::uint64_t count = 0) {
  Value cut = cut_value(count);
  cut.text = std::move(text);
  return cut;
}

Value number(std::uint64_t number) {
  Value value;
  value.kind = ValueKind::kUnsigned;
  value.text = std::to_string(number);
  return value;
}

Address address_in(const Loaded& loaded) {
  return static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
}

/// Without what it leads to.
Value alone(Value value) {
  if (value.kind == ValueKind::kPointer || value.kind == ValueKind::kIterator) value.children.clear();
  for (Value& child : value.children) child = alone(std::move(child));
  return value;
}

}  // namespace

UsedWalk::UsedWalk(const Catalogue& catalogue, Snapshot& before, const Limits& limits,
                   std::span<const WrittenRow> rows)
    : catalogue_(catalogue),
      tables_(catalogue.tables()),
      before_(before),
      layouts_(catalogue),
      limits_(limits),
      rows_(rows),
      left_(rows.begin(), rows.end()),
      unnamed_(rows.size()),
      granules_before_(before.granules_read()) {}

void UsedWalk::add(const Root& root) {
  roots_.push_back(root);
  if (root.place.is_inline) given_.push_back(alone(value_of(root.place, root.name)));
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
  return before_.granules_read() - granules_before_ > kMostGranules;
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
    cover(item.place.address, size_of(tables_, item.place));
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

/// Whichever member counts.
void UsedWalk::visit_union(const Item& item) {
  if (is_used(item.place) && !item.place.is_inline && is_new(item)) take(item, value_of(item.place, {}));
  for (const Field& field : layouts_.fields(item.place.type)) {
    if (!is_address(tables_.type(field.type))) continue;
    const auto place = field_at(tables_, item.place, field);
    if (place) push({*place, paths_.field(item.path, field.name), item.root});
  }
}

void UsedWalk::visit_address(const Item& item) {
  const Loaded loaded = load(before_, item.place, 8);
  const bool is_taken = !item.place.is_inline && is_used(item.place) && is_new(item);
  if (loaded.state != ByteState::kKnown) {
    if (is_taken) take(item, absent_value(loaded.state));
    return;
  }
  const Target target = follow(catalogue_, before_, item.place, address_in(loaded));
  const trace::Type& type = tables_.type(item.place.type);
  const trace::Type& element =
      tables_.type(target.kind == Target::Kind::kObject ? target.first.type : type.element);
  const bool leads_on = target.kind == Target::Kind::kObject && !is_stream(element);
  const std::uint64_t behind = leads_on ? target.count * element.size : 0;
  const bool is_link = leads_on && is_used(target.first.address, std::max<std::uint64_t>(behind, 1));
  if (is_taken) take(item, alone(value_of(item.place, {})), is_link);
  if (!is_link && address_in(loaded) != 0) bare_.insert(address_in(loaded));
  if (!leads_on) return;
  const bool is_row = target.count > 1;
  const bool is_reference = type.kind == CULPRIT_TYPE_REFERENCE;
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
  cover(target.first.address, behind);
  visit_elements(there, target.first.type, target.count);
}

/// Characters that were used, and those between them: text is read as such.
void UsedWalk::visit_characters(const Item& item, std::uint64_t count) {
  const trace::Type& type = tables_.type(item.place.type);
  const bool is_array = type.kind == CULPRIT_TYPE_ARRAY;
  const TypeId element = is_array ? type.element : item.place.type;
  const std::uint64_t size = std::max<std::uint64_t>(tables_.type(element).size, 1);
  if (item.place.is_inline || !is_used(item.place.address, count * size)) return;
  // Up to the terminator, or as many as were used without a break.
  std::uint64_t first = count, last = 0, text = 0;
  bool is_text = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Address at = item.place.address + i * size;
    const bool is_here = is_used(at, size);
    if (!is_here && !is_array && i > last + kGranuleBytes) break;
    if (is_here) {
      first = std::min(first, i);
      last = i;
    }
    if (i % kGranuleBytes == 0 && is_spent()) {
      is_cut_ = true;
      break;
    }
    if (!is_text) continue;
    const Loaded loaded =
        load(before_, Place{.type = element, .address = at}, std::min<std::uint64_t>(size, 4));
    is_text = loaded.state == ByteState::kKnown && load_bits(loaded.bytes) != 0;
    text += is_text ? 1 : 0;
  }
  const bool is_whole = first == 0 && last <= text && text < limits_.characters;
  if (is_whole) {
    cover(item.place.address, (text + 1) * size);
    if (!is_new({{.type = element, .address = item.place.address}, item.path, item.root})) return;
    Value value;
    value.kind = ValueKind::kString;
    value.address = item.place.address;
    for (std::uint64_t i = 0; i < text; ++i) {
      const Loaded loaded = load(before_, Place{.type = element, .address = item.place.address + i * size},
                                 std::min<std::uint64_t>(size, 4));
      const auto code = static_cast<std::uint32_t>(load_bits(loaded.bytes));
      value.text += size == 1 ? std::string(1, static_cast<char>(code)) : utf8(code);
    }
    return take(item, std::move(value));
  }
  visit_elements({{.type = element, .address = item.place.address}, item.path, item.root}, element, last + 1);
}

/// Rows of plain elements that were used side by side are one part.
void UsedWalk::visit_elements(const Item& item, TypeId element, std::uint64_t count) {
  const std::uint64_t size = tables_.type(element).size;
  if (size == 0 || count == 0) return;
  if (item.place.is_inline || follows_all_) return visit_all_elements(item, element, count);
  const Address begin = item.place.address, end = begin + std::min(count * size, ~begin);
  const bool is_row = is_plain(element);
  std::uint64_t first = 0, next = 0;  // of a row that goes on: [first, next)
  std::uint64_t last_met = ~std::uint64_t{0};
  for (auto row = std::ranges::lower_bound(rows_, begin / kGranuleBytes, {}, &WrittenRow::granule);
       row != rows_.end() && row->granule * kGranuleBytes < end; ++row) {
    if (is_spent()) {
      is_cut_ = true;
      break;
    }
    std::uint64_t mask = row->mask & granule_bits(row->granule, begin, end);
    while (mask != 0) {
      const Address byte = row->granule * kGranuleBytes + static_cast<unsigned>(std::countr_zero(mask));
      const std::uint64_t index = (byte - begin) / size;
      mask &= ~granule_bits(row->granule, begin + index * size, begin + (index + 1) * size);
      if (index == last_met) continue;
      last_met = index;
      if (!is_row) {
        push({element_at(tables_, item.place, element, index), paths_.element(item.path, index), item.root});
        continue;
      }
      if (index != next && next > first) add_row(item, element, first, next);
      if (index != next) first = index;
      next = index + 1;
    }
  }
  if (next > first) add_row(item, element, first, next);
}

void UsedWalk::visit_all_elements(const Item& item, TypeId element, std::uint64_t count) {
  const bool is_row = is_plain(element);
  if (is_row && item.place.is_inline) return;
  if (is_row) {
    follows_all_ = false;
    visit_elements(item, element, count);
    follows_all_ = true;
    return;
  }
  for (std::uint64_t i = 0; i < std::min(count, kMostLinks); ++i)
    push({element_at(tables_, item.place, element, i), paths_.element(item.path, i), item.root});
}

/// Elements [first, last) as one value. Of many the first ones are shown, and the others are known by their hash.
void UsedWalk::add_row(const Item& item, TypeId element, std::uint64_t first, std::uint64_t last) {
  const Place begin = element_at(tables_, item.place, element, first);
  if (!is_new({begin, item.path, item.root})) return;
  const std::string path = paths_.text(item.path);
  if (last - first == 1)
    return take(item, paths_.text(paths_.element(item.path, first)), value_of(begin, {}));
  const bool is_text = tables_.type(element).kind == CULPRIT_TYPE_CHAR && tables_.type(element).size == 1;
  Value row;
  row.kind = is_text ? ValueKind::kString : ValueKind::kArray;
  row.address = begin.address;
  row.count = last - first;
  const std::uint64_t most = is_text ? limits_.characters : limits_.width;
  Hasher128 rest;
  for (std::uint64_t i = first; i < last; ++i) {
    if (is_spent()) {
      is_cut_ = true;
      break;
    }
    const Place place = element_at(tables_, item.place, element, i);
    if (i - first < most) {
      Value value = value_of(place, "[" + std::to_string(i) + "]");
      if (is_text && value.kind == ValueKind::kCharacter)
        row.text += static_cast<char>(load(before_, place, 1).bytes[0]);
      else
        row.children.push_back(std::move(value));
      continue;
    }
    const Loaded loaded = load(before_, place, std::min<std::uint64_t>(tables_.type(element).size, 16));
    rest.add(std::uint64_t{loaded.state == ByteState::kKnown});
    rest.add(std::string_view(reinterpret_cast<const char*>(loaded.bytes.data()), 16));
  }
  if (last - first > most) row.children.push_back(cut_of(kHashed + to_hex(rest.hash()), last - first - most));
  take(item, fmt::format("{}[{}..{}]", path, first, last - 1), std::move(row));
}

void UsedWalk::visit_library(const Item& item) {
  const Meaning meaning = meaning_of(catalogue_, before_, item.place, kMostLinks);
  const bool is_here = is_used(item.place);
  // Variable arguments stand in the record of the call that got them, and in no memory that can be used by parts.
  if (catalogue_.family(item.place.type) == Family::kArguments) {
    if (is_here && !item.place.is_inline && is_new(item)) take(item, alone(value_of(item.place, {})));
    return;
  }
  const bool is_container =
      meaning.shape == Shape::kSequence || meaning.shape == Shape::kSet || meaning.shape == Shape::kMap;
  switch (meaning.shape) {
    case Shape::kFields:
      return visit_fields(item);
    case Shape::kString:
      return visit_string(item, meaning);
    case Shape::kSame:
      if (!meaning.note.empty() && is_here && !item.place.is_inline && is_new(item)) {
        Value owners;
        owners.kind = ValueKind::kText;
        owners.text = meaning.note;
        take(item, std::move(owners), true);
      }
      return push({meaning.inner, item.path, item.root});
    case Shape::kTuple:
      for (std::size_t i = 0; i < meaning.parts.size(); ++i) {
        const std::string& name = meaning.parts[i].name;
        push({meaning.parts[i].place,
              name.empty() ? paths_.part(item.path, i) : paths_.field(item.path, name), item.root});
      }
      return;
    case Shape::kSequence:
    case Shape::kSet:
    case Shape::kMap:
      break;
    default:
      if (is_here && !item.place.is_inline && is_new(item)) take(item, alone(value_of(item.place, {})));
      return;
  }
  if (is_here && is_container) cover_owned(item.place);
  for (const Extent& part : meaning.held_by) cover(part.address, part.size);
  if (is_here && meaning.is_count_known && !item.place.is_inline && is_new(item) &&
      !catalogue_.is_word(item.place.type))
    take(item, paths_.text(paths_.field(item.path, "size()")), number(meaning.count));
  if (meaning.is_row) {
    const std::uint64_t bytes = meaning.count * tables_.type(meaning.first.type).size;
    if (!meaning.first.is_inline) cover(meaning.first.address, bytes);
    return visit_elements({meaning.first, item.path, item.root}, meaning.first.type, meaning.count);
  }
  visit_parts(item, meaning);
}

/// Elements that lie apart. Of a map keys may be used whose values are not.
void UsedWalk::visit_parts(const Item& item, const Meaning& meaning) {
  Value keys;
  keys.kind = ValueKind::kArray;
  keys.is_unordered = meaning.is_unordered;
  const Limits few{.depth = 2, .width = 8, .characters = 200, .nodes = 50};
  for (std::size_t i = 0; i < meaning.parts.size() && !is_spent(); ++i) {
    const Part& part = meaning.parts[i];
    if (!part.place.is_inline) cover_block(part.place.address);
    const Place& key = part.key ? *part.key : part.place;
    const bool is_keyed = part.key || meaning.shape == Shape::kSet;
    const bool is_key_used = is_keyed && is_used(key), is_value_used = part.key && is_used(part.place);
    if (is_keyed && !is_key_used && !is_value_used && !follows_all_) continue;
    if (!is_keyed) {
      push({part.place, paths_.element(item.path, i), item.root});
      continue;
    }
    Value shown = Decoder(catalogue_, before_, few).decode(key, {});
    const PathTree::Id path = paths_.keyed(item.path, key_text(shown));
    if (is_key_used && !is_value_used) keys.children.push_back(alone(std::move(shown)));
    push({part.place, path, item.root});
  }
  if (keys.children.empty() || meaning.shape != Shape::kMap) return;
  keys.count = keys.children.size();
  const Item spot{{.type = item.place.type, .address = item.place.address + 1}, item.path, item.root};
  if (is_new(spot)) take(item, "keys of " + paths_.text(item.path), std::move(keys));
}

void UsedWalk::visit_string(const Item& item, const Meaning& meaning) {
  const std::uint64_t size = tables_.type(meaning.first.type).size;
  const bool is_here = is_used(item.place);
  const bool is_behind = !meaning.first.is_inline && is_used(meaning.first.address, meaning.count * size + 1);
  if (!is_here && !is_behind) return;
  if (!meaning.first.is_inline) cover(meaning.first.address, (meaning.count + 1) * size);
  if (item.place.is_inline && !is_behind) return;
  if (!meaning.is_count_known || meaning.count <= limits_.characters) {
    if (is_new(item)) take(item, alone(value_of(item.place, {})));
    return;
  }
  if (is_here && !item.place.is_inline && is_new(item))
    take(item, paths_.text(paths_.field(item.path, "size()")), number(meaning.count));
  visit_elements({meaning.first, item.path, item.root}, meaning.first.type, meaning.count);
}

namespace {

/// Bytes of one owner that lie side by side, as they were.
std::string told(Snapshot& before, Address address, std::uint64_t size, bool& is_told) {
  std::vector<Cell> cells(size);
  before.read(address, cells);
  std::string text;
  for (std::uint64_t i = 0; i < size; ++i) {
    is_told = is_told && cells[i].state == ByteState::kKnown;
    text += fmt::format("{:02x}", static_cast<unsigned>(cells[i].value));
  }
  for (std::uint64_t i = 0; i + 8 <= size; ++i) {
    std::array<std::byte, 8> word{};
    for (std::size_t k = 0; k < 8; ++k) word[k] = cells[i + k].value;
    const auto target = static_cast<Address>(load_bits(word));
    // An address is not the same in another run.
    if (target > 4096 && before.memory().is_known_place(target, before.rank())) is_told = false;
  }
  return text;
}

}  // namespace

void count_rest(const Owners& owners, Snapshot& before, std::span<const WrittenRow> left, Used& used) {
  if (left.empty()) return;
  std::map<std::string, std::uint64_t> bytes;
  std::vector<std::string> texts;
  bool is_told = bytes_in(left) <= kMostRest;
  const std::size_t step = (left.size() + kMostCounted - 1) / kMostCounted;
  for (std::size_t i = 0; i < left.size(); i += step) {
    for (std::uint64_t mask = left[i].mask; mask != 0;) {
      const auto bit = static_cast<unsigned>(std::countr_zero(mask));
      const Address byte = left[i].granule * kGranuleBytes + bit;
      const Owners::Owner owner = owners.owner(byte, before.rank());
      const auto run = static_cast<unsigned>(std::countr_one(mask >> bit));
      const std::uint64_t size = owner.start == 0 ? run : std::min<std::uint64_t>(run, owner.end - byte);
      bytes[owner.name] += size * step;
      if (is_told)
        texts.push_back(fmt::format("{}+{}:{}", owner.name, owner.start == 0 ? 0 : byte - owner.start,
                                    told(before, byte, size, is_told)));
      mask &= ~granule_bits(left[i].granule, byte, byte + size);
    }
  }
  for (const auto& [owner, count] : bytes) used.rest.push_back({owner, count, step > 1});
  std::ranges::stable_sort(used.rest, std::greater<>(), &WrittenCount::bytes);
  if (!is_told) return;
  std::ranges::sort(texts);
  for (const std::string& text : texts) used.rest_bytes += text + "\n";
}

}  // namespace culprit::state
