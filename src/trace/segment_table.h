#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/base/error.h"
#include "src/base/mapped_file.h"
#include "src/base/progress.h"
#include "src/trace/file_header.h"

namespace culprit::trace {

/// One segment of a stream, the best copy of it. `readable` and `state` belong to SegmentTable.
struct Segment {
  std::uint64_t offset = 0;  ///< of its header, in the file
  std::uint64_t number = 0;
  std::uint64_t sequence = 0;
  std::uint64_t nodes = 0;  ///< 1 + those of the stream before it; 0: not known
  std::uint64_t checksum = 0;
  std::uint32_t committed = 0;  ///< payload bytes it should have
  std::uint32_t present = 0;    ///< of those, how many the file holds
  std::uint32_t readable = 0;   ///< of those, how many are records; final once state is not kUnchecked
  std::uint32_t depth = 0;
  bool sealed = false;
  enum State : std::uint32_t { kUnchecked, kIntact, kDamaged } state = kUnchecked;
};

/// The segments of one stream by number. Numbers ascend; one that is missing was lost.
struct StreamSegments {
  std::uint32_t id = 0;
  std::vector<Segment> segments;
};

/// Where every stream's records lie in the file, and what is wrong with them. Reading it costs a look at each
/// segment's header; a segment's contents are verified when they are first used. May be used by several
/// threads.
class SegmentTable {
 public:
  SegmentTable(MappedFile file, FileHeader header);
  /// Looks at all headers; a note in damage() for each that is unusable, and for what is missing.
  void read(const Progress& progress);

  const MappedFile& file() const { return file_; }
  const FileHeader& header() const { return header_; }
  /// Of a segment's header, which has grown since version 3.
  std::uint32_t header_size() const {
    return header_.version < 3 ? CULPRIT_OLD_SEGMENT_HEADER_SIZE : CULPRIT_SEGMENT_HEADER_SIZE;
  }
  std::uint32_t room() const { return header_.segment_size - header_size(); }
  const StreamSegments& tables() const { return tables_; }
  const std::vector<StreamSegments>& events() const { return events_; }
  /// Recorders set the window of the definitions aside first. If that place cannot be read, the newest ones are lost, which leaves
  /// no gap between numbers.
  bool has_first() const { return has_first_; }
  bool empty() const { return tables_.segments.empty() && events_.empty(); }

  /// Verifies a segment if nobody did before. Gives its readable payload, and whether it is whole.
  struct Contents {
    std::span<const std::byte> payload;
    bool intact;
  };
  Contents contents(const StreamSegments& stream, std::size_t segment) const;
  /// For a reader that met a record that is none in a segment that looked fine.
  void note_bad_record(const StreamSegments& stream, std::size_t segment, std::uint64_t offset) const;

  std::uint64_t position(const Segment& segment) const { return segment.number * room(); }
  /// Where a stream ends: behind its last committed byte.
  std::uint64_t end(const StreamSegments& stream) const;
  /// The segment that holds a position, or segments.size(). O(1) if none is missing.
  std::size_t find(const StreamSegments& stream, std::uint64_t position) const;

  void note(std::string what) const;
  std::vector<std::string> damage() const;

 private:
  enum class Header { kUsable, kUnused, kDamaged };
  culprit_segment_header load_header(std::span<const std::byte> bytes) const;
  Header read_header(std::uint64_t offset, std::uint32_t& stream, Segment& segment) const;
  void add(std::uint32_t stream, const Segment& segment);
  void note_unusable(Header kind, std::uint64_t offset);
  void order(StreamSegments& stream);
  void note_missing();
  void check(const StreamSegments& stream, Segment& segment) const;
  void note_locked(std::string what) const;

  MappedFile file_;
  FileHeader header_;
  StreamSegments tables_;
  bool has_first_ = false;
  std::vector<StreamSegments> events_;                   ///< by id
  std::unordered_map<std::uint32_t, std::size_t> rows_;  ///< id to row of events_, while headers are read
  mutable std::mutex lock_;                              ///< guards notes_, and the checking of segments
  mutable std::vector<std::string> notes_;
  mutable std::uint64_t more_notes_ = 0;
};

/// How many bytes from the start are whole records: of a table or an event stream.
std::uint32_t count_valid_bytes(std::span<const std::byte> payload, bool is_tables);

}  // namespace culprit::trace
