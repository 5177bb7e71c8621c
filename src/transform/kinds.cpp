#include "src/transform/kinds.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace culprit::transform {
namespace {

__extension__ using Wide = __int128;

/// Joins heaps whose tops are the lowest.
void join(std::vector<std::uint32_t>& heap, std::vector<std::uint32_t> more) {
  if (more.size() > heap.size()) std::swap(heap, more);
  for (const std::uint32_t child : more) {
    heap.push_back(child);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  }
}

}  // namespace

void Kinds::Class::push(Bound bound) {
  bounds.push_back(bound);
  std::push_heap(bounds.begin(), bounds.end(), [](Bound a, Bound b) { return a.saving < b.saving; });
}

Kinds::Bound Kinds::Class::pop() {
  std::pop_heap(bounds.begin(), bounds.end(), [](Bound a, Bound b) { return a.saving < b.saving; });
  const Bound result = bounds.back();
  bounds.pop_back();
  return result;
}

Kinds::Class& Kinds::class_of(const Kind& kind) {
  const auto order = static_cast<std::uint32_t>(std::bit_width(kind.first.count()));
  for (Class& known : classes_) {
    if (known.order == order) return known;
  }
  return classes_.emplace_back(Class{order});
}

void Kinds::add(SiblingWeights inside, SearchId child) {
  const auto [kind, is_new] = kinds_.try_emplace(std::move(inside));
  kind->second.push_back(child.value());  // the highest id is a leaf of any heap
  if (is_new) push_new(*kind);
}

/// With the cost P of the children, the cost C of the child's, and the saving S = P + C - Cost(comb), line 12 of the
/// algorithm is
///   (P + C) / w - (P + C - S) / (w - 1) = (w S - P - C) / (w (w - 1)),
/// so the best child has the greatest w S - C, and is worth it if that is above P.
std::optional<Kinds::Child> Kinds::take_best(const SiblingWeights& siblings) {
  const Wide weight = siblings.sum() + 1;
  Wide most = siblings.cost();
  Kind* best = nullptr;
  std::vector<Bound> judged;
  for (Class& kinds : classes_) {
    while (!kinds.bounds.empty() && weight * (kinds.bounds.front().saving + kinds.slack) >= most) {
      Kind& kind = *kinds.pop().kind;
      const std::int64_t saving = siblings.saving(kind.first);
      judged.push_back({saving, &kind});
      const Wide worth = weight * saving - kind.first.cost();
      const bool is_first = best && kind.second.front() < best->second.front();
      if (worth < most || (worth == most && !is_first)) continue;
      best = &kind;
      most = worth;
    }
  }
  for (const Bound& bound : judged) {
    Class& kinds = class_of(*bound.kind);
    if (bound.kind != best || best->second.size() > 1) kinds.push({bound.saving - kinds.slack, bound.kind});
  }
  return best ? std::optional(take_first(*best)) : std::nullopt;
}

Kinds::Child Kinds::take_first(Kind& kind) {
  const SearchId child{kind.second.front()};
  if (kind.second.size() == 1) return {child, std::move(kinds_.extract(kind.first).key())};
  std::pop_heap(kind.second.begin(), kind.second.end(), std::greater<>());
  kind.second.pop_back();
  return {child, kind.first};
}

/// Let b be the replaced child and c another one, of weights b and c, and h(t) what the replacement adds to the sum of
/// min(w, t) over all siblings w: the same over b's children less min(b, t). Then the saving of c rises by
/// h(c) - (the sum of h(y) over c's children y).
/// - If c <= b: up to b, h is concave and h(0) = 0, so the sum is at least h(c - 1), as the y add up to c - 1. What is left is
///   at most h(c) - h(c - 1), which is one less than the children of b that weigh c or more.
/// - If c >= b: h(c) = -1, as b's children add up to b - 1. h(y) >= 0 for y < b, and -1 for y >= b. So it is at most one less
///   than the children of c.
///
/// If instead the kinds of b are kept, for them all siblings but b are new, and each that weighs c or more adds 1, the
/// others nothing.
void Kinds::replace(const SiblingWeights& inside, Kinds more, const SiblingWeights& siblings) {
  if (more.kinds_.size() <= kinds_.size()) {
    for (Class& kinds : classes_) {
      const std::uint32_t most = std::max(inside.count_from(kinds.least_weight()), kinds.most_children());
      kinds.slack += std::int64_t{most} - 1;
    }
  } else {
    std::swap(*this, more);
    for (Class& kinds : classes_) kinds.slack += std::int64_t{siblings.count_from(kinds.least_weight())} - 1;
  }
  merge(std::move(more.kinds_));
}

void Kinds::merge(Map more) {
  while (!more.empty()) {
    auto added = kinds_.insert(more.extract(more.begin()));
    if (added.inserted) {
      push_new(*added.position);
    } else {
      join(added.position->second, std::move(added.node.mapped()));
    }
  }
}

}  // namespace culprit::transform
