#include "src/strategy/ordered_search.h"

#include <algorithm>

#include "src/base/check.h"
#include "src/strategy/total_bounds.h"

namespace culprit::strategy {

OrderedSearch::OrderedSearch(const ReducedTree& tree, const OptimumSearch::Limits& limits)
    : search_(pool_, limits), parents_(tree.parents), pooled_(tree.size(), kNoTree) {
  CULPRIT_CHECK(tree.has_bounded_totals());
  std::vector<std::uint32_t> degree(tree.size());
  ends_.resize(tree.size());
  // Backwards in preorder, a row's children are the last that were completed.
  std::vector<TreePool::Run> completed;
  std::vector<TreePool::Run> children;
  for (std::uint32_t row = tree.size(); row-- > 0;) {
    ends_[row] = std::max(ends_[row], row + 1);
    children.assign(completed.end() - degree[row], completed.end());
    completed.resize(completed.size() - degree[row]);
    pooled_[row] = pool_.add(tree.weights[row], children);
    completed.push_back({pooled_[row], 1});
    if (row == 0) break;
    ++degree[parents_[row]];
    ends_[parents_[row]] = std::max(ends_[parents_[row]], ends_[row]);
  }
}

std::uint32_t OrderedSearch::run_of(PooledTree parent, PooledTree child) const {
  const auto runs = pool_.runs(parent);
  const std::uint64_t weight = pool_.weight(child);
  auto run = std::partition_point(runs.begin(), runs.end(),
                                  [&](const TreePool::Run& r) { return pool_.weight(r.tree) > weight; });
  while (run->tree != child) ++run;
  return static_cast<std::uint32_t>(run - runs.begin());
}

PooledTree OrderedSearch::rest_without(std::uint32_t root, std::uint32_t row) {
  PooledTree rest = kNoTree;
  for (; row != root; row = parents_[row]) {
    const PooledTree parent = pooled_[parents_[row]];
    rest = pool_.replace_child(parent, run_of(parent, pooled_[row]), rest);
  }
  return rest;
}

void OrderedSearch::clear(std::uint32_t root, std::uint32_t row, PooledTree asked) {
  PooledTree old = asked;
  PooledTree now = kNoTree;
  pooled_[row] = kNoTree;
  while (row != root) {
    row = parents_[row];
    const PooledTree parent = pooled_[row];
    now = pool_.replace_child(parent, run_of(parent, old), now);
    old = parent;
    if (row != root && pool_.weight(now) == 0) now = kNoTree;
    pooled_[row] = now;
  }
}

bool OrderedSearch::is_star(PooledTree tree) const {
  const auto runs = pool_.runs(tree);
  return runs.empty() || pool_.is_leaf(runs[0].tree);
}

OrderedSearch::Verdict OrderedSearch::is_optimal(std::uint32_t root, std::uint32_t row) {
  const PooledTree tree = pooled_[root];
  const PooledTree inside = pooled_[row];
  const std::uint64_t total = pool_.row(tree).upper;
  const std::uint64_t weight = pool_.weight(tree);
  const std::uint64_t known = pool_.row(inside).lower - information_bound(pool_, inside);
  if (split_bound(pool_, tree, pool_.weight(inside)) + known > total) return Verdict::kNo;
  const PooledTree rest = rest_without(root, row);
  const auto lower = [&] { return weight + pool_.row(inside).lower + pool_.row(rest).lower; };
  for (const bool is_inside :
       {pool_.weight(inside) <= pool_.weight(rest), pool_.weight(inside) > pool_.weight(rest)}) {
    if (lower() > total) return Verdict::kNo;
    const PooledTree part = is_inside ? inside : rest;
    const PooledTree other = is_inside ? rest : inside;
    if (!search_.solve(part, total + 1 - weight - pool_.row(other).lower)) return Verdict::kUndecided;
  }
  return lower() == total ? Verdict::kYes : Verdict::kNo;
}

/// Where every node weighs 1 and not all of them are leaves, a leaf can be optimal only if the root has a
/// single child: then that child is optimal too, and comes first. (Asking a leaf l before a larger v costs
/// more unless l is below v and v holds everything but the root.)
template <class Visit>
bool OrderedSearch::visit_optimal(std::uint32_t root, Leaves leaves, Visit visit) {
  const PooledTree tree = pooled_[root];
  const TreePool::Row& bounds = pool_.row(tree);
  const std::uint64_t weight = bounds.weight;
  const std::uint64_t least = least_promising_weight(pool_, tree, bounds.upper + 1);
  const bool skips_leaves =
      bounds.is_plain && !is_star(tree) && (leaves == Leaves::kNever || bounds.degree > 1);
  for (std::uint32_t row = root + 1; row < ends_[root];) {
    const PooledTree inside = pooled_[row];
    if (inside == kNoTree || pool_.weight(inside) < least || (skips_leaves && pool_.is_leaf(inside))) {
      row = ends_[row];
      continue;
    }
    if (pool_.weight(inside) <= weight - least) {
      const Verdict verdict = is_optimal(root, row);
      if (verdict == Verdict::kUndecided) return false;
      if (verdict == Verdict::kYes && !visit(row)) return true;
    }
    ++row;
  }
  return true;
}

std::uint32_t OrderedSearch::first_optimal(std::uint32_t root, bool& is_decided) {
  std::uint32_t found = kNoRow;
  is_decided = visit_optimal(root, Leaves::kNever, [&](std::uint32_t row) {
    found = row;
    return false;
  });
  return found;
}

std::vector<std::uint32_t> OrderedSearch::all_optimal(std::uint32_t root, bool& is_decided) {
  std::vector<std::uint32_t> found;
  is_decided = visit_optimal(root, Leaves::kIfTied, [&](std::uint32_t row) {
    found.push_back(row);
    return true;
  });
  return found;
}

std::uint32_t OrderedSearch::best_known(std::uint32_t root) {
  const TreePool::Row bounds = pool_.row(pooled_[root]);
  if (bounds.runs == 0) return kNoRow;
  const PooledTree inside = bounds.inside == kNoTree ? pool_.runs(pooled_[root])[0].tree : bounds.inside;
  for (std::uint32_t row = root + 1; row < ends_[root]; ++row) {
    if (pooled_[row] == kNoTree) {
      row = ends_[row] - 1;
    } else if (pooled_[row] == inside) {
      if (bounds.inside == kNoTree ? parents_[row] == root : rest_without(root, row) == bounds.rest)
        return row;
    }
  }
  CULPRIT_CHECK(false);
}

}  // namespace culprit::strategy
