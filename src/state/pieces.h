#pragma once

#include <algorithm>
#include <cstdint>

#include "src/base/ids.h"
#include "src/state/index_format.h"

namespace culprit::state {

/// Fills that cover more than this many pages are kept as ranges: their cost must not grow with their length.
inline constexpr std::uint64_t kLongFill = 16 * kPageBytes;

/// The bytes of [address, address + size) up to the end of the address space.
inline std::uint64_t clamped_size(Address address, std::uint64_t size) {
  return std::min(size, ~address);
}

/// Cuts a write into index pieces: found(page, group) for each. Whole pages and aligned granules are one
/// piece each, the edges pieces of at most 8 bytes that do not cross an 8-byte boundary of a page's rest.
template <class Found>
inline void for_each_piece(Address address, std::uint64_t size, Found&& found) {
  size = clamped_size(address, size);
  if (size <= 8 && (address & (kPageBytes - 1)) + size <= kPageBytes) {
    if (size != 0)
      found(address / kPageBytes, group_of(address % kPageBytes, static_cast<std::uint32_t>(size)));
    return;
  }
  const Address end = address + size;
  while (address < end) {
    const std::uint64_t offset = address % kPageBytes;
    const std::uint64_t left = std::min(end - address, kPageBytes - offset);
    std::uint64_t length = 0;
    std::uint32_t piece = 0;
    if (left == kPageBytes) {
      length = kPageBytes, piece = kPagePiece;
    } else if (offset % kGranuleBytes == 0 && left >= kGranuleBytes) {
      length = kGranuleBytes, piece = kGranulePiece;
    } else {
      length = std::min(left, size <= 8 ? 8 : 8 - offset % 8);
      piece = static_cast<std::uint32_t>(length);
    }
    found(address / kPageBytes, group_of(offset, piece));
    address += length;
  }
}

}  // namespace culprit::state
