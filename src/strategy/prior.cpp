#include "src/strategy/prior.h"

#include <algorithm>

#include "src/base/check.h"

namespace culprit::strategy {

Prior::Prior(std::uint32_t nodes, std::span<const std::uint32_t> weights, std::span<const NodeId> exempt)
    : nodes_(nodes) {
  CULPRIT_CHECK(weights.empty() || weights.size() == nodes);
  if (weights.empty()) {
    exempt_.resize(nodes / 64 + 1);
  } else {
    before_.resize(std::size_t{nodes} + 1);
    for (std::uint32_t i = 0; i < nodes; ++i) before_[i + 1] = before_[i] + weights[i];
    CULPRIT_CHECK(before_[nodes] < std::uint64_t{1} << 62);
  }
  mark(exempt);
}

Prior::Prior(const Prior& base, std::span<const NodeId> exempt)
    : nodes_(base.nodes_), exempt_(base.exempt_.size()), before_(base.before_.size()) {
  std::copy(base.exempt_.begin(), base.exempt_.end(), exempt_.begin());
  std::copy(base.before_.begin(), base.before_.end(), before_.begin());
  mark(exempt);
}

void Prior::mark(std::span<const NodeId> exempt) {
  if (!before_.empty()) {
    std::uint64_t taken = 0;
    std::uint64_t previous = 0;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      const std::uint64_t own = before_[i + 1] - previous;
      previous = before_[i + 1];
      while (next < exempt.size() && exempt[next].value() < i) ++next;
      if (next < exempt.size() && exempt[next].value() == i) taken += own;
      before_[i + 1] -= taken;
    }
    return;
  }
  for (const NodeId node : exempt) exempt_[node.value() / 64] |= std::uint64_t{1} << (node.value() % 64);
  rank_.resize(exempt_.size());
  std::uint32_t count = 0;
  for (std::size_t word = 0; word < exempt_.size(); ++word) {
    rank_[word] = count;
    count += static_cast<std::uint32_t>(__builtin_popcountll(exempt_[word]));
  }
}

}  // namespace culprit::strategy
