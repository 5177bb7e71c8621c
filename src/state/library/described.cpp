// Collections that the recorder described: one reader for all, by kind and layout (docs/format.md, table 11).
#include <algorithm>
#include <utility>

#include "src/state/library/library.h"
#include "src/state/library/walks.h"

namespace culprit::state::library {
namespace {

constexpr unsigned kMostInside = 8;  ///< collections that hold what another one holds
/// Empty buckets, and what leads to more than `most` elements: the least that a walk may look at.
constexpr std::uint64_t kLeastBuckets = 4096;

bool is_offset(std::uint64_t offset) {
  return offset != CULPRIT_NO_OFFSET;
}

/// Elements side by side.
struct Slots {
  Place first;
  std::uint64_t room = 0;  ///< how many there may be
  bool is_sure = false;    ///< the array's type says so, and not only the size of its block
  Extent header{};         ///< of an array that says itself how long it is
};

class Description {
 public:
  Description(Probe& probe, std::uint64_t most) : probe_(probe), most_(most) {}

  Meaning read(const Place& object, unsigned depth) {
    const culprit_container* found = probe_.catalogue().container(object.type);
    if (found == nullptr) return {};
    const culprit_container& row = *found;
    switch (row.layout) {
      case CULPRIT_LAYOUT_ARRAY:
      case CULPRIT_LAYOUT_RING:
        return read_slots(row, object);
      case CULPRIT_LAYOUT_INSIDE:
        return read_inside(row, object, depth);
      default:
        return read_links(row, object);
    }
  }

 private:
  /// What is in a box is always looked at.
  std::uint64_t most_of(const culprit_container& row) const {
    return row.kind == CULPRIT_CONTAINER_BOX ? 1 : most_;
  }
  TypeId element_of(const culprit_container& row) const { return TypeId{row.element}; }
  TypeId mapped_of(const culprit_container& row) const { return TypeId{row.mapped}; }
  Meaning odd() {
    probe_.fail();
    return {};
  }

  /// Wherever that is: behind an array's description lie its elements.
  static Place part_of(const Place& object, std::uint64_t offset, TypeId type) {
    Place part = object;
    part.type = type;
    part.address += offset;
    part.bytes = part.bytes.subspan(std::min<std::uint64_t>(offset, part.bytes.size()));
    return part;
  }
  bool is_inside(TypeId type, std::uint64_t offset, std::uint64_t bytes) const {
    const std::uint64_t size = probe_.size_of(type);
    return offset <= size && bytes <= size - offset;
  }
  std::optional<std::uint64_t> number_in(const Place& object, std::uint64_t offset, std::uint64_t bytes) {
    if (is_inside(object.type, offset, bytes)) return probe_.number(part_of(object, offset, {}), bytes);
    probe_.fail();
    return std::nullopt;
  }
  bool has_length(const culprit_container& row) const {
    return is_offset(row.length) && row.length_bytes != 0;
  }
  /// Nothing also if it cannot be.
  std::optional<std::uint64_t> length_of(const culprit_container& row, const Place& object) {
    const auto length = number_in(object, row.length, row.length_bytes);
    if (!length || *length <= kMostElements) return length;
    probe_.fail();
    return std::nullopt;
  }

  /// What an array holds whose elements begin at `start`; as many as its block has, if nothing else says how many.
  Slots slots_at(const Place& array, std::uint64_t start, std::uint64_t stride) const {
    Slots slots{part_of(array, start, {})};
    const std::uint64_t size = probe_.size_of(array.type);
    slots.is_sure = size > start;
    slots.room = (slots.is_sure           ? size - start
                  : slots.first.is_inline ? slots.first.bytes.size()
                                          : probe_.allocated_from(slots.first.address)) /
                 stride;
    return slots;
  }
  /// Where the elements are: in the object, in an array with a description of its own, or in memory of no type.
  std::optional<Slots> slots_of(const culprit_container& row, const Place& object, std::uint64_t stride) {
    if (!is_offset(row.data)) {
      if (is_offset(row.key)) return slots_at(object, row.key, stride);
      probe_.fail();
      return std::nullopt;
    }
    const auto address = number_in(object, row.data, 8);
    if (!address) return std::nullopt;
    if (*address == 0) return Slots{.first = {}, .room = 0, .is_sure = true, .header = {}};
    const Place array{.type = probe_.type(probe_.type_at(object.type, row.data)).element,
                      .address = *address};
    const culprit_container* own = probe_.catalogue().container(array.type);
    if (own != nullptr && own->layout == CULPRIT_LAYOUT_ARRAY && !is_offset(own->data) &&
        is_offset(own->key)) {
      Slots slots = slots_at(array, own->key, stride);
      if (!has_length(*own)) return slots;
      const auto length = length_of(*own, array);
      if (!length) return std::nullopt;
      slots.room = *length;
      slots.is_sure = true;
      slots.header = {array.address + own->length, own->length_bytes};
      return slots;
    }
    const bool is_array = probe_.type(array).kind == CULPRIT_TYPE_ARRAY;
    return slots_at(is_array ? array : Place{.type = {}, .address = *address}, 0, stride);
  }

  Meaning read_slots(const culprit_container& row, const Place& object) {
    const std::uint64_t element = probe_.size_of(element_of(row)), mapped = probe_.size_of(mapped_of(row));
    const bool is_pairs = row.kind == CULPRIT_CONTAINER_PAIRS;
    if (element == 0 || element > kMostElements || (is_pairs && (mapped == 0 || mapped > kMostElements)))
      return odd();
    const std::uint64_t stride = element + (is_pairs ? mapped : 0);
    const auto slots = slots_of(row, object, stride);
    if (!slots) return probe_.failure();
    std::uint64_t begin = 0;
    const auto count = row.layout == CULPRIT_LAYOUT_RING ? ring_count(row, object, *slots, begin)
                                                         : array_count(row, object, *slots);
    if (!count) return probe_.failure();
    if (*count > kMostElements / stride || *count * stride > ~slots->first.address) return odd();
    Meaning meaning;
    meaning.count = *count;
    meaning.links = 0;
    if (slots->header.size != 0) meaning.held_by.push_back(slots->header);
    const auto at = [&](std::uint64_t i) {
      const std::uint64_t slot = begin + i < slots->room || begin == 0 ? begin + i : begin + i - slots->room;
      return part_of(slots->first, slot * stride, element_of(row));
    };
    const bool is_straight = begin == 0 || *count <= slots->room - begin;
    if (!is_pairs && is_straight) {
      meaning.is_row = true;
      meaning.first = at(0);
      meaning.node = meaning.first.is_inline ? 0 : meaning.first.address + *count * stride;
      return as_kind(row, std::move(meaning));
    }
    for (std::uint64_t i = 0; i < std::min(*count, most_of(row)); ++i) {
      if (is_pairs)
        meaning.parts.push_back({part_of(at(i), element, mapped_of(row)), at(i)});
      else
        meaning.parts.push_back({at(i)});
    }
    return as_kind(row, std::move(meaning));
  }

  /// A box without a length holds something if there is somewhere.
  std::optional<std::uint64_t> array_count(const culprit_container& row, const Place& object,
                                           const Slots& slots) {
    std::optional<std::uint64_t> count = slots.room;
    if (row.kind == CULPRIT_CONTAINER_BOX && !has_length(row))
      count = slots.first.address != 0 || slots.first.is_inline ? 1 : 0;
    else if (has_length(row))
      count = length_of(row, object);
    if (!count || !slots.is_sure || *count <= slots.room) return count;
    probe_.fail();
    return std::nullopt;
  }

  /// Without a length it is never full: the first and the one behind the last would be the same.
  std::optional<std::uint64_t> ring_count(const culprit_container& row, const Place& object,
                                          const Slots& slots, std::uint64_t& begin) {
    const auto first = number_in(object, row.begin, row.length_bytes);
    if (!first) return std::nullopt;
    std::optional<std::uint64_t> count;
    if (has_length(row)) {
      count = length_of(row, object);
    } else if (const auto end = number_in(object, row.end, row.length_bytes)) {
      count = *end <= slots.room ? *end + (*end < *first ? slots.room : 0) - *first : slots.room + 1;
    }
    if (!count) return std::nullopt;
    begin = *first;
    if ((slots.room == 0 && *first == 0 && *count == 0) || (*first < slots.room && *count <= slots.room))
      return count;
    probe_.fail();
    return std::nullopt;
  }

  bool has_sound_links(const culprit_container& row) const {
    const TypeId link{row.link};
    const std::uint64_t element = probe_.size_of(element_of(row)), mapped = probe_.size_of(mapped_of(row));
    if (element == 0 || !is_inside(link, row.next, 8) || !is_inside(link, row.key, element)) return false;
    if (row.layout == CULPRIT_LAYOUT_TREE && !is_inside(link, row.other, 8)) return false;
    return row.kind != CULPRIT_CONTAINER_PAIRS || (mapped != 0 && is_inside(link, row.value, mapped));
  }

  Meaning read_links(const culprit_container& row, const Place& object) {
    if (!has_sound_links(row) || row.kind == CULPRIT_CONTAINER_TEXT) return odd();
    std::optional<std::uint64_t> count;
    if (has_length(row) && !(count = length_of(row, object))) return probe_.failure();
    Meaning meaning;
    meaning.links = 0;
    const std::uint64_t enough = std::min(most_of(row), count.value_or(most_of(row)));
    const auto walked = row.layout == CULPRIT_LAYOUT_BUCKETS ? walk_buckets(row, object, enough, meaning)
                                                             : walk_from(row, object, enough, meaning);
    if (!walked) return probe_.failure();
    meaning.count = count.value_or(meaning.parts.size());
    meaning.is_count_known = count || *walked == Walked::kToTheEnd;
    return as_kind(row, std::move(meaning));
  }

  void take(const culprit_container& row, Address link, Meaning& meaning) {
    meaning.held_by.push_back({link + row.next, 8});
    if (row.layout == CULPRIT_LAYOUT_TREE) meaning.held_by.push_back({link + row.other, 8});
    const Place element{.type = element_of(row), .address = link + row.key};
    if (row.kind == CULPRIT_CONTAINER_PAIRS)
      meaning.parts.push_back({Place{.type = mapped_of(row), .address = link + row.value}, element});
    else
      meaning.parts.push_back({element});
  }

  /// The links of a chain end at null, where the chain began, or in the object itself.
  Walked walk_one(const culprit_container& row, const Place& object, Address first, std::uint64_t most,
                  Meaning& meaning) {
    bool has_begun = false;
    const auto is_end = [&](Address link) {
      if (!std::exchange(has_begun, true)) return link != first;
      return link == first || (!object.is_inline && link - object.address < probe_.size_of(object.type));
    };
    return walk_chain(probe_, first, row.next, most, is_end, [&](Address link) { take(row, link, meaning); });
  }

  std::optional<Walked> walk_from(const culprit_container& row, const Place& object, std::uint64_t enough,
                                  Meaning& meaning) {
    // Without a place for the first link the object is one.
    if (!is_offset(row.data) && object.is_inline) {
      probe_.fail();
      return std::nullopt;
    }
    const auto first = is_offset(row.data) ? number_in(object, row.data, 8) : object.address;
    if (!first) return std::nullopt;
    if (row.layout == CULPRIT_LAYOUT_CHAIN) return walk_one(row, object, *first, enough, meaning);
    return walk_tree(probe_, *first, row.next, row.other, enough,
                     [&](Address link) { take(row, link, meaning); });
  }

  std::optional<Walked> walk_buckets(const culprit_container& row, const Place& object, std::uint64_t enough,
                                     Meaning& meaning) {
    const auto slots = slots_of(row, object, 8);
    if (!slots) return std::nullopt;
    if (!slots->first.is_inline) meaning.held_by.push_back({slots->first.address, slots->room * 8});
    if (slots->header.size != 0) meaning.held_by.push_back(slots->header);
    const std::uint64_t most_buckets = std::max(kLeastBuckets, enough * 8);
    for (std::uint64_t i = 0; i < slots->room; ++i) {
      if (i == most_buckets || meaning.parts.size() == enough) return Walked::kEnough;
      const auto first = probe_.number(part_of(slots->first, i * 8, {}), 8);
      if (!first) return Walked::kToNowhere;
      const Walked walked = walk_one(row, object, *first, enough - meaning.parts.size(), meaning);
      if (walked != Walked::kToTheEnd) return walked;
    }
    return Walked::kToTheEnd;
  }

  /// The container that a member is, or leads to.
  std::optional<Place> inner_of(const culprit_container& row, const Place& object) {
    const TypeId member = probe_.type_at(object.type, row.data);
    const trace::Type& type = probe_.type(member);
    if (type.kind == CULPRIT_TYPE_STRUCT && is_inside(object.type, row.data, type.size))
      return part_of(object, row.data, member);
    if (type.kind != CULPRIT_TYPE_POINTER && type.kind != CULPRIT_TYPE_REFERENCE) {
      probe_.fail();
      return std::nullopt;
    }
    const auto address = number_in(object, row.data, 8);
    if (!address || *address == 0) return std::nullopt;
    return probe_.whole(Place{.type = type.element, .address = *address});
  }

  Meaning read_inside(const culprit_container& row, const Place& object, unsigned depth) {
    const auto inner = depth < kMostInside ? inner_of(row, object) : std::nullopt;
    if (!inner) return probe_.failure();
    const Family* family = probe_.catalogue().family(inner->type);
    if (family == nullptr) return odd();
    Meaning meaning = family->role == Role::kDescribed ? read(*inner, depth + 1)
                                                       : Reader{family->read}(probe_, *inner, *family, most_);
    if (meaning.shape == Shape::kAbsent) return meaning;
    if (!inner->is_inline) meaning.held_by.push_back({inner->address, probe_.size_of(inner->type)});
    const bool is_text = row.kind == CULPRIT_CONTAINER_TEXT, is_box = row.kind == CULPRIT_CONTAINER_BOX;
    switch (meaning.shape) {
      case Shape::kString:
        return is_text ? meaning : odd();
      case Shape::kSame:
      case Shape::kEmpty:
        return is_box ? meaning : odd();
      case Shape::kSequence:
      case Shape::kSet:
        return is_text || row.kind == CULPRIT_CONTAINER_PAIRS ? odd() : as_kind(row, std::move(meaning));
      case Shape::kMap:
        return is_text ? odd() : as_kind(row, sides_of(row, std::move(meaning)));
      default:
        return odd();
    }
  }

  /// Of pairs a set holds the keys, and all but pairs what they lead to.
  static Meaning sides_of(const culprit_container& row, Meaning pairs) {
    if (row.kind == CULPRIT_CONTAINER_PAIRS) return pairs;
    for (Part& part : pairs.parts) {
      if (row.kind == CULPRIT_CONTAINER_SET && part.key) part.place = *part.key;
      part.key.reset();
    }
    return pairs;
  }

  /// The elements are known; what they are to a user follows from the kind.
  Meaning as_kind(const culprit_container& row, Meaning meaning) {
    const bool is_ordered = (row.flags & CULPRIT_CONTAINER_ORDERED) != 0;
    meaning.is_unordered = false;
    switch (row.kind) {
      case CULPRIT_CONTAINER_TEXT:
        if (!meaning.is_row || probe_.size_of(meaning.first.type) > 4) return odd();
        meaning.shape = Shape::kString;
        return meaning;
      case CULPRIT_CONTAINER_BOX:
        return boxed(row, std::move(meaning));
      case CULPRIT_CONTAINER_PAIRS:
        meaning.shape = Shape::kMap;
        meaning.is_unordered = !is_ordered;
        return meaning;
      default:
        break;
    }
    meaning.is_unordered = !is_ordered;
    // Where the order says nothing, two rows differ as sets do.
    meaning.shape = row.kind == CULPRIT_CONTAINER_ROW && is_ordered ? Shape::kSequence : Shape::kSet;
    if (meaning.shape == Shape::kSet && meaning.is_row) list_parts(meaning);
    return meaning;
  }

  void list_parts(Meaning& meaning) const {
    meaning.is_row = false;
    meaning.node = 0;
    for (std::uint64_t i = 0; i < std::min(meaning.count, most_); ++i)
      meaning.parts.push_back(
          {element_at(probe_.catalogue().tables(), meaning.first, meaning.first.type, i)});
  }

  Meaning boxed(const culprit_container& row, Meaning meaning) {
    std::optional<Place> inner;
    if (meaning.is_row) inner = meaning.first;
    if (!meaning.parts.empty()) inner = meaning.parts.front().place;
    Meaning box{.held_by = std::move(meaning.held_by)};
    box.shape = Shape::kEmpty;
    box.text = "empty";
    if (meaning.count == 0 && meaning.is_count_known) return box;
    if (!inner || meaning.count > 1) return odd();
    // A box that leads to something is empty where it leads to nothing.
    if (!has_length(row) && is_address(probe_.type(*inner))) {
      const auto address = probe_.number(*inner);
      if (!address) return probe_.failure();
      if (*address == 0) return box;
    }
    box.shape = Shape::kSame;
    box.text.clear();
    box.inner = *inner;
    box.is_by_argument = true;
    return box;
  }

  Probe& probe_;
  std::uint64_t most_;
};

}  // namespace

Meaning read_described(Probe& probe, const Place& object, const Family& /*family*/, std::uint64_t most) {
  Meaning meaning = Description(probe, most).read(object, 0);
  return meaning.shape == Shape::kFields ? probe.failure() : meaning;
}

}  // namespace culprit::state::library
