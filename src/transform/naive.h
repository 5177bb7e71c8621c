#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "src/transform/chain_size.h"
#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"

// For tests: Algorithms 3 and 4 of D. Insa, J. Silva, A. Riesco, "Speeding Up Algorithmic Debugging Using Balanced Execution
// Trees", as they are printed (quadratic searches, recursion), but for these repairs: weights are those after shrinking, so
// that a projected node adds none; halves are not rounded; only chains of two or more are projected; of equally close ones
// the first, then the shortest; of equally heavy children the first; projected nodes are balanced, too.
namespace culprit::transform::naive {

struct Node {
  NodeId first;  ///< in the original; of a made node the first and last of its chain
  NodeId last;
  std::string name;
  Made made = Made::kNo;
  std::vector<Node> children;

  bool is_leaf() const { return children.empty(); }
  long weight() const {
    if (made == Made::kCollapsed) return 1;
    long sum = made == Made::kNo ? 1 : 0;
    for (const Node& child : children) sum += child.weight();
    return sum;
  }
};

inline Node read(const tree::Tree& tree, NodeId node = NodeId{0}) {
  Node result{node, node, tree.function(node).name, Made::kNo, {}};
  for (NodeId child{node.value() + 1}; child < tree.end(node); child = tree.end(child)) {
    result.children.push_back(read(tree, child));
  }
  return result;
}

inline Node read(const Reshaped& reshaped, SearchId node = SearchId{0}) {
  const tree::SearchTree& tree = reshaped.tree;
  Node result{reshaped.origin_of(node),
              reshaped.origin_of(node),
              tree.function(node).name,
              reshaped.made_as(node),
              {}};
  for (SearchId child{node.value() + 1}; child < tree.end(node); child = tree.end(child)) {
    result.children.push_back(read(reshaped, child));
  }
  if (result.made != Made::kNo) result.last = result.children.back().last;
  return result;
}

/// A line a node: its numbers in the original, its name, and what was made of it.
inline std::string picture(const Node& node, std::size_t level = 0) {
  std::string text(2 * level, ' ');
  text += std::to_string(node.first.value());
  if (node.made != Made::kNo) text += "-" + std::to_string(node.last.value());
  text += " " + node.name;
  if (node.made == Made::kCollapsed) text += " collapsed";
  if (node.made == Made::kProjected) text += " projected";
  text += "\n";
  for (const Node& child : node.children) text += picture(child, level + 1);
  return text;
}
inline std::string picture(const Reshaped& reshaped) {
  return picture(read(reshaped));
}

using Chain = std::vector<std::size_t>;  ///< places among the children

/// Replaces the children from a chain's first to its last by one made node with them as its own.
inline void put_under_one(Node& node, const Chain& chain, Made made, std::string name) {
  const auto first = node.children.begin() + static_cast<std::ptrdiff_t>(chain.front());
  const auto end = first + static_cast<std::ptrdiff_t>(chain.size());
  Node above{first->first, (end - 1)->last, std::move(name), made, {}};
  above.children.assign(first, end);
  *first = std::move(above);
  node.children.erase(first + 1, end);
}

/// Maximal chains of two or more children in which each two neighbours also satisfy `is_chained`.
template <class IsChained>
std::vector<Chain> maximal_chains(const Node& node, const Contexts& contexts, IsChained is_chained) {
  std::vector<Chain> all;
  Chain chain;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const bool goes_on = !chain.empty() && is_chained(node.children[i - 1], node.children[i]) &&
                         contexts.match(node.children[i - 1].last, node.children[i].first);
    if (!goes_on) {
      if (chain.size() > 1) all.push_back(chain);
      chain.clear();
    }
    chain.push_back(i);
  }
  if (chain.size() > 1) all.push_back(chain);
  return all;
}

/// How many calls a node stands for.
inline std::size_t calls(const Node& node) {
  if (node.made == Made::kNo) return 1;
  std::size_t sum = 0;
  for (const Node& child : node.children) sum += calls(child);
  return sum;
}

/// The fewest parts of at most `size` that there can be, none longer than another by more than one.
inline std::vector<Chain> pieces(Chain chain, std::uint32_t size) {
  std::size_t count = 1;
  while (count * size < chain.size()) ++count;
  std::vector<Chain> all;
  for (; count > 0; --count) {
    std::size_t length = 0;
    while (length * count < chain.size()) ++length;
    const auto end = chain.begin() + static_cast<std::ptrdiff_t>(length);
    all.emplace_back(chain.begin(), end);
    chain.erase(chain.begin(), end);
  }
  return all;
}

/// Algorithm 3, with chains of at most `size` calls.
inline void shrink(Node& node, const Contexts& contexts, std::uint32_t size = kAnyChainSize) {
  if (node.made == Made::kCollapsed) return;
  for (Node& child : node.children) shrink(child, contexts, size);
  const auto chains = maximal_chains(node, contexts, [](const Node& a, const Node& b) {
    return a.is_leaf() && b.is_leaf() && a.name == b.name;
  });
  for (std::size_t i = chains.size(); i-- > 0;) {
    const std::string name = node.children[chains[i].front()].name;
    const std::vector<Chain> parts = pieces(chains[i], size);
    for (std::size_t p = parts.size(); p-- > 0;)
      if (parts[p].size() > 1) put_under_one(node, parts[p], Made::kCollapsed, name);
  }
}

/// Function cutChain: what is left before and behind the part, if it is a chain.
inline void cut(std::vector<Chain>& chains, std::size_t which, std::size_t from, std::size_t to) {
  const Chain chain = chains[which];
  chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(which));
  const Chain before(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(from));
  const Chain behind(chain.begin() + static_cast<std::ptrdiff_t>(to) + 1, chain.end());
  if (before.size() > 1) chains.push_back(before);
  if (behind.size() > 1) chains.push_back(behind);
}

/// Chains of too many calls in parts of about as many calls each.
inline std::vector<Chain> shortened(const Node& node, const std::vector<Chain>& chains, std::uint32_t size) {
  std::vector<Chain> all;
  for (const Chain& chain : chains) {
    std::size_t sum = 0, count = 1, most = 0;
    for (const std::size_t child : chain) sum += calls(node.children[child]);
    while (count * size < sum) ++count;
    while (most * count < sum) ++most;
    Chain part;
    std::size_t taken = 0;
    const auto finish = [&] {
      if (part.size() > 1) all.push_back(part);
      part.clear();
      taken = 0;
    };
    for (const std::size_t child : chain) {
      const std::size_t more = calls(node.children[child]);
      if (taken + more > most) finish();
      part.push_back(child);
      taken += more;
    }
    finish();
  }
  return all;
}

struct Closest {
  long distance;  ///< twice that of the weights
  std::size_t chain, from, to;
  std::size_t start;
};

inline std::optional<Closest> closest_part(const std::vector<Chain>& chains, const std::vector<long>& weights,
                                           long root_weight) {
  std::optional<Closest> best;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    for (std::size_t i = 0; i < chains[c].size(); ++i) {
      long sum = weights[chains[c][i]];
      for (std::size_t j = i + 1; j < chains[c].size(); ++j) {
        sum += weights[chains[c][j]];
        const Closest part{std::labs(2 * sum - root_weight), c, i, j, chains[c][i]};
        const bool is_better = !best || part.distance < best->distance ||
                               (part.distance == best->distance && part.start < best->start);
        if (is_better) best = part;
      }
    }
  }
  return best;
}

/// Lines 2 to 24 of Algorithm 4 for one node, then for the projected ones.
inline void project(Node& node, const Contexts& contexts, std::uint32_t size) {
  const auto any = [](const Node&, const Node&) { return true; };
  std::vector<Chain> chains = shortened(node, maximal_chains(node, contexts, any), size);
  std::vector<long> weights;
  for (const Node& child : node.children) weights.push_back(child.weight());
  std::vector<bool> is_left(weights.size(), true);
  long root_weight = node.weight();
  std::vector<Chain> projected;
  while (!chains.empty()) {
    std::size_t child = weights.size();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (is_left[i] && (child == weights.size() || weights[i] > weights[child])) child = i;
    }
    const long distance = std::labs(root_weight - 2 * weights[child]);
    const std::optional<Closest> part = closest_part(chains, weights, root_weight);
    Chain taken{child};
    if (2 * weights[child] >= root_weight || !part || part->distance >= distance) {
      for (std::size_t c = 0; c < chains.size(); ++c) {
        const auto at = std::find(chains[c].begin(), chains[c].end(), child);
        if (at == chains[c].end()) continue;
        const auto place = static_cast<std::size_t>(at - chains[c].begin());
        cut(chains, c, place, place);
        break;
      }
    } else {
      const Chain& chain = chains[part->chain];
      taken.assign(chain.begin() + static_cast<std::ptrdiff_t>(part->from),
                   chain.begin() + static_cast<std::ptrdiff_t>(part->to) + 1);
      cut(chains, part->chain, part->from, part->to);
      projected.push_back(taken);
    }
    for (const std::size_t c : taken) {
      is_left[c] = false;
      root_weight -= weights[c];
    }
  }
  std::sort(projected.begin(), projected.end());
  for (std::size_t i = projected.size(); i-- > 0;) {
    put_under_one(node, projected[i], Made::kProjected, "chain");
    project(node.children[projected[i].front()], contexts, size);
  }
}

inline void project_all(Node& node, const Contexts& contexts, std::uint32_t size) {
  if (node.made == Made::kCollapsed) return;
  for (Node& child : node.children) project_all(child, contexts, size);
  project(node, contexts, size);
}

/// Algorithm 4, with chains of at most `size` calls.
inline void balance(Node& node, const Contexts& contexts, std::uint32_t size = kAnyChainSize) {
  shrink(node, contexts, size);
  project_all(node, contexts, size);
}

}  // namespace culprit::transform::naive
