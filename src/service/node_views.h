#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/service/subject.h"
#include "src/session/about.h"
#include "src/state/account.h"
#include "src/transform/reshaped.h"

namespace culprit::service {

/// What a node or a chain is, in words and figures a front end can show: name, function, place, facts.
struct NodeView {
  session::About about;
  std::string name;  ///< what users call it: "17", "2:17", "17-23"
  std::string kind;  ///< "call", "iteration", "collapsed", "projected"
  std::string function;
  std::string signature;
  std::string file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint64_t iteration = 0;  ///< of an iteration: which pass of its loop, from 1
  std::uint64_t passes = 0;     ///< and how many its loop made; 0: not known
  std::uint32_t call_line = 0;  ///< of a call: in its caller's file; 0: not known
  state::Facts facts;
  std::vector<NodeView>
      parts;  ///< of a chain: its calls, in a full view with what each changed; else the first ones
  std::uint64_t parts_total = 0;

  bool is_chain() const { return parts_total > 0; }
};
/// The object that a call is made on, in a context of it. Null if it has none.
const state::Value* this_in(const std::vector<state::Value>& context);
/// Calls of a chain that a full view has, at most. Of longer ones, which only sessions from before chains were limited have, and
/// those who ask for them, nobody sees all.
inline constexpr std::size_t kMostListed = 1000;

/// Makes views of nodes of a subject's tree, and of chains of a tree that was made from it. Remembers on its way up a loop
/// which pass is which, so that only the first look at a loop of a million passes climbs them all.
class NodeViews {
 public:
  /// All must outlive it. The account is the subject's.
  NodeViews(const Subject& subject, const state::Account& account, state::Limits limits)
      : subject_(&subject), account_(&account), limits_(limits) {}

  /// With everything a question shows.
  NodeView full(NodeId n) const;
  NodeView full(const transform::Reshaped& reshaped, SearchId row) const;
  /// Inputs and result only.
  NodeView brief(NodeId n) const;
  NodeView brief(const transform::Reshaped& reshaped, SearchId row) const;
  /// What users call it.
  std::string name(const session::About& about) const;

 private:
  NodeView place(NodeId n) const;
  NodeView chain(const transform::Reshaped& reshaped, SearchId row, bool is_full) const;
  std::uint64_t pass_of(NodeId iteration) const;

  const Subject* subject_;
  const state::Account* account_;
  state::Limits limits_;
  mutable std::unordered_map<NodeId, std::uint64_t> passes_;  ///< some iterations' passes
};

}  // namespace culprit::service
