#include "src/state/packed_rows.h"

#include <algorithm>
#include <array>
#include <bit>

namespace culprit::state {
namespace {

/// A row is a number, distance to the row before times 8 plus the form of its mask, and the mask.
enum Form : std::uint64_t {
  kWhole,   ///< all bytes
  kAsLast,  ///< as that of the row before
  kWords8,  ///< a bit for each 8 bytes: 1 byte
  kWords4,  ///< a bit for each 4 bytes: 2 bytes
  kOneRun,  ///< the first byte and how many more: 2 bytes
  kAny,     ///< 8 bytes
  kRepeats,  ///< no distance, but how many rows follow side by side, less one; their masks are that of the row before
};
constexpr unsigned kFormBits = 3;

/// Each bit of a byte, eight times and four times.
constexpr auto kEightTimes = [] {
  std::array<std::uint64_t, 256> masks{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned bit = 0; bit < 8; ++bit)
      if (byte >> bit & 1) masks[byte] |= std::uint64_t{0xff} << 8 * bit;
  return masks;
}();
constexpr auto kFourTimes = [] {
  std::array<std::uint32_t, 256> masks{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned bit = 0; bit < 8; ++bit)
      if (byte >> bit & 1) masks[byte] |= std::uint32_t{0xf} << 4 * bit;
  return masks;
}();

std::uint64_t run_mask(unsigned first, unsigned more) {
  return ~std::uint64_t{0} >> (63 - more) << first;
}

void put_number(std::uint64_t number, Column<std::byte>& to) {
  for (; number >= 0x80; number >>= 7) to.push_back(static_cast<std::byte>(number | 0x80));
  to.push_back(static_cast<std::byte>(number));
}

/// One bit of each so many.
std::uint64_t every(std::uint64_t mask, unsigned step) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 64; i += step) bits |= (mask >> i & 1) << i / step;
  return bits;
}

std::uint64_t words4(std::uint64_t bits) {
  return kFourTimes[bits & 0xff] | std::uint64_t{kFourTimes[bits >> 8]} << 32;
}

void put_row(const WrittenRow& row, std::uint64_t distance, std::uint64_t last_mask, Column<std::byte>& to) {
  const auto put = [&](Form form, std::initializer_list<std::uint64_t> bytes) {
    put_number(distance << kFormBits | form, to);
    for (const std::uint64_t byte : bytes) to.push_back(static_cast<std::byte>(byte));
  };
  const std::uint64_t mask = row.mask, eights = every(mask, 8), fours = every(mask, 4);
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  const unsigned more = static_cast<unsigned>(std::popcount(mask)) - 1;
  if (mask == ~std::uint64_t{0}) return put(kWhole, {});
  if (mask == last_mask) return put(kAsLast, {});
  if (mask == kEightTimes[eights]) return put(kWords8, {eights});
  if (mask == words4(fours)) return put(kWords4, {fours & 0xff, fours >> 8});
  if (mask == run_mask(first, more)) return put(kOneRun, {first, more});
  put(kAny, {});
  for (unsigned i = 0; i < 64; i += 8) to.push_back(static_cast<std::byte>(mask >> i));
}

}  // namespace

void pack(std::span<const WrittenRow> rows, Column<std::byte>& to) {
  WrittenRow last{~std::uint64_t{0}, 0};
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t next = i;
    while (next < rows.size() && rows[next].mask == last.mask &&
           rows[next].granule == last.granule + 1 + (next - i))
      ++next;
    if (next == i) {
      put_row(rows[i], rows[i].granule - last.granule - 1, last.mask, to);
      ++next;
    } else {
      put_number((next - i - 1) << kFormBits | kRepeats, to);
    }
    last = rows[next - 1];
    i = next;
  }
}

void pack(std::span<const MadeRow> ranges, Column<std::byte>& to) {
  std::uint64_t last = 0;
  for (const MadeRow& range : ranges) {
    put_number(range.start - last, to);
    put_number(range.end - range.start, to);
    last = range.end;
  }
}

void RowList::read_packed() {
  const std::uint64_t head = detail::next_number(at_), value = head >> kFormBits;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(at_[i]); };
  switch (static_cast<Form>(head & ((1 << kFormBits) - 1))) {
    case kRepeats:
      ++front_.granule;
      repeats_ = value;
      return;
    case kWhole:
      front_.mask = ~std::uint64_t{0};
      break;
    case kAsLast:
      break;
    case kWords8:
      front_.mask = kEightTimes[byte(0)];
      at_ += 1;
      break;
    case kWords4:
      front_.mask = words4(byte(0) | byte(1) << 8);
      at_ += 2;
      break;
    case kOneRun:
      front_.mask = run_mask(static_cast<unsigned>(byte(0)), static_cast<unsigned>(byte(1)));
      at_ += 2;
      break;
    case kAny:
      front_.mask = 0;
      for (std::size_t i = 0; i < 8; ++i) front_.mask |= byte(i) << 8 * i;
      at_ += 8;
      break;
  }
  front_.granule += value + 1;
}

void RowList::skip_below(std::uint64_t granule) {
  if (is_empty_ || front_.granule >= granule) return;
  if (row_ != behind_) {
    row_ = std::lower_bound(row_, behind_, granule,
                            [](const WrittenRow& row, std::uint64_t wanted) { return row.granule < wanted; });
    advance();
  }
  while (!is_empty_ && front_.granule < granule) advance();
}

}  // namespace culprit::state
