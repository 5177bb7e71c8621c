#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::test {

/// A run of up to four threads that take turns in calls, loops and starting each other, and what is true of it. Every
/// node is entered with a number of its own, its only argument, by which it is known again however much of the trace is
/// left.
class ThreadedRun {
 public:
  static constexpr std::uint32_t kMostThreads = 4;
  struct Node {
    NodeRef ref;
    std::uint32_t time = 0;  ///< nodes that were entered before it, in all threads
    bool is_complete = false;
  };

  explicit ThreadedRun(TraceMaker& maker);
  /// One thread does one thing, as the choice says. Any number is a choice.
  void step(std::uint32_t choice);
  /// The same for as many pseudo-random choices.
  void steps(std::uint32_t count, std::uint32_t seed);

  /// By their numbers.
  const std::unordered_map<std::uint32_t, Node>& nodes() const { return nodes_; }
  /// The number of the node that was entered at this moment; 0 if there is none.
  static std::uint32_t number_at(const trace::Trace& trace, Moment enter);

 private:
  struct Frame {
    bool is_loop = false;
    std::vector<std::uint32_t> numbers;  ///< of the call, or of the loop's passes
  };
  struct Thread {
    std::vector<Frame> frames;
    std::uint32_t nodes = 0;
  };
  std::uint32_t add_node(Frame& frame);
  void enter();
  void leave();
  void begin_loop();
  void pass();
  void end_loop();
  void spawn();
  void complete_frame();
  std::size_t loops_open() const;
  Thread& thread() { return threads_[current_]; }
  const Thread& thread() const { return threads_[current_]; }

  TraceMaker& maker_;
  FunctionId function_;
  std::vector<FunctionId> loops_;  ///< by how deep they are nested in their call
  std::vector<Thread> threads_ = std::vector<Thread>(1);
  std::size_t current_ = 0;
  std::unordered_map<std::uint32_t, Node> nodes_;
};

}  // namespace culprit::test
