#pragma once

#include <fstream>
#include <string>

#include "src/base/check.h"
#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::test {

/// Gives a segment another header, sealed as it was. Precondition: there is such a segment.
template <class Change>
void change_segment(const std::string& path, std::uint32_t segment_size, StreamId stream,
                    std::uint64_t number, Change change) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (std::uint64_t at = CULPRIT_FILE_HEADER_SIZE;; at += segment_size) {
    culprit_segment_header header{};
    file.seekg(static_cast<std::streamoff>(at));
    CULPRIT_CHECK(file.read(reinterpret_cast<char*>(&header), sizeof header).good());
    if (header.stream != stream.value() || header.number != number) continue;
    change(header);
    if (header.seal != 0) header.seal = culprit_seal(&header, sizeof header);
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
    return;
  }
}

/// Wipes a segment's header. Precondition: there is such a segment.
inline void lose_segment(const std::string& path, std::uint32_t segment_size, StreamId stream,
                         std::uint64_t number) {
  change_segment(path, segment_size, stream, number, [](culprit_segment_header& header) { header = {}; });
}

}  // namespace culprit::test
