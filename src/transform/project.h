#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"

namespace culprit::transform {

/// The while loop of Algorithm 4 (Shrink & Balance EF) of Insa, Silva and Riesco's balancing paper, for the children of one
/// node at a time: which parts of chains are to be projected. Applied to the projected ones again, and so on.
///
/// A round of the loop takes from the node's weight W, as long as there are chains, either its heaviest child or the part of
/// a chain that is closest to W / 2. At most one chain can be heavier than W / 2 (the long one); of any other the closest
/// part is all of it, so that a heap of chains finds it. The long chain is searched, but then W loses a quarter at least in
/// that round. So k children take O(k log k) for weights that do not differ by orders of magnitude, O(k log^2 k) at worst.
class Projector {
 public:
  struct Span {
    std::uint32_t first;
    std::uint32_t last;
  };

  /// Starts with a new node, without children.
  void clear();
  /// Adds a child behind the others, in one chain with the last one if it continues it. Precondition: weight > 0.
  void add(std::uint32_t weight, bool continues);
  /// The sum of the children's weights.
  std::uint32_t weight() const { return sums_.back(); }
  /// Spans of children to be projected: outer ones before those inside. `own` is the weight of the node without its children.
  const std::vector<Span>& project(std::uint32_t own);

 private:
  /// Children among which chains are sought: those of the node, or of a projected one.
  struct Job {
    Span children;
    std::uint64_t heaviest;  ///< at least the weight of each
  };
  struct Chain {
    std::uint64_t weight;
    Span span;
    /// Heaps have the heaviest on top, of equal ones the first.
    bool operator<(const Chain& other) const {
      return weight != other.weight ? weight < other.weight : span.first > other.span.first;
    }
  };
  struct Part {
    std::uint64_t distance;  ///< of twice its weight from the weight that is left
    Span span;
  };

  std::uint64_t weight_of(Span span) const { return sums_[span.last + 1] - sums_[span.first]; }
  void start(const Job& job);
  void push_chains();
  void push(Span chain);
  Chain pop();
  void step();
  void step_with_long_chain();
  Part closest_part(Span long_chain) const;
  Part closest_within(Span chain) const;
  std::uint32_t heaviest_child();
  void take_child(std::uint32_t child);
  void take_child_of(Span long_chain, std::uint32_t child);
  void project(Span span);
  void cut(Span chain, Span part);

  Column<std::uint32_t> sums_;         ///< weight of the children before each, and of all
  Column<std::uint8_t> is_continued_;  ///< the child continues the one before it
  Column<std::uint8_t> is_taken_;      ///< taken or projected, in this job
  std::uint32_t heaviest_ = 0;

  std::uint64_t left_ = 0;     ///< weight of the node without what was taken
  std::uint64_t bound_ = 0;    ///< at least the weight of each child that is left
  Span all_{};                 ///< the children of this job
  std::vector<Chain> chains_;  ///< a heap
  std::vector<std::uint64_t>
      heavy_;  ///< a heap of the children left: weight, then the first. Empty until needed
  std::vector<Job> jobs_;
  std::vector<Span> projected_;
};

}  // namespace culprit::transform
