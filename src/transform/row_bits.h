#pragma once

#include <cstdint>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::transform {

/// A set of rows: a bit each.
class RowBits {
 public:
  explicit RowBits(std::uint32_t rows) : words_(std::size_t{rows} / 64 + 1) {}
  void add(SearchId n) {
    words_[n.value() / 64] |= std::uint64_t{1} << (n.value() % 64);
    is_empty_ = false;
  }
  bool has(SearchId n) const { return words_[n.value() / 64] >> (n.value() % 64) & 1; }
  bool empty() const { return is_empty_; }

 private:
  Column<std::uint64_t> words_;
  bool is_empty_ = true;
};

}  // namespace culprit::transform
