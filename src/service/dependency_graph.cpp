#include "src/service/dependency_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "src/base/text.h"
#include "src/graph/function_graph.h"
#include "src/graph/instances.h"
#include "src/service/node_views.h"

namespace culprit::service {
namespace {

constexpr std::size_t kLongestLabel = 60;
/// Calls whose values are compared to find equal ones; in longer runs every call counts as different.
constexpr std::uint32_t kMostCompared = 200'000;

/// A run as the graphs see it.
class Run {
 public:
  /// `keys`: what calls are equal, see graph::Instances; if not given, those that read alike.
  Run(const Subject& subject, const state::Account& account,
      const std::optional<std::vector<std::uint64_t>>& given_keys = {})
      : subject_(subject),
        views_(subject, account, nullptr, {}),
        instances_(subject.tree(), given_keys ? *given_keys : keys()),
        arcs_(subject.trace() ? graph::static_arcs(subject.trace()->tables(), subject.tree())
                              : std::vector<graph::FunctionArc>()) {}

  const tree::Tree& tree() const { return subject_.tree(); }
  const graph::Instances& instances() const { return instances_; }
  const std::vector<graph::FunctionArc>& arcs() const { return arcs_; }
  std::string label(NodeId node) const { return one_line(views_.brief(node), kLongestLabel); }

 private:
  std::vector<std::uint64_t> keys() const {
    constexpr std::size_t kWhole = 1 << 20;
    std::vector<std::uint64_t> keys;
    if (tree().size() > kMostCompared) return keys;
    for (std::uint32_t n = 0; n < tree().size(); ++n)
      keys.push_back(std::hash<std::string>()(one_line(views_.brief(NodeId{n}), kWhole)));
    return keys;
  }

  const Subject& subject_;
  NodeViews views_;
  graph::Instances instances_;
  std::vector<graph::FunctionArc> arcs_;
};

Status check_size(std::uint64_t nodes) {
  if (nodes <= kMostGraphNodes) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("the graph has {} nodes; up to {} can be shown", with_commas(nodes),
                          with_commas(kMostGraphNodes)),
              "--kind function and --kind spg have a node for each function");
}

void add_arcs(const graph::Digraph& graph, GraphView& view) {
  for (const graph::Arc& arc : graph.arcs())
    view.arcs.push_back({arc.from, arc.to, arc.kind == graph::ArcKind::kParameter});
  view.initial = graph.initial();
}

GraphView of_instances(const Run& run) {
  // Vertices are nodes of the tree; those of dissolved iterations are left out.
  const graph::Digraph whole = graph::instance_graph(run.instances());
  graph::VertexSet kept(whole.size());
  for (std::uint32_t n = 0; n < whole.size(); ++n) kept[n] = run.instances().is_instance(NodeId{n});
  const graph::Subgraph part = graph::induced(whole, kept, whole.initial());
  GraphView view;
  for (const graph::Vertex vertex : part.vertices)
    view.nodes.push_back({run.label(NodeId{vertex}), vertex, 1});
  add_arcs(part.graph, view);
  return view;
}

GraphView of_values(const Run& run) {
  const graph::Instances& instances = run.instances();
  std::vector<std::uint64_t> calls(instances.values());
  for (std::uint32_t n = 0; n < run.tree().size(); ++n)
    if (instances.is_instance(NodeId{n})) ++calls[instances.value(NodeId{n}).value()];
  GraphView view;
  for (std::uint32_t v = 0; v < instances.values(); ++v) {
    const NodeId first = instances.first(graph::ValueId{v});
    view.nodes.push_back({run.label(first), first.value(), calls[v]});
  }
  add_arcs(graph::value_graph(instances), view);
  return view;
}

GraphView of_functions(const Run& run) {
  const graph::Instances& instances = run.instances();
  const graph::FunctionGraph found =
      graph::function_graph(instances, graph::dependencies(instances, run.arcs()));
  std::vector<std::uint64_t> calls(run.tree().functions().size());
  for (std::uint32_t n = 0; n < run.tree().size(); ++n)
    if (instances.is_instance(NodeId{n})) ++calls[run.tree().function_id(NodeId{n}).value()];
  GraphView view;
  for (const FunctionId function : found.functions)
    view.nodes.push_back(
        {printable(run.tree().functions()[function.value()].name), 0, calls[function.value()]});
  add_arcs(found.graph, view);
  return view;
}

}  // namespace

Result<GraphView> graph_view(const Subject& subject, const state::Account& account, GraphKind kind) {
  if (kind == GraphKind::kInstance) {
    if (Status fits = check_size(subject.tree().size()); !fits) return tl::unexpected(fits.error());
  }
  const Run run(subject, account);
  if (kind == GraphKind::kValue) {
    if (Status fits = check_size(run.instances().values()); !fits) return tl::unexpected(fits.error());
    return of_values(run);
  }
  GraphView view = kind == GraphKind::kInstance ? of_instances(run) : of_functions(run);
  if (Status fits = check_size(view.nodes.size()); !fits) return tl::unexpected(fits.error());
  return view;
}

Result<GraphView> projected_graph_view(const Subject& subject, const state::Account& account,
                                       const graph::Answers& answers, std::uint32_t steps) {
  // As the strategy has it.
  const Run run(subject, account, subject.shape().facts().keys);
  const graph::Locator locator(run.instances(), run.arcs());
  graph::Location found = locator.next(answers, NodeId{0}, graph::Keep::kPictures);
  if (found.steps.size() > steps) found.steps.resize(std::max(1u, steps));
  GraphView view;
  for (const graph::Step& step : found.steps) view.steps.push_back(printable(graph::describe(step)));
  if (found.steps.empty()) return view;
  const graph::Picture& picture = found.steps.back().after;
  if (Status fits = check_size(picture.names.size()); !fits) return tl::unexpected(fits.error());
  for (const std::string& name : picture.names) view.nodes.push_back({printable(name)});
  add_arcs(picture.graph, view);
  return view;
}

}  // namespace culprit::service
