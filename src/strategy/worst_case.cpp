#include <mutex>
#include <queue>

#include "src/base/text.h"
#include "src/strategy/search_ranks.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// The ranks of a shape, and where the high ones are.
class RankedShape {
 public:
  explicit RankedShape(const Shape& shape)
      : serial_(shape.serial()), ranks_(search_ranks(shape)), maxima_(ranks_.size(), MaxTree::kFanBits) {
    for (std::uint32_t i = 0; i < ranks_.size(); ++i) maxima_.raise(i, ranks_[i]);
    maxima_.finish();
  }
  std::uint64_t serial() const { return serial_; }
  const Column<std::uint32_t>& ranks() const { return ranks_; }

  /// The highest ranked node that can be asked, the first in preorder of equal ones; kNoNode if there is none.
  /// Looks into blocks from the highest maximum down, and passes over those that are cleared: a few for each
  /// answer.
  NodeId highest(const Suspects& suspects) const {
    const std::uint32_t first = suspects.root().value();
    const std::uint32_t end = suspects.shape().tree().end(suspects.root()).value();
    NodeId best = kNoNode;
    std::uint64_t best_rank = 0;
    std::priority_queue<Block> queue;
    const auto push = [&](std::uint32_t level, std::uint64_t index) {
      const std::uint64_t begin = std::max<std::uint64_t>(first, index << maxima_.bits(level));
      const std::uint64_t behind = std::min<std::uint64_t>(end, (index + 1) << maxima_.bits(level));
      if (begin >= behind) return;
      const NodeId present = suspects.next_present(NodeId{static_cast<std::uint32_t>(begin)});
      if (present.value() >= behind) return;
      const auto at = static_cast<std::uint32_t>(index);
      queue.push({maxima_.at(level, at), level, at, present, NodeId{static_cast<std::uint32_t>(behind)}});
    };
    push(maxima_.levels() - 1, 0);
    while (!queue.empty()) {
      const Block block = queue.top();
      queue.pop();
      const bool is_promising = block.bound > best_rank || (block.bound == best_rank && block.first < best);
      if (block.bound == 0 || !is_promising) break;
      if (block.level > 0) {
        const std::uint64_t fan = MaxTree::kFan;
        for (std::uint64_t i = 0; i < fan; ++i) push(block.level - 1, block.index * fan + i);
      } else {
        look_into(suspects, block, best, best_rank);
      }
    }
    return best;
  }

 private:
  struct Block {
    std::uint64_t bound;
    std::uint32_t level;
    std::uint32_t index;
    NodeId first;
    NodeId end;
    bool operator<(const Block& other) const {
      return bound != other.bound ? bound < other.bound : first > other.first;
    }
  };
  void look_into(const Suspects& suspects, const Block& block, NodeId& best, std::uint64_t& best_rank) const {
    for (NodeId n = block.first; n < block.end; n = suspects.next_present(NodeId{n.value() + 1})) {
      const std::uint64_t rank = ranks_[n.value()];
      const bool is_better = rank > best_rank || (rank == best_rank && n < best);
      if (rank == 0 || !is_better || !suspects.askable(n)) continue;
      best = n;
      best_rank = rank;
    }
  }

  std::uint64_t serial_;
  Column<std::uint32_t> ranks_;
  MaxTree maxima_;
};

/// The fewest questions that suffice whatever the answers: an optimal edge ranking of the tree (S. Mozes, K.
/// Onak and O. Weimann, "Finding an Optimal Tree Searching Strategy in Linear Time"). The whole shape is
/// ranked once; what answers leave of it keeps its ranks, which are valid for every part. Weights do not
/// count.
class WorstCase final : public Strategy {
 public:
  std::string_view name() const override { return "worst-case"; }

  NodeId select(const Shape&, const Suspects& suspects) const override {
    return suspects.total() == 0 ? kNoNode : ranked(suspects.shape())->highest(suspects);
  }

  std::optional<QuestionPlan> plan(const Suspects& suspects) const override {
    const auto tree = reduced(suspects, suspects.shape().tree().size());
    return plan_by_ranks(*tree, ranked(suspects.shape())->ranks());
  }

  std::string explain(const Shape&, const Suspects& suspects, NodeId chosen) const override {
    const std::uint32_t rank = ranked(suspects.shape())->ranks()[chosen.value()];
    return "with it at most " + with_commas(rank) + (rank == 1 ? " question is" : " questions are") +
           " left, whatever the answers; its subtree holds " + share(suspects, chosen);
  }

 private:
  std::shared_ptr<const RankedShape> ranked(const Shape& shape) const {
    const std::lock_guard lock(mutex_);
    if (!last_ || last_->serial() != shape.serial()) last_ = std::make_shared<const RankedShape>(shape);
    return last_;
  }
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const RankedShape> last_;  ///< saves work, decides nothing
};

}  // namespace

std::unique_ptr<Strategy> make_worst_case() {
  return std::make_unique<WorstCase>();
}

}  // namespace culprit::strategy
