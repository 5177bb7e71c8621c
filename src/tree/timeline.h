#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/tree/export_options.h"
#include "src/tree/tree.h"
#include "src/tree/walk.h"

namespace culprit::tree {

/// Times for viewers that draw calls as nested bars. A trace has no clock, so the rank of enter and leave
/// is the time; without moments a node lasts as many units as it has nodes. Never goes back, so that bars
/// nest even if a call did not finish or ended with another.
class Timeline {
 public:
  Timeline(const Tree& tree, const ExportOptions& options) : tree_(tree), options_(options) {}

  std::uint64_t open(NodeId n) {
    return now_ = std::max(now_, tree_.has_moments() ? time_of(tree_.enter(n)) : n.value());
  }
  std::uint64_t close(NodeId n) {
    const bool is_known = !tree_.has_moments() || tree_.leave(n) != kNoMoment;
    if (is_known) now_ = std::max(now_, tree_.has_moments() ? time_of(tree_.leave(n)) : tree_.end(n).value());
    return now_;
  }
  std::uint64_t now() const { return now_; }

 private:
  std::uint64_t time_of(Moment moment) const {
    return options_.order ? options_.order(moment).value() : moment.position();
  }

  const Tree& tree_;
  const ExportOptions& options_;
  std::uint64_t now_ = 0;
};

/// Calls begin(thread, top), then open(node, time) and close(node, time) for all nodes of one thread below
/// `top`, then finish(time), thread by thread: what another thread did stands below the call that started it
/// in the tree, but on a line of its own in a viewer. O(nodes).
template <class Begin, class Open, class Close, class Finish>
void for_each_thread(const Tree& tree, const ExportOptions& options, Begin begin, Open open, Close close,
                     Finish finish) {
  std::vector<NodeId> tops{options.from};
  const auto thread_of = [&](NodeId n) { return options.thread ? options.thread(n) : 1; };
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const NodeId top = tops[i];
    const std::uint32_t thread = thread_of(top);
    Timeline times(tree, options);
    begin(thread, top, times.open(top));
    for_each_nested(
        tree, top,
        [&](NodeId n) {
          if (thread_of(n) != thread) {
            tops.push_back(n);
            return false;
          }
          open(n, times.open(n));
          return true;
        },
        [&](NodeId n) { close(n, times.close(n)); });
    finish(times.now());
  }
}

}  // namespace culprit::tree
