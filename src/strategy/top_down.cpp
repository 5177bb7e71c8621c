#include "src/base/text.h"
#include "src/strategy/search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// Shapiro's single stepping from the top: the root if it has not been judged, then the first child of the
/// lowest wrong node that has not been judged, left to right. O(log n log answers).
class TopDown final : public Strategy {
 public:
  std::string_view name() const override { return "top-down"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    // The first in preorder has nothing above it that could be asked instead.
    return Search(suspects).first_askable();
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
    if (chosen == suspects.root()) return "top-down starts with the root, which has not been judged";
    return "it is the first call below the lowest wrong one that has not been judged; its subtree holds " +
           share(suspects, chosen);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_top_down() {
  return std::make_unique<TopDown>();
}

}  // namespace culprit::strategy
