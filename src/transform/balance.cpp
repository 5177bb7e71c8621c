#include <algorithm>
#include <utility>

#include "src/transform/chains.h"
#include "src/transform/project.h"
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
  Balancer(Reshaped from, const Contexts& contexts, const Wishes& wishes, std::uint32_t chain_size)
      : from_(std::move(from)),
        contexts_(contexts),
        chain_size_(chain_size),
        chains_(from_, wishes),
        weight_(from_.tree.size()) {}
  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;

  Reshaped balance(Steps& steps) {
    std::size_t made = from_.made.size();
    for (std::uint32_t n = from_.tree.size(); n-- > 0;) {
      steps.next();
      const bool is_made = made > 0 && from_.made[made - 1] == n;
      const Made kind = is_made ? static_cast<Made>(from_.kinds[--made]) : Made::kNo;
      if (kind == Made::kCollapsed || from_.tree.is_leaf(SearchId{n})) {
        weight_[n] = 1;
      } else if (kind == Made::kProjected) {
        weight_[n] =
            weight_of_children(SearchId{n});  // a chain that was opened: its halves stay what they are
      } else {
        weight_[n] = project(SearchId{n}, steps);
      }
    }
    weight_.clear();  // room for the result
    items_.clear();
    begins_.clear();
    projector_ = Projector();
    if (chains_.empty()) return std::move(from_);
    return with_chains(std::move(from_), chains_, steps);
  }

 private:
  /// Projects chains of the node's children. Returns its weight.
  std::uint32_t project(SearchId node, Steps& steps) {
    constexpr std::uint32_t kOwn = 1;
    shrink(node, steps);
    if (items_.size() < kLeastToDivide) return kOwn + weight_of_items();
    find_chains();
    projector_.clear();
    for (std::size_t i = 0; i < items_.size(); ++i) projector_.add(weight_of(items_[i]), begins_[i] == 0);
    for (const Projector::Span& span : projector_.project(kOwn)) {
      chains_.project(items_[span.first].first, items_[span.last].last);
    }
    return kOwn + projector_.weight();
  }

  void shrink(SearchId node, Steps& steps) {
    items_.resize(0);
    for_each_item(from_, contexts_, node, chain_size_, steps, [&](const Item& item) {
      items_.push_back(item);
      if (!item.is_chain()) return;
      // Its weight stands with its last part, which no other item has.
      weight_[item.last.value()] = chains_.collapse(item.first, item.last);
    });
  }

  /// Which items begin a chain: those whose contexts do not match, and some inside chains of too many calls.
  void find_chains() {
    begins_.resize(0);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item::Joint joint = items_[i].joint;
      const bool goes_on = joint == Item::Joint::kContinued ||
                           (joint == Item::Joint::kUnknown &&
                            continues(from_, contexts_, items_[i - 1].last, items_[i].first));
      begins_.push_back(goes_on ? 0 : 1);
    }
    if (chain_size_ == kAnyChainSize) return;
    for (std::size_t first = 0, end = 0; first < items_.size(); first = end) {
      std::uint64_t calls = 0;
      for (end = first; end < items_.size() && (end == first || begins_[end] == 0); ++end)
        calls += calls_of(items_[end]);
      if (calls > chain_size_) cut(first, end, calls);
    }
  }

  /// Into as few chains as will do if items are single calls, of about as many calls each.
  void cut(std::size_t first, std::size_t end, std::uint64_t calls) {
    const std::uint64_t pieces = (calls - 1) / chain_size_ + 1;
    const std::uint64_t most = (calls - 1) / pieces + 1;
    std::uint64_t taken = 0;
    for (std::size_t i = first; i < end; ++i) {
      const std::uint64_t more = calls_of(items_[i]);
      taken += more;
      if (taken <= most || i == first) continue;
      begins_[i] = 1;
      taken = more;
    }
  }

  /// The calls that are listed for an item; of one that was made before, those in it.
  std::uint64_t calls_of(const Item& item) const {
    if (item.is_chain()) return item.last.value() - item.first.value() + 1;
    if (!from_.is_made(item.first)) return 1;
    std::uint64_t calls = 0;
    for (SearchId row{item.first.value() + 1}; row < from_.tree.end(item.first);) {
      const bool is_made = from_.is_made(row);
      if (!is_made) ++calls;
      row = is_made ? SearchId{row.value() + 1} : from_.tree.end(row);
    }
    return calls;
  }

  std::uint32_t weight_of_children(SearchId node) const {
    const SearchId end = from_.tree.end(node);
    std::uint32_t sum = 0;
    for (SearchId child{node.value() + 1}; child < end; child = from_.tree.end(child))
      sum += weight_[child.value()];
    return sum;
  }
  std::uint32_t weight_of(const Item& item) const { return weight_[item.last.value()]; }
  std::uint32_t weight_of_items() const {
    std::uint32_t sum = 0;
    for (const Item& item : items_) sum += weight_of(item);
    return sum;
  }

  /// One or two children are not projected, whatever their contexts, which may be costly to compare.
  static constexpr std::size_t kLeastToDivide = 3;

  Reshaped from_;
  const Contexts& contexts_;
  std::uint32_t chain_size_;
  Chains chains_;
  Column<std::uint32_t> weight_;
  Column<Item> items_;           ///< of the node at hand
  Column<std::uint8_t> begins_;  ///< a chain of items, each of them
  Projector projector_;
};

}  // namespace

Reshaped balance(Reshaped from, const Contexts& contexts, const Wishes& wishes, std::uint32_t chain_size,
                 const Progress& progress) {
  Steps steps(progress, "balancing the tree", std::uint64_t{3} * from.tree.size());
  return Balancer(std::move(from), contexts, wishes, chain_size).balance(steps);
}

}  // namespace culprit::transform
