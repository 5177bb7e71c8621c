#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/session/answer.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/shape.h"
#include "src/transform/reshaped.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// One entry of the log: an answer, "find another bug" (then `bug` is what was found and set aside), or a subtree closed or
/// opened.
struct Step {
  Answer answer{AnswerKind::kYes, kNoNode, {}};
  NodeId bug = kNoNode;
  bool automatic =
      false;  ///< given by the session itself, from an earlier answer; goes with the step before it
  NodeId jumped = kNoNode;  ///< the question was this node because the user jumped to it

  NodeId folded = kNoNode;  ///< closed, or opened
  bool opens = false;

  bool is_another() const { return bug != kNoNode; }
  bool is_fold() const { return folded != kNoNode; }
  bool is_answer() const { return !is_another() && !is_fold(); }
};

/// The log of answers and what follows from it.
///
/// A node's last answer counts. The rules, when answers come in any order:
///  - A "no" is in force unless a later "yes" or "inadmissible" covers its node, or a bug found later was set
///  aside
///    below, at or above it. The search's root is the last "no" in force; from there on, earlier ones in
///    force that lie inside it narrow it further. With none the root is the tree's, taken as wrong unless it
///    is to be asked.
///  - Cleared are the subtrees of what was judged right or inadmissible strictly inside the root, and what
///  ran after an
///    inadmissible call inside the root. What lies above or beside the root does not matter.
///  - Trusted functions' calls are exempt, apart from those that have an answer of their own. When a bug is
///  set aside, its
///    subtree is cleared and its ancestors are exempt (their results are explained by it) until judged anew;
///    what ran after an inadmissible call returns to the suspects, since the fault before it was found.
///
///  - What lies below a closed node is exempt, and so is a node made by a transformation that was skipped: its parts stand
///    for it.
///
/// An ordinary answer costs O(answers) at worst, an undo O(answers log answers). Only trusting, setting a bug
/// aside, closing and opening pass over the tree once.
class Marks {
 public:
  /// Shape and reshaped tree must outlive this. With one, the shape is of its tree, and its collapsed nodes are closed.
  Marks(const strategy::Shape& shape, bool ask_root, const transform::Reshaped* reshaped = nullptr);

  void push(Step step);
  /// Takes back the last steps. Precondition: count <= steps().size().
  void pop(std::size_t count);

  const std::vector<Step>& steps() const { return steps_; }
  /// Where the search stands. The tree is never pruned (the papers' fix MET): a copy of this serves to try
  /// answers out.
  const strategy::IntervalSuspects& search() const { return search_; }
  const tree::Tree& tree() const { return tree_; }
  /// The last answer about exactly this node, or null.
  const Answer* answer_of(NodeId n) const;
  /// Of nodes that were not answered: what follows from answers above them. O(answers).
  Mark mark(NodeId n) const;
  /// True if what is below the node counts as a part of it.
  bool is_closed(NodeId n) const;
  /// The outermost closed node above it, or kNoNode. O(folds).
  NodeId closed_above(NodeId n) const;
  bool is_made(NodeId n) const { return reshaped_ && reshaped_->is_made(n); }
  /// Who gave the answer that covers a trusted node; empty if none.
  std::string who_trusted(NodeId n) const;

 private:
  struct Root {
    NodeId node;
    bool is_explicit;
  };
  struct Range {
    NodeId first;
    NodeId last;
  };
  /// What unjudged_ was made from: steps that trust or set aside, and nodes left out since they have an
  /// answer.
  struct Exemption {
    bool any = false;
    std::vector<std::size_t> steps;
    std::vector<NodeId> overrides;
    std::map<NodeId, bool> folds;
    std::vector<NodeId> dissolved;
    bool operator==(const Exemption&) const = default;
  };
  bool push_fast(const Step& step);
  void rebuild();
  void tell_judgements();
  Root find_root() const;
  std::vector<Range> cleared_ranges(Root root) const;
  void update_trusted();
  void update_exempt();
  std::vector<NodeId> exempt_nodes(const std::vector<bool>& functions, const Exemption& exemption) const;
  void add_hidden(std::vector<NodeId>& nodes) const;
  std::vector<NodeId> dissolved() const;
  std::vector<NodeId> overrides() const;
  bool set_aside_after(NodeId n, std::size_t step) const;
  bool is_latest(std::size_t step) const;

  const tree::Tree& tree_;
  bool ask_root_;
  const transform::Reshaped* reshaped_;
  std::vector<Step> steps_;
  std::map<NodeId, std::size_t> latest_;  ///< node -> its last answer's step
  std::map<NodeId, bool> folds_;          ///< what was closed (true) or opened last, by hand or by itself
  std::vector<std::size_t> trusts_;       ///< steps with a trusting answer
  std::vector<std::size_t> anothers_;     ///< steps that set a bug aside
  std::vector<std::size_t> trusted_by_;   ///< function -> 1 + the step that trusts it, or 0
  Exemption exemption_;
  strategy::IntervalSuspects untouched_;  ///< all nodes, undefined, before any answer
  strategy::IntervalSuspects unjudged_;   ///< the same without the exempt ones
  strategy::IntervalSuspects search_;
};

}  // namespace culprit::session
