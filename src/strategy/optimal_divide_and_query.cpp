#include "src/strategy/search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// D. Insa and J. Silva, "Implementation of an Optimal Strategy for Algorithmic Debugging", Algorithm 2. It
/// goes down from the root to the heaviest child while that weighs more than half; the last node on this way
/// is Best, its heaviest child Candidate. The way is found here by a search on heavy paths instead of by
/// steps.
///
/// A wrong root's own weight does not count. Line 9 is w(n) >= w(Best) + w(Candidate) - wi, with the same own
/// weight wi for all; where they differ, the halves 2 w - wi of what a question leaves below and above are
/// compared, which is the same when they do not.
class OptimalDivideAndQuery final : public Strategy {
 public:
  std::string_view name() const override { return "optimal-divide-and-query"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    const SearchId root = suspects.root();
    const std::uint64_t judged = suspects.root_is_wrong() ? suspects.own_weight(root) : 0;
    const std::uint64_t total = suspects.total() - judged;
    if (total == 0) return kNoSearchId;
    Search search(suspects);
    const SearchId best = search.lowest_askable(search.chain_above_half(total, judged));
    const SearchId candidate = search.heaviest_below(best == kNoSearchId ? root : best);
    if (best == kNoSearchId || candidate == kNoSearchId) return best == kNoSearchId ? candidate : best;
    const auto balance = [&](SearchId n) { return 2 * suspects.weight(n) - suspects.own_weight(n); };
    return 2 * total >= balance(best) + balance(candidate) ? best : candidate;
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
    return explain_halving(suspects, chosen);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_optimal_divide_and_query() {
  return std::make_unique<OptimalDivideAndQuery>();
}

}  // namespace culprit::strategy
