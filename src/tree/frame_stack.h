#pragma once

#include <algorithm>
#include <cstdint>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/trace/cursor.h"
#include "src/trace/format.h"
#include "src/trace/trace.h"

namespace culprit::tree {

/// The open calls and loops of a thread. Told of its events in order, it opens and closes nodes as they begin and end: a call, or an
/// iteration of a loop, which is nested in the one before it.
///
/// `Nodes` are those of the thread, from the first on: open(FunctionId, Moment), close(Moment), and depth(), how many are open, of
/// which it closes only those that it has opened.
class FrameStack {
 public:
  template <class Nodes>
  void handle(const trace::Event& event, Moment moment, Nodes& nodes) {
    switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
      case CULPRIT_EVENT_ENTER_LONG:
        return begin_call(event.function, moment, nodes);
      case CULPRIT_EVENT_LEAVE:
        return end_calls(1, moment, nodes);
      case CULPRIT_EVENT_UNWIND:
        return end_calls(event.count, moment, nodes);
      case CULPRIT_EVENT_LOOP_BEGIN:
        return frames_.push_back({event.function.value(), nodes.depth()});
      case CULPRIT_EVENT_ITERATION:
        return begin_iteration(event.function, moment, nodes);
      case CULPRIT_EVENT_LOOP_END:
        return end_loop(event.function, moment, nodes);
      default:
        return;
    }
  }

  std::uint64_t calls() const { return calls_; }

  template <class Nodes>
  void begin_call(FunctionId function, Moment moment, Nodes& nodes) {
    frames_.push_back({Frame::kCall, nodes.depth()});
    ++calls_;
    nodes.open(function, moment);
  }

  template <class Nodes>
  void end_calls(std::uint64_t count, Moment moment, Nodes& nodes) {
    std::size_t kept = frames_.size();
    for (; count > 0 && calls_ > 0; --count, --calls_) {
      do --kept;
      while (frames_[kept].loop != Frame::kCall);
    }
    close_frames(kept, moment, nodes);
  }

  /// After a gap: ends the calls that it must have ended. Gives how many are open behind it, of which the rest began in the gap.
  template <class Nodes>
  std::uint64_t end_lost(const trace::Cursor& cursor, const trace::Trace& trace, Nodes& nodes) {
    // A call takes at least a word in the file, so a greater depth is damage itself.
    const std::uint64_t depth = std::min<std::uint64_t>(cursor.depth(), trace.file_size() / 4);
    if (calls_ > depth) end_calls(calls_ - depth, kNoMoment, nodes);
    return depth;
  }

  /// The thread is over: what is open did not finish.
  template <class Nodes>
  void end(Nodes& nodes) {
    calls_ = 0;
    close_frames(0, kNoMoment, nodes);
  }

 private:
  /// An open call, or an open activation of a loop with all its iterations so far.
  struct Frame {
    static constexpr std::uint32_t kCall = 0xffffffff;
    std::uint32_t loop;   ///< the loop's function, or kCall
    std::uint32_t depth;  ///< nodes that were open before it
  };
  static constexpr std::size_t kNoFrame = ~std::size_t{0};

  template <class Nodes>
  void begin_iteration(FunctionId loop, Moment moment, Nodes& nodes) {
    const std::size_t frame = activation(loop);
    if (frame == kNoFrame) {
      frames_.push_back({loop.value(), nodes.depth()});
    } else {
      close_frames(frame + 1, moment, nodes);  // inner loops that were left without an end
    }
    nodes.open(loop, moment);
  }

  template <class Nodes>
  void end_loop(FunctionId loop, Moment moment, Nodes& nodes) {
    const std::size_t frame = activation(loop);
    if (frame != kNoFrame) close_frames(frame, moment, nodes);
  }

  /// The innermost activation of the loop in the innermost open call, or kNoFrame.
  std::size_t activation(FunctionId loop) const {
    // Real loops nest a few deep. The bound keeps a damaged trace, with many begun and none ended, linear.
    constexpr std::size_t kMostNested = 256;
    const std::size_t least = frames_.size() - std::min(frames_.size(), kMostNested);
    for (std::size_t i = frames_.size(); i > least; --i) {
      if (frames_[i - 1].loop == Frame::kCall) break;
      if (frames_[i - 1].loop == loop.value()) return i - 1;
    }
    return kNoFrame;
  }

  /// Closes all nodes of the frames past the first `kept`.
  template <class Nodes>
  void close_frames(std::size_t kept, Moment moment, Nodes& nodes) {
    if (frames_.size() <= kept) return;
    const std::uint32_t depth = frames_[kept].depth;
    while (frames_.size() > kept) frames_.pop_back();
    while (nodes.depth() > depth) nodes.close(moment);
  }

  Column<Frame> frames_;
  std::uint64_t calls_ = 0;  ///< open ones
};

}  // namespace culprit::tree
