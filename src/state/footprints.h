#pragma once

#include <span>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/catalogue.h"
#include "src/state/context.h"
#include "src/state/index.h"
#include "src/state/memory.h"
#include "src/state/owners.h"
#include "src/state/snapshot.h"
#include "src/state/written.h"

namespace culprit::state {

class UsedWalk;

/// Says by name what nodes used. All must outlive it.
class Footprints {
 public:
  Footprints(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
             const Catalogue& catalogue, const Owners& owners)
      : trace_(trace), tree_(tree), index_(index), memory_(memory), catalogue_(catalogue), owners_(owners) {}

  /// Of the siblings from `first` to `last`, which see `roots`: what they read before they had written it, without what only they
  /// themselves had: their frames, those of calls they made and of threads they started. `others` is what other threads wrote
  /// meanwhile.
  Used name(NodeId first, NodeId last, const Footprint& footprint, const WrittenBytes& others,
            Snapshot& before, const Snapshot& after, const std::vector<Root>& roots,
            const Limits& limits) const;

 private:
  std::vector<WrittenRow> in_own_frames(NodeId first, NodeId last, std::span<const WrittenRow> rows) const;
  std::vector<WrittenRow> name_parts(NodeId first, std::span<const WrittenRow> read,
                                     const std::vector<WrittenRow>& own, Snapshot& before, UsedWalk& walk,
                                     Used& used) const;
  void name_globals(UsedWalk& walk) const;
  void name_variables(NodeId first, Rank rank, UsedWalk& walk) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  const Memory& memory_;
  const Catalogue& catalogue_;
  const Owners& owners_;
};

}  // namespace culprit::state
