#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/state/index_format.h"
#include "src/state/touched.h"
#include "src/trace/cursor.h"

namespace culprit::state {

/// Collects which bytes each stretch of the log writes, reads before and makes, while it is read in order: leaves of 2 MiB of a
/// stream's log, and parts of 8, 64 and 512 leaves. What a longer part did follows from what its eight parts did, so that the
/// footprint of any subtree is found by two partial leaves and a few lists, however large it is.
class WrittenBuilder {
 public:
  /// Precondition: streams are begun in the order of their rows.
  void begin_stream();
  void take(const trace::Event& event);
  /// `end` is that of its log.
  void end_stream(std::uint64_t end);

  /// The rows of all parts, packed.
  const Column<std::byte>& written() const { return written_; }
  const Column<std::byte>& read() const { return read_; }
  const Column<std::byte>& made() const { return made_; }
  /// Those of a stream together, and there those of a level.
  const std::vector<PartRow>& parts() const { return parts_; }
  /// Where they begin, for each level of each stream, and the end.
  const std::vector<std::uint64_t>& starts() const { return starts_; }
  /// Too long to be cut into granules.
  const std::vector<WrittenFill>& fills() const { return fills_; }

 private:
  /// Ends the leaf that is open, and the longer parts that end between it and the next one.
  void go_to(std::uint64_t leaf);
  /// The last of that level is not made if it is not whole: what would need it also begins in it, or is few shorter ones.
  void end_part(unsigned level, std::uint64_t number);
  void add(unsigned level, std::uint64_t number, const StretchRows& rows);
  Stretch stretch(const PartRow& part) const;

  StretchBuilder leaf_;
  std::uint64_t leaf_number_ = 0;
  std::array<std::vector<PartRow>, kPartLevels> open_;  ///< of the stream
  Column<std::byte> written_;
  Column<std::byte> read_;
  Column<std::byte> made_;
  std::vector<PartRow> parts_;
  std::vector<std::uint64_t> starts_{0};
  std::vector<WrittenFill> fills_;
  std::size_t streams_ = 0;
};

}  // namespace culprit::state
