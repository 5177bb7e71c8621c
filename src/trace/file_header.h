#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/trace/format.h"

namespace culprit::trace {

/// The file header, as far as it can be trusted. `notes` say what was damaged and how it was mended.
struct FileHeader {
  std::uint32_t version = 0;       ///< without a draft's number
  std::uint32_t segment_size = 0;  ///< always a valid one
  std::uint64_t start_time = 0;
  std::uint64_t process = 0;
  std::uint64_t file_end = 0;
  culprit_state state = CULPRIT_STATE_OPEN;
  culprit_stop_reason stop_reason = CULPRIT_STOP_NONE;
  std::vector<std::string> notes;
};

/// Fails for what is no trace, a newer or foreign one, and one that ends inside its header. A single damaged
/// field is mended: its right value is known, or stands in the first segment's header too, and the checksum
/// confirms it.
Result<FileHeader> read_file_header(const std::string& path, std::span<const std::byte> file);

/// Whether segments can have that size.
bool is_segment_size(std::uint32_t size);

}  // namespace culprit::trace
