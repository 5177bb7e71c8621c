#include "src/cli/tree_figures.h"

#include <algorithm>

#include "src/base/column.h"

namespace culprit::cli {

TreeFigures tree_figures(const tree::Tree& tree) {
  TreeFigures figures;
  std::vector<std::uint64_t> calls(tree.functions().size());
  Column<std::uint32_t> level(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const NodeId node{i};
    level[i] = i == 0 ? 1 : level[tree.parent(node).value()] + 1;
    figures.depth = std::max(figures.depth, level[i]);
    figures.leaves += tree.is_leaf(node);
    figures.iterations += tree.is_iteration(node);
    ++calls[tree.function_id(node).value()];
  }
  for (std::uint32_t f = 0; f < calls.size(); ++f) {
    if (calls[f] > 0) figures.functions.push_back({FunctionId{f}, calls[f]});
  }
  std::stable_sort(figures.functions.begin(), figures.functions.end(),
                   [](const FunctionCount& a, const FunctionCount& b) { return a.calls > b.calls; });
  return figures;
}

}  // namespace culprit::cli
