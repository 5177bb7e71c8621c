#include "src/strategy/search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// Hirunkitti and Hogger: the node whose weight is closest to half of all (a wrong root's weight included),
/// above or below; of two equally close ones the heavier.
class DivideAndQueryHirunkitti final : public Strategy {
 public:
  std::string_view name() const override { return "divide-and-query-hirunkitti"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    const std::uint64_t total = suspects.total();
    if (total == 0) return kNoSearchId;
    Search search(suspects);
    const Chain chain = search.chain_above_half(total, 0);
    const SearchId above = search.lowest_askable(chain);
    const SearchId below = search.heaviest_off(chain);
    if (above == kNoSearchId || below == kNoSearchId) return above == kNoSearchId ? below : above;
    const std::uint64_t over = 2 * suspects.weight(above) - total;
    const std::uint64_t under = total - 2 * suspects.weight(below);
    return over <= under ? above : below;
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
    if (chosen == suspects.root()) return explain_halving(suspects, chosen);
    return "its subtree holds " + share(suspects, chosen) + ", the closest to half that there is";
  }
};

}  // namespace

std::unique_ptr<Strategy> make_divide_and_query_hirunkitti() {
  return std::make_unique<DivideAndQueryHirunkitti>();
}

}  // namespace culprit::strategy
