#include "src/service/reshaped_account.h"

namespace culprit::service {

using state::Facts;
using state::Limits;

NodeId ReshapedAccount::last_of(NodeId node) const {
  return reshaped_.origin_of(reshaped_.last_part(node));
}

Facts ReshapedAccount::facts(NodeId node, const Limits& limits) const {
  return reshaped_.is_made(node) ? account_.run_facts(first_of(node), last_of(node), limits)
                                 : account_.facts(first_of(node), limits);
}

Facts ReshapedAccount::brief(NodeId node, const Limits& limits) const {
  if (!reshaped_.is_made(node)) return account_.brief(first_of(node), limits);
  Facts facts;
  facts.outcome = account_.brief(last_of(node), limits).outcome;
  return facts;
}

Result<state::Value> ReshapedAccount::look_up(NodeId node, bool after, std::string_view path,
                                              const Limits& limits) const {
  return account_.look_up(after ? last_of(node) : first_of(node), after, path, limits);
}

Result<state::Writer> ReshapedAccount::who_wrote(NodeId node, bool after, std::string_view path) const {
  Result<state::Writer> writer = account_.who_wrote(after ? last_of(node) : first_of(node), after, path);
  if (writer && writer->node != kNoNode) writer->node = reshaped_.node_of(original_, writer->node);
  return writer;
}

Facts ReshapedAccount::run_facts(NodeId first, NodeId last, const Limits& limits) const {
  return account_.run_facts(first_of(first), last_of(last), limits);
}

bool ReshapedAccount::continues(NodeId first, NodeId second, state::Effort& effort) const {
  return account_.continues(last_of(first), first_of(second), effort);
}

std::uint64_t ReshapedAccount::pass_of(NodeId node) const {
  return reshaped_.is_made(node) ? 0 : account_.pass_of(first_of(node));
}

}  // namespace culprit::service
