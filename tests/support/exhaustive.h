#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace culprit::support {

/// For tests: the best that any strategy can do on a tree of at most 20 nodes, by trying every question in
/// every state. Nothing is assumed about good questions.
class Exhaustive {
 public:
  /// `parents` in preorder, -1 for the root. A node of weight 0 is never at fault and cannot be asked, nor can
  /// those in `skipped`. Those in `weightless` are never at fault either, but can be asked while a suspect is below them.
  Exhaustive(std::vector<std::int64_t> parents, std::vector<std::uint32_t> weights,
             std::vector<bool> skipped = {}, std::vector<bool> weightless = {})
      : parents_(std::move(parents)),
        weights_(std::move(weights)),
        skipped_(std::move(skipped)),
        weightless_(std::move(weightless)) {
    if (weights_.empty()) weights_.assign(parents_.size(), 1);
    if (skipped_.empty()) skipped_.assign(parents_.size(), false);
    if (weightless_.empty()) weightless_.assign(parents_.size(), false);
    for (std::size_t i = 0; i < parents_.size(); ++i)
      if (weightless_[i]) weights_[i] = 0;
    below_.resize(parents_.size());
    for (std::size_t i = parents_.size(); i-- > 0;) {
      below_[i] |= 1u << i;
      if (i > 0) below_[static_cast<std::size_t>(parents_[i])] |= below_[i];
    }
  }

  struct Best {
    std::uint64_t total = 0;           ///< weight times questions, summed
    std::uint32_t worst = 0;           ///< most questions
    std::vector<std::uint32_t> first;  ///< all questions that the least total can start with, in preorder
  };
  Best best(bool root_wrong) { return of_state({below_[0], 0, root_wrong}); }

 private:
  struct State {
    std::uint32_t alive;
    std::uint32_t root;
    bool root_wrong;
  };

  const Best& of_state(const State& state) {
    const std::uint64_t key = std::uint64_t{state.alive} << 8 | state.root << 1 | (state.root_wrong ? 1 : 0);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Best result;
    result.total = std::numeric_limits<std::uint64_t>::max();
    result.worst = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t v = 0; v < parents_.size(); ++v) {
      if (can_ask(state, v)) add_question(state, v, result);
    }
    if (result.first.empty()) result = {};
    return known_[key] = std::move(result);
  }
  bool can_ask(const State& state, std::uint32_t v) const {
    if (!(state.alive >> v & 1) || skipped_[v] || (v == state.root && state.root_wrong)) return false;
    return weightless_[v] ? weight_of(state.alive & below_[v]) > 0 : weights_[v] > 0;
  }
  std::uint64_t weight_of(std::uint32_t alive) const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < parents_.size(); ++i) sum += alive >> i & 1 ? weights_[i] : 0;
    return sum;
  }
  void add_question(const State& state, std::uint32_t v, Best& result) {
    const Best& wrong = of_state({state.alive & below_[v], v, true});
    const std::uint32_t left = state.alive & ~below_[v];
    const Best& right = left ? of_state({left, state.root, state.root_wrong}) : nothing_;
    const std::uint64_t total = weight_of(state.alive) + wrong.total + right.total;
    if (total < result.total) result.first.clear();
    if (total <= result.total) result.first.push_back(v);
    result.total = std::min(result.total, total);
    result.worst = std::min(result.worst, 1 + std::max(wrong.worst, right.worst));
  }

  std::vector<std::int64_t> parents_;
  std::vector<std::uint32_t> weights_;
  std::vector<bool> skipped_;
  std::vector<bool> weightless_;
  std::vector<std::uint32_t> below_;               ///< a bit a node of the subtree
  std::unordered_map<std::uint64_t, Best> known_;  // whose entries stay where they are
  const Best nothing_;
};

/// Every tree of that many nodes once, whatever the order of siblings: as parents in preorder. (Level
/// sequences in the order of T. Beyer and S. Hedetniemi, "Constant time generation of rooted trees".)
template <class Visit>
void for_each_unordered_tree(std::uint32_t nodes, Visit visit) {
  std::vector<std::int64_t> level(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) level[i] = i;
  for (;;) {
    std::vector<std::int64_t> parents(nodes, -1);
    std::vector<std::int64_t> last(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (i > 0) parents[i] = last[static_cast<std::size_t>(level[i] - 1)];
      last[static_cast<std::size_t>(level[i])] = i;
    }
    visit(parents);
    std::int64_t p = nodes - 1;
    while (p > 0 && level[static_cast<std::size_t>(p)] == 1) --p;
    if (p <= 0) return;
    std::int64_t q = p - 1;
    while (level[static_cast<std::size_t>(q)] != level[static_cast<std::size_t>(p)] - 1) --q;
    for (std::int64_t i = p; i < nodes; ++i)
      level[static_cast<std::size_t>(i)] = level[static_cast<std::size_t>(i - (p - q))];
  }
}

}  // namespace culprit::support
