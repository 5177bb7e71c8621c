#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "src/base/hash128.h"
#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"
#include "src/state/used.h"

/// Texts, rows of elements, and objects of the library.
namespace culprit::state {
namespace {

/// Parts of a linked container that are walked to.
constexpr std::uint64_t kMostLinks = 2048;

Value number(std::uint64_t number) {
  Value value;
  value.kind = ValueKind::kUnsigned;
  value.text = std::to_string(number);
  return value;
}

/// What `count` elements take, or all there is if types say nonsense.
std::uint64_t bytes_of(std::uint64_t count, std::uint64_t size) {
  return count > ~std::uint64_t{0} / size ? ~std::uint64_t{0} : count * size;
}

}  // namespace

/// The first and the last of `count` elements that were used; first > last if none was. With `is_near` only up to a gap of more than
/// a granule's number of them. O(rows that were used there), however many elements are declared.
std::pair<std::uint64_t, std::uint64_t> UsedWalk::used_span(Address begin, std::uint64_t size,
                                                            std::uint64_t count, bool is_near) const {
  const Address end = begin + std::min(bytes_of(count, size), ~begin);
  std::uint64_t first = count, last = 0;
  for (auto row = std::ranges::lower_bound(rows_, begin / kGranuleBytes, {}, &WrittenRow::granule);
       row != rows_.end() && row->granule * kGranuleBytes < end; ++row) {
    const std::uint64_t mask = row->mask & granule_bits(row->granule, begin, end);
    if (mask == 0) continue;
    // There is no such gap within a granule.
    const Address start = row->granule * kGranuleBytes;
    const std::uint64_t here = (start + static_cast<unsigned>(std::countr_zero(mask)) - begin) / size;
    if (is_near && here > last + kGranuleBytes + 1) break;
    first = std::min(first, here);
    last = (start + static_cast<unsigned>(std::bit_width(mask)) - 1 - begin) / size;
  }
  return {first, last};
}

/// Characters that were used, and those between them: text is read as such. O(characters that are shown, and rows).
void UsedWalk::visit_characters(const Item& item, std::uint64_t count) {
  const trace::Type& type = tables_.type(item.place.type);
  const bool is_array = type.kind == CULPRIT_TYPE_ARRAY;
  const TypeId element = is_array ? type.element : item.place.type;
  const std::uint64_t size = std::max<std::uint64_t>(tables_.type(element).size, 1);
  if (item.place.is_inline || !is_used(item.place.address, bytes_of(count, size))) return;
  const auto [first, last] = used_span(item.place.address, size, count, !is_array);
  // Up to the terminator, or a little behind what was used; of a text that is longer than what is shown, the length does not matter.
  const std::uint64_t behind = is_array ? count : std::min(count, last + kGranuleBytes + 1);
  std::uint64_t text = 0;
  for (const std::uint64_t most = std::min<std::uint64_t>(behind, limits_.characters); text < most; ++text) {
    if (text % kGranuleBytes == 0 && is_spent()) {
      is_cut_ = true;
      break;
    }
    const Place place{.type = element, .address = item.place.address + text * size};
    const Loaded loaded = load(before_, place, std::min<std::uint64_t>(size, 4));
    if (loaded.state != ByteState::kKnown || load_bits(loaded.bytes) == 0) break;
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
  const Address begin = item.place.address, end = begin + std::min(bytes_of(count, size), ~begin);
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
      const Address here = begin + index * size;
      mask &= ~granule_bits(row->granule, here, here + std::min(size, ~here));
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
  if (catalogue_.is_arguments(item.place.type)) {
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

}  // namespace culprit::state
