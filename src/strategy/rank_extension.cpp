#include "src/strategy/rank_extension.h"

#include <algorithm>

#include "src/base/check.h"

// Take ranks from the highest down. At each, one of three things holds: a single child without a rank sees it
// (then it stays visible, and nobody gets it); several do (then all but one must have got a higher rank, which
// hides what is below); or none does (then a child can get it). Whoever gets a rank should be the child that
// sees most below it, compared from the highest rank down: if another got it in a valid ranking, the two could
// change places, and the first rank that only one of them sees becomes free or is handed on.
//
// So whether the rest works out when a given rank is the highest that may be given is found in one sweep
// (can_finish_below); and the least visible ranks, by leaving out each rank, from the highest down, that is
// not needed.
//
// S. Mozes, K. Onak and O. Weimann, "Finding an Optimal Tree Searching Strategy in Linear Time", show that the
// least extension at each node, from the leaves up, makes the highest rank of the whole tree least.

namespace culprit::strategy {

RankExtension::Visible RankExtension::run(std::span<Child> children) {
  if (children.empty()) return {};
  split_levels(children);
  sort_levels();
  order_children(children);
  seen_.clear();
  rank_above(children);
  rank_below(children);
  Visible result = std::move(children[top_child_].visible);
  result.insert(result.end(), seen_.begin(), seen_.end());
  return result;
}

/// Who sees which rank up to levels_. What only the top child sees above that stays in its list.
void RankExtension::split_levels(std::span<Child> children) {
  const auto highest = [&](const Child& child) { return child.visible.empty() ? 0 : child.visible.front(); };
  top_child_ = 0;
  levels_ = 0;
  for (std::uint32_t i = 1; i < children.size(); ++i) {
    const bool is_higher = highest(children[i]) > highest(children[top_child_]);
    levels_ = std::max(levels_, highest(children[is_higher ? top_child_ : i]));
    if (is_higher) top_child_ = i;
  }
  first_.assign(levels_ + 3, 0);  // counted two places on, so that filling leaves the starts in place
  const auto each_seen = [&](auto visit) {
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      const Visible& visible = children[i].visible;
      for (auto at = visible.rbegin(); at != visible.rend() && *at <= levels_; ++at) visit(i, *at);
    }
  };
  each_seen([&](std::uint32_t, std::uint32_t level) { ++first_[level + 2]; });
  for (std::size_t level = 2; level < first_.size(); ++level) first_[level] += first_[level - 1];
  level_children_.resize(first_.back());
  each_seen([&](std::uint32_t i, std::uint32_t level) { level_children_[first_[level + 1]++] = i; });
  Visible& top = children[top_child_].visible;
  while (!top.empty() && top.back() <= levels_) top.pop_back();
  key_.assign(children.size(), 0);
  is_ranked_.assign(children.size(), false);
  tried_.assign(children.size(), 0);
  trial_ = 0;
  open_ = static_cast<std::uint32_t>(children.size());
}

/// From the lowest level up, as a radix sort does: after a level, those who see it come after all others.
void RankExtension::sort_levels() {
  std::uint32_t next = 1;
  for (std::uint32_t level = 1; level <= levels_; ++level) {
    const auto begin = level_children_.begin() + first_[level];
    const auto end = level_children_.begin() + first_[level + 1];
    std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
      return key_[a] != key_[b] ? key_[a] < key_[b] : a < b;
    });
    for (auto at = begin; at != end; ++at) key_[*at] = next++;
  }
}

void RankExtension::order_children(std::span<const Child> children) {
  order_.resize(children.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  const auto sees_more = [&](std::uint32_t a, std::uint32_t b) { return key_[a] > key_[b]; };
  if (levels_ > 0) std::stable_sort(order_.begin(), order_.end(), sees_more);
}

void RankExtension::set_rank(std::span<Child> children, std::uint32_t child, std::uint32_t rank) {
  children[child].rank = rank;
  is_ranked_[child] = true;
  --open_;
}

/// How many ranks above levels_ are needed, and who gets them. If the top child sees some of those ranks, it
/// sees most, and gets the highest of the new ones: a rank that it does not see itself.
void RankExtension::rank_above(std::span<Child> children) {
  std::uint32_t count = fewest_above(0);
  if (count == 0) return;
  Visible& top = children[top_child_].visible;
  std::uint32_t highest = levels_ + count;
  if (!top.empty() && top.back() <= highest) {
    const auto at = std::find(order_.begin(), order_.end(), top_child_);
    std::rotate(order_.begin(), at, at + 1);
    count = fewest_above(count);
    highest = levels_ + count;
    while (!top.empty() && top.back() <= highest) {
      if (top.back() == highest) ++highest;
      top.pop_back();
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t rank = i == 0 ? highest : levels_ + count - i;
    set_rank(children, order_[i], rank);
    seen_.push_back(rank);
  }
}

/// The least number >= from of children to rank above all levels, in order, so that the rest works out.
std::uint32_t RankExtension::fewest_above(std::uint32_t from) {
  if (suffices(from)) return from;
  std::uint32_t low = from;  // does not
  std::uint32_t step = 1;
  while (low + step < order_.size() && !suffices(low + step)) {
    low += step;
    step *= 2;
  }
  auto high = static_cast<std::uint32_t>(std::min<std::size_t>(low + step, order_.size()));
  while (low + 1 < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    (suffices(middle) ? high : low) = middle;
  }
  return high;
}

bool RankExtension::suffices(std::uint32_t ranked_above) {
  ++trial_;
  for (std::uint32_t i = 0; i < ranked_above; ++i) tried_[order_[i]] = trial_;
  open_ -= ranked_above;
  const bool result = can_finish_below(levels_ + 1);
  open_ += ranked_above;
  return result;
}

std::uint32_t RankExtension::holders(std::uint32_t level) const {
  std::uint32_t count = 0;
  for (const std::uint32_t child : level_children(level)) count += is_open(child) ? 1 : 0;
  return count;
}

/// The open child that sees most below `level`; kNone if none sees anything there. Calls with the same cursor
/// must not ask for a higher level than before: then all of them together take one pass.
std::uint32_t RankExtension::sees_most_below(std::uint32_t level, Cursor& cursor) const {
  if (cursor.level >= level) cursor = {level - 1, kAll};
  for (; cursor.level > 0; cursor = {cursor.level - 1, kAll}) {
    const auto seeing = level_children(cursor.level);
    if (cursor.left == kAll) cursor.left = seeing.size();
    for (; cursor.left > 0; --cursor.left) {
      if (is_open(seeing[cursor.left - 1])) return seeing[cursor.left - 1];
    }
  }
  return kNone;
}

/// Whether all open children can be ranked with ranks below `level`, of which any may be visible in the end.
bool RankExtension::can_finish_below(std::uint32_t level) {
  std::uint32_t open = open_;
  Cursor cursor{level, kAll};
  while (--level >= std::max(open, 1u) && open > 0) {
    const std::uint32_t seen_by = holders(level);
    if (seen_by > 1) return false;
    if (seen_by == 1) continue;
    const std::uint32_t chosen = sees_most_below(level, cursor);
    if (chosen != kNone) tried_[chosen] = trial_;
    --open;
  }
  return open == 0;
}

void RankExtension::rank_below(std::span<Child> children) {
  Cursor cursor{levels_ + 1, kAll};
  for (std::uint32_t level = levels_; open_ > 0;) {
    const std::uint32_t needed = highest_needed(level);
    ++trial_;
    for (; level > needed; --level) {
      if (holders(level) == 1) seen_.push_back(level);
    }
    std::uint32_t chosen = sees_most_below(needed, cursor);
    if (chosen == kNone) {  // then any: the order has those last who never see anything
      while (is_ranked_[order_.back()]) order_.pop_back();
      chosen = order_.back();
    }
    set_rank(children, chosen, needed);
    seen_.push_back(needed);
    level = needed - 1;
  }
}

/// The highest rank, up to `level`, that has to be given to a child. Precondition: there are open children,
/// and they can be ranked up to there.
std::uint32_t RankExtension::highest_needed(std::uint32_t level) {
  const auto can_do_without = [&](std::uint32_t rank) {
    ++trial_;
    for (std::uint32_t at = level; at >= rank; --at) {
      if (holders(at) > 1) return false;  // all but one would need a higher rank
    }
    return can_finish_below(rank);
  };
  CULPRIT_CHECK(level >= open_);
  if (level == open_ || !can_do_without(level)) return level;
  std::uint32_t low = open_;  // needed, or a higher one: a rank for each
  std::uint32_t high = level;
  while (low + 1 < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    (can_do_without(middle) ? high : low) = middle;
  }
  return low;
}

}  // namespace culprit::strategy
