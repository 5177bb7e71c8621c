#pragma once

#include "src/base/ids.h"
#include "src/tree/tree.h"

namespace culprit::transform {

/// Tells chains: whether the context after one node is the context before the next. Both are nodes of the original, and the
/// second ran after the first, with no node of theirs in between that is still there.
class Contexts {
 public:
  virtual ~Contexts() = default;
  virtual bool match(NodeId first, NodeId second) const = 0;
};

/// By the ids of JSON trees; nodes without ids have empty contexts, which match.
class LabelContexts : public Contexts {
 public:
  explicit LabelContexts(const tree::Tree& tree) : tree_(tree) {}
  bool match(NodeId first, NodeId second) const override;

 private:
  const tree::Tree& tree_;
};

/// Every two match: balancing without the chain condition.
class AnyContexts : public Contexts {
 public:
  bool match(NodeId, NodeId) const override { return true; }
};

}  // namespace culprit::transform
