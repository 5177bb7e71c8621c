#include "src/strategy/optimum_search.h"

#include <algorithm>

#include "src/base/check.h"
#include "src/strategy/total_bounds.h"

namespace culprit::strategy {

bool OptimumSearch::is_exhausted() const {
  return steps() > limits_.steps ||
         pool_.bytes() + places_.size() * sizeof(Place) + frames_.size() * sizeof(Frame) > limits_.bytes;
}

bool OptimumSearch::is_settled(PooledTree tree, std::uint64_t cut) const {
  const TreePool::Row& row = pool_.row(tree);
  return row.lower == row.upper || row.lower >= cut;
}

/// Only totals below this are of use to the frame.
std::uint64_t OptimumSearch::target(const Frame& frame) const {
  return std::min(frame.cut, pool_.row(frame.tree).upper);
}

bool OptimumSearch::solve(PooledTree tree, std::uint64_t cut) {
  open(tree, cut);
  while (!frames_.empty() && !is_exhausted()) advance();
  const bool is_done = frames_.empty();
  while (!frames_.empty()) close();
  return is_done;
}

void OptimumSearch::open(PooledTree tree, std::uint64_t cut) {
  if (is_settled(tree, cut)) return;
  probe(tree);
  if (is_settled(tree, cut)) return;
  Frame frame{tree,
              cut,
              static_cast<std::uint32_t>(places_.size()),
              static_cast<std::uint32_t>(candidates_.size()),
              static_cast<std::uint32_t>(candidates_.size()),
              kNoTree};
  list_candidates(frame);
  frames_.push_back(frame);
}

void OptimumSearch::close() {
  places_.resize(frames_.back().first_place);
  candidates_.resize(frames_.back().first_candidate);
  frames_.pop_back();
}

/// The nodes that split the tree evenly enough to come below the target. Where every node weighs 1, a leaf is
/// no better a question than others unless there are only leaves (and then the first bounds are exact): ask
/// leaf l, then v, a node with more below it. If l is not below v, asking v first saves w(v) - 1 questions; if
/// it is, asking v first saves w(T) - 1 - w(v), which is never negative.
void OptimumSearch::list_candidates(Frame& frame) {
  const std::uint64_t weight = pool_.weight(frame.tree);
  const std::uint64_t least = least_promising_weight(pool_, frame.tree, target(frame));
  const bool is_plain = pool_.row(frame.tree).is_plain;
  places_.push_back({frame.tree, 0, 0});
  for (std::uint32_t i = frame.first_place; i < places_.size(); ++i) {
    const auto runs = pool_.runs(places_[i].tree);
    for (std::uint32_t run = 0; run < runs.size() && pool_.weight(runs[run].tree) >= least; ++run) {
      const PooledTree child = runs[run].tree;
      if (is_plain && pool_.is_leaf(child)) break;
      if (pool_.weight(child) <= weight - least)
        candidates_.push_back(static_cast<std::uint32_t>(places_.size()));
      places_.push_back({child, i, run});
    }
  }
  steps_ += places_.size() - frame.first_place;
  const auto gap = [&](std::uint32_t place) {
    const std::uint64_t inside = pool_.weight(places_[place].tree);
    return 2 * inside > weight ? 2 * inside - weight : weight - 2 * inside;
  };
  std::sort(candidates_.begin() + frame.first_candidate, candidates_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return gap(a) != gap(b) ? gap(a) < gap(b) : a < b; });
}

PooledTree OptimumSearch::rest_without(std::uint32_t place) {
  const std::uint32_t top = frames_.back().first_place;
  PooledTree rest = kNoTree;
  for (; place != top; place = places_[place].above)
    rest = pool_.replace_child(places_[places_[place].above].tree, places_[place].run, rest);
  return rest;
}

void OptimumSearch::note_question(PooledTree tree, PooledTree inside, PooledTree rest) {
  TreePool::Row& row = pool_.row(tree);
  const std::uint64_t total = row.weight + pool_.row(inside).upper + pool_.row(rest).upper;
  if (total >= row.upper) return;
  row.upper = total;
  row.inside = inside;
  row.rest = rest;
}

void OptimumSearch::advance() {
  Frame& frame = frames_.back();
  while (frame.next < candidates_.size()) {
    ++steps_;
    const std::uint32_t place = candidates_[frame.next];
    const std::uint64_t inside = pool_.weight(places_[place].tree);
    if (split_bound(pool_, frame.tree, inside) >= target(frame)) break;  // so are all that follow
    if (!try_candidate(frame, places_[place].tree)) return;              // a frame was opened for it
    ++frame.next;
    frame.rest = kNoTree;
    if (is_exhausted()) return;
  }
  TreePool::Row& row = pool_.row(frame.tree);
  row.lower = std::max(row.lower, target(frame));
  close();
}

/// False if one of the two trees has to be looked into first.
bool OptimumSearch::try_candidate(Frame& frame, PooledTree inside) {
  const std::uint64_t weight = pool_.weight(frame.tree);
  if (frame.rest == kNoTree) {
    // Making the rest costs a row for every node on the way to the candidate: often not needed.
    const std::uint64_t known = pool_.row(inside).lower - information_bound(pool_, inside);
    if (split_bound(pool_, frame.tree, pool_.weight(inside)) + known >= target(frame)) return true;
    frame.rest = rest_without(candidates_[frame.next]);
  }
  const PooledTree rest = frame.rest;
  note_question(frame.tree, inside, rest);
  if (weight + pool_.row(inside).lower + pool_.row(rest).lower >= target(frame)) return true;
  const bool is_inside_first =
      !pool_.is_exact(inside) && (pool_.is_exact(rest) || pool_.weight(inside) <= pool_.weight(rest));
  const PooledTree first = is_inside_first ? inside : rest;
  const PooledTree other = is_inside_first ? rest : inside;
  open(first, target(frame) - weight - pool_.row(other).lower);
  return false;
}

OptimumSearch::Halving OptimumSearch::halve(PooledTree tree) {
  const std::uint64_t weight = pool_.weight(tree);
  const std::size_t first = places_.size();
  places_.push_back({tree, 0, 0});
  while (!pool_.is_leaf(places_.back().tree)) {
    const PooledTree heaviest = pool_.runs(places_.back().tree)[0].tree;
    places_.push_back({heaviest, static_cast<std::uint32_t>(places_.size() - 1), 0});
    if (2 * pool_.weight(heaviest) <= weight) break;
  }
  std::size_t chosen = places_.size() - 1;
  if (chosen > first + 1) {
    const std::uint64_t above = pool_.weight(places_[chosen - 1].tree);
    const std::uint64_t below = pool_.weight(places_[chosen].tree);
    if (above + below <= weight) --chosen;
  }
  steps_ += places_.size() - first;
  PooledTree rest = kNoTree;
  for (std::size_t at = chosen; at > first; --at) rest = pool_.replace_child(places_[at - 1].tree, 0, rest);
  const Halving result{tree, places_[chosen].tree, rest};
  places_.resize(first);
  return result;
}

bool OptimumSearch::probe(PooledTree tree) {
  std::vector<Halving> open{{tree}};
  while (!open.empty()) {
    if (is_exhausted()) return false;
    Halving& top = open.back();
    if (pool_.row(top.tree).is_probed || pool_.is_exact(top.tree)) {
      open.pop_back();
      continue;
    }
    if (top.inside == kNoTree) top = halve(top.tree);
    const auto [asked, inside, rest] = top;
    const auto is_ready = [&](PooledTree part) { return pool_.row(part).is_probed || pool_.is_exact(part); };
    if (!is_ready(inside)) {
      open.push_back({inside});
    } else if (!is_ready(rest)) {
      open.push_back({rest});
    } else {
      note_question(asked, inside, rest);
      pool_.row(asked).is_probed = true;
      open.pop_back();
    }
  }
  return true;
}

}  // namespace culprit::strategy
