#include "src/strategy/interval_suspects.h"

#include <algorithm>

#include "src/base/check.h"

namespace culprit::strategy {
namespace {

/// So many exempt nodes are looked through one by one; for more, a reduced shape pays.
constexpr std::size_t kFewExempt = 128;

bool has(const std::vector<SearchId>& sorted, SearchId node) {
  return std::binary_search(sorted.begin(), sorted.end(), node);
}

std::size_t count_before(const std::vector<SearchId>& sorted, SearchId node) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), node) - sorted.begin());
}

}  // namespace

IntervalSuspects::IntervalSuspects(const Shape& shape, std::span<const std::uint32_t> weights)
    : shape_(&shape) {
  if (weights.empty()) return;
  CULPRIT_CHECK(!shape.prior());
  const auto prior = std::make_shared<const Prior>(shape.tree().size(), weights, std::span<const SearchId>());
  reduced_ = std::make_shared<const Shape>(shape.tree(), prior);
}

void IntervalSuspects::set_root(SearchId root, bool is_wrong) {
  root_ = root;
  root_is_wrong_ = is_wrong;
}

void IntervalSuspects::clear(SearchId node) {
  if (!is_cleared(node)) clear_between(node, shape().tree().end(node));
}

void IntervalSuspects::clear_between(SearchId node, SearchId last) {
  const auto touches = [](const Cleared& interval, SearchId n) { return interval.last < n; };
  const auto first = std::lower_bound(cleared_.begin(), cleared_.end(), node, touches);
  auto behind = first;
  Cleared merged{node, last, 0};
  for (; behind != cleared_.end() && behind->first <= last; ++behind) {
    merged.first = std::min(merged.first, behind->first);
    merged.last = std::max(merged.last, behind->last);
  }
  const auto at = static_cast<std::size_t>(first - cleared_.begin());
  if (first == behind) {
    cleared_.insert(first, merged);
  } else {
    *first = merged;
    cleared_.erase(first + 1, behind);
  }
  recount_cleared(at);
  clear_slot(node);
  if (std::erase_if(exempt_, [&](SearchId n) { return node <= n && n < last; })) recount_exempt();
}

void IntervalSuspects::clear_slot(SearchId node) {
  // Siblings are often cleared from the heaviest down: side by side here, though scattered in preorder.
  if (!shape().has(node) || node == shape().tree().root()) return;
  const std::uint32_t slot = shape().slot_of(node);
  const auto behind = std::lower_bound(cleared_slots_.begin(), cleared_slots_.end(), slot,
                                       [](const Slots& slots, std::uint32_t at) { return slots.first < at; });
  const bool joins_next = behind != cleared_slots_.end() && behind->first == slot + 1;
  const bool joins_previous = behind != cleared_slots_.begin() && (behind - 1)->last == slot;
  if (joins_next && joins_previous) {
    (behind - 1)->last = behind->last;
    cleared_slots_.erase(behind);
  } else if (joins_next) {
    behind->first = slot;
  } else if (joins_previous) {
    (behind - 1)->last = slot + 1;
  } else {
    cleared_slots_.insert(behind, {slot, slot + 1});
  }
}

void IntervalSuspects::recount_cleared(std::size_t from) {
  for (std::size_t i = from; i < cleared_.size(); ++i) {
    const std::size_t j = i - 1;
    cleared_[i].before =
        i == 0 ? 0 : cleared_[j].before + shape().weight_between(cleared_[j].first, cleared_[j].last);
  }
}

void IntervalSuspects::skip(SearchId node) {
  const auto at = std::lower_bound(skipped_.begin(), skipped_.end(), node);
  if (at == skipped_.end() || *at != node) skipped_.insert(at, node);
}

void IntervalSuspects::unskip(SearchId node) {
  std::erase(skipped_, node);
}

void IntervalSuspects::exempt(std::span<const SearchId> nodes) {
  std::vector<SearchId> all = exempt_;
  for (const SearchId node : nodes) {
    if (!is_exempt(node) && !is_cleared(node)) all.push_back(node);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() > kFewExempt) return reduce(std::move(all));
  exempt_ = std::move(all);
  recount_exempt();
}

void IntervalSuspects::recount_exempt() {
  exempt_sums_.assign(1, 0);
  for (const SearchId node : exempt_) {
    exempt_sums_.push_back(exempt_sums_.back() + shape().weight_between(node, SearchId{node.value() + 1}));
  }
}

void IntervalSuspects::reduce(std::vector<SearchId> nodes) {
  const Prior* base = shape().prior().get();
  const auto prior =
      base ? std::make_shared<const Prior>(*base, nodes)
           : std::make_shared<const Prior>(shape().tree().size(), std::span<const std::uint32_t>(), nodes);
  reduced_ = std::make_shared<const Shape>(shape_->tree(), prior);
  exempt_.clear();
  recount_exempt();
  recount_cleared(0);
  cleared_slots_.clear();  // of the shape before
}

bool IntervalSuspects::is_skipped(SearchId node) const {
  return has(skipped_, node);
}

bool IntervalSuspects::is_exempt(SearchId node) const {
  const Prior* prior = shape().prior().get();
  return (prior && prior->is_exempt(node.value())) || has(exempt_, node);
}

std::vector<SearchId> IntervalSuspects::skipped() const {
  std::vector<SearchId> result;
  const SearchId end = shape().tree().end(root_);
  for (const SearchId node : skipped_) {
    if (root_ <= node && node < end && own_weight(node) > 0) result.push_back(node);
  }
  return result;
}

std::uint64_t IntervalSuspects::cleared_before(SearchId n) const {
  const auto behind =
      std::lower_bound(cleared_.begin(), cleared_.end(), n,
                       [](const Cleared& interval, SearchId node) { return interval.first < node; });
  if (behind == cleared_.begin()) return 0;
  const Cleared& last = *(behind - 1);
  return last.before + shape().weight_between(last.first, std::min(n, last.last));
}

std::uint64_t IntervalSuspects::exempt_before(SearchId n) const {
  return exempt_.empty() ? 0 : exempt_sums_[count_before(exempt_, n)];
}

std::uint64_t IntervalSuspects::weight_between(SearchId first, SearchId last) const {
  return shape().weight_between(first, last) - (cleared_before(last) - cleared_before(first)) -
         (exempt_before(last) - exempt_before(first));
}

bool IntervalSuspects::askable(SearchId n) const {
  if (n == root_ && root_is_wrong_) return false;
  if (n < root_ || n >= shape().tree().end(root_) || is_cleared(n) || is_exempt(n) || is_skipped(n))
    return false;
  return !shape().is_weightless(n) || weight(n) > 0;
}

SearchId IntervalSuspects::next_present(SearchId n) const {
  const auto interval =
      std::upper_bound(cleared_.begin(), cleared_.end(), n,
                       [](SearchId node, const Cleared& other) { return node < other.last; });
  return interval != cleared_.end() && interval->first <= n ? interval->last : n;
}

SearchId IntervalSuspects::at_weight(std::uint64_t weight) const {
  // The running weight is monotone in preorder: search for the last position where it has not exceeded
  // `weight`.
  std::uint32_t low = root_.value();
  std::uint32_t high = shape().tree().end(root_).value();
  CULPRIT_CHECK(weight < weight_between(root_, SearchId{high}));
  while (low + 1 < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    (weight_between(root_, SearchId{middle}) > weight ? high : low) = middle;
  }
  return SearchId{low};
}

std::uint32_t IntervalSuspects::next_present_slot(std::uint32_t slot, std::uint32_t end) const {
  while (slot < end) {
    const auto slots = std::upper_bound(cleared_slots_.begin(), cleared_slots_.end(), slot,
                                        [](std::uint32_t at, const Slots& other) { return at < other.last; });
    if (slots != cleared_slots_.end() && slots->first <= slot) {
      slot = slots->last;
      continue;
    }
    const SearchId child = shape().child_at(slot);
    const SearchId next = next_present(child);
    if (next == child) return slot;
    slot = shape().skip_equal_until(slot, end, next);
  }
  return end;
}

void IntervalSuspects::judge(SearchId node, Mark judgement) {
  const auto at = std::ranges::lower_bound(judged_, node, {}, &std::pair<SearchId, Mark>::first);
  if (at != judged_.end() && at->first == node) {
    at->second = judgement;
  } else {
    judged_.emplace(at, node, judgement);
  }
}

Mark IntervalSuspects::judged(SearchId n) const {
  const tree::SearchTree& tree = shape().tree();
  // What was cleared outside the root may be forgotten, since the search has no use for it; what was told is not.
  bool is_covered = false;
  for (const auto& [node, judgement] : judged_) {
    if (node > n) break;
    if (node == n) return judgement;
    if (judgement != Mark::kWrong && tree.contains(node, n)) is_covered = true;
  }
  const bool is_outside = !tree.contains(root_, n) && !tree.contains(n, root_);
  if (!is_outside || judged_.empty()) return Suspects::judged(n);
  return is_covered ? Mark::kRight : Mark::kUndefined;
}

}  // namespace culprit::strategy
