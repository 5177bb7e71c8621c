#pragma once

#include <mutex>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/anchors.h"
#include "src/state/catalogue.h"
#include "src/state/index.h"
#include "src/state/leads.h"
#include "src/state/memory.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Tells whether a node goes on where another ended, for the nodes of a trace: see Account::continues(). Remembers the
/// node asked about last, since runs of siblings are asked about in their order; answers never depend on that. Several
/// threads may ask.
class Chains {
 public:
  Chains(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
         const Catalogue& catalogue);
  /// About a microsecond if nothing was written in between. Else some, and up to a millisecond for large containers: that is
  /// what effort is spent on.
  bool continues(NodeId first, NodeId second, Effort& effort);

 private:
  bool is_recorded(NodeId node) const;
  const Anchors& before(NodeId node);
  const Anchors& after(NodeId node);
  bool is_untouched(const Anchors& anchors, Moment since, Moment until, Effort& effort);
  bool is_equal(const Anchors& anchors, Moment since, Moment until, Effort& effort);

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  const Memory& memory_;
  const Catalogue& catalogue_;
  std::mutex lock_;  ///< guards all below
  LeadTable leads_;
  AnchorFinder finder_;
  struct Known {
    NodeId node = kNoNode;
    Anchors anchors{};
  };
  Known known_before_, known_after_;
};

}  // namespace culprit::state
