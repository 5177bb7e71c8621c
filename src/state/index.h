#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/base/mapped_file.h"
#include "src/base/progress.h"
#include "src/state/index_format.h"
#include "src/state/intervals.h"
#include "src/state/touched.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// What is derived from a trace to look into the past: its writes by address, allocations, frames, output.
/// Mapped from
/// `<trace>.index`, which is made when missing and made anew when it does not fit. Immutable.
class Index {
 public:
  /// Opens the file beside the trace, or builds it: two parses of the trace. Where nothing can be written
  /// beside the trace, the index lives in a file without a name and is gone afterwards.
  static Result<Index> open(const trace::Trace& trace, const tree::Tree& tree,
                            const Progress& progress = no_progress);
  /// Takes a file that is whole and fits; fails with kVersion, kDamaged or kWrongFormat otherwise. O(size of
  /// the file).
  static Result<Index> load(MappedFile file, std::uint64_t fingerprint, std::uint32_t nodes);

  /// The newest write of each byte of [address, address + keys.size()) before `rank`, as index keys; 0
  /// where there is none. `keys` must lie within one page. Cost: O(log n) for each distinct (offset, size)
  /// that was ever written there.
  void newest(Address address, Rank rank, std::span<std::uint64_t> keys) const;

  const Intervals& allocations() const { return allocations_; }
  const Intervals& long_fills() const { return long_fills_; }
  std::span<const std::uint64_t> transfers() const { return rows<std::uint64_t>(Section::kTransfers); }
  std::span<const FileRow> files() const { return rows<FileRow>(Section::kFiles); }
  std::span<const std::uint64_t> gaps() const { return rows<std::uint64_t>(Section::kGaps); }
  std::span<const StackRow> stacks() const { return rows<StackRow>(Section::kStacks); }
  std::span<const std::uint64_t> frames() const { return frames_; }
  std::span<const std::uint32_t> births() const { return births_; }
  std::span<const std::uint32_t> jumps() const { return jumps_; }
  std::span<const std::uint32_t> posting_functions() const {
    return rows<std::uint32_t>(Section::kPostingFunctions);
  }
  std::span<const std::uint32_t> postings(std::size_t row) const;
  /// The nodes of the stream in the order of their enters; with one stream that is their own order, and
  /// empty.
  std::span<const std::uint32_t> stream_nodes(std::size_t stream_row) const;
  /// What a part of a stream's log wrote, read before and made; nothing for one that is not there.
  Stretch part(std::size_t stream_row, unsigned level, std::uint64_t number) const;
  std::span<const WrittenFill> written_fills() const { return rows<WrittenFill>(Section::kWrittenFills); }
  std::uint64_t entries() const { return entries_.size(); }
  std::uint64_t bytes() const { return file_.size(); }

 private:
  template <class T>
  std::span<const T> rows(Section section) const {
    const SectionRow& row = header().section[static_cast<std::size_t>(section)];
    return {reinterpret_cast<const T*>(file_.bytes().data() + row.offset), row.bytes / sizeof(T)};
  }
  const IndexHeader& header() const { return *reinterpret_cast<const IndexHeader*>(file_.bytes().data()); }
  Status check_counts(std::uint32_t nodes) const;
  void view_sections();
  /// Entries of a page, and where their groups begin.
  struct Page {
    const std::uint64_t* first;
    const std::uint64_t* last;
    std::span<const GroupRow> groups;  ///< empty: no table
  };
  bool find_page(std::uint64_t number, Page& page) const;

  MappedFile file_;
  std::span<const std::uint64_t> pages_;
  std::span<const std::uint64_t> page_starts_;
  std::span<const std::uint64_t> entries_;
  std::span<const GroupRow> groups_;
  std::span<const std::uint32_t> groups_of_;
  std::span<const std::uint64_t> frames_;
  std::span<const std::uint32_t> births_;
  std::span<const std::uint32_t> jumps_;
  Intervals allocations_;
  Intervals long_fills_;
};

/// The path of the index of a trace.
inline std::string index_path(const std::string& trace_path) {
  return trace_path + ".index";
}

}  // namespace culprit::state
