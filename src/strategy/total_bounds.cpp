#include "src/strategy/total_bounds.h"

#include <algorithm>
#include <cmath>

#include "src/strategy/evaluate.h"

namespace culprit::strategy {
namespace {

/// The whole number that a lower bound in floating point proves: what rounding may have added is taken off.
std::uint64_t proven(double bound) {
  const double safe = std::ceil(bound - 1e-6 - std::abs(bound) * 1e-12);
  return safe <= 0 ? 0 : static_cast<std::uint64_t>(safe);
}

/// Lower bound of F(r -> c), c below a root of weight `above` as its only child.
///
/// Questions below c, taken from any strategy for r -> c, are a strategy for c: F(c). The question c is asked
/// when r is at fault and when c is: above + own(c). And for each child e of c: if it is asked before c, r
/// pays one more question; if after, e was there when c was asked, and pays it: min(above, own(e)).
/// If c weighs nothing, it need not be asked. Then each e that weighs something has to be while r is there: above.
std::uint64_t hung_bound(const TreePool& pool, PooledTree child, std::uint64_t above) {
  const TreePool::Row& row = pool.row(child);
  if (row.is_plain && above == 1)
    return std::max(row.lower + row.degree + 2, information_bound(row.weight + 1, true));
  const std::uint64_t own = pool.own_weight(child);
  std::uint64_t if_asked = above + own;
  std::uint64_t if_not = 0;
  for (const TreePool::Run& run : pool.runs(child)) {
    const std::uint64_t its = pool.own_weight(run.tree);
    if_asked += run.count * std::min(above, its);
    if_not += its > 0 ? run.count * above : 0;
  }
  const std::uint64_t sum = row.lower + (own > 0 ? if_asked : std::min(if_asked, if_not));
  return std::max(sum, proven(times_log(row.weight + above) - row.entropy - times_log(above)));
}

}  // namespace

double times_log(std::uint64_t weight) {
  return weight < 2 ? 0 : static_cast<double>(weight) * std::log2(static_cast<double>(weight));
}

std::uint64_t information_bound(const TreePool& pool, PooledTree tree) {
  const TreePool::Row& row = pool.row(tree);
  return row.is_counted ? information_bound(row.weight, true) : proven(times_log(row.weight) - row.entropy);
}

std::uint64_t split_bound(const TreePool& pool, PooledTree tree, std::uint64_t inside) {
  const std::uint64_t weight = pool.weight(tree);
  const std::uint64_t rest = weight - inside;
  if (pool.row(tree).is_counted)
    return weight + information_bound(inside, true) + information_bound(rest, true);
  return weight + proven(times_log(inside) + times_log(rest) - pool.row(tree).entropy);
}

std::uint64_t least_promising_weight(const TreePool& pool, PooledTree tree, std::uint64_t limit) {
  // A root that weighs nothing can be all that one of the answers leaves.
  if (!pool.row(tree).is_plain && split_bound(pool, tree, 0) < limit) return 0;
  const std::uint64_t half = pool.weight(tree) / 2;
  std::uint64_t low = 0;  // not promising
  std::uint64_t high = half + 1;
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    (split_bound(pool, tree, middle) < limit ? high : low) = middle;
  }
  return high;
}

/// Let c and d be children of the root. As long as all answers are "right", the search asks a row of nodes;
/// those below (or at) c take c apart into parts of weights a_1, ..., a_p that sum to w_c, those of d into
/// b_1, ..., b_q. None of them is 0: what weighs nothing is not there to be asked. Of a part of c and one of d, the later one pays for the question that took the earlier: at
/// least min(a_i, b_j). Say max a <= max b: with the heaviest b alone the a_i pay sum a_i = w_c >= min(w_c,
/// w_d).
///
/// What c's own questions cost its nodes and the root r is a strategy's total for r -> c. If c itself is the
/// first of them, p = 1, and that is F(c) + w_c + w_r. If not, p >= 2, and every d lighter than c pays, or
/// makes pay, one more: if max b <= max a, d's parts pay w_d with the heaviest a and at least 1 with another;
/// else c pays w_c > w_d with the heaviest b. (p >= 2 since c's own weight, or that of another of its children, is left.
/// If c weighs nothing and has a single child, that one may be the first and p = 1: nobody pays more.)
std::uint64_t pairwise_bound(const TreePool& pool, PooledTree tree) {
  const std::uint64_t own = pool.own_weight(tree);
  const auto runs = pool.runs(tree);
  std::uint64_t sum = 0;
  std::uint64_t position = 0;  // among the children, heaviest first: each is the lighter one of so many pairs
  std::uint64_t lighter = pool.row(tree).degree;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint64_t weight = pool.weight(runs[i].tree);
    if (i == 0 || weight < pool.weight(runs[i - 1].tree)) {
      for (std::size_t j = i; j < runs.size() && pool.weight(runs[j].tree) == weight; ++j)
        lighter -= runs[j].count;
    }
    const std::uint64_t count = runs[i].count;
    sum += weight * (count * position + count * (count - 1) / 2);
    position += count;
    const bool is_alike = pool.row(runs[i].tree).degree == 1 && pool.own_weight(runs[i].tree) == 0;
    const std::uint64_t at_once = pool.row(runs[i].tree).lower + weight + own;
    sum += count * std::min(at_once, hung_bound(pool, runs[i].tree, own) + (is_alike ? 0 : lighter));
  }
  return sum;
}

/// The child asked as the i-th costs its own tree's nodes i questions; the root needs them all.
std::uint64_t heaviest_first_total(const TreePool& pool, PooledTree tree) {
  std::uint64_t sum = pool.row(tree).degree * pool.own_weight(tree);
  std::uint64_t asked = 0;
  for (const TreePool::Run& run : pool.runs(tree)) {
    const std::uint64_t count = run.count;
    sum += count * pool.row(run.tree).upper;
    sum += pool.weight(run.tree) * (count * asked + count * (count + 1) / 2);
    asked += count;
  }
  return sum;
}

void set_first_bounds(TreePool& pool, PooledTree tree) {
  TreePool::Row& row = pool.row(tree);
  if (row.runs == 0) return;
  row.lower = std::max(information_bound(pool, tree), pairwise_bound(pool, tree));
  row.upper = heaviest_first_total(pool, tree);
}

}  // namespace culprit::strategy
