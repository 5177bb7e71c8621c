#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/trace/trace.h"

namespace culprit::tree {

/// Where the trees of threads belong. What is said of a call holds for what had happened when it was left, so a thread hangs
/// below the innermost of the nodes around its start that was still open when it ended: a call that only starts a thread is
/// not cleared or blamed for what the thread does later.
///
/// Reads the threads that started others; nothing where there is one thread. O(events), and O(log runs) a thread and node around its
/// start.
class ThreadPlaces {
 public:
  explicit ThreadPlaces(const trace::Trace& trace, const Progress& progress = no_progress);

  /// How many nodes of the thread that started it a thread hangs below, given by its row in Trace::streams(). 0: it outlived
  /// all. Precondition: a thread is seen to start it.
  std::uint32_t depth(std::size_t row) const { return depth_[row]; }
  /// The row of the thread that an event starts; one past the last if it is not there.
  static std::size_t started_by(const trace::Event& event, const trace::Trace& trace);

 private:
  void survey(std::size_t row, const Progress& progress);
  Rank end_of(std::size_t row) const;

  const trace::Trace& trace_;
  std::vector<std::uint32_t> depth_;
  /// Of each thread, when it and those had ended that it started and that outlived it.
  std::vector<Rank> ended_;
};

}  // namespace culprit::tree
