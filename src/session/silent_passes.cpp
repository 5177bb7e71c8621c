#include "src/session/silent_passes.h"

#include <algorithm>
#include <vector>

#include "src/session/open_passes.h"

namespace culprit::session {
namespace {

class Passes {
 public:
  Passes(const tree::Tree& subject, const Spaces& spaces, const Space& space)
      : subject_(subject), spaces_(spaces), space_(space) {}

  bool is_silent(SearchId row) const {
    const transform::Reshaped& reshaped = space_.reshaped();
    return !reshaped.is_made(row) && subject_.is_iteration(reshaped.origin_of(row)) &&
           spaces_.is_silent(reshaped.origin_of(row));
  }

  /// A silent pass and those before it in its loop, the nearest first, up to the root of the search.
  std::vector<SearchId> upwards(SearchId row, SearchId root) const {
    std::vector<SearchId> passes{row};
    for (SearchId above; row != root && (above = before(row)) != kNoSearchId; row = above)
      passes.push_back(above);
    return passes;
  }

  /// How many of these are silent, from the first on, which is. O(log) looks.
  std::size_t silent_ones(const std::vector<SearchId>& passes) const {
    std::size_t silent = 1, step = 1;
    while (silent < passes.size() && is_silent(passes[std::min(silent + step, passes.size()) - 1])) {
      silent = std::min(silent + step, passes.size());
      step *= 2;
    }
    const auto end = passes.begin() + static_cast<std::ptrdiff_t>(std::min(silent + step, passes.size()));
    const auto shows = std::partition_point(passes.begin() + static_cast<std::ptrdiff_t>(silent), end,
                                            [&](SearchId pass) { return is_silent(pass); });
    return static_cast<std::size_t>(shows - passes.begin());
  }

 private:
  /// The pass before, if the tree has it.
  SearchId before(SearchId row) const {
    const transform::Reshaped& reshaped = space_.reshaped();
    const SearchId above = space_.tree().parent(row);
    if (above == kNoSearchId || reshaped.is_made(above)) return kNoSearchId;
    const NodeId pass = reshaped.origin_of(row), parent = reshaped.origin_of(above);
    const bool is_same_loop = subject_.is_iteration(parent) && subject_.parent(pass) == parent &&
                              subject_.function_id(pass) == subject_.function_id(parent);
    return is_same_loop ? above : kNoSearchId;
  }

  const tree::Tree& subject_;
  const Spaces& spaces_;
  const Space& space_;
};

}  // namespace

SearchId select_showing(const tree::Tree& subject, const Spaces& spaces, const Space& space,
                        const strategy::Strategy& strategy, strategy::IntervalSuspects& search) {
  const Passes passes(subject, spaces, space);
  const OpenPasses open(subject, spaces, space);
  SearchId first_silent = kNoSearchId, last_open = kNoSearchId;
  for (;;) {
    const SearchId chosen = strategy.select(space.shape(), search);
    const bool root_can_be = search.root_is_wrong() && search.own_weight(search.root()) > 0;
    if (chosen == kNoSearchId && last_open != kNoSearchId) return last_open;
    if (chosen == kNoSearchId && !root_can_be) return first_silent;
    if (chosen == kNoSearchId || chosen == search.root()) return chosen;
    const SearchId showing = open.in_place_of(chosen, search);
    if (showing == kNoSearchId) {
      if (!space.reshaped().is_made(chosen)) last_open = chosen;
      search.exempt(std::span(&chosen, 1));
      continue;
    }
    if (!passes.is_silent(showing)) return showing;
    std::vector<SearchId> upwards = passes.upwards(showing, search.root());
    const std::size_t silent = passes.silent_ones(upwards);
    if (silent < upwards.size() && search.askable(upwards[silent])) return upwards[silent];
    upwards.resize(silent);
    std::erase(upwards, search.root());
    if (first_silent == kNoSearchId)
      first_silent = *std::find_if(upwards.rbegin(), upwards.rend(),
                                   [&](SearchId pass) { return search.askable(pass); });
    search.exempt(upwards);
  }
}

}  // namespace culprit::session
