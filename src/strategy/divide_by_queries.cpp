#include <fmt/core.h>

#include "src/base/text.h"
#include "src/strategy/optimum.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// What the search for one question may take: a few hundredths of a second, and memory to match.
constexpr OptimumLimits kLimits{1'000'000, std::size_t{64} << 20};

/// D. Insa and J. Silva, "Hacia una Estrategia Optima para la Depuracion Algoritmica": the first question of
/// a search with the least total. While there are more suspects than can be searched through, it asks as
/// optimal divide and query does.
///
/// Every question is searched for anew, from nothing but the suspects: a memory of earlier searches would let
/// a search succeed that would be given up without it, and the answer would depend on what was asked before.
class DivideByQueries final : public Strategy {
 public:
  explicit DivideByQueries(std::uint32_t exact_suspects)
      : exact_suspects_(exact_suspects), halving_(make_optimal_divide_and_query()) {}

  std::string_view name() const override { return "divide-by-queries"; }

  NodeId select(const Shape& shape, const Suspects& suspects) const override {
    const auto found = search(suspects);
    return found ? found->first : halving_->select(shape, suspects);
  }

  std::optional<QuestionPlan> plan(const Suspects& suspects) const override {
    const auto tree = searchable(suspects);
    return tree ? optimal_plan(*tree, kLimits) : std::nullopt;
  }

  std::string explain(const Shape& shape, const Suspects& suspects, NodeId chosen) const override {
    const auto found = search(suspects);
    if (!found) return halving_->explain(shape, suspects, chosen);
    const double mean = static_cast<double>(found->upper) / static_cast<double>(suspects.total());
    const std::string few = fmt::format("{:.2f} questions on average", mean);
    const std::string holds = "; its subtree holds " + share(suspects, chosen);
    if (!found->is_exact()) return "with it " + few + " are left, the fewest found" + holds;
    return "with it " + few + " are left, and no other question leaves fewer" + holds;
  }

 private:
  std::optional<ReducedTree> searchable(const Suspects& suspects) const {
    auto tree = reduced(suspects, exact_suspects_);
    return tree && tree->has_bounded_totals() ? std::move(tree) : std::nullopt;
  }
  /// Nothing if halving is to be asked.
  std::optional<Optimum> search(const Suspects& suspects) const {
    const auto tree = searchable(suspects);
    if (!tree) return std::nullopt;
    const Optimum found = optimum(*tree, kLimits);
    return found.is_probed ? std::optional(found) : std::nullopt;
  }

  std::uint32_t exact_suspects_;
  std::unique_ptr<Strategy> halving_;
};

}  // namespace

std::unique_ptr<Strategy> make_divide_by_queries(std::uint32_t exact_suspects) {
  return std::make_unique<DivideByQueries>(exact_suspects);
}

}  // namespace culprit::strategy
