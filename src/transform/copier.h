#pragma once

#include <cstddef>
#include <utility>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// Copies some rows of a tree in preorder, and closes each where it ends in the tree it comes from. Origins and what is made
/// stay what they are. O(1) a row: the ends of the open ones are kept, since climbing to them would pass long rows of those
/// that are left out. What was copied is forgotten, so that two trees take the room of one.
class Copier {
 public:
  explicit Copier(Reshaped from) : from_(std::move(from)), builder_(from_.tree) {}
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;
  /// Precondition: rows come in preorder, and the root is the first.
  void copy(SearchId row) {
    while (!open_.empty() && open_.back() <= row.value()) close();
    open_.push_back(from_.tree.end(row).value());
    while (next_made_ < from_.made.size() && from_.made[next_made_] < row.value()) ++next_made_;
    const bool is_made = next_made_ < from_.made.size() && from_.made[next_made_] == row.value();
    const Made kind = is_made ? static_cast<Made>(from_.kinds[next_made_]) : Made::kNo;
    const SearchId copy = builder_.open(row, kind == Made::kProjected);
    if (row.value() / kForgetEach != forgotten_) {
      forgotten_ = row.value() / kForgetEach;
      from_.tree.forget_before(row);
    }
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

  static constexpr std::uint32_t kForgetEach = 1 << 16;

  Reshaped from_;
  tree::SearchTreeBuilder builder_;
  Column<std::uint32_t> open_;  ///< where open rows end in `from_`
  std::uint32_t forgotten_ = 0;
  std::size_t next_made_ = 0;
  Column<std::uint32_t> made_;
  Column<std::uint8_t> kinds_;
};

}  // namespace culprit::transform
