#include "src/transform/sibling_weights.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "src/base/check.h"

namespace culprit::transform {

SiblingWeights::SiblingWeights(std::vector<std::uint32_t>& weights) {
  if (!std::is_sorted(weights.begin(), weights.end(), std::greater<>()))
    std::sort(weights.begin(), weights.end(), std::greater<>());
  std::uint32_t position = 0;
  std::uint64_t sum = 0;
  for (const std::uint32_t weight : weights) {
    cost_ += std::uint64_t{++position} * weight + 1;
    sum += weight;
    if (rows_.empty() || rows_.back().weight != weight) rows_.push_back({weight, 0, 0});
    rows_.back().count_until = position;
    rows_.back().sum_until = sum;
  }
}

std::size_t SiblingWeights::find(std::uint32_t weight) const {
  const auto found = std::partition_point(rows_.begin(), rows_.end(),
                                          [weight](const Row& row) { return row.weight > weight; });
  return static_cast<std::size_t>(found - rows_.begin());
}

std::uint32_t SiblingWeights::count_from(std::uint32_t weight) const {
  const std::size_t lighter = weight > 0 ? find(weight - 1) : rows_.size();
  return lighter > 0 ? rows_[lighter - 1].count_until : 0;
}

std::uint64_t SiblingWeights::capped_sum(std::uint32_t limit) const {
  const std::size_t row = find(limit);
  if (row == 0) return sum();
  const Row& heavier = rows_[row - 1];
  return std::uint64_t{limit} * heavier.count_until + sum() - heavier.sum_until;
}

std::uint64_t SiblingWeights::pairs(const SiblingWeights& a, const SiblingWeights& b) {
  if (a.rows_.size() > b.rows_.size()) return pairs(b, a);
  std::uint64_t result = 0;
  for (std::size_t row = 0; row < a.rows_.size(); ++row)
    result += a.count_at(row) * b.capped_sum(a.rows_[row].weight);
  return result;
}

std::int64_t SiblingWeights::saving(const SiblingWeights& inside) const {
  // The pairs of the replaced child with all siblings and with itself go, those of its children with its siblings come. Of
  // all pairs with `inside` those with the replaced child do not come, which are worth the sum of `inside`; it is one itself.
  const std::uint64_t replaced = inside.sum() + 1;
  const std::uint64_t gone = capped_sum(static_cast<std::uint32_t>(replaced)) + 1;
  const std::uint64_t come = pairs(*this, inside) - inside.sum();
  return static_cast<std::int64_t>(gone - come);
}

void SiblingWeights::replace_by(SiblingWeights inside) {
  const auto replaced = static_cast<std::uint32_t>(inside.sum() + 1);
  cost_ += inside.cost_ - static_cast<std::uint64_t>(saving(inside));
  if (inside.sum() <= sum() - replaced) {
    remove(replaced);
    for (std::size_t row = 0; row < inside.rows_.size(); ++row)
      add(inside.rows_[row].weight, inside.count_at(row));
    return;
  }
  std::swap(rows_, inside.rows_);
  for (std::size_t row = 0; row < inside.rows_.size(); ++row) {
    const std::uint32_t weight = inside.rows_[row].weight;
    const std::uint32_t count = inside.count_at(row) - (weight == replaced ? 1 : 0);
    if (count > 0) add(weight, count);
  }
}

void SiblingWeights::add(std::uint32_t weight, std::uint32_t count) {
  const std::size_t at = find(weight);
  if (at == rows_.size() || rows_[at].weight != weight) {
    const Row before = at > 0 ? rows_[at - 1] : Row{0, 0, 0};
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(at),
                 {weight, before.count_until, before.sum_until});
  }
  for (std::size_t row = at; row < rows_.size(); ++row) {
    rows_[row].count_until += count;
    rows_[row].sum_until += std::uint64_t{weight} * count;
  }
}

void SiblingWeights::remove(std::uint32_t weight) {
  const std::size_t at = find(weight);
  CULPRIT_CHECK(at < rows_.size() && rows_[at].weight == weight);
  const bool is_last = count_at(at) == 1;
  for (std::size_t row = at; row < rows_.size(); ++row) {
    rows_[row].count_until -= 1;
    rows_[row].sum_until -= weight;
  }
  if (is_last) rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace culprit::transform
