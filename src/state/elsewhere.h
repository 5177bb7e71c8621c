#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/address_set.h"
#include "src/state/catalogue.h"
#include "src/state/context.h"
#include "src/state/memory.h"
#include "src/state/owners.h"
#include "src/state/snapshot.h"
#include "src/state/written.h"

namespace culprit::state {

/// What a node changed that is reached from none of the names it can see: through unions, untyped pointers, integers, what
/// callables have captured, thread-locals, and out of bounds. Every byte that its subtree wrote and that outlives it counts,
/// whatever types promise. Named by who owns it: a global and the part of it, a variable of a call above, a block and who
/// allocated it.
class Elsewhere {
 public:
  /// All must outlive it.
  Elsewhere(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
            const Catalogue& catalogue, const Owners& owners)
      : trace_(trace),
        tree_(tree),
        index_(index),
        memory_(memory),
        catalogue_(catalogue),
        owners_(owners),
        written_(trace, tree, index) {}

  const Written& written() const { return written_; }
  /// Adds to the facts of the siblings from `first` to `last`, which wrote `written`, what differs between the two states and was not
  /// `seen`. Where that is more than can be looked at, counts what was written by who owns it. O(granules written): few of them
  /// are looked at.
  void add(NodeId first, NodeId last, const WrittenBytes& written, Snapshot& before, Snapshot& after,
           const AddressSet& seen, const Limits& limits, Facts& facts) const;
  /// Says beside each change if other threads wrote there meanwhile.
  static void note_others(const WrittenBytes& others, Facts& facts);

 private:
  class Search;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  const Memory& memory_;
  const Catalogue& catalogue_;
  const Owners& owners_;
  Written written_;
};

}  // namespace culprit::state
