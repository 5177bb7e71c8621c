#pragma once

#include <cstdint>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::transform {

/// A set of nodes: a bit each.
class NodeBits {
 public:
  explicit NodeBits(std::uint32_t nodes) : words_(std::size_t{nodes} / 64 + 1) {}
  void add(NodeId n) { words_[n.value() / 64] |= std::uint64_t{1} << (n.value() % 64); }
  bool has(NodeId n) const { return words_[n.value() / 64] >> (n.value() % 64) & 1; }

 private:
  Column<std::uint64_t> words_;
};

}  // namespace culprit::transform
