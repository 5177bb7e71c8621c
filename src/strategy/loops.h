#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/search_tree.h"

namespace culprit::strategy {

/// The loops of a tree. In a tree a loop is a chain of passes: pass k+1 is a child of pass k, the last one of the same function, and
/// pass k stands for "passes k to the end". Here a loop has its passes in a row.
///
/// Made once, O(n): 4 bytes a node, 4 a pass and 8 a loop. Nothing if the tree has no loops.
class Loops {
 public:
  /// One pass of one loop; both count from 0.
  struct Place {
    std::uint32_t loop;
    std::uint32_t pass;
    bool operator==(const Place&) const = default;
  };

  explicit Loops(const tree::SearchTree& tree);

  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t passes(std::uint32_t loop) const { return first_[loop + 1] - first_[loop]; }
  SearchId pass(std::uint32_t loop, std::uint32_t pass) const { return SearchId{pass_[first_[loop] + pass]}; }
  SearchId head(std::uint32_t loop) const { return pass(loop, 0); }
  /// Nothing for a call. O(log loops).
  std::optional<Place> place(SearchId n) const;
  bool is_pass(SearchId n) const { return !place_.empty() && place_[n.value()] != kNone; }

  /// Heads of loops whose first pass lies in [first, last), the largest subtrees first, no more than `most`. Sizes are those of the
  /// tree before any answer. Where the head is cleared, which `next_present` says as Suspects does, the loop is passed over, and all that are
  /// cleared with it at once. O(log loops) for each that is found and each run of cleared rows, of which it looks at a few hundred
  /// at most.
  template <class NextPresent>
  std::vector<SearchId> largest(SearchId first, SearchId last, std::uint32_t most,
                                NextPresent next_present) const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kMostLookedAt = 256;
  /// Loops [low, high), by order of their first passes, the largest of which is `largest`.
  struct Range {
    std::uint32_t size;
    std::uint32_t largest;
    std::uint32_t low;
    std::uint32_t high;
    bool operator<(const Range& other) const {
      return size != other.size ? size < other.size : largest > other.largest;
    }
  };
  void find_passes(const tree::SearchTree& tree, const std::vector<bool>& is_loop);
  void find_largest(const tree::SearchTree& tree);
  std::uint32_t larger(std::uint32_t a, std::uint32_t b) const;
  /// The loop of the largest subtree in [low, high); of equal ones the first. Precondition: low < high.
  std::uint32_t largest_of(std::uint32_t low, std::uint32_t high) const;
  std::uint32_t first_from(SearchId n) const;
  void push(std::vector<Range>& heap, std::uint32_t low, std::uint32_t high) const;

  Column<std::uint32_t> place_;    ///< of each row: where it stands in pass_
  Column<std::uint32_t> pass_;     ///< the passes of all loops, back to back
  Column<std::uint32_t> first_;    ///< of each loop, in order of their first passes, and one more
  Column<std::uint32_t> size_;     ///< of each loop's subtree
  Column<std::uint32_t> largest_;  ///< a binary tree over the loops: the one with the largest subtree
};

template <class NextPresent>
std::vector<SearchId> Loops::largest(SearchId first, SearchId last, std::uint32_t most,
                                     NextPresent next_present) const {
  std::vector<SearchId> found;
  std::vector<Range> heap;
  push(heap, first_from(first), first_from(last));
  for (std::uint32_t i = 0; i < kMostLookedAt && found.size() < most && !heap.empty(); ++i) {
    std::pop_heap(heap.begin(), heap.end());
    const Range range = heap.back();
    heap.pop_back();
    const SearchId at = head(range.largest);
    const SearchId present = next_present(at);
    if (present == at) {
      found.push_back(at);
      push(heap, range.low, range.largest);
      push(heap, range.largest + 1, range.high);
      continue;
    }
    std::uint32_t behind = range.largest;  // where the run of cleared rows starts
    for (std::uint32_t low = range.low; low < behind;) {
      const std::uint32_t middle = low + (behind - low) / 2;
      if (next_present(head(middle)) == present) {
        behind = middle;
      } else {
        low = middle + 1;
      }
    }
    push(heap, range.low, behind);
    push(heap, std::min(first_from(present), range.high), range.high);
  }
  return found;
}

}  // namespace culprit::strategy
