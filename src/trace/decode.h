#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/trace/cursor.h"
#include "src/trace/format.h"

namespace culprit::trace {

inline std::uint32_t load32(const std::byte* at) {
  std::uint32_t value;
  std::memcpy(&value, at, 4);
  return value;
}
inline std::uint64_t load64(const std::byte* at) {
  std::uint64_t value;
  std::memcpy(&value, at, 8);
  return value;
}

/// What a record's meaning depends on besides its bytes.
struct DecodeState {
  std::uint32_t functions;  ///< rows of the function table: ids past it read as 0
  std::uint32_t types;
  Bases& bases;
};

/// Bytes were read, however the record was written.
inline bool is_read(const Event& event) {
  return event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_READ_BLOCK;
}

/// Records that tell of the one behind them in the same segment.
class Prefix {
 public:
  static bool is_one(const Event& event) {
    if (event.kind != CULPRIT_EVENT_EXTENDED) return false;
    switch (event.what) {
      case CULPRIT_EXTENDED_LINE:
      case CULPRIT_EXTENDED_LOOP_EXIT:
      case CULPRIT_EXTENDED_VARARGS:
      case CULPRIT_EXTENDED_NO_VALUE:
      case CULPRIT_EXTENDED_CALL_LINE:
        return true;
      default:
        return false;
    }
  }
  void keep(const Event& event) {
    if (kept_ == 0) position_ = event.position;
    kept_ |= 1U << event.what;
    if (event.what == CULPRIT_EXTENDED_VARARGS) {
      arguments_ = event.payload;
      count_ = event.count;
    } else {
      line_ = event.line;
    }
    if (event.what == CULPRIT_EXTENDED_LOOP_EXIT)
      exit_ = static_cast<std::uint8_t>(std::min<std::uint32_t>(event.count, CULPRIT_EXIT_UNKNOWN));
  }
  void drop() { kept_ = 0; }
  bool is_kept() const { return kept_ != 0; }
  /// Says what they tell of the event, which then begins where the first one does. What does not fit is passed over.
  void tell(Event& event) const {
    event.position = position_;
    if (has(CULPRIT_EXTENDED_LINE)) {
      event.line = line_;
      event.line_absolute = true;
    }
    if (event.kind == CULPRIT_EVENT_LOOP_END && has(CULPRIT_EXTENDED_LOOP_EXIT)) {
      event.line = line_;
      event.what = exit_;
    }
    if (event.kind == CULPRIT_EVENT_LEAVE && has(CULPRIT_EXTENDED_NO_VALUE)) event.what = 1;
    if (event.kind != CULPRIT_EVENT_ENTER && event.kind != CULPRIT_EVENT_ENTER_LONG) return;
    if (has(CULPRIT_EXTENDED_CALL_LINE)) event.line = line_;
    if (has(CULPRIT_EXTENDED_VARARGS)) {
      event.more = arguments_;
      event.count = count_;
    }
  }

 private:
  bool has(culprit_extended what) const { return (kept_ & 1U << what) != 0; }

  std::uint32_t kept_ = 0;  ///< a bit for each that was met
  std::uint8_t exit_ = 0;
  std::uint32_t line_ = 0;
  std::uint32_t count_ = 0;
  std::span<const std::byte> arguments_;
  std::uint64_t position_ = 0;
};

namespace detail {

inline std::uint32_t row(std::uint32_t id, std::uint32_t rows) {
  return id < rows ? id : 0;
}

/// `words` words of values that begin at `values`; nullptr if they reach past `end`.
inline const std::byte* take(const std::byte* values, const std::byte* end, std::uint64_t words,
                             Event& event) {
  if (words * 4 > static_cast<std::uint64_t>(end - values)) return nullptr;
  event.payload = {values, static_cast<std::size_t>(words * 4)};
  return values + words * 4;
}

/// As take(), with the count in the next word when `words` is `escape`.
inline const std::byte* take_counted(const std::byte* at, const std::byte* end, std::uint32_t words,
                                     std::uint32_t escape, Event& event) {
  if (words != escape) return take(at + 4, end, words, event);
  return end - at < 8 ? nullptr : take(at + 8, end, load32(at + 4), event);
}

/// Every small value, the least first: values that stand in the head of a record have bytes to point to.
extern const std::array<std::int64_t, std::size_t{1} << CULPRIT_SMALL_BITS> small_values;

/// One or two words with the small value whose number is in the lowest bits of `field`.
inline void set_small(std::uint32_t field, std::uint32_t words, Event& event) {
  const std::uint32_t index = field & ((1U << CULPRIT_SMALL_BITS) - 1);
  event.payload = {reinterpret_cast<const std::byte*>(&small_values[index]), std::size_t{words} * 4};
}

/// Bytes padded to words, behind their length.
inline const std::byte* take_bytes(const std::byte* bytes, const std::byte* end, std::uint32_t length,
                                   Event& event) {
  const std::uint64_t padded = (std::uint64_t{length} + 3) & ~std::uint64_t{3};
  if (padded > static_cast<std::uint64_t>(end - bytes)) return nullptr;
  event.payload = {bytes, length};
  event.size = length;
  return bytes + padded;
}

inline const std::byte* take_written(const std::byte* value, const std::byte* end, std::uint32_t word,
                                     Event& event) {
  const std::uint32_t log2 = word >> 26 & 3;
  const std::ptrdiff_t stored = log2 == 3 ? 8 : 4;
  if (end - value < stored) return nullptr;
  event.size = std::uint64_t{1} << log2;
  event.payload = {value, static_cast<std::size_t>(event.size)};
  return value + stored;
}

inline bool wraps(const Event& event) {
  return event.address + event.size < event.address;
}

/// Some of the bytes lie where no program has memory of its own.
inline bool is_out_of_reach(const Event& event) {
  constexpr std::uint64_t kEnd = std::uint64_t{1} << CULPRIT_ADDRESS_BITS;
  return event.address > kEnd || event.size > kEnd - event.address;
}

/// The records that are not on the hot path; kept out of decode()'s inlined body.
const std::byte* decode_rare(const std::byte* at, const std::byte* end, std::uint32_t word,
                             const DecodeState& state, Event& event);

}  // namespace detail

/// Decodes the record at `at` into a cleared event; the position is the caller's to set. Gives the next
/// record's place, or nullptr if the bytes up to `end` are no record. Precondition: end - at is a positive
/// multiple of 4.
inline const std::byte* decode(const std::byte* at, const std::byte* end, const DecodeState& state,
                               Event& event) {
  const std::uint32_t word = load32(at);
  event = Event{};
  event.kind = static_cast<culprit_event>(word >> 28);
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER_SMALL: {
      const std::uint32_t function = word >> CULPRIT_SMALL_BITS & CULPRIT_SMALL_FUNCTION;
      event.kind = CULPRIT_EVENT_ENTER;
      event.function = FunctionId{detail::row(function, state.functions)};
      event.size = (word >> 21 & CULPRIT_SMALL_FRAME) * 16;
      detail::set_small(word, 1 + (word >> 27 & 1), event);
      return function == 0 ? nullptr : at + 4;
    }
    case CULPRIT_EVENT_ENTER:
      event.function = FunctionId{detail::row(word & 0xffff, state.functions)};
      event.size = (word >> 16 & 0xff) * 16;
      return detail::take(at + 4, end, word >> 24 & 15, event);
    case CULPRIT_EVENT_LEAVE:
      event.line = word >> 12 & 0xfff;
      if ((word & 1) == 0) return detail::take_counted(at, end, word >> 24 & 15, 15, event);
      detail::set_small(word >> 2, 1 + (word >> 1 & 1), event);
      return at + 4;
    case CULPRIT_EVENT_LOOP_BEGIN:
    case CULPRIT_EVENT_ITERATION:
    case CULPRIT_EVENT_LOOP_END:
      event.function = FunctionId{detail::row(word & CULPRIT_MAX_FUNCTION, state.functions)};
      return detail::take_counted(at, end, word >> 22 & 63, 63, event);
    case CULPRIT_EVENT_WRITE: {
      Address& base = state.bases[word >> 25 & 1];
      const auto delta = static_cast<std::int32_t>(word << 15) >> 15;
      base += static_cast<std::uint64_t>(std::int64_t{delta});
      event.address = base;
      event.line = word >> 17 & 0xff;
      const std::byte* next = detail::take_written(at + 4, end, word, event);
      return detail::wraps(event) ? nullptr : next;
    }
    case CULPRIT_EVENT_WRITE_FAR: {
      if (end - at < 12) return nullptr;
      event.address = std::uint64_t{word & 0x7fff} << 32 | load32(at + 4);
      state.bases[event.address >> 45 & 1] = event.address;
      event.line = word >> 15 & 0x7ff;
      return detail::take_written(at + 8, end, word, event);
    }
    case CULPRIT_EVENT_EXTENDED: {
      if (word >> 27 != CULPRIT_READ) return detail::decode_rare(at, end, word, state, event);
      Address& base = state.bases[2 + (word >> 24 & 1)];
      const auto delta = static_cast<std::int32_t>(word << 8) >> 8;
      base += static_cast<std::uint64_t>(std::int64_t{delta});
      event.what = CULPRIT_EXTENDED_READ_BLOCK;
      event.address = base;
      event.size = std::uint64_t{1} << (word >> 25 & 3);
      return detail::is_out_of_reach(event) ? nullptr : at + 4;
    }
    default:
      return detail::decode_rare(at, end, word, state, event);
  }
}

}  // namespace culprit::trace
