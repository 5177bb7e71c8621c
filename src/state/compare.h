#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "src/state/context.h"
#include "src/state/path_text.h"
#include "src/state/path_tree.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"
#include "src/state/value.h"

namespace culprit::state {

/// Finds what differs between two moments in everything that some roots reach. Objects are compared in place,
/// at the address they have afterwards: what is only reachable afterwards and was there before is compared
/// too; what was made in between shows as part of the pointer that now leads to it.
class Comparison {
 public:
  Comparison(const trace::Tables& tables, Snapshot& before, Snapshot& after, const Limits& limits);
  void add(const Root& before, const Root& after);
  /// Shallow places first. Visits at most 20 times as many places as the limits show nodes.
  void run();
  std::vector<Change>& changes() { return changes_; }
  bool is_cut() const { return is_cut_; }

 private:
  struct Item {
    Place before;
    Place after;
    PathTree::Id path;
    bool is_new;  ///< there is no before: only looked through for older objects
  };
  void visit(const Item& item);
  void visit_fields(const Item& item);
  void visit_elements(const Item& item, TypeId element, std::uint64_t count);
  void visit_characters(const Item& item);
  void visit_scalar(const Item& item);
  void visit_address(const Item& item);
  bool differs(const Item& item);
  bool untouched(const Place& place, std::uint64_t size);
  void report(const Item& item);
  void push(const Item& item);
  Value value_of(Snapshot& snapshot, const Place& place, const std::string& path);

  const trace::Tables& tables_;
  Snapshot& before_;
  Snapshot& after_;
  Layouts layouts_;
  PathTree paths_;
  Limits limits_;
  std::uint64_t left_;
  std::deque<Item> queue_;
  std::set<std::pair<Address, TypeId>> visited_;
  std::vector<Change> changes_;
  bool is_cut_ = false;
};

}  // namespace culprit::state
