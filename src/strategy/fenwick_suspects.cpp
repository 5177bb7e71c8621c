#include "src/strategy/fenwick_suspects.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/base/check.h"

namespace culprit::strategy {
namespace {

std::uint32_t find(Column<std::uint32_t>& next, std::uint32_t i) {
  while (next[i] != i) {
    next[i] = next[next[i]];
    i = next[i];
  }
  return i;
}

std::uint32_t lowest_bit(std::uint32_t i) {
  return i & (0u - i);
}

/// The bit at which `word` has more than `below` bits up to and including it.
std::uint32_t select_bit(std::uint64_t word, std::uint32_t below) {
  for (; below > 0; --below) word &= word - 1;
  return static_cast<std::uint32_t>(__builtin_ctzll(word));
}

MaxTree frozen_maxima(const Shape& shape, Side side) {
  MaxTree maxima(shape.positions(), 0);
  for (std::uint32_t position = 0; position < shape.positions(); ++position) {
    const std::uint32_t slot = shape.light_slot(side, position);
    if (slot < shape.end_slot(shape.at_position(position))) {
      maxima.raise(position, shape.weight(shape.child_at(slot)));
    }
  }
  maxima.finish();
  return maxima;
}

}  // namespace

FenwickSuspects::FenwickSuspects(const Shape& shape) : shape_(shape) {
  CULPRIT_CHECK(!shape.prior() || (shape.prior()->is_uniform() && !shape.prior()->has_exempt()));
  const std::uint32_t size = shape.tree().size();
  const std::uint32_t words = size / 64 + 1;
  bits_.resize(words);
  sums_.resize(words + 1);
  for (std::uint32_t node = 0; node < size; ++node) {
    if (!shape.is_weightless(SearchId{node})) bits_[node / 64] |= std::uint64_t{1} << (node % 64);
  }
  for (std::uint32_t i = 1; i <= words; ++i) {
    sums_[i] += static_cast<std::uint32_t>(__builtin_popcountll(bits_[i - 1]));
    if (i + lowest_bit(i) <= words) sums_[i + lowest_bit(i)] += sums_[i];
  }
  next_slot_.resize(std::size_t{shape.slots()} + 1);
  std::iota(next_slot_.begin(), next_slot_.end(), 0u);
  light_[0] = frozen_maxima(shape, Side::kBefore);
  light_[1] = frozen_maxima(shape, Side::kAfter);
}

void FenwickSuspects::set_root(SearchId root, bool is_wrong) {
  root_ = root;
  root_is_wrong_ = is_wrong;
}

void FenwickSuspects::clear(SearchId node) {
  const SearchId end = shape_.tree().end(node);
  for (std::uint64_t left = weight_between(node, end); left > 0; --left) remove(nth(before(node.value())));
  do {
    if (node.value() == 0) return;
    const std::uint32_t slot = shape_.slot_of(node);
    next_slot_[slot] = slot + 1;
    node = shape_.parent(node);
  } while (shape_.is_weightless(node) && weight(node) == 0);
}

void FenwickSuspects::remove(std::uint32_t node) {
  bits_[node / 64] &= ~(std::uint64_t{1} << (node % 64));
  for (std::uint32_t i = node / 64 + 1; i < sums_.size(); i += lowest_bit(i)) --sums_[i];
}

std::uint32_t FenwickSuspects::before(std::uint32_t node) const {
  const std::uint64_t below = bits_[node / 64] & ((std::uint64_t{1} << (node % 64)) - 1);
  auto count = static_cast<std::uint32_t>(__builtin_popcountll(below));
  for (std::uint32_t i = node / 64; i > 0; i -= lowest_bit(i)) count += sums_[i];
  return count;
}

bool FenwickSuspects::askable(SearchId n) const {
  if (n == root_ && root_is_wrong_) return false;
  if (!shape_.tree().contains(root_, n)) return false;
  return shape_.is_weightless(n) ? weight(n) > 0 : is_suspect(n.value());
}

SearchId FenwickSuspects::next_present(SearchId n) const {
  // Only whole subtrees are cleared, so everything above a suspect is one, or weightless.
  SearchId next{nth(before(n.value()))};
  if (next.value() == shape_.tree().size() || !shape_.has_weightless()) return next;
  for (SearchId above = next; above != kNoSearchId && above >= n; above = shape_.parent(above)) next = above;
  return next;
}

SearchId FenwickSuspects::at_weight(std::uint64_t weight) const {
  return SearchId{nth(weight + before(root_.value()))};
}

std::uint32_t FenwickSuspects::nth(std::uint64_t count) const {
  const auto words = static_cast<std::uint32_t>(sums_.size() - 1);
  std::uint32_t at = 0;
  for (std::uint32_t step = std::bit_floor(words); step > 0; step /= 2) {
    if (at + step <= words && sums_[at + step] <= count) {
      at += step;
      count -= sums_[at];
    }
  }
  return at == words ? shape_.tree().size()
                     : at * 64 + select_bit(bits_[at], static_cast<std::uint32_t>(count));
}

std::uint32_t FenwickSuspects::next_present_slot(std::uint32_t slot, std::uint32_t end) const {
  return std::min(find(next_slot_, slot), end);
}

void FenwickSuspects::tighten(Side side, std::uint32_t position, std::uint64_t bound) const {
  light_[static_cast<std::size_t>(side)].lower(position, bound);
}

}  // namespace culprit::strategy
