#include "src/strategy/search.h"

#include <algorithm>

namespace culprit::strategy {

SearchId Search::first_askable() const {
  const SearchId root = suspects_.root();
  const std::uint64_t total = suspects_.total();
  SearchId first = root;  // in preorder of what has not been looked at
  for (std::uint64_t before = 0; before < total;) {
    const SearchId node = suspects_.at_weight(before);
    SearchId found = suspects_.askable(node) ? node : kNoSearchId;
    if (shape_.has_weightless()) {
      // What lies between two suspects and holds the second is weightless, exempt, or an undefined root that is.
      for (SearchId n = node; n > first;) {
        n = shape_.parent(n);
        if (n >= first && suspects_.askable(n)) found = n;
      }
    }
    if (found != kNoSearchId) return found == root ? root : lowest_alike(found);
    first = SearchId{node.value() + 1};
    before = suspects_.weight_between(root, first);
  }
  return kNoSearchId;
}

SearchId Search::lowest_alike(SearchId node) const {
  if (!shape_.is_weightless(node)) return node;
  const std::uint64_t all = suspects_.weight(node);
  // A suspect that holds all others below the node is the first of them.
  SearchId n = suspects_.at_weight(suspects_.weight_between(suspects_.root(), node));
  while (n != node && !(suspects_.weight(n) == all && suspects_.askable(n))) n = shape_.parent(n);
  return n;
}

void Search::start(bool takes_many) {
  queue_ = {};
  best_ = 0;
  takes_many_ = takes_many;
}

Chain Search::chain_above_half(std::uint64_t total, std::uint64_t offset) const {
  // A subtree is a range in preorder. One that weighs more than half holds the suspect in the middle of the
  // weight.
  const SearchId root = suspects_.root();
  SearchId node = suspects_.at_weight(offset + total / 2);
  Chain chain;
  while (node != kNoSearchId && node >= root) {
    std::uint32_t bottom = shape_.position(node);
    std::uint32_t top = shape_.head_position(bottom);
    const SearchId above = shape_.parent(shape_.at_position(top));
    if (shape_.at_position(top) < root) {  // the root is inside the path; ids ascend along it
      std::uint32_t outside = top;
      for (top = bottom; outside + 1 < top;) {
        const std::uint32_t middle = outside + (top - outside) / 2;
        (shape_.at_position(middle) < root ? outside : top) = middle;
      }
    }
    const auto is_heavy = [&](std::uint32_t position) {
      return 2 * suspects_.weight(shape_.at_position(position)) > total;
    };
    if (!chain.stretches.empty()) {
      chain.stretches.push_back({top, bottom});
    } else if (is_heavy(top)) {
      std::uint32_t heavy = top;
      for (std::uint32_t light = bottom + 1; heavy + 1 < light;) {
        const std::uint32_t middle = heavy + (light - heavy) / 2;
        (is_heavy(middle) ? heavy : light) = middle;
      }
      chain.stretches.push_back({top, heavy});
    }
    node = above;
  }
  return chain;
}

SearchId Search::lowest_askable(const Chain& chain) const {
  if (chain.stretches.empty()) return kNoSearchId;
  SearchId node = shape_.at_position(chain.stretches.front().bottom);
  while (node != kNoSearchId && node >= suspects_.root()) {
    if (suspects_.askable(node)) return node;
    node = shape_.parent(node);
  }
  return kNoSearchId;
}

SearchId Search::heaviest_below(SearchId node) {
  start();
  push_children(node, SearchId{node.value() + 1}, shape_.tree().end(node), suspects_.weight(node));
  return run();
}

std::vector<SearchId> Search::steps_below(SearchId node, std::uint32_t most) {
  start(true);
  push_children(node, SearchId{node.value() + 1}, shape_.tree().end(node), suspects_.weight(node));
  return run_many(most, Descent::kStop);
}

SearchId Search::heaviest_off(const Chain& chain) {
  if (chain.stretches.empty()) return heaviest_below(suspects_.root());
  start();
  push_off(chain);
  return run();
}

std::vector<SearchId> Search::heaviest_off(const Chain& chain, std::uint32_t most) {
  start(true);
  push_off(chain);
  return run_many(most, Descent::kGoOn);
}

void Search::push_off(const Chain& chain) {
  const tree::SearchTree& tree = shape_.tree();
  const SearchId root = suspects_.root();
  if (chain.stretches.empty())
    return push_children(root, SearchId{root.value() + 1}, tree.end(root), suspects_.total());
  SearchId below = kNoSearchId;  // the chain's node under the stretch at hand
  for (const Chain::Stretch& stretch : chain.stretches) {
    const SearchId bottom = shape_.at_position(stretch.bottom);
    const SearchId first{bottom.value() + 1};
    if (below == kNoSearchId) {
      push_children(bottom, first, tree.end(bottom), suspects_.weight(bottom));
    } else {
      push_children(bottom, first, below, suspects_.weight(bottom));
      push_children(bottom, tree.end(below), tree.end(bottom), suspects_.weight(bottom));
    }
    push_stretch(stretch.top, stretch.bottom);
    below = shape_.at_position(stretch.top);
  }
  if (!shape_.has(root)) {  // then it is not on the chain itself
    push_children(root, SearchId{root.value() + 1}, below, suspects_.total());
    push_children(root, tree.end(below), tree.end(root), suspects_.total());
  }
}

}  // namespace culprit::strategy
