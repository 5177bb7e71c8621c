#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "src/state/account.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::laws {

/// A run in which one byte was another: while this lives, a byte of the log, in the file and in the trace that is open, is changed.
/// The tree is the same, what is made of memory is not.
class OtherLog {
 public:
  /// `byte` lies in a payload of the trace, which must outlive this.
  OtherLog(const trace::Trace& trace, const std::byte* byte);
  ~OtherLog();
  OtherLog(const OtherLog&) = delete;
  OtherLog& operator=(const OtherLog&) = delete;

  /// Facts as they are then; valid while this lives.
  const state::Account& account(const tree::Tree& tree);

 private:
  void flip();

  const trace::Trace& trace_;
  std::uint64_t offset_;
  std::unique_ptr<state::Account> account_;
};

}  // namespace culprit::laws
