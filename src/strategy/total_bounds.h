#pragma once

#include <cstdint>

#include "src/strategy/tree_pool.h"

namespace culprit::strategy {

// Bounds of the least total F(T): the sum, over all nodes of T, of a node's weight times the questions asked
// when it is the one at fault, if the root is known wrong and the best question is asked each time.
//
//   F(T) = w(T) + min over v below the root of F(T_v) + F(T - T_v),    F(a single node) = 0
//
// where T_v is the subtree of v and w a tree's whole weight. A node may weigh nothing: then it is asked only to tell others
// apart. What is left of a subtree that weighs nothing is left out of T - T_v.

/// w lg w, the part of a node of that weight in Row::entropy.
double times_log(std::uint64_t weight);
/// Lower bound for any tree of these weights, from what a yes/no question can tell: n floor(lg n) + 2 (n -
/// 2^floor(lg n)) for n nodes of weight 1, else w lg w less the entropy. Nodes that weigh nothing add nothing. O(1).
std::uint64_t information_bound(const TreePool& pool, PooledTree tree);

/// Lower bound of w(T) + F(T_v) + F(T - T_v), from w(T_v) = `inside` alone. It grows with |2 inside - w(T)|.
std::uint64_t split_bound(const TreePool& pool, PooledTree tree, std::uint64_t inside);
/// The least weight w with split_bound(w) < limit and 2 w <= w(T), or more than half of w(T) if there is none:
/// questions outside [w, w(T) - w] do not come below `limit`. O(log w(T)).
std::uint64_t least_promising_weight(const TreePool& pool, PooledTree tree, std::uint64_t limit);

/// Lower bound from the root's children, two at a time; see the proof in the source. O(runs).
std::uint64_t pairwise_bound(const TreePool& pool, PooledTree tree);
/// What asking the children from the heaviest down costs, given the upper bounds of their own trees. Exact if
/// all are leaves. O(runs).
std::uint64_t heaviest_first_total(const TreePool& pool, PooledTree tree);

/// Sets the row's bounds when the tree is made.
void set_first_bounds(TreePool& pool, PooledTree tree);

}  // namespace culprit::strategy
