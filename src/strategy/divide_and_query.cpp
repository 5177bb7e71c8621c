#include "src/base/text.h"
#include "src/strategy/search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// Shapiro: the heaviest node that weighs at most half of all, a wrong root's weight included. If every node
/// that can be asked weighs more than half (a lone root, or unequal weights), the lightest of them.
class DivideAndQuery final : public Strategy {
 public:
  std::string_view name() const override { return "divide-and-query"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    const std::uint64_t total = suspects.total();
    if (total == 0) return kNoSearchId;
    Search search(suspects);
    const Chain chain = search.chain_above_half(total, 0);
    const SearchId at_most_half = search.heaviest_off(chain);
    return at_most_half != kNoSearchId ? at_most_half : search.lowest_askable(chain);
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
    if (2 * suspects.weight(chosen) > suspects.total()) return explain_halving(suspects, chosen);
    return "its subtree holds " + share(suspects, chosen) + ", the most of any with at most half of them";
  }
};

}  // namespace

std::unique_ptr<Strategy> make_divide_and_query() {
  return std::make_unique<DivideAndQuery>();
}

}  // namespace culprit::strategy
