#pragma once

#include <cstdint>

#include "src/base/column.h"

namespace culprit::state {

/// Numbers pages in the order they are met. The two caches, one a half of the address space, take most of the
/// look-ups: programs write to their stack and their heap in turn.
class PageTable {
 public:
  PageTable() : slots_(kFirstSlots) {}

  std::uint32_t id_of(std::uint64_t page) {
    Last& last = last_[page >> 33 & 1];
    if (last.page == page + 1) return last.id;
    last = {page + 1, find(page)};
    return last.id;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(pages_.size()); }
  std::uint64_t page(std::uint32_t id) const { return pages_[id]; }

 private:
  static constexpr std::size_t kFirstSlots = 1 << 16;
  struct Last {
    std::uint64_t page = 0;  ///< plus 1, so that 0 is none
    std::uint32_t id = 0;
  };

  std::size_t slot_of(std::uint64_t page) const {
    return static_cast<std::size_t>((page * 0x9e3779b97f4a7c15u) >> 24) & (slots_.size() - 1);
  }
  std::uint32_t find(std::uint64_t page) {
    for (std::size_t slot = slot_of(page);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) return add(slot, page);
      if (pages_[slots_[slot] - 1] == page) return slots_[slot] - 1;
    }
  }
  std::uint32_t add(std::size_t slot, std::uint64_t page) {
    pages_.push_back(page);
    slots_[slot] = size();
    if (pages_.size() * 2 > slots_.size()) grow();
    return size() - 1;
  }
  void grow() {
    const std::size_t wanted = slots_.size() * 4;
    slots_.clear();
    slots_.resize(wanted);
    for (std::uint32_t id = 0; id < size(); ++id) {
      std::size_t slot = slot_of(pages_[id]);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = id + 1;
    }
  }

  Column<std::uint32_t> slots_;  ///< id plus 1; 0 is empty
  Column<std::uint64_t> pages_;
  Last last_[2];
};

}  // namespace culprit::state
