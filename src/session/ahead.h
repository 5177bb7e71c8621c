#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "src/base/ids.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"

namespace culprit::session {

/// Lets a strategy work out, in a thread of its own, what it will ask after "yes" and after "no", while the user thinks. For
/// strategies that take their time and remember what they found; others need no such help. Nothing depends on whether it
/// is done in time, or at all.
class Ahead {
 public:
  Ahead() = default;
  Ahead(Ahead&&) = default;
  Ahead& operator=(Ahead&&) = delete;
  ~Ahead() { stop(); }

  /// Shape and strategy must stay until stop(). Does nothing if the strategy chooses at once, or is still busy with the question
  /// before.
  void start(const strategy::Shape& shape, const strategy::Strategy& strategy,
             const strategy::IntervalSuspects& search, SearchId question);
  /// Waits for what is under way, at most as long as one question takes.
  void stop();

 private:
  struct State {
    std::atomic<bool> is_unwanted = false;
    std::atomic<bool> is_done = false;
  };
  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace culprit::session
