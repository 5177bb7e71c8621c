#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "recorders/runtime/culprit_stream.h"

namespace culprit::test {

/// Writes an EXTENDED record with any sub and payload, also those that only some recorders write.
inline void put_extended_words(culprit_stream* stream, std::uint8_t sub,
                               const std::vector<std::uint32_t>& words) {
  std::uint32_t* record = culprit_reserve(stream, 4 + 4 * words.size());
  if (record == nullptr) return;
  record[0] = std::uint32_t{CULPRIT_EVENT_EXTENDED} << 28 | std::uint32_t{sub} << 20 |
              static_cast<std::uint32_t>(words.size());
  if (!words.empty()) std::memcpy(record + 1, words.data(), 4 * words.size());
  culprit_commit(stream, record + 1 + words.size());
}

/// The payload is the values' bytes, back to back; each is of 4 or 8 bytes.
template <class... Values>
void put_extended(culprit_stream* stream, std::uint8_t sub, const Values&... values) {
  std::vector<std::uint32_t> words((sizeof(Values) + ... + 0) / 4);
  std::size_t at = 0;
  ((std::memcpy(words.data() + at, &values, sizeof values), at += sizeof values / 4), ...);
  put_extended_words(stream, sub, words);
}

}  // namespace culprit::test
