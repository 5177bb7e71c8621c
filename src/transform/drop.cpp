#include "src/transform/drop.h"

namespace culprit::transform {
namespace {

/// Copies nodes in preorder, and closes them where they end in the tree they come from.
class Copier {
 public:
  explicit Copier(const tree::Tree& from) : from_(from) {
    for (const tree::Function& function : from.functions()) builder_.add_function(function);
  }
  NodeId copy(NodeId node) {
    while (!open_.empty() && from_.end(NodeId{open_.back()}) <= node) close();
    open_.push_back(node.value());
    return builder_.open(from_.function_id(node), from_.has_moments() ? from_.enter(node) : kNoMoment);
  }
  tree::Tree finish() {
    while (!open_.empty()) close();
    return builder_.finish();
  }

 private:
  void close() {
    builder_.close(from_.has_moments() ? from_.leave(NodeId{open_.back()}) : kNoMoment);
    open_.pop_back();
  }

  const tree::Tree& from_;
  tree::TreeBuilder builder_;
  Column<std::uint32_t> open_;  ///< nodes of `from_`; climbing to them would pass long rows of dropped ones
};

}  // namespace

Droppable::Droppable(const Reshaped& from) : from_(from), made_(from.tree.size()) {
  for (const std::uint32_t node : from.made) made_.add(NodeId{node});
}

Reshaped drop(const Reshaped& from, const NodeBits& dropped) {
  Copier copier(from.tree);
  Reshaped result;
  std::size_t next_made = 0;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    if (dropped.has(NodeId{n})) continue;
    const NodeId copy = copier.copy(NodeId{n});
    result.origin.push_back(from.origin[n]);
    if (next_made < from.made.size() && from.made[next_made] == n) {
      result.made.push_back(copy.value());
      result.kinds.push_back(from.kinds[next_made++]);
    }
  }
  result.tree = copier.finish();
  return result;
}

}  // namespace culprit::transform
