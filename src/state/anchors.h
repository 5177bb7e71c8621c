#pragma once

#include <vector>

#include "src/base/ids.h"
#include "src/state/catalogue.h"
#include "src/state/context.h"
#include "src/state/index.h"
#include "src/state/leads.h"
#include "src/state/snapshot.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// An object that a node was led to and others can see. Two are the same if they are apart from their holders.
struct Anchor {
  TypeId type;
  Address address = 0;
  TypeId holder{};          ///< type of the pointer or reference that led there; 0 if it was given itself
  std::uint64_t count = 1;  ///< elements of a row that a view leads to
};

/// What a node's context hangs on, whatever its names: `this`, where pointers, references and objects by address lead, and
/// globals that its subtree names. What was passed by value, scalars and copies, is the call's own; where such a copy leads
/// to belongs here too. What a call can read but not change (LeadTable::only_shows) is an argument of it and no state: "only
/// those attributes that can be affected by the execution of the methods are taken into account", as the paper has it.
struct Anchors {
  std::vector<Anchor> objects;    ///< by type and address
  std::vector<GlobalId> globals;  ///< by id
  bool is_partial = false;        ///< there are others, which could not be told
  bool is_empty() const { return objects.empty() && globals.empty() && !is_partial; }
};
bool is_same(const Anchors& a, const Anchors& b);

/// Finds the anchors of nodes. Microseconds a node, unless it was passed library objects by value.
class AnchorFinder {
 public:
  AnchorFinder(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
               const Catalogue& catalogue, LeadTable& leads)
      : trace_(trace), tree_(tree), index_(index), memory_(memory), catalogue_(catalogue), leads_(leads) {}

  Anchors before(NodeId node) { return find(node, false); }
  /// Those of a call are the same as before it.
  Anchors after(NodeId node) { return find(node, true); }

 private:
  Anchors find(NodeId node, bool after);
  bool takes_anchors(FunctionId function);
  void add(const Root& root, bool is_call, Snapshot& snapshot, Anchors& anchors);
  void add_pointer(const Place& holder, Snapshot& snapshot, Anchors& anchors);
  void add_exits(const Place& copy, unsigned depth, Snapshot& snapshot, Anchors& anchors);
  void add_library_exits(const Place& copy, unsigned depth, Snapshot& snapshot, Anchors& anchors);

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  const Memory& memory_;
  const Catalogue& catalogue_;
  LeadTable& leads_;
  std::vector<std::uint8_t> takes_;  ///< a row a function: 0 not known yet, 1 no, 2 yes
};

}  // namespace culprit::state
