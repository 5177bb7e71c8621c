#include "src/strategy/evaluate.h"

#include <algorithm>
#include <bit>

#include "src/base/check.h"
#include "src/strategy/fenwick_suspects.h"

namespace culprit::strategy {
namespace {

/// One turn of "no": the search is in this subtree, after so many questions.
struct Branch {
  NodeId root;
  std::uint32_t questions;
};

constexpr std::uint64_t kProgressStep = 4096;

}  // namespace

Evaluation evaluate(const Shape& shape, const Strategy& strategy, bool root_wrong, const Progress& progress,
                    std::vector<std::uint32_t>* per_node) {
  const std::uint32_t size = shape.tree().size();
  Evaluation result;
  result.nodes = size;
  if (per_node) per_node->assign(size, 0);
  FenwickSuspects suspects(shape);
  std::uint64_t found = 0;
  std::vector<Branch> branches;  // the "yes" branch of each waits until its "no" branch is done
  branches.push_back({shape.tree().root(), 0});
  while (!branches.empty()) {
    Branch& branch = branches.back();
    const bool is_wrong = root_wrong || branches.size() > 1;
    suspects.set_root(branch.root, is_wrong);
    const NodeId asked = strategy.select(shape, suspects);
    if (asked == branch.root) {
      ++branch.questions;  // "yes" would end the search
      root_wrong = true;
    } else if (asked != kNoNode) {
      branches.push_back({asked, ++branch.questions});
    } else {
      CULPRIT_CHECK(is_wrong);
      result.total += branch.questions;
      result.worst = std::max(result.worst, branch.questions);
      if (per_node) (*per_node)[branch.root.value()] = branch.questions;
      if (++found % kProgressStep == 0) progress("evaluating", found, size);
      suspects.clear(branch.root);
      branches.pop_back();
    }
  }
  CULPRIT_CHECK(found == size);
  return result;
}

std::uint64_t information_bound(std::uint64_t nodes, bool root_wrong) {
  if (nodes == 0) return 0;
  const auto log = static_cast<std::uint64_t>(std::bit_width(nodes) - 1);
  return nodes * log + 2 * (nodes - (std::uint64_t{1} << log)) + (root_wrong ? 0 : 1);
}

}  // namespace culprit::strategy
