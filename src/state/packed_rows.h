#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/state/index_format.h"

namespace culprit::state {

/// Appends rows, ascending, as differences: neighbours whose masks are the same are one number, and a mask that is made of words
/// one or two bytes. What programs touch takes 2 to 3 bytes a row in place of 16.
void pack(std::span<const WrittenRow> rows, Column<std::byte>& to);
/// The same of ranges that are apart, ascending.
void pack(std::span<const MadeRow> ranges, Column<std::byte>& to);

namespace detail {

/// Numbers of 7 bits a byte, the lowest first. Precondition of next(): it is whole.
inline std::uint64_t next_number(const std::byte*& at) {
  auto byte = static_cast<std::uint64_t>(*at++);
  std::uint64_t number = byte & 0x7f;
  for (unsigned shift = 7; byte >= 0x80; shift += 7) {
    byte = static_cast<std::uint64_t>(*at++);
    number |= (byte & 0x7f) << shift;
  }
  return number;
}

}  // namespace detail

/// Rows of granules, ascending, plain or packed, that are passed over from front to back. A view, and small: a copy begins where
/// this one is.
class RowList {
 public:
  RowList() = default;
  RowList(std::span<const WrittenRow> rows) : row_(rows.data()), behind_(rows.data() + rows.size()) {
    advance();
  }
  RowList(const std::vector<WrittenRow>& rows) : RowList(std::span(rows)) {}
  /// As pack() made them.
  static RowList packed(std::span<const std::byte> bytes) {
    RowList list;
    list.at_ = bytes.data();
    list.end_ = bytes.data() + bytes.size();
    list.advance();
    return list;
  }

  bool empty() const { return is_empty_; }
  /// Precondition of all below: !empty().
  const WrittenRow& front() const { return front_; }
  void advance();
  /// Passes over the rows before a granule: each(row). Gives the last one's granule, or `none`.
  template <class Each>
  std::uint64_t take_below(std::uint64_t granule, std::uint64_t none, Each each) {
    while (!is_empty_ && front_.granule < granule) {
      none = front_.granule;
      each(front_);
      advance();
    }
    return none;
  }
  void skip_below(std::uint64_t granule);

 private:
  void read_packed();

  WrittenRow front_{~std::uint64_t{0}, 0};
  bool is_empty_ = true;
  std::uint64_t repeats_ = 0;  ///< of the front row, side by side
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  const WrittenRow* row_ = nullptr;  ///< if they are plain
  const WrittenRow* behind_ = nullptr;
};

/// The same of ranges.
class RangeList {
 public:
  RangeList() = default;
  RangeList(std::span<const MadeRow> ranges) : range_(ranges.data()), behind_(ranges.data() + ranges.size()) {
    advance();
  }
  RangeList(const std::vector<MadeRow>& ranges) : RangeList(std::span(ranges)) {}
  static RangeList packed(std::span<const std::byte> bytes) {
    RangeList list;
    list.at_ = bytes.data();
    list.end_ = bytes.data() + bytes.size();
    list.advance();
    return list;
  }
  bool empty() const { return is_empty_; }
  const MadeRow& front() const { return front_; }
  void advance() {
    is_empty_ = range_ == behind_ && at_ == end_;
    if (is_empty_) return;
    if (range_ != behind_) {
      front_ = *range_++;
      return;
    }
    front_.start = front_.end + detail::next_number(at_);
    front_.end = front_.start + detail::next_number(at_);
  }

 private:
  MadeRow front_{0, 0};
  bool is_empty_ = true;
  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  const MadeRow* range_ = nullptr;
  const MadeRow* behind_ = nullptr;
};

inline void RowList::advance() {
  if (row_ != behind_) {
    is_empty_ = false;
    front_ = *row_++;
  } else if (repeats_ > 0) {
    --repeats_;
    ++front_.granule;
  } else if (at_ != end_) {
    is_empty_ = false;
    read_packed();
  } else {
    is_empty_ = true;
  }
}

}  // namespace culprit::state
