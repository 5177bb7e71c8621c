#include "src/strategy/shape.h"

#include <algorithm>
#include <atomic>

#include "src/strategy/shape_builder.h"

namespace culprit::strategy {
namespace {

/// The first i in (first, last) for which is_past(i), or last. Precondition: once true, it stays true. Fast
/// when the answer is near.
template <class IsPast>
std::uint32_t gallop(std::uint32_t first, std::uint32_t last, IsPast is_past) {
  std::uint64_t step = 1;
  std::uint64_t low = first;
  while (low + step < last && !is_past(static_cast<std::uint32_t>(low + step))) {
    low += step;
    step *= 2;
  }
  std::uint64_t high = std::min<std::uint64_t>(low + step, last);
  while (low + 1 < high) {
    const std::uint64_t middle = (low + high) / 2;
    (is_past(static_cast<std::uint32_t>(middle)) ? high : low) = middle;
  }
  return static_cast<std::uint32_t>(high);
}

}  // namespace

Shape::Shape(tree::SearchTree tree, std::shared_ptr<const Prior> prior, const Progress& progress)
    : tree_(std::move(tree)), prior_(std::move(prior)) {
  static std::atomic<std::uint64_t> made{0};
  serial_ = ++made;
  Steps steps(progress, "weighing the tree", std::uint64_t{2} * tree_.size());
  ShapeBuilder(*this, steps).build();
}

std::uint32_t Shape::skip_equal_until(std::uint32_t slot, std::uint32_t end, SearchId lowest) const {
  const std::uint64_t equal = weight(child_at(slot));
  return gallop(slot, end,
                [&](std::uint32_t i) { return child_at(i) >= lowest || weight(child_at(i)) < equal; });
}

std::uint32_t Shape::next_slot_between(std::uint32_t slot, std::uint32_t end, SearchId lowest,
                                       SearchId limit) const {
  while (slot < end) {
    const SearchId child = child_at(slot);
    if (child >= limit) {
      slot = skip_equal_until(slot, end, kNoSearchId);
    } else if (child < lowest) {
      slot = skip_equal_until(slot, end, lowest);
    } else {
      return slot;
    }
  }
  return end;
}

std::uint32_t Shape::slot_of(SearchId n) const {
  const SearchId above = parent(n);
  const auto siblings = children_by_size(above);
  const std::uint64_t own = weight(n);
  const auto found = std::partition_point(siblings.begin(), siblings.end(), [&](std::uint32_t other) {
    const std::uint64_t its = weight(SearchId{other});
    return its != own ? its > own : other < n.value();
  });
  return first_slot(above) + static_cast<std::uint32_t>(found - siblings.begin());
}

std::uint32_t Shape::head_position(std::uint32_t position) const {
  const std::uint32_t word = position / 64;
  const std::uint64_t up_to = head_bits_[word] & (~std::uint64_t{0} >> (63 - position % 64));
  return up_to ? word * 64 + 63 - static_cast<std::uint32_t>(__builtin_clzll(up_to)) : head_before_[word];
}

std::uint32_t Shape::light_slot(Side side, std::uint32_t position) const {
  const SearchId node = at_position(position);
  const std::uint32_t end = end_slot(node);
  const std::uint32_t first = first_slot(node);
  if (end - first < 2) return end;
  const SearchId heavy = child_at(first);
  if (side == Side::kBefore) return next_slot_between(first + 1, end, SearchId{0}, heavy);
  return next_slot_between(first + 1, end, tree_.end(heavy), kNoSearchId);
}

std::size_t Shape::bytes() const {
  const std::size_t words =
      parent_.size() + first_slot_.size() + children_.size() + path_.size() + position_.size();
  return words * 4 + head_bits_.size() * 8 + head_before_.size() * 4 + light_[0].bytes() + light_[1].bytes() +
         (prior_ ? prior_->bytes() : 0);
}

}  // namespace culprit::strategy
