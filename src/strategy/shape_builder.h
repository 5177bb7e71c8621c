#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/progress.h"
#include "src/strategy/shape.h"

namespace culprit::strategy {

/// Fills the columns of a shape. Beside them it takes a bit a node, and 4 bytes for each sibling of the
/// widest node.
class ShapeBuilder {
 public:
  /// Two steps a node at most.
  ShapeBuilder(Shape& shape, Steps& steps) : shape_(shape), tree_(shape.tree_), steps_(steps) {}
  void build();

 private:
  void collect_children();
  void sort_children(std::uint32_t* first, std::size_t count);
  void insert_sorted(std::uint32_t* first, std::size_t count);
  void count_sorted(std::uint32_t* first, std::size_t count);
  void lay_out_paths();
  void index_heads();
  void bound_light_children(std::uint32_t node, std::uint32_t position);
  std::uint64_t weight(std::uint32_t node) const { return shape_.weight(SearchId{node}); }

  Shape& shape_;
  const tree::SearchTree& tree_;
  Steps& steps_;
  Column<std::uint64_t> is_heavy_;  ///< a bit a node: the heaviest child of its parent
  std::vector<std::uint32_t> copy_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace culprit::strategy
