#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/state/context.h"
#include "src/state/library/meaning.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// The containers that a node can see by name, so that an iterator can be said to stand in one of them. Looks
/// at the roots themselves, what they point or refer to, and the fields of those: no further.
class Landmarks {
 public:
  Landmarks(const Catalogue& catalogue, Snapshot& snapshot, std::span<const Root> roots)
      : catalogue_(catalogue), snapshot_(snapshot), roots_(roots) {}

  struct Spot {
    std::string path;  ///< "v[2]", "the end of v"; empty if it is in none
    bool is_end = false;
  };
  /// `node` is what the iterator holds, `element` where its element would lie. The first call collects.
  Spot find(Address node, Address element) const;

 private:
  struct Mark {
    std::string path;
    Meaning meaning;
  };
  void collect() const;
  void add(const Place& place, const std::string& path, bool with_fields) const;
  Spot spot_in(const Mark& mark, Address node, Address element) const;

  const Catalogue& catalogue_;
  Snapshot& snapshot_;
  std::span<const Root> roots_;
  mutable std::vector<Mark> marks_;
  mutable bool is_collected_ = false;
};

}  // namespace culprit::state
