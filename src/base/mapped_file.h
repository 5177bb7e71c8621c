#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "src/base/error.h"

namespace culprit {

/// A file mapped for reading. Pages come and go with the system's memory; release() gives some back early.
class MappedFile {
 public:
  /// Fails with kNotFound, kIo, or kWrongFormat for a directory or a device.
  static Result<MappedFile> open(const std::string& path);
  /// Maps an open regular file, which may have no name any more; `name` is for messages. The descriptor stays
  /// the caller's and may be closed.
  static Result<MappedFile> map(int descriptor, const std::string& name);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  std::size_t size() const { return size_; }
  /// Seconds and nanoseconds of the last change, as one number, to tell whether a derived file is stale.
  std::uint64_t modified() const { return modified_; }
  /// Drops the pages of [offset, offset + length) from this process. They are read again when touched.
  void release(std::size_t offset, std::size_t length) const;
  /// Tells the system that the whole file is read once from front to back (or, false, at random).
  void expect_sequential(bool sequential) const;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t modified_ = 0;
};

}  // namespace culprit
