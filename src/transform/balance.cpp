#include "src/transform/project.h"
#include "src/transform/runs.h"
#include "src/transform/shrink.h"
#include "src/transform/transformations.h"

namespace culprit::transform {
namespace {

/// Goes through the nodes from the last to the first, so that children come before their parents.
///
/// Weights are those after shrinking: a collapsed node counts 1 and a projected one nothing beyond its parts, since it
/// cannot be at fault. To count them makes trees that take more questions.
class Balancer {
 public:
  Balancer(const Reshaped& from, const Contexts& contexts)
      : from_(from), contexts_(contexts), runs_(from.tree.size()), weight_(from.tree.size()) {}

  Reshaped balance() {
    std::size_t made = from_.made.size();
    for (std::uint32_t n = from_.tree.size(); n-- > 0;) {
      const bool is_made = made > 0 && from_.made[made - 1] == n;
      const Made kind = is_made ? static_cast<Made>(from_.kinds[--made]) : Made::kNo;
      if (kind == Made::kCollapsed || from_.tree.is_leaf(NodeId{n})) {
        weight_[n] = 1;
      } else {
        weight_[n] = project(NodeId{n}, kind == Made::kProjected ? 0 : 1);
      }
    }
    weight_.clear();  // room for the result
    items_.clear();
    projector_ = Projector();
    return with_runs(from_, runs_);
  }

 private:
  /// Projects chains of the node's children. Returns its weight.
  std::uint32_t project(NodeId node, std::uint32_t own) {
    shrink(node);
    if (items_.size() < kLeastToDivide) return own + weight_of_items();
    projector_.clear();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const bool continues_last =
          !items_[i].is_cut && continues(from_, contexts_, items_[i - 1].last, items_[i].first);
      projector_.add(weight_of(items_[i]), continues_last);
    }
    for (const Projector::Span& span : projector_.project(own)) {
      runs_.add(Made::kProjected, items_[span.first].first, items_[span.last].last);
    }
    return own + projector_.weight();
  }

  void shrink(NodeId node) {
    items_.resize(0);
    for_each_item(from_, contexts_, node, [&](const Item& item) {
      items_.push_back(item);
      if (item.is_chain()) runs_.add(Made::kCollapsed, item.first, item.last);
    });
  }

  std::uint32_t weight_of(const Item& item) const { return weight_[item.last.value()]; }
  std::uint32_t weight_of_items() const {
    std::uint32_t sum = 0;
    for (const Item& item : items_) sum += weight_of(item);
    return sum;
  }

  /// One or two children are not projected, whatever their contexts, which may be costly to compare.
  static constexpr std::size_t kLeastToDivide = 3;

  const Reshaped& from_;
  const Contexts& contexts_;
  Runs runs_;
  Column<std::uint32_t> weight_;
  Column<Item> items_;  ///< of the node at hand
  Projector projector_;
};

}  // namespace

Reshaped balance(const Reshaped& from, const Contexts& contexts) {
  return Balancer(from, contexts).balance();
}

}  // namespace culprit::transform
