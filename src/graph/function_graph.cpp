#include "src/graph/function_graph.h"

#include <algorithm>
#include <unordered_set>

namespace culprit::graph {
namespace {

/// Collects arcs of one kind, each once. Most calls repeat the arc of a call shortly before.
class ArcSet {
 public:
  explicit ArcSet(ArcKind kind) : kind_(kind) {}
  void add(FunctionId from, FunctionId to) {
    const std::uint64_t pair = (std::uint64_t{from.value()} << 32) | to.value();
    if (pair == last_ || !pairs_.insert(pair).second) return;
    last_ = pair;
    arcs_.push_back({kind_, from, to});
  }
  std::vector<FunctionArc> sorted() {
    std::ranges::sort(arcs_);
    return std::move(arcs_);
  }

 private:
  ArcKind kind_;
  std::uint64_t last_ = ~std::uint64_t{0};
  std::unordered_set<std::uint64_t> pairs_;
  std::vector<FunctionArc> arcs_;
};

/// The function that a loop stands in; a damaged trace's loops may stand in each other, so not more steps than functions.
FunctionId owner(const std::vector<tree::Function>& functions, FunctionId id) {
  for (std::size_t step = 0;
       step < functions.size() && functions[id.value()].kind == tree::FunctionKind::kLoop; ++step)
    id = functions[id.value()].enclosing;
  return id;
}

}  // namespace

std::vector<FunctionArc> static_arcs(const trace::Tables& tables,
                                     const std::vector<tree::Function>& functions) {
  std::vector<FunctionArc> arcs;
  for (const trace::Arc& arc : tables.arcs) {
    const ArcKind kind = arc.kind == CULPRIT_ARC_PARAMETER ? ArcKind::kParameter : ArcKind::kCall;
    arcs.push_back({kind, owner(functions, arc.from), owner(functions, arc.to)});
  }
  std::ranges::sort(arcs);
  const auto repeated = std::ranges::unique(arcs);
  arcs.erase(repeated.begin(), repeated.end());
  return arcs;
}

std::vector<FunctionArc> call_arcs(const Instances& instances) {
  ArcSet arcs(ArcKind::kCall);
  for (std::uint32_t v = 0; v < instances.values(); ++v)
    for (const std::uint32_t child : instances.children(ValueId{v}))
      arcs.add(instances.function(ValueId{v}), instances.function(ValueId{child}));
  return arcs.sorted();
}

std::vector<FunctionArc> sequence_arcs(const Instances& instances) {
  ArcSet arcs(ArcKind::kParameter);
  const tree::SearchTree& tree = instances.tree();
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (!instances.is_instance(SearchId{i})) continue;
    const SearchId end = tree.end(SearchId{i});
    SearchId before = kNoSearchId;
    for (SearchId c = next_child(instances, SearchId{i + 1}, end); c != end;
         c = next_child(instances, tree.end(c), end)) {
      if (before != kNoSearchId) arcs.add(tree.function_id(before), tree.function_id(c));
      before = c;
    }
  }
  return arcs.sorted();
}

std::vector<FunctionArc> dependencies(const Instances& instances, std::span<const FunctionArc> given) {
  std::vector<FunctionArc> arcs = call_arcs(instances);
  arcs.insert(arcs.end(), given.begin(), given.end());
  if (std::ranges::find(given, ArcKind::kParameter, &FunctionArc::kind) == given.end()) {
    const auto sequence = sequence_arcs(instances);
    arcs.insert(arcs.end(), sequence.begin(), sequence.end());
  }
  std::ranges::sort(arcs);
  const auto repeated = std::ranges::unique(arcs);
  arcs.erase(repeated.begin(), repeated.end());
  return arcs;
}

FunctionGraph function_graph(const Instances& instances, std::span<const FunctionArc> arcs) {
  std::vector<Vertex> vertex(instances.tree().functions().size(), kNoVertex);
  for (std::uint32_t v = 0; v < instances.values(); ++v) vertex[instances.function(ValueId{v}).value()] = 0;
  for (const FunctionArc& arc : arcs) vertex[arc.from.value()] = vertex[arc.to.value()] = 0;
  FunctionGraph made;
  for (std::uint32_t f = 0; f < vertex.size(); ++f) {
    if (vertex[f] == kNoVertex) continue;
    vertex[f] = static_cast<Vertex>(made.functions.size());
    made.functions.push_back(FunctionId{f});
  }
  std::vector<Arc> all;
  for (const FunctionArc& arc : arcs)
    all.push_back({arc.kind, vertex[arc.from.value()], vertex[arc.to.value()]});
  const tree::SearchTree& tree = instances.tree();
  made.graph = Digraph(static_cast<std::uint32_t>(made.functions.size()),
                       vertex[tree.function_id(tree.root()).value()], std::move(all));
  return made;
}

}  // namespace culprit::graph
