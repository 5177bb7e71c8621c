#include <fmt/core.h>

#include <deque>
#include <mutex>
#include <utility>

#include "src/base/text.h"
#include "src/strategy/optimum.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// What the search for one question may take: a few hundredths of a second, and memory to match.
constexpr OptimumLimits kLimits{1'000'000, std::size_t{64} << 20};

/// What was found for the trees that were searched last.
template <class Found>
class RecentResults {
 public:
  template <class Make>
  Found find_or_make(const ReducedTree& tree, Make make) {
    {
      const std::scoped_lock guard(lock_);
      for (const auto& [known, found] : recent_)
        if (known == tree) return found;
    }
    Found found = make();
    const std::scoped_lock guard(lock_);
    if (recent_.size() == kMost) recent_.pop_front();
    recent_.emplace_back(tree, found);
    return found;
  }

 private:
  static constexpr std::size_t kMost = 8;  ///< the question at hand and those that may follow
  std::mutex lock_;
  std::deque<std::pair<ReducedTree, Found>> recent_;
};

/// D. Insa and J. Silva, "Hacia una Estrategia Optima para la Depuracion Algoritmica": the first question of
/// a search with the least total. While there are more suspects than can be searched through, it asks as
/// optimal divide and query does.
///
/// Every question is searched for anew, from nothing but the suspects: a memory of parts of earlier searches
/// would let a search succeed that would be given up without it, and the answer would depend on what was asked
/// before. Whole results are remembered: the same suspects are asked about several times, for the question, its
/// reason and what to expect, and ahead of the answer that leads to them. Several threads may ask.
class DivideByQueries final : public Strategy {
 public:
  explicit DivideByQueries(std::uint32_t exact_below)
      : exact_below_(exact_below), halving_(make_optimal_divide_and_query()) {}

  std::string_view name() const override { return "divide-by-queries"; }

  SearchId select(const Shape& shape, const Suspects& suspects) const override {
    const auto found = search(suspects);
    return found ? found->first : halving_->select(shape, suspects);
  }

  std::optional<QuestionPlan> plan(const Suspects& suspects) const override {
    const auto tree = searchable(suspects);
    return tree ? plans_.find_or_make(*tree, [&] { return optimal_plan(*tree, kLimits); }) : std::nullopt;
  }

  const Strategy& quick() const override { return *halving_; }

  std::string explain(const Shape& shape, const Suspects& suspects, SearchId chosen) const override {
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
    auto tree = reduced(suspects, exact_below_);
    return tree && tree->has_bounded_totals() ? std::move(tree) : std::nullopt;
  }
  /// Nothing if halving is to be asked.
  std::optional<Optimum> search(const Suspects& suspects) const {
    const auto tree = searchable(suspects);
    if (!tree) return std::nullopt;
    const Optimum found = optima_.find_or_make(*tree, [&] { return optimum(*tree, kLimits); });
    return found.is_probed ? std::optional(found) : std::nullopt;
  }

  std::uint32_t exact_below_;
  std::unique_ptr<Strategy> halving_;
  mutable RecentResults<Optimum> optima_;
  mutable RecentResults<std::optional<QuestionPlan>> plans_;
};

}  // namespace

std::unique_ptr<Strategy> make_divide_by_queries(std::uint32_t exact_below) {
  return std::make_unique<DivideByQueries>(exact_below);
}

}  // namespace culprit::strategy
