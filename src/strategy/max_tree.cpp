#include "src/strategy/max_tree.h"

#include <algorithm>

#include "src/base/check.h"

namespace culprit::strategy {

MaxTree::MaxTree(std::size_t values, std::uint32_t base_bits) : base_bits_(base_bits) {
  std::size_t entries = (values >> base_bits) + 1;
  levels_.emplace_back(entries);
  while (entries > 1) {
    entries = (entries + kFan - 1) / kFan;
    levels_.emplace_back(entries);
  }
}

std::uint64_t MaxTree::max_of_block(std::uint32_t level, std::size_t block) const {
  const Column<std::uint64_t>& row = levels_[level];
  const auto first = row.begin() + block * kFan;
  return *std::max_element(first, first + std::min<std::size_t>(kFan, row.size() - block * kFan));
}

void MaxTree::finish() {
  for (std::uint32_t level = 1; level < levels(); ++level) {
    Column<std::uint64_t>& row = levels_[level];
    for (std::size_t block = 0; block < row.size(); ++block) row[block] = max_of_block(level - 1, block);
  }
}

void MaxTree::lower(std::uint32_t position, std::uint64_t value) {
  CULPRIT_CHECK(base_bits_ == 0);
  std::size_t index = position;
  std::uint64_t old = levels_[0][index];
  levels_[0][index] = value;
  for (std::uint32_t level = 1; level < levels(); ++level) {
    index >>= kFanBits;
    const std::uint64_t above = levels_[level][index];
    if (above != old) return;  // another value was the maximum
    levels_[level][index] = max_of_block(level - 1, index);
    if (levels_[level][index] == above) return;
    old = above;
  }
}

std::size_t MaxTree::bytes() const {
  std::size_t entries = 0;
  for (const auto& row : levels_) entries += row.size();
  return entries * sizeof(std::uint64_t);
}

}  // namespace culprit::strategy
