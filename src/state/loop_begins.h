#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/ids.h"

namespace culprit::state {

/// Follows the calls and loops of a stream to tell where the loop of an iteration began. Calls that are left
/// take their loops with them; an end without a beginning is passed over, as in the tree.
class LoopBegins {
 public:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  void call() {
    open_.push_back({kCall, kNowhere});
    ++calls_;
  }
  void end_calls(std::uint64_t count) {
    while (count > 0 && calls_ > 0) {
      const bool is_call = open_.back().loop == kCall;
      open_.pop_back();
      count -= is_call ? 1 : 0;
      calls_ -= is_call ? 1 : 0;
    }
  }
  void begin(FunctionId loop, std::uint64_t position) { open_.push_back({loop.value(), position}); }
  /// Where it began; kNowhere if no such loop is open in the innermost call. Ends the loops inside it.
  std::uint64_t iteration(FunctionId loop) {
    const std::size_t at = find(loop);
    if (at == kNone) return kNowhere;
    open_.resize(at + 1);
    return open_[at].began;
  }
  void end(FunctionId loop) {
    if (const std::size_t at = find(loop); at != kNone) open_.resize(at);
  }
  /// Events are missing: nothing that was open is known to be still.
  void clear() {
    open_.clear();
    calls_ = 0;
  }

 private:
  static constexpr std::uint32_t kCall = 0xffffffff;
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kMostNested = 256;  ///< as in the tree: bounds what a damaged trace costs
  struct Open {
    std::uint32_t loop;   ///< or kCall
    std::uint64_t began;  ///< position in the stream
  };
  std::size_t find(FunctionId loop) const {
    const std::size_t least = open_.size() > kMostNested ? open_.size() - kMostNested : 0;
    for (std::size_t i = open_.size(); i > least && open_[i - 1].loop != kCall; --i)
      if (open_[i - 1].loop == loop.value()) return i - 1;
    return kNone;
  }

  std::vector<Open> open_;
  std::uint64_t calls_ = 0;  ///< among them
};

}  // namespace culprit::state
