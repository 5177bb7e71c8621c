#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/tree/tree.h"

namespace culprit::oracle {

/// Everything a question shows of a node, as one text that is equal for equal questions: function, inputs,
/// outcome, result, the context before and after, output. Addresses are replaced by the order in which they
/// turn up, so that a call on another object with the same contents is the same question, and aliasing still
/// counts. Empty if the question cannot be compared: something was cut, the call did not finish, or the tree
/// says nothing but a name.
std::optional<std::string> question_text(const tree::Tree& tree, const state::Account& account, NodeId node);

/// Knows which judged nodes pose the same question as another: from there earlier answers answer again, and
/// answers that contradict each other are found.
class Memory {
 public:
  /// Tree and account must outlive it.
  Memory(const tree::Tree& tree, const state::Account& account) : tree_(&tree), account_(&account) {}

  /// A node was judged. O(1): its facts are looked at when a call of the same function is asked about.
  void add(NodeId node);
  /// The nodes added that pose the same question, `node` itself among them if it was; in the order they were
  /// added. Cost: none if no call of the function was added, otherwise the node's facts.
  std::vector<NodeId> same_question(NodeId node) const;

 private:
  struct Known {
    std::vector<NodeId> unread;  ///< added, but not in `by_text` yet
    std::unordered_map<std::string, std::vector<NodeId>> by_text;
  };

  const tree::Tree* tree_;
  const state::Account* account_;
  std::unordered_set<NodeId> added_;
  mutable std::unordered_map<FunctionId, Known> known_;
};

}  // namespace culprit::oracle
