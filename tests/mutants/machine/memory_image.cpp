#include <algorithm>
#include <cstring>

#include "tests/mutants/machine/effect.h"

namespace culprit::mutants {
namespace {

constexpr std::uint64_t kPage = 4096;
/// Larger fills are of memory that no mutant of a small program has.
constexpr std::uint64_t kMostFilled = std::uint64_t{4} << 20;

}  // namespace

std::byte* Image::page(Address address) {
  auto& page = pages_[address / kPage];
  if (!page) page = std::make_unique<std::byte[]>(kPage);
  return page.get();
}

void Image::write(Address address, const std::byte* bytes, std::uint64_t length) {
  while (length > 0) {
    const std::uint64_t part = std::min(length, kPage - address % kPage);
    std::memcpy(page(address) + address % kPage, bytes, part);
    address += part;
    bytes += part;
    length -= part;
  }
}

void Image::fill(Address address, std::byte byte, std::uint64_t length) {
  length = std::min(length, kMostFilled);
  while (length > 0) {
    const std::uint64_t part = std::min(length, kPage - address % kPage);
    std::memset(page(address) + address % kPage, static_cast<int>(byte), part);
    address += part;
    length -= part;
  }
}

std::uint64_t Image::word(Address address) const {
  const auto page = pages_.find(address / kPage);
  std::uint64_t word = 0;
  if (page != pages_.end()) std::memcpy(&word, page->second.get() + address % kPage, sizeof word);
  return word;
}

std::uint64_t Blocks::take(Address address) {
  const auto found = sizes_.find(address);
  if (found == sizes_.end()) return 0;
  const std::uint64_t size = found->second;
  sizes_.erase(found);
  return size;
}

Address Blocks::around(Address address) const {
  auto next = sizes_.upper_bound(address);
  if (next == sizes_.begin()) return kNone;
  --next;
  return address <= next->first + next->second ? next->first : kNone;
}

bool Blocks::covers(Address address) const {
  const Address block = around(address);
  return block != kNone && address < block + sizes_.at(block);
}

}  // namespace culprit::mutants
