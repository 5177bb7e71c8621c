#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "src/trace/damage_words.h"
#include "src/trace/segment_table.h"

namespace culprit::trace {

/// One definition, its MORE records joined to it.
struct TableRecord {
  std::uint32_t kind = 0;
  std::span<const std::byte> payload;
  words::Place place{};      ///< where it begins
  std::uint64_t offset = 0;  ///< in that segment
};

/// All definitions of a trace in order; views into the mapping, or into `joined`.
struct TableRecords {
  std::vector<TableRecord> records;
  std::deque<std::string> joined;
  std::uint64_t bytes = 0;  ///< of all payloads: no table can have more rows than that
  bool is_whole = true;     ///< nothing is known to be lost
};

TableRecords collect_table_records(const SegmentTable& segments);

}  // namespace culprit::trace
