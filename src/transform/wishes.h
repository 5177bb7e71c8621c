#pragma once

#include <compare>
#include <vector>

#include "src/base/ids.h"

namespace culprit::transform {

/// Consecutive siblings that are asked about as one: the first and the last call, in the subject.
struct Chain {
  NodeId first;
  NodeId last;
  auto operator<=>(const Chain&) const = default;
};

/// What a user has named and so must be there, whatever a transformation would do with it. Both are in ascending order.
struct Wishes {
  std::vector<NodeId> kept;  ///< these are not dropped
  std::vector<Chain>
      opened;  ///< these are halved instead of collapsed, and their halves likewise if they are listed too

  bool operator==(const Wishes&) const = default;
};

}  // namespace culprit::transform
