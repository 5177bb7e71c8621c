#include "src/strategy/shape_builder.h"

#include <algorithm>

namespace culprit::strategy {
namespace {

constexpr std::size_t kFewSiblings = 24;     // up to here insertion sort wins
constexpr std::size_t kManySiblings = 1024;  // from here counting pays for its table
constexpr std::uint64_t kCountedWeights = 1 << 16;

}  // namespace

void ShapeBuilder::build() {
  collect_children();
  lay_out_paths();
  index_heads();
  for (MaxTree& maxima : shape_.light_) maxima.finish();
}

void ShapeBuilder::collect_children() {
  const std::uint32_t size = tree_.size();
  const std::uint32_t* ends = tree_.ends();
  is_heavy_.resize(size / 64 + 1);
  shape_.first_slot_.resize(std::size_t{size} + 1);
  shape_.children_.resize(size);
  const bool has_exempt = shape_.prior_ && shape_.prior_->has_exempt();
  if (has_exempt) {
    shape_.parent_.resize(size);
    shape_.parent_[0] = kNoSearchId.value();
  }
  std::uint32_t slot = 0;
  for (std::uint32_t node = 0; node < size; ++node) {
    steps_.next();
    const std::uint32_t first = slot;
    shape_.first_slot_[node] = first;
    if (!shape_.has(SearchId{node})) continue;
    for (std::uint32_t child = node + 1; child < ends[node];) {
      if (has_exempt) shape_.parent_[child] = node;
      if (shape_.has(SearchId{child})) {
        shape_.children_[slot++] = child;
        child = ends[child];
      } else {
        ++child;  // left out: its children stand in its place
      }
    }
    if (slot == first) continue;
    sort_children(shape_.children_.data() + first, slot - first);
    const std::uint32_t heavy = shape_.children_[first];
    is_heavy_[heavy / 64] |= std::uint64_t{1} << (heavy % 64);
  }
  shape_.first_slot_[size] = slot;
  shape_.children_.resize(slot);
}

void ShapeBuilder::sort_children(std::uint32_t* first, std::size_t count) {
  const auto is_heavier = [this](std::uint32_t a, std::uint32_t b) { return weight(a) > weight(b); };
  if (std::is_sorted(first, first + count, is_heavier)) return;
  if (count <= kFewSiblings) return insert_sorted(first, count);
  if (count >= kManySiblings) return count_sorted(first, count);
  std::sort(first, first + count, [&](std::uint32_t a, std::uint32_t b) {
    return is_heavier(a, b) || (!is_heavier(b, a) && a < b);
  });
}

void ShapeBuilder::insert_sorted(std::uint32_t* first, std::size_t count) {
  std::uint64_t weights[kFewSiblings];
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t child = first[i];
    const std::uint64_t own = weight(child);
    std::size_t at = i;
    for (; at > 0 && weights[at - 1] < own; --at) {
      weights[at] = weights[at - 1];
      first[at] = first[at - 1];
    }
    weights[at] = own;
    first[at] = child;
  }
}

void ShapeBuilder::count_sorted(std::uint32_t* first, std::size_t count) {
  // Heavy siblings are few (their weights add up to less than the tree's): compare those, count the others.
  const auto is_light = [this](std::uint32_t child) { return weight(child) < kCountedWeights; };
  std::vector<std::uint32_t> heavy;
  copy_.clear();
  for (std::size_t i = 0; i < count; ++i) (is_light(first[i]) ? copy_ : heavy).push_back(first[i]);
  std::stable_sort(heavy.begin(), heavy.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return weight(a) > weight(b); });
  std::uint32_t* out = std::copy(heavy.begin(), heavy.end(), first);
  starts_.assign(kCountedWeights + 1, 0);
  for (const std::uint32_t child : copy_) ++starts_[kCountedWeights - 1 - weight(child) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  for (const std::uint32_t child : copy_) out[starts_[kCountedWeights - 1 - weight(child)]++] = child;
}

void ShapeBuilder::lay_out_paths() {
  const std::uint32_t size = tree_.size();
  shape_.path_.resize(size);
  shape_.position_.resize(size);
  shape_.head_bits_.resize(size / 64 + 1);
  for (MaxTree& maxima : shape_.light_) maxima = MaxTree(size, MaxTree::kFanBits);
  std::uint32_t position = 0;
  for (std::uint32_t node = 0; node < size; ++node) {
    if ((is_heavy_[node / 64] >> (node % 64) & 1) || !shape_.has(SearchId{node})) continue;
    shape_.head_bits_[position / 64] |= std::uint64_t{1} << (position % 64);
    for (std::uint32_t step = node;; step = shape_.children_[shape_.first_slot_[step]]) {
      steps_.next();
      shape_.path_[position] = step;
      shape_.position_[step] = position;
      bound_light_children(step, position++);
      if (shape_.first_slot_[step] == shape_.first_slot_[step + 1]) break;
    }
  }
  shape_.path_.resize(position);
}

void ShapeBuilder::index_heads() {
  const std::size_t words = shape_.head_bits_.size();
  shape_.head_before_.resize(words);
  std::uint32_t last = 0;
  for (std::size_t word = 0; word < words; ++word) {
    shape_.head_before_[word] = last;
    const std::uint64_t bits = shape_.head_bits_[word];
    if (bits)
      last = static_cast<std::uint32_t>(word * 64 + 63) - static_cast<std::uint32_t>(__builtin_clzll(bits));
  }
}

void ShapeBuilder::bound_light_children(std::uint32_t node, std::uint32_t position) {
  const std::uint32_t first = shape_.first_slot_[node];
  const std::uint32_t end = shape_.first_slot_[node + 1];
  if (end - first < 2) return;
  const std::uint32_t heavy = shape_.children_[first];
  const bool has[2] = {heavy != node + 1, tree_.ends()[heavy] != tree_.ends()[node]};
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    if (!has[static_cast<std::size_t>(side)]) continue;
    const std::uint32_t slot = shape_.light_slot(side, position);
    if (slot < end)
      shape_.light_[static_cast<std::size_t>(side)].raise(position, weight(shape_.children_[slot]));
  }
}

}  // namespace culprit::strategy
