#include <mutex>

#include "src/base/text.h"
#include "src/strategy/ranked_shape.h"
#include "src/strategy/search_ranks.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// The fewest questions that suffice whatever the answers: an optimal edge ranking of the tree (S. Mozes, K.
/// Onak and O. Weimann, "Finding an Optimal Tree Searching Strategy in Linear Time"). The whole shape is
/// ranked once; what answers leave of it keeps its ranks, which are valid for every part. Weights do not
/// count. Of trees with weightless nodes it may not be the fewest (search_ranks).
class WorstCase final : public Strategy {
 public:
  std::string_view name() const override { return "worst-case"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    return suspects.total() == 0 ? kNoSearchId : ranked(suspects.shape())->highest(suspects);
  }

  std::optional<QuestionPlan> plan(const Suspects& suspects) const override {
    const auto tree = reduced(suspects, suspects.shape().tree().size());
    return plan_by_ranks(*tree, ranked(suspects.shape())->ranks());
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
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
