#pragma once

#include <sys/types.h>

#include <string>

#include "src/base/error.h"

namespace culprit::cli {

/// Keeps a copy of what a program reads from its standard input, where it can: a file is copied, and the
/// program gets it as it is; what comes through a pipe passes through here. A terminal or a device is left
/// alone.
class InputTee {
 public:
  /// Standard input, or the file at `from` if that is not empty. The copy goes to `copy`. Fails if one of the
  /// two files cannot be opened.
  static Result<InputTee> open(const std::string& from, const std::string& copy);
  InputTee(InputTee&& other) noexcept;
  InputTee& operator=(InputTee&&) = delete;
  InputTee(const InputTee&) = delete;
  ~InputTee();

  /// In the child, before it becomes the program: gives it its standard input.
  void attach();
  /// In the parent, once the child is there.
  void start();

  // For poll(): the descriptor to wait for, or -1.
  int waits_to_read() const { return pending_.empty() ? source_ : -1; }
  int waits_to_write() const { return sink_; }
  bool has_pending() const { return !pending_.empty(); }
  /// Something came: takes it, or at the end lets the program see the end.
  void read();
  /// The program can take more (or, with no one left to read, will not).
  void write(bool is_broken);

  bool has_copy() const { return has_copy_; }

 private:
  InputTee() = default;
  Status copy_file(int descriptor, const std::string& copy);
  void close_sink();

  int given_ = -1;   ///< what the child gets in place of its standard input; -1: nothing else
  int source_ = -1;  ///< what is passed on
  int sink_ = -1;
  int copy_ = -1;
  bool has_copy_ = false;
  std::string pending_;
};

}  // namespace culprit::cli
