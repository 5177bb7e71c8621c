#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/service/dialogue.h"

namespace culprit::service {

/// Makes views of nodes. Remembers on its way up a loop which pass is which, so that only the first look at a
/// loop of a million passes climbs them all.
class NodeViews {
 public:
  /// Subject and account must outlive it.
  NodeViews(const Subject& subject, const state::Account& account, state::Limits limits)
      : subject_(&subject), account_(&account), limits_(limits) {}

  /// With everything a question shows.
  NodeView full(NodeId n) const;
  /// Inputs and result only.
  NodeView brief(NodeId n) const;

 private:
  NodeView place(NodeId n) const;
  std::uint64_t pass_of(NodeId iteration) const;

  const Subject* subject_;
  const state::Account* account_;
  state::Limits limits_;
  mutable std::unordered_map<NodeId, std::uint64_t> passes_;  ///< some iterations' passes
};

}  // namespace culprit::service
