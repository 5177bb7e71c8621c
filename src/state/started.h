#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/catalogue.h"
#include "src/state/context.h"
#include "src/state/index.h"
#include "src/state/memory.h"
#include "src/state/snapshot.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Says of threads what they were started with: the arguments of the first call in each. Addresses among them have the name that the
/// place has for whoever started the thread, `workers[30]`: two threads that find the same contents still do their work elsewhere. All
/// must outlive it.
class ThreadStarts {
 public:
  ThreadStarts(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
               const Catalogue& catalogue)
      : trace_(trace), tree_(tree), index_(index), memory_(memory), catalogue_(catalogue) {}

  /// Of those among `threads`, in this order, that outlived the siblings from `first` to `last`, which started them: the others are
  /// part of these. O(threads), and some microseconds for each that is shown.
  void add(NodeId first, NodeId last, const std::vector<StreamId>& threads, const Limits& limits,
           Facts& facts) const;

 private:
  NodeId first_node(StreamId thread) const;
  StartedThread shown(NodeId starter, NodeId begun, const Limits& limits) const;
  /// What an address is called by the calls around its use, or who owns it.
  struct Spot {
    std::string path;   ///< empty if it has no name
    std::string owner;  ///< equal in every run; empty if nothing is known of it
  };
  Spot spot(NodeId starter, Address address, Snapshot& snapshot) const;
  std::string path_from(const Root& root, Address address, Snapshot& snapshot) const;
  std::string path_within(Place place, std::string name, Address address) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  const Memory& memory_;
  const Catalogue& catalogue_;
};

}  // namespace culprit::state
