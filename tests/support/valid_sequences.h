#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace culprit::support {

/// For tests: D. Insa and J. Silva, "Hacia una Estrategia Optima para la Depuracion Algoritmica", Algorithms 2
/// to 4 as printed, by enumeration of all valid sequences of questions. Trees of up to 9 nodes or so.
///
/// Where the text is silent: the depth of a node is the height of what is left below it, and Algorithm 4
/// works on a copy (here a set of nodes still in the tree, a bit each). A node's Q counts the question about
/// the node itself for every node below it, so that Q is the least total plus the weight.
class ValidSequences {
 public:
  using Nodes = std::uint32_t;
  struct Optimal {
    std::uint64_t q = 0;
    std::set<std::uint32_t> first;  ///< first nodes of all optimal sequences; empty in the base cases
  };

  /// `parents` in preorder, -1 for the root.
  explicit ValidSequences(std::vector<std::int64_t> parents)
      : parents_(std::move(parents)), below_(parents_.size()) {
    for (std::size_t i = parents_.size(); i-- > 0;) {
      below_[i] |= 1u << i;
      if (i > 0) below_[static_cast<std::size_t>(parents_[i])] |= below_[i];
    }
  }

  Optimal optimal() { return optimal(0, below_[0]); }
  std::uint64_t q_of(const std::vector<std::uint32_t>& sequence) { return q_of(0, below_[0], sequence); }

 private:
  using Sequence = std::vector<std::uint32_t>;

  static std::uint64_t weight(Nodes nodes) { return static_cast<std::uint64_t>(__builtin_popcount(nodes)); }
  std::uint32_t depth(std::uint32_t n, Nodes tree) const {
    std::uint32_t deepest = 0;
    for (std::uint32_t c = n + 1; c < parents_.size(); ++c) {
      if (parents_[c] == n && (tree >> c & 1)) deepest = std::max(deepest, depth(c, tree));
    }
    return deepest + 1;
  }

  /// Algorithm 2.
  const Optimal& optimal(std::uint32_t n, Nodes tree) {
    const auto key = std::pair(n, tree & below_[n]);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Optimal result;
    const std::uint32_t levels = depth(n, tree);
    const std::uint64_t m = weight(key.second);  // in the second case: the children and n
    if (levels == 1) {
      result.q = 1;
    } else if (levels == 2) {
      for (std::uint64_t i = 2; i <= m; ++i) result.q += i;
      result.q += m;
    } else {
      result.q = std::numeric_limits<std::uint64_t>::max();
      Sequence sequence;
      extend(n, key.second, key.second, sequence, result);
    }
    return known_[key] = result;
  }

  /// Every valid sequence of `n` (Definition 3.2): no node is below an earlier one, and in the end only n is
  /// left.
  void extend(std::uint32_t n, Nodes tree, Nodes left, Sequence& sequence, Optimal& result) {
    if (left == 1u << n) {
      const std::uint64_t q = q_of(n, tree, sequence);
      if (q < result.q) result.first.clear();
      if (q <= result.q) result.first.insert(sequence.front());
      result.q = std::min(result.q, q);
      return;
    }
    for (std::uint32_t v = n + 1; v < parents_.size(); ++v) {
      if (!(left >> v & 1)) continue;
      sequence.push_back(v);
      extend(n, tree, left & ~below_[v], sequence, result);
      sequence.pop_back();
    }
  }

  /// Algorithm 3. The Q of a node is looked up for what is left of its subtree: Algorithm 4.
  std::uint64_t q_of(std::uint32_t n, Nodes tree, const Sequence& sequence) {
    std::uint64_t questions = 0;
    std::uint64_t carried = 0;
    for (Nodes left = tree & below_[n]; left != 1u << n;) {
      const std::uint32_t node = sequence[carried];
      ++carried;
      questions += optimal(node, left).q + carried * weight(left & below_[node]);
      left &= ~below_[node];
    }
    return questions + 1 + carried;
  }

  std::vector<std::int64_t> parents_;
  std::vector<Nodes> below_;
  std::map<std::pair<std::uint32_t, Nodes>, Optimal> known_;
};

}  // namespace culprit::support
