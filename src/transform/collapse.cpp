#include "src/transform/runs.h"
#include "src/transform/shrink.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped collapse(const Reshaped& from, const Contexts& contexts) {
  Runs runs(from.tree.size());
  std::size_t made = 0;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    const bool is_made = made < from.made.size() && from.made[made] == n;
    if (is_made && static_cast<Made>(from.kinds[made++]) == Made::kCollapsed) continue;
    for_each_item(from, contexts, NodeId{n}, [&](const Item& item) {
      if (item.is_chain()) runs.add(Made::kCollapsed, item.first, item.last);
    });
  }
  return with_runs(from, runs);
}

}  // namespace culprit::transform
