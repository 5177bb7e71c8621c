// Containers whose elements lie side by side, at least in blocks: vector, array, span, deque and their like.
#include "src/state/library/library.h"
#include "src/state/library/walks.h"

namespace culprit::state::library {
namespace {

/// Elements from `start` up to `finish`.
Meaning row_between(Probe& probe, const Family& family, TypeId element, std::uint64_t start,
                    std::uint64_t finish) {
  const std::uint64_t size = probe.size_of(element);
  if (size == 0 || finish < start || (finish - start) % size != 0) return {};
  if ((finish - start) / size > kMostElements) return {};
  Meaning meaning = meaning_in(family);
  meaning.count = (finish - start) / size;
  meaning.is_row = true;
  meaning.first = Place{.type = element, .address = start};
  meaning.node = finish;
  return meaning;
}

Meaning row_of(Probe& probe, const Family& family, TypeId element, std::uint64_t start, std::uint64_t count) {
  const std::uint64_t size = probe.size_of(element);
  if (size == 0 || count > kMostElements || count * size > ~start) return {};
  return row_between(probe, family, element, start, start + count * size);
}

/// Bits of words, each a bool.
Meaning read_bits(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  const auto start = probe.number(object, "_M_impl._M_start._M_p");
  const auto finish = probe.number(object, "_M_impl._M_finish._M_p");
  const auto first = probe.number(object, "_M_impl._M_start._M_offset");
  const auto last = probe.number(object, "_M_impl._M_finish._M_offset");
  if (!start || !finish || !first || !last) return probe.failure();
  if (*finish < *start || *first > 63 || *last > 63 || (*finish - *start) / 8 > kMostElements / 64) return {};
  const std::uint64_t begin = *first, end = (*finish - *start) * 8 + *last;
  if (end < begin) return {};
  Meaning meaning = meaning_in(family);
  meaning.count = end - begin;
  const TypeId boolean = probe.type_argument(object.type, 0);
  for (std::uint64_t i = begin; i < end && i - begin < most; ++i)
    meaning.parts.push_back({Place{
        .type = boolean, .address = *start + i / 8, .bit = static_cast<std::uint32_t>(i % 8), .bits = 1}});
  return meaning;
}

}  // namespace

Meaning read_vector(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  const auto pointer = probe.find(object, "_M_impl._M_start");
  if (pointer && probe.type(*pointer).kind != CULPRIT_TYPE_POINTER)
    return read_bits(probe, object, family, most);
  const auto start = probe.number(object, "_M_impl._M_start");
  const auto finish = probe.number(object, "_M_impl._M_finish");
  if (!start || !finish) return probe.failure();
  return row_between(probe, family, probe.type(*pointer).element, *start, *finish);
}

/// An array of no elements has a member that is none.
Meaning read_array(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto elements = probe.member(object, "_M_elems");
  if (!elements) return probe.failure();
  Meaning meaning = meaning_in(family);
  meaning.is_row = true;
  const trace::Type& type = probe.type(*elements);
  if (type.kind != CULPRIT_TYPE_ARRAY) return meaning;
  meaning.count = type.count;
  meaning.first = *elements;
  meaning.first.type = type.element;
  meaning.node = meaning.first.address + type.size;
  return meaning;
}

Meaning read_span(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto pointer = probe.member(object, "_M_ptr");
  const auto start = probe.number(object, "_M_ptr");
  if (!pointer || !start) return probe.failure();
  if (const auto extent = probe.find(object, "_M_extent._M_extent_value")) {
    const auto count = probe.number(*extent);
    return count ? row_of(probe, family, probe.type(*pointer).element, *start, *count) : probe.failure();
  }
  const trace::Member* extent = probe.argument(object.type, 1);
  if (extent == nullptr || extent->offset < 0) return {};
  return row_of(probe, family, probe.type(*pointer).element, *start,
                static_cast<std::uint64_t>(extent->offset));
}

/// A pointer to the elements and their number.
Meaning read_row(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto pointer = probe.member(object, family.members->first);
  const auto start = probe.number(object, family.members->first);
  const auto count = probe.number(object, family.members->count);
  if (!start || !count) return probe.failure();
  return row_of(probe, family, probe.type(*pointer).element, *start, *count);
}

/// Elements lie in blocks of 512 bytes (or of one element), whose addresses lie in a row.
Meaning read_deque(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  const auto pointer = probe.member(object, "_M_impl._M_start._M_cur");
  const auto at = probe.number(object, "_M_impl._M_start._M_cur");
  const auto block_begin = probe.number(object, "_M_impl._M_start._M_first");
  const auto map = probe.number(object, "_M_impl._M_start._M_node");
  const auto end_at = probe.number(object, "_M_impl._M_finish._M_cur");
  const auto end_block = probe.number(object, "_M_impl._M_finish._M_first");
  const auto end_map = probe.number(object, "_M_impl._M_finish._M_node");
  if (!at || !block_begin || !map || !end_at || !end_block || !end_map) return probe.failure();
  const TypeId element = probe.type(*pointer).element;
  const std::uint64_t size = probe.size_of(element);
  if (size == 0 || *end_map < *map || *at < *block_begin || *end_at < *end_block) return {};
  const std::uint64_t a_block = size < 512 ? 512 / size : 1;
  const std::uint64_t skipped = (*at - *block_begin) / size;
  const std::uint64_t before_last = (*end_map - *map) / 8;
  if (before_last > kMostElements / a_block || (*end_at - *end_block) / size > a_block) return {};
  const std::uint64_t total = before_last * a_block + (*end_at - *end_block) / size;
  if (total < skipped) return {};
  Meaning meaning = meaning_in(family);
  meaning.count = total - skipped;
  meaning.node = *end_at;
  std::uint64_t block = 0;
  for (std::uint64_t i = 0; i < meaning.count && i < most; ++i) {
    const std::uint64_t place = skipped + i;
    if (i == 0 || place % a_block == 0) {
      const auto next = probe.word(*map + place / a_block * 8);
      if (!next) break;
      block = *next;
    }
    meaning.parts.push_back({Place{.type = element, .address = block + place % a_block * size}});
  }
  return meaning;
}

}  // namespace culprit::state::library
