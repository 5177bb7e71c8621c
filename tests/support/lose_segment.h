#pragma once

#include <fstream>
#include <string>

#include "src/base/check.h"
#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::test {

/// Wipes the header of one segment. Precondition: there is such a segment.
inline void lose_segment(const std::string& path, std::uint32_t segment_size, StreamId stream,
                         std::uint64_t number) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (std::uint64_t at = CULPRIT_FILE_HEADER_SIZE;; at += segment_size) {
    culprit_segment_header header{};
    file.seekg(static_cast<std::streamoff>(at));
    CULPRIT_CHECK(file.read(reinterpret_cast<char*>(&header), sizeof header).good());
    if (header.stream != stream.value() || header.number != number) continue;
    header = {};
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
    return;
  }
}

}  // namespace culprit::test
