#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/state/address_set.h"
#include "src/state/context.h"
#include "src/state/index_format.h"
#include "src/state/landmarks.h"
#include "src/state/leads.h"
#include "src/state/library/meaning.h"
#include "src/state/path_text.h"
#include "src/state/path_tree.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"
#include "src/state/value.h"

namespace culprit::state {

bool same_value(const Value& a, const Value& b);

/// Finds what differs between two moments in everything that some roots reach. Objects are compared in place,
/// at the address they have afterwards: what is only reachable afterwards and was there before is compared
/// too; what was made in between shows as part of the pointer that now leads to it.
///
/// A change is named as the place was called before, and its values are those of that place. Where the same name leads
/// elsewhere afterwards, the note says what it is called then.
class Comparison {
 public:
  Comparison(const Catalogue& catalogue, Snapshot& before, Snapshot& after, const Limits& limits);
  /// As Decoder::stand_among(), for each side.
  void stand_among(const Landmarks& before, const Landmarks& after) {
    landmarks_before_ = &before;
    landmarks_after_ = &after;
  }
  /// All that was written or freed between the two moments, by granule: containers that are not among it need not be read twice.
  /// Without it everything may have been. Precondition: the rows outlive the comparison.
  void know_written(std::span<const WrittenRow> rows) { written_ = rows; }
  /// What of it the node itself wrote: of that it is told what was set to the value that it had. Precondition: as above.
  void know_own(std::span<const WrittenRow> rows) { own_ = rows; }
  /// Of objects that the call owns only what they lead to is compared.
  void add(const Root& before, const Root& after);
  /// What came about in between, and what it leads to: looked through for older objects.
  void add_new(const Root& after) { push({after.place, after.place, paths_.root(after.name), true, true}); }
  /// Shallow places first, those that have the same name before and after before all others. Visits at most 20 times as many places as the limits show nodes,
  /// and reads no more memory than can be read in a tenth of a second.
  void run();
  std::vector<Change>& changes() { return changes_; }
  std::vector<Change>& set_again() { return set_again_; }
  bool is_cut() const { return is_cut_; }
  /// The bytes that were looked at, whether they changed or not: of library objects with all that they own.
  const AddressSet& seen() const { return seen_; }

 private:
  /// That are read, a few microseconds each.
  static constexpr std::uint64_t kMostGranules = 24 << 10;

  struct Item {
    Place before;
    Place after;
    PathTree::Id path;
    bool is_new;            ///< there is no before: only looked through for older objects
    bool is_moved = false;  ///< the path leads there afterwards, but did not before
  };
  /// A place of which, or of a part of which, a change was reported.
  using Spot = std::pair<Address, TypeId>;
  struct MovedChange {
    std::size_t row;  ///< of changes_
    Spot spot;
    PathTree::Id path;  ///< to the spot, afterwards
  };
  void visit(const Item& item);
  void visit_fields(const Item& item);
  void visit_elements(const Item& item, TypeId element, std::uint64_t count);
  void look_through_union(const Item& item);
  void visit_characters(const Item& item);
  void visit_tail(const Item& item, std::uint64_t shown);
  void visit_scalar(const Item& item);
  void visit_address(const Item& item);
  bool differs(const Item& item);
  void see(const Place& place, std::uint64_t size) {
    if (!place.is_inline) seen_.add(place.address, size);
  }
  void see_object(const Item& item);
  void see_owned(Snapshot& snapshot, const Place& place, const Meaning& meaning);
  void see_block(Snapshot& snapshot, Address byte);
  bool was_unmade(const Item& item);

  /// Library objects (compare_library.cpp): by what they hold, wherever that lies.
  void visit_library(const Item& item);
  bool is_written(Address address, std::uint64_t size) const {
    return !written_ || is_in(*written_, address, size);
  }
  /// The container's nodes are linked as they were, and lie where they lay.
  bool is_linked_as_before(const Item& item, const Meaning& after) const;
  void visit_parts_in_place(const Item& item, const Meaning& after);
  void visit_library(const Item& item, const Meaning& before, const Meaning& after);
  void visit_sequence(const Item& item, const Meaning& before, const Meaning& after);
  void visit_set(const Item& item, const Meaning& before, const Meaning& after);
  void visit_map(const Item& item, const Meaning& before, const Meaning& after);
  void visit_string(const Item& item, const Meaning& before, const Meaning& after);
  /// What is only there afterwards: may lead to older objects.
  void look_through(const Item& item, const Meaning& after);
  void report_size(const Item& item, std::uint64_t before, std::uint64_t after);
  /// One side of a change is that there is nothing.
  void report_lone(const Item& whole, PathTree::Id path, const Place& place, bool was_before);
  std::string key_at(Snapshot& snapshot, const Place& key);
  std::optional<Place> element_of(const Meaning& meaning, std::uint64_t index) const;
  bool untouched(const Place& place, std::uint64_t size);
  void report(const Item& item);
  void report_rebound(const Item& item);
  void report_same(const Item& item, const Place& before, const Place& after, std::uint64_t size);
  /// Precondition: the change will be the next row.
  void note_move(const Item& item);
  void name_as_before();
  void look_for_name(const Item& item);
  std::uint64_t granules_read() const { return before_.granules_read() + after_.granules_read(); }
  bool is_spent() const { return granules_read() - granules_before_ >= kMostGranules; }
  std::uint64_t most_parts() const;
  std::size_t most_changes() const { return std::size_t{limits_.width} * 4; }
  void push(const Item& item);
  Value value_of(Snapshot& snapshot, const Place& place, const std::string& path);

  const Catalogue& catalogue_;
  const trace::Tables& tables_;
  Snapshot& before_;
  Snapshot& after_;
  Layouts layouts_;
  LeadTable leads_;
  std::optional<std::span<const WrittenRow>> written_;
  std::span<const WrittenRow> own_;
  std::uint64_t granules_before_;  ///< that were read when it began
  PathTree paths_;
  Limits limits_;
  std::uint64_t left_;
  std::deque<Item> queue_;
  std::deque<Item> moved_queue_;
  bool is_moved_ = false;  ///< what is visited now
  std::set<std::pair<Address, TypeId>> visited_;
  std::vector<Change> changes_;
  std::vector<Change> set_again_;
  std::vector<Root> roots_before_;
  std::set<Spot> reported_;
  std::vector<MovedChange> moved_changes_;         ///< those that have their later name
  std::map<Spot, std::string>* wanted_ = nullptr;  ///< places that only have to be named
  std::size_t unnamed_ = 0;
  const Landmarks* landmarks_before_ = nullptr;
  const Landmarks* landmarks_after_ = nullptr;
  AddressSet seen_;
  bool is_cut_ = false;
};

}  // namespace culprit::state
