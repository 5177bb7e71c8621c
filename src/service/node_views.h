#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/service/dialogue.h"
#include "src/transform/reshaped.h"

namespace culprit::service {

/// Makes views of nodes, of the subject's tree or of one that was made from it. Remembers on its way up a loop which pass is which, so that only the first look at a
/// loop of a million passes climbs them all.
class NodeViews {
 public:
  /// All must outlive it. The account is the subject's; `reshaped` may be null.
  NodeViews(const Subject& subject, const state::Account& account, const transform::Reshaped* reshaped,
            state::Limits limits)
      : subject_(&subject), account_(&account), reshaped_(reshaped), limits_(limits) {}

  /// With everything a question shows.
  NodeView full(NodeId n) const;
  /// Inputs and result only.
  NodeView brief(NodeId n) const;

 private:
  NodeView place(NodeId original) const;
  NodeView run(NodeId n, bool with_facts) const;
  NodeId original(NodeId n) const { return reshaped_ ? reshaped_->origin_of(n) : n; }
  std::uint64_t pass_of(NodeId iteration) const;

  const Subject* subject_;
  const state::Account* account_;
  const transform::Reshaped* reshaped_;
  state::Limits limits_;
  mutable std::unordered_map<NodeId, std::uint64_t> passes_;  ///< some iterations' passes
};

}  // namespace culprit::service
