#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/base/check.h"
#include "src/tree/search_tree.h"

namespace culprit::support {

/// For tests: the marks as flags a node, and every strategy as its rule reads, with a pass over the tree (or
/// several) for each question.
class BruteForce {
 public:
  explicit BruteForce(const tree::SearchTree& tree)
      : own(tree.size(), 1),
        is_cleared(tree.size()),
        is_exempt(tree.size()),
        is_weightless(tree.size()),
        is_skipped(tree.size()),
        tree_(tree) {}

  SearchId root{0};
  bool root_is_wrong = false;
  std::vector<std::uint32_t> own;
  std::vector<bool> is_cleared;
  std::vector<bool> is_exempt;
  std::vector<bool> is_weightless;
  std::vector<bool> is_skipped;

  SearchId select(std::string_view strategy) {
    weigh();
    if (strategy == "top-down") return top_down();
    if (strategy == "heaviest-first") return askable(root) ? root : heaviest_child(root);
    if (strategy == "divide-and-query") return lowest_alike(divide_and_query());
    if (strategy == "divide-and-query-hirunkitti") return lowest_alike(hirunkitti());
    CULPRIT_CHECK(strategy == "optimal-divide-and-query");
    return optimal();
  }
  bool askable(SearchId n) const {
    const std::uint32_t i = n.value();
    if (!tree_.contains(root, n) || (n == root && root_is_wrong)) return false;
    if (is_cleared[i] || is_exempt[i] || is_skipped[i]) return false;
    return is_weightless[i] ? subtree_weight(n) > 0 : own[i] > 0;
  }
  std::uint64_t own_weight(SearchId n) const {
    const std::uint32_t i = n.value();
    return is_cleared[i] || is_exempt[i] || is_weightless[i] ? 0 : own[i];
  }
  std::uint64_t subtree_weight(SearchId n) const {
    std::uint64_t sum = 0;
    for (SearchId i = n; i < tree_.end(n); i = after(i)) sum += own_weight(i);
    return sum;
  }
  void clear(SearchId n) {
    for (SearchId i = n; i < tree_.end(n); i = after(i)) is_cleared[i.value()] = true;
  }

 private:
  static SearchId after(SearchId n) { return SearchId{n.value() + 1}; }
  std::uint64_t weight(SearchId n) const { return weight_[n.value()]; }

  void weigh() {
    weight_.assign(tree_.size(), 0);
    for (std::uint32_t i = tree_.size(); i-- > 0;) {
      weight_[i] += own_weight(SearchId{i});
      if (i > 0) weight_[tree_.parent(SearchId{i}).value()] += weight_[i];
    }
  }
  /// The nodes that can be asked with nothing between them and `of` that can be asked, in preorder.
  std::vector<SearchId> children(SearchId of) const {
    std::vector<SearchId> result;
    for (SearchId n = after(of); n < tree_.end(of);) {
      if (askable(n)) result.push_back(n);
      n = askable(n) ? tree_.end(n) : after(n);
    }
    return result;
  }
  SearchId heaviest_child(SearchId of) const {
    SearchId best = kNoSearchId;
    for (const SearchId n : children(of)) {
      if (best == kNoSearchId || weight(n) > weight(best)) best = n;
    }
    return lowest_alike(best);
  }
  /// The lowest node with the same suspects as a weightless one.
  SearchId lowest_alike(SearchId of) const {
    if (of == kNoSearchId || !is_weightless[of.value()]) return of;
    SearchId lowest = of;
    for (SearchId n = of; n < tree_.end(of); n = after(n)) {
      if (askable(n) && weight(n) == weight(of)) lowest = n;
    }
    return lowest;
  }
  SearchId top_down() const {
    if (askable(root)) return root;
    const std::vector<SearchId> all = children(root);
    return all.empty() ? kNoSearchId : lowest_alike(all.front());
  }
  SearchId divide_and_query() const {
    SearchId best = kNoSearchId;
    SearchId lightest = kNoSearchId;
    for (SearchId n = root; n < tree_.end(root); n = after(n)) {
      if (!askable(n)) continue;
      if (lightest == kNoSearchId || weight(n) < weight(lightest)) lightest = n;
      if (2 * weight(n) > weight(root)) continue;
      if (best == kNoSearchId || weight(n) > weight(best)) best = n;
    }
    return best != kNoSearchId ? best : lightest;
  }
  SearchId hirunkitti() const {
    const auto distance = [&](SearchId n) {
      const auto gap = static_cast<std::int64_t>(2 * weight(n)) - static_cast<std::int64_t>(weight(root));
      return gap < 0 ? -gap : gap;
    };
    SearchId best = kNoSearchId;
    for (SearchId n = root; n < tree_.end(root); n = after(n)) {
      if (!askable(n)) continue;
      const bool is_better = best == kNoSearchId || distance(n) < distance(best) ||
                             (distance(n) == distance(best) && weight(n) > weight(best));
      if (is_better) best = n;
    }
    return best;
  }
  SearchId optimal() const {
    const std::uint64_t total = weight(root) - (root_is_wrong ? own_weight(root) : 0);
    SearchId best = root;
    SearchId candidate = root;
    do {
      best = candidate;
      candidate = heaviest_child(best);
      if (candidate == kNoSearchId) return askable(best) ? best : kNoSearchId;
    } while (2 * weight(candidate) > total);
    if (!askable(best)) return candidate;
    const std::uint64_t both =
        2 * weight(best) - own_weight(best) + 2 * weight(candidate) - own_weight(candidate);
    return 2 * total >= both ? best : candidate;
  }

  const tree::SearchTree& tree_;
  std::vector<std::uint64_t> weight_;
};

}  // namespace culprit::support
