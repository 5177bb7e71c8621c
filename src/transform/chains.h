#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/transform/reshaped.h"
#include "src/transform/wishes.h"

namespace culprit::transform {

/// Chains of siblings that are to get a made row of their own. Two of them are disjoint, or one lies inside the other and
/// is shorter.
class Chains {
 public:
  struct Ending {
    SearchId last;
    Made kind;
  };

  /// `wishes` say which chains are opened; they must outlive this.
  Chains(const Reshaped& from, const Wishes& wishes)
      : from_(from), wishes_(wishes), newest_(from.tree.size()) {}
  /// A chain of siblings under a row of their own. Precondition: `last` is a later sibling of `first`. O(1).
  void project(SearchId first, SearchId last) { add(Made::kProjected, first, last); }
  /// A chain of leaves. One that was opened is projected, its halves are collapsed, or opened in turn, so that who could not
  /// judge the whole is asked about half of it. Returns how many rows that leaves to be asked, the projected ones left out: 1 for
  /// one that was not opened. Precondition: the rows are leaves. O(log opened), and as much for each half of an opened one.
  std::uint32_t collapse(SearchId first, SearchId last);

  bool empty() const { return rows_.empty(); }
  /// Those that begin at a row, outermost first. O(k log k) for k of them.
  const std::vector<Ending>& starting_at(SearchId first);
  /// Nobody will ask for what starts before this row.
  void forget_before(SearchId first) { newest_.forget_before(first.value()); }

 private:
  struct Row {
    std::uint32_t last;
    std::uint32_t older;  ///< the next one with the same first row, as in newest_
  };
  void add(Made kind, SearchId first, SearchId last);
  bool is_opened(SearchId first, SearchId last) const;

  const Reshaped& from_;
  const Wishes& wishes_;
  Column<std::uint32_t> newest_;  ///< row -> 1 + row of rows_, or 0
  Column<Row> rows_;
  Column<std::uint8_t> kinds_;  ///< enum Made
  std::vector<Ending> found_;
};

/// The tree with a made row above each chain. O(n), a step a row; beside the result it takes 4 bytes for each level of the
/// deepest row, and gives back what tree and chains have as it goes.
Reshaped with_chains(Reshaped from, Chains& chains, Steps& steps);

}  // namespace culprit::transform
