#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/state/account.h"
#include "src/state/catalogue.h"
#include "src/state/context.h"
#include "src/state/index_format.h"
#include "src/state/library/meaning.h"
#include "src/state/owners.h"
#include "src/state/path_tree.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// Names the bytes that a node used: walks from the roots it sees, at the moment it began, and takes down what of them lies on the
/// way. A pointer is followed where it was used itself, or is an argument; if that does not lead to everything, all pointers are
/// followed, as far as there is time. Each object is taken down once, by the shortest path.
class UsedWalk {
 public:
  /// All must outlive it. `rows` are the bytes that were used, ascending. What `before` has to read from `after` counts, too.
  UsedWalk(const Catalogue& catalogue, Snapshot& before, const Snapshot& after, const Limits& limits,
           std::span<const WrittenRow> rows);

  /// A name that the node sees.
  void add(const Root& root) { roots_.push_back(root); }
  /// Bytes that need no name.
  void leave_out(const std::vector<WrittenRow>& rows);
  /// O(bytes used); where pointers that were not used have to be followed, no more than some milliseconds.
  void run();
  /// The same from what the node does not see. Precondition: run() was called.
  void run_from(const Root& root);
  /// What no path was found to.
  std::vector<WrittenRow> left() const;
  std::vector<UsedPart>& parts() { return parts_; }
  /// Where pointers lead behind which nothing was used.
  const std::set<Address>& bare() const { return bare_; }
  bool is_cut() const { return is_cut_; }

 private:
  struct Item {
    Place place;
    PathTree::Id path;
    std::uint32_t root;
  };
  using Spot = std::pair<Address, TypeId>;
  /// Where a pointer leads.
  struct Lead {
    Target target;
    std::uint64_t size = 0;  ///< of the objects there
    bool leads_on = false;   ///< to objects that have parts
    bool is_link = false;    ///< to what was used
  };

  void walk();
  void visit(const Item& item);
  void visit_fields(const Item& item);
  std::optional<Value> short_text_at(const Place& place);
  void visit_union(const Item& item);
  void visit_address(const Item& item);
  Lead lead(const Place& pointer, const Loaded& loaded) const;
  void visit_library(const Item& item);
  void visit_parts(const Item& item, const Meaning& meaning);
  void visit_string(const Item& item, const Meaning& meaning);
  void visit_characters(const Item& item, std::uint64_t count);
  std::pair<std::uint64_t, std::uint64_t> used_span(Address begin, std::uint64_t size, std::uint64_t count,
                                                    bool is_near) const;
  void visit_elements(const Item& item, TypeId element, std::uint64_t count);
  void visit_all_elements(const Item& item, TypeId element, std::uint64_t count);
  void add_row(const Item& item, TypeId element, std::uint64_t first, std::uint64_t last);
  void push(const Item& item);
  void take(const Item& item, Value value, bool is_link = false);
  void take(const Item& item, std::string path, Value value, bool is_link = false);
  Value value_of(const Place& place, std::string name);
  bool is_plain(TypeId type) const;

  bool is_used(const Place& place) const {
    return place.is_inline || is_used(place.address, size_of(tables_, place));
  }
  bool is_used(Address address, std::uint64_t size) const;
  void cover(Address address, std::uint64_t size);
  void cover_object(const Place& object);
  void cover_block(Address byte);
  void cover_owned(const Place& object);
  void clear(WrittenRow& row, std::uint64_t bits) {
    unnamed_ -= row.mask != 0 && (row.mask & ~bits) == 0 ? 1 : 0;
    row.mask &= ~bits;
  }
  bool covers_everything() const { return unnamed_ == 0; }
  bool is_spent() const;
  std::uint64_t granules_read() const { return before_.granules_read() + after_.granules_read(); }
  bool is_new(const Item& item);

  const Catalogue& catalogue_;
  const trace::Tables& tables_;
  Snapshot& before_;
  const Snapshot& after_;
  Layouts layouts_;
  Limits limits_;
  std::span<const WrittenRow> rows_;
  std::vector<WrittenRow> left_;  ///< of the same granules, what has no name yet
  std::size_t unnamed_;           ///< those of which something is left
  std::uint64_t granules_before_;
  PathTree paths_;
  std::vector<Root> roots_;
  std::deque<Item> queue_;
  std::set<Spot> visited_;    ///< in this walk
  std::set<Spot> taken_;      ///< what was taken down
  bool follows_all_ = false;  ///< pointers that were not used, too
  std::vector<UsedPart> parts_;
  std::set<Address> bare_;
  bool is_cut_ = false;
};

/// Says that something was left out.
Value cut_of(std::string text, std::uint64_t count = 0);
/// The value without what it leads to.
Value alone(Value value);

/// What has no name: how much, by who owns it, and its contents as a text.
void count_rest(const Owners& owners, Snapshot& before, std::span<const WrittenRow> left, Used& used);

}  // namespace culprit::state
