#include "src/strategy/loops.h"

namespace culprit::strategy {

Loops::Loops(const tree::SearchTree& tree) {
  std::vector<bool> is_loop;
  for (const tree::Function& function : tree.functions())
    is_loop.push_back(function.kind == tree::FunctionKind::kLoop);
  if (std::find(is_loop.begin(), is_loop.end(), true) != is_loop.end()) find_passes(tree, is_loop);
  first_.push_back(static_cast<std::uint32_t>(pass_.size()));
  find_largest(tree);
}

void Loops::find_passes(const tree::SearchTree& tree, const std::vector<bool>& is_loop) {
  const std::uint32_t size = tree.size();
  place_.resize(size);
  // First each pass learns which one follows it: of several children of one function that is the last.
  for (std::uint32_t i = 0; i < size; ++i) {
    place_[i] = kNone;
    const FunctionId function = tree.function_id(SearchId{i});
    if (!is_loop[function.value()] || i == 0) continue;
    const SearchId above = tree.parent(SearchId{i});
    if (tree.function_id(above) == function) place_[above.value()] = i;
  }
  // In preorder a head comes before all passes that follow it, so that what was not met on a way down is one.
  Column<std::uint64_t> is_met(size / 64 + 1);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (!is_loop[tree.function_id(SearchId{i}).value()] || (is_met[i / 64] >> (i % 64) & 1)) continue;
    first_.push_back(static_cast<std::uint32_t>(pass_.size()));
    for (std::uint32_t pass = i; pass != kNone;) {
      is_met[pass / 64] |= std::uint64_t{1} << (pass % 64);
      const std::uint32_t next = place_[pass];
      place_[pass] = static_cast<std::uint32_t>(pass_.size());
      pass_.push_back(pass);
      pass = next;
    }
  }
}

void Loops::find_largest(const tree::SearchTree& tree) {
  const std::uint32_t count = size();
  size_.resize(count);
  largest_.resize(std::size_t{2} * count);
  for (std::uint32_t loop = 0; loop < count; ++loop) {
    size_[loop] = tree.subtree_size(head(loop));
    largest_[count + loop] = loop;
  }
  for (std::uint32_t i = count; i-- > 1;) largest_[i] = larger(largest_[2 * i], largest_[2 * i + 1]);
}

std::uint32_t Loops::larger(std::uint32_t a, std::uint32_t b) const {
  if (size_[a] != size_[b]) return size_[a] > size_[b] ? a : b;
  return std::min(a, b);
}

std::uint32_t Loops::largest_of(std::uint32_t low, std::uint32_t high) const {
  std::uint32_t best = low;
  low += size();
  high += size();
  for (; low < high; low /= 2, high /= 2) {
    if (low % 2 == 1) best = larger(best, largest_[low++]);
    if (high % 2 == 1) best = larger(best, largest_[--high]);
  }
  return best;
}

std::uint32_t Loops::first_from(SearchId n) const {
  std::uint32_t low = 0;
  for (std::uint32_t high = size(); low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (head(middle) < n) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void Loops::push(std::vector<Range>& heap, std::uint32_t low, std::uint32_t high) const {
  if (low >= high) return;
  const std::uint32_t largest = largest_of(low, high);
  heap.push_back({size_[largest], largest, low, high});
  std::push_heap(heap.begin(), heap.end());
}

std::optional<Loops::Place> Loops::place(SearchId n) const {
  if (!is_pass(n)) return std::nullopt;
  const std::uint32_t at = place_[n.value()];
  const auto behind = std::upper_bound(first_.begin(), first_.end(), at);
  const auto loop = static_cast<std::uint32_t>(behind - first_.begin() - 1);
  return Place{loop, at - first_[loop]};
}

}  // namespace culprit::strategy
