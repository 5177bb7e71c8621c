#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/base/error.h"
#include "src/base/mapped_file.h"
#include "src/state/index_format.h"

namespace culprit::state {

/// Writes an index file from front to back under a name of its own and gives it its real name when it is
/// whole, so that no reader ever meets a part of one. Without a writable place it writes to a file that has
/// no name.
class IndexWriter {
 public:
  /// Fails only if not even a nameless file can be made. `path` is the final one.
  static Result<IndexWriter> create(const std::string& path);
  static Result<IndexWriter> create_nameless();
  IndexWriter(IndexWriter&& other) noexcept;
  IndexWriter& operator=(IndexWriter&&) = delete;
  IndexWriter(const IndexWriter&) = delete;
  /// Removes what was not finished.
  ~IndexWriter();

  bool has_name() const { return !temporary_.empty(); }
  /// Sections may be written in any order, each once; append() adds to the one begun last.
  void begin(Section section);
  void append(std::span<const std::byte> bytes);
  template <class T>
  void append_rows(std::span<const T> rows) {
    append(std::as_bytes(rows));
  }
  template <class T>
  void section(Section section, std::span<const T> rows) {
    begin(section);
    append_rows(rows);
  }
  /// Writes the header and maps the file. Reports the first failure of any step, such as a full disk.
  Result<MappedFile> finish(std::uint64_t fingerprint, std::uint32_t nodes);

 private:
  explicit IndexWriter(std::string path) : path_(std::move(path)) {}
  void start();
  void end_section();
  void write(std::span<const std::byte> bytes);

  std::string path_;
  std::string temporary_;  ///< empty: the file has no name
  int file_ = -1;
  int error_ = 0;
  std::uint64_t at_ = 0;
  SectionRow* open_ = nullptr;
  std::uint64_t sum_ = 0;
  std::string block_;  ///< of the open section, not yet summed and written
  IndexHeader header_{};
};

}  // namespace culprit::state
