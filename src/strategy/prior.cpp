#include "src/strategy/prior.h"

#include <algorithm>

#include "src/base/check.h"

namespace culprit::strategy {
namespace {

void copy(const Column<std::uint64_t>& from, Column<std::uint64_t>& to) {
  to.resize(from.size());
  std::copy(from.begin(), from.end(), to.begin());
}

std::uint64_t bit(SearchId node) {
  return std::uint64_t{1} << (node.value() % 64);
}

}  // namespace

Prior::Prior(std::uint32_t nodes, std::span<const std::uint32_t> weights, std::span<const SearchId> exempt,
             std::span<const SearchId> weightless)
    : nodes_(nodes) {
  CULPRIT_CHECK(weights.empty() || weights.size() == nodes);
  if (weights.empty()) {
    without_.resize(nodes / 64 + 1);
  } else {
    before_.resize(std::size_t{nodes} + 1);
    for (std::uint32_t i = 0; i < nodes; ++i) before_[i + 1] = before_[i] + weights[i];
    CULPRIT_CHECK(before_[nodes] < std::uint64_t{1} << 62);
  }
  if (!weightless.empty()) weightless_.resize(nodes / 64 + 1);
  for (const SearchId node : weightless) weightless_[node.value() / 64] |= bit(node);
  take_weight(weightless);
  mark(exempt);
}

Prior::Prior(const Prior& base, std::span<const SearchId> exempt) : nodes_(base.nodes_) {
  copy(base.without_, without_);
  copy(base.before_, before_);
  copy(base.weightless_, weightless_);
  mark(exempt);
}

void Prior::mark(std::span<const SearchId> exempt) {
  take_weight(exempt);
  for (const SearchId node : exempt)
    if (!weightless_.empty()) weightless_[node.value() / 64] &= ~bit(node);
  count();
}

void Prior::take_weight(std::span<const SearchId> nodes) {
  if (nodes.empty()) return;
  if (before_.empty()) {
    for (const SearchId node : nodes) without_[node.value() / 64] |= bit(node);
    return;
  }
  std::uint64_t taken = 0;
  std::uint64_t previous = 0;
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    const std::uint64_t own = before_[i + 1] - previous;
    previous = before_[i + 1];
    while (next < nodes.size() && nodes[next].value() < i) ++next;
    if (next < nodes.size() && nodes[next].value() == i) taken += own;
    before_[i + 1] -= taken;
  }
}

void Prior::count() {
  if (std::ranges::all_of(weightless_, [](std::uint64_t word) { return word == 0; })) weightless_ = {};
  if (!before_.empty()) {
    for (std::uint32_t i = 0; i < nodes_ && !has_exempt_; ++i) has_exempt_ = is_exempt(i);
    return;
  }
  rank_.resize(without_.size());
  std::uint32_t total = 0;
  for (std::size_t word = 0; word < without_.size(); ++word) {
    rank_[word] = total;
    total += static_cast<std::uint32_t>(__builtin_popcountll(without_[word]));
    has_exempt_ = has_exempt_ || without_[word] != (weightless_.empty() ? 0 : weightless_[word]);
  }
}

std::shared_ptr<const Prior> uniform_prior(std::uint32_t nodes, std::span<const SearchId> weightless,
                                           std::span<const SearchId> exempt) {
  if (weightless.empty() && exempt.empty()) return nullptr;
  return std::make_shared<const Prior>(nodes, std::span<const std::uint32_t>(), exempt, weightless);
}

}  // namespace culprit::strategy
