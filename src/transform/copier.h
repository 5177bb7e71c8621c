#pragma once

#include <cstddef>
#include <utility>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// Copies some rows of a tree in preorder, and closes each where it ends in the tree it comes from. Origins and what is made
/// stay what they are. O(1) a row: the open ones are kept, since climbing to them would pass long rows of those that are left
/// out.
class Copier {
 public:
  explicit Copier(const Reshaped& from) : from_(from), builder_(from.tree) {}
  /// Precondition: rows come in preorder, and the root is the first.
  void copy(SearchId row) {
    while (!open_.empty() && from_.tree.end(SearchId{open_.back()}) <= row) close();
    open_.push_back(row.value());
    while (next_made_ < from_.made.size() && from_.made[next_made_] < row.value()) ++next_made_;
    const bool is_made = next_made_ < from_.made.size() && from_.made[next_made_] == row.value();
    const Made kind = is_made ? static_cast<Made>(from_.kinds[next_made_]) : Made::kNo;
    const SearchId copy = builder_.open(row, kind == Made::kProjected);
    if (!is_made) return;
    made_.push_back(copy.value());
    kinds_.push_back(static_cast<std::uint8_t>(kind));
  }
  Reshaped finish() {
    while (!open_.empty()) close();
    return {builder_.finish(), SharedColumn(std::move(made_)), SharedColumn(std::move(kinds_))};
  }

 private:
  void close() {
    builder_.close();
    open_.pop_back();
  }

  const Reshaped& from_;
  tree::SearchTreeBuilder builder_;
  Column<std::uint32_t> open_;  ///< rows of `from_`
  std::size_t next_made_ = 0;
  Column<std::uint32_t> made_;
  Column<std::uint8_t> kinds_;
};

}  // namespace culprit::transform
