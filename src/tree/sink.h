#pragma once

#include <ostream>
#include <string>

#include "src/base/error.h"

namespace culprit::tree {

/// Gathers output in a small buffer, so that writing a tree takes bounded memory and few calls of the stream.
class Sink {
 public:
  explicit Sink(std::ostream& out) : out_(out) { buffer_.reserve(2 * kFlushAt); }

  /// Append here; call settle() now and then.
  std::string& text() { return buffer_; }
  /// Writes the buffer out if it is full; true if it did, which is the time to report progress.
  bool settle() {
    if (buffer_.size() < kFlushAt) return false;
    flush();
    return true;
  }
  bool good() const { return out_.good(); }
  /// Writes the rest. Fails with kIo if the stream did at any time.
  Status finish() {
    flush();
    if (!out_.flush()) return fail(ErrorCode::kIo, "the output could not be written", "Is the disk full?");
    return {};
  }

 private:
  static constexpr std::size_t kFlushAt = 1 << 16;

  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

  std::ostream& out_;
  std::string buffer_;
};

}  // namespace culprit::tree
