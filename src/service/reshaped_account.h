#pragma once

#include "src/state/account.h"
#include "src/transform/reshaped.h"

namespace culprit::service {

/// Facts about the nodes of a reshaped tree, from those of the original: a made node is the run of its parts.
class ReshapedAccount final : public state::Account {
 public:
  /// All must outlive it.
  ReshapedAccount(const tree::Tree& original, const state::Account& account,
                  const transform::Reshaped& reshaped)
      : original_(original), account_(account), reshaped_(reshaped) {}

  state::Facts facts(NodeId node, const state::Limits& limits) const override;
  state::Facts brief(NodeId node, const state::Limits& limits) const override;
  Result<state::Value> look_up(NodeId node, bool after, std::string_view path,
                               const state::Limits& limits) const override;
  Result<state::Writer> who_wrote(NodeId node, bool after, std::string_view path) const override;
  state::Facts run_facts(NodeId first, NodeId last, const state::Limits& limits) const override;
  using Account::continues;
  bool continues(NodeId first, NodeId second, state::Effort& effort) const override;
  std::uint64_t pass_of(NodeId node) const override;

 private:
  NodeId first_of(NodeId node) const { return reshaped_.origin_of(node); }
  /// The node of the original that a node ends with.
  NodeId last_of(NodeId node) const;

  const tree::Tree& original_;
  const state::Account& account_;
  const transform::Reshaped& reshaped_;
};

}  // namespace culprit::service
