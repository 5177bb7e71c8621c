#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/oracle/function_texts.h"
#include "src/oracle/question.h"
#include "src/state/account.h"
#include "src/tree/tree.h"

namespace culprit::oracle {

/// The questions that the nodes of a tree pose. The one place that says which calls are the same.
class Questions {
 public:
  /// Tree and account must outlive this. `language` as the trace says it; "" for a tree from text or JSON. O(functions),
  /// and O(nodes) if calls were lost.
  Questions(const tree::Tree& tree, const state::Account& account, std::string_view language);

  /// The function's part alone. Cheap: no facts are looked at.
  Hash128 function_of(NodeId node) const;
  Hash128 function_of_chain(std::span<const NodeId> calls) const;

  /// Costs the node's facts (see state::Account), unless it is one of the last tens of thousands.
  Question of(NodeId node) const;
  /// A chain is the list of its calls: it is the same as another one if these are, one by one, and incomplete if one of
  /// them is. That of one call is that call. Precondition: not empty.
  Question of_chain(std::span<const NodeId> calls) const;

 private:
  Question make(NodeId node) const;
  Reasons reasons_of(NodeId node, const state::Facts& facts) const;

  const tree::Tree& tree_;
  const state::Account& account_;
  FunctionTexts functions_;
  std::vector<NodeId> lost_;  ///< calls whose records are missing, in order
  Hash128 contexts_;          ///< of a JSON tree: whose context ids these are
  mutable std::unordered_map<NodeId, Question> made_;
};

}  // namespace culprit::oracle
