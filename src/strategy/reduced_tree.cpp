#include "src/strategy/reduced_tree.h"

#include <limits>

namespace culprit::strategy {
namespace {

/// Adds rows in preorder, and keeps those that can still get children.
class Rows {
 public:
  Rows(ReducedTree& result, const tree::SearchTree& tree) : result_(result), tree_(tree) {}

  void add(SearchId node, std::uint64_t weight) {
    add_waiting(node);
    append(node, weight);
  }
  /// Cannot be asked: counts for the row above.
  void merge(SearchId node, std::uint64_t weight) {
    add_waiting(node);
    close_before(node);
    result_.weights[open_.back()] += weight;
  }
  /// Weightless: becomes a row if the next one is below it. In preorder.
  void wait(SearchId node) { waiting_.push_back(node); }

 private:
  void add_waiting(SearchId below) {
    for (const SearchId node : waiting_)
      if (tree_.contains(node, below)) append(node, 0);
    waiting_.clear();
  }
  void append(SearchId node, std::uint64_t weight) {
    close_before(node);
    const std::uint32_t row = result_.size();
    result_.parents.push_back(open_.empty() ? row : open_.back());
    result_.nodes.push_back(node);
    result_.weights.push_back(weight);
    open_.push_back(row);
  }
  void close_before(SearchId node) {
    while (!open_.empty() && tree_.end(result_.nodes[open_.back()]) <= node) open_.pop_back();
  }
  ReducedTree& result_;
  const tree::SearchTree& tree_;
  std::vector<std::uint32_t> open_;
  std::vector<SearchId> waiting_;
};

/// The weightless nodes that hold `node`, from `first` on in preorder, and can be asked: from the lowest up.
std::vector<SearchId> weightless_above(const Suspects& suspects, SearchId node, SearchId first) {
  std::vector<SearchId> found;
  if (!suspects.shape().has_weightless()) return found;
  for (SearchId n = suspects.shape().parent(node); n != kNoSearchId && n >= first;
       n = suspects.shape().parent(n)) {
    if (suspects.shape().is_weightless(n) && suspects.askable(n)) found.push_back(n);
  }
  return found;
}

}  // namespace

bool ReducedTree::has_bounded_totals() const {
  const std::uint64_t most = std::numeric_limits<std::int64_t>::max() / (std::uint64_t{size()} + 1);
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) {
    if (weight > most - sum) return false;
    sum += weight;
  }
  return true;
}

ReducedTree reduced(const tree::SearchTree& tree, std::span<const std::uint32_t> weights, bool root_wrong,
                    std::span<const SearchId> weightless) {
  ReducedTree result;
  Rows rows(result, tree);
  auto next = weightless.begin();
  const bool is_root_weightless = next != weightless.end() && *next == tree.root();
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const bool is_weightless = next != weightless.end() && next->value() == i;
    if (is_weightless) ++next;
    const std::uint32_t weight = is_weightless ? 0 : weights.empty() ? 1 : weights[i];
    if (weight > 0 || i == 0) {
      rows.add(SearchId{i}, weight);
    } else if (is_weightless) {
      rows.wait(SearchId{i});
    }
  }
  const bool can_ask_root = is_root_weightless ? result.size() > 1 : result.weights[0] > 0;
  result.root_is_askable = !root_wrong && can_ask_root;
  return result;
}

std::optional<ReducedTree> reduced(const Suspects& suspects, std::uint32_t limit) {
  const SearchId root = suspects.root();
  const std::uint64_t total = suspects.total();
  const Prior* prior = suspects.shape().prior().get();
  if (total > limit && (!prior || prior->is_uniform())) return std::nullopt;  // then the weight counts them
  ReducedTree result;
  Rows rows(result, suspects.shape().tree());
  result.root_is_askable = suspects.askable(root);
  rows.add(root, suspects.own_weight(root));
  std::uint32_t left = limit;
  SearchId first{root.value() + 1};  // in preorder of what has not been looked at
  for (std::uint64_t before = result.weights[0]; before < total;) {
    if (left-- == 0) return std::nullopt;
    const SearchId node = suspects.at_weight(before);
    const std::uint64_t weight = suspects.own_weight(node);
    const std::vector<SearchId> above = weightless_above(suspects, node, first);
    for (auto at = above.rbegin(); at != above.rend(); ++at) rows.wait(*at);
    first = SearchId{node.value() + 1};
    if (suspects.askable(node)) {
      rows.add(node, weight);
    } else {
      rows.merge(node, weight);
    }
    before += weight;
  }
  return result;
}

}  // namespace culprit::strategy
