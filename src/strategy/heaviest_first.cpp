#include "src/strategy/search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

/// Binks: the root if it has not been judged, then the heaviest child of the lowest wrong node.
class HeaviestFirst final : public Strategy {
 public:
  std::string_view name() const override { return "heaviest-first"; }

  SearchId select(const Shape&, const Suspects& suspects) const override {
    if (suspects.askable(suspects.root())) return suspects.root();
    return Search(suspects).heaviest_below(suspects.root());
  }

  std::string explain(const Shape&, const Suspects& suspects, SearchId chosen) const override {
    if (chosen == suspects.root()) return "heaviest-first starts with the root, which has not been judged";
    return "of the calls below the lowest wrong one it has the heaviest subtree: " + share(suspects, chosen);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_heaviest_first() {
  return std::make_unique<HeaviestFirst>();
}

}  // namespace culprit::strategy
