#include <utility>

#include "src/transform/chains.h"
#include "src/transform/shrink.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped collapse(Reshaped from, const Contexts& contexts, const Wishes& wishes, std::uint32_t chain_size,
                  const Progress& progress) {
  Steps steps(progress, "collapsing calls", std::uint64_t{3} * from.tree.size());
  Chains chains(from, wishes);
  std::size_t made = 0;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    steps.next();
    const bool is_made = made < from.made.size() && from.made[made] == n;
    if (is_made && static_cast<Made>(from.kinds[made++]) == Made::kCollapsed) continue;
    for_each_item(from, contexts, SearchId{n}, chain_size, steps, [&](const Item& item) {
      if (item.is_chain()) chains.collapse(item.first, item.last);
    });
  }
  if (chains.empty()) return from;
  return with_chains(std::move(from), chains, steps);
}

}  // namespace culprit::transform
