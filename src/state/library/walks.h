#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/state/library/probe.h"

namespace culprit::state::library {

/// A greater count is garbage: no container of a program that ran holds that much.
inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;

/// How a walk from link to link ended.
enum class Walked : std::uint8_t {
  kToTheEnd,
  kEnough,  ///< after `most` links, or as many steps as no sound tree takes for them
  kToNowhere,
};

/// Calls `take(link)` for each link of a chain up to null, or one that `is_end` says yes to, and at most `most` times. `next` is
/// where a link has the address of the next one. A cycle ends after `most`.
template <class IsEnd, class Take>
Walked walk_chain(Probe& probe, Address first, std::uint64_t next, std::uint64_t most, IsEnd is_end,
                  Take take) {
  Address link = first;
  for (std::uint64_t i = 0;; ++i) {
    if (link == 0 || is_end(link)) return Walked::kToTheEnd;
    if (i == most) return Walked::kEnough;
    take(link);
    const auto following = probe.word(link + next);
    if (!following) return Walked::kToNowhere;
    link = *following;
  }
}

/// The same for a binary tree, in order; `left` and `right` are where a link has the addresses of those before and behind it.
template <class Take>
Walked walk_tree(Probe& probe, Address root, std::uint64_t left, std::uint64_t right, std::uint64_t most,
                 Take take) {
  // No real tree is deeper; a link costs two steps, and the way down to the first one as many as the tree is deep.
  constexpr std::uint64_t kDeepest = 512;
  std::uint64_t steps = 6 * most + kDeepest;
  std::vector<Address> open;
  for (Address link = root; most > 0;) {
    bool is_broken = false;
    while (link != 0 && !is_broken) {
      if (steps-- == 0) return Walked::kEnough;
      open.push_back(link);
      const auto before = probe.word(link + left);
      is_broken = !before;
      link = before.value_or(0);
    }
    if (open.empty()) return Walked::kToTheEnd;
    link = open.back();
    open.pop_back();
    take(link);
    if (is_broken) return Walked::kToNowhere;
    if (--most == 0) break;
    const auto behind = probe.word(link + right);
    if (!behind) return Walked::kToNowhere;
    link = *behind;
  }
  return Walked::kEnough;
}

/// A map's element is a pair of key and value.
inline Part part_at(const Probe& probe, const Place& element, Shape shape) {
  Part part{element};
  if (shape != Shape::kMap) return part;
  const auto key = probe.find(element, "first"), value = probe.find(element, "second");
  if (key && value) part = {*value, *key};
  return part;
}

}  // namespace culprit::state::library
