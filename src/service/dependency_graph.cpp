#include "src/service/dependency_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "src/base/hash128.h"
#include "src/base/text.h"
#include "src/graph/function_graph.h"
#include "src/graph/instances.h"
#include "src/oracle/questions.h"
#include "src/service/dialogue.h"
#include "src/service/node_views.h"

namespace culprit::service {
namespace {

constexpr std::size_t kLongestLabel = 60;
/// Calls whose whole questions are compared to find equal ones; in longer runs those are equal that the recorded values alone
/// show to be.
constexpr std::uint32_t kMostCompared = 20'000;

/// What makes calls equal: their questions. A call whose question is not known whole equals none.
std::vector<std::uint64_t> keys_of(const Subject& subject, const state::Account& account) {
  if (subject.tree().size() > kMostCompared) return subject.facts().keys;
  const oracle::Questions questions(subject.tree(), account, subject.language());
  std::vector<std::uint64_t> keys;
  for (std::uint32_t n = 0; n < subject.tree().size(); ++n) {
    const oracle::Question question = questions.of(NodeId{n});
    Hasher128 hasher;
    hasher.add(question.is_complete() ? question.uses : Hash128{});
    hasher.add(question.is_complete() ? question.did : Hash128{n, 1});
    keys.push_back(hasher.hash().low);
  }
  return keys;
}

/// A run as the graphs see it. Rows of its search tree are nodes of the subject.
class Run {
 public:
  Run(const Subject& subject, const state::Account& account, std::vector<std::uint64_t> keys)
      : views_(subject, account, {}),
        instances_(subject.tree(), keys),
        arcs_(subject.trace() ? graph::static_arcs(subject.trace()->tables(), subject.tree().functions())
                              : std::vector<graph::FunctionArc>()) {}

  const tree::SearchTree& tree() const { return instances_.tree(); }
  const graph::Instances& instances() const { return instances_; }
  const std::vector<graph::FunctionArc>& arcs() const { return arcs_; }
  GraphView::Node node(SearchId row, std::uint64_t calls) const {
    const NodeView view = views_.brief(NodeId{row.value()});
    return {one_line(view, kLongestLabel), view.name, calls};
  }

 private:
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
  for (std::uint32_t n = 0; n < whole.size(); ++n) kept[n] = run.instances().is_instance(SearchId{n});
  const graph::Subgraph part = graph::induced(whole, kept, whole.initial());
  GraphView view;
  for (const graph::Vertex vertex : part.vertices) view.nodes.push_back(run.node(SearchId{vertex}, 1));
  add_arcs(part.graph, view);
  return view;
}

GraphView of_values(const Run& run) {
  const graph::Instances& instances = run.instances();
  std::vector<std::uint64_t> calls(instances.values());
  for (std::uint32_t n = 0; n < run.tree().size(); ++n)
    if (instances.is_instance(SearchId{n})) ++calls[instances.value(SearchId{n}).value()];
  GraphView view;
  for (std::uint32_t v = 0; v < instances.values(); ++v) {
    view.nodes.push_back(run.node(instances.first(graph::ValueId{v}), calls[v]));
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
    if (instances.is_instance(SearchId{n})) ++calls[run.tree().function_id(SearchId{n}).value()];
  GraphView view;
  for (const FunctionId function : found.functions)
    view.nodes.push_back(
        {printable(run.tree().functions()[function.value()].name), {}, calls[function.value()]});
  add_arcs(found.graph, view);
  return view;
}

}  // namespace

Result<GraphView> graph_view(const Subject& subject, const state::Account& account, GraphKind kind) {
  if (kind == GraphKind::kInstance) {
    if (Status fits = check_size(subject.tree().size()); !fits) return tl::unexpected(fits.error());
  }
  const Run run(subject, account, keys_of(subject, account));
  if (kind == GraphKind::kValue) {
    if (Status fits = check_size(run.instances().values()); !fits) return tl::unexpected(fits.error());
    return of_values(run);
  }
  GraphView view = kind == GraphKind::kInstance ? of_instances(run) : of_functions(run);
  if (Status fits = check_size(view.nodes.size()); !fits) return tl::unexpected(fits.error());
  return view;
}

Result<GraphView> projected_graph_view(const Subject& subject, const state::Account& account,
                                       const std::vector<Mark>& marks, std::uint32_t steps) {
  // As the strategy has it.
  const Run run(subject, account, subject.facts().keys);
  const graph::Answers answers = [&](SearchId row) {
    const Mark mark = row.value() < marks.size() ? marks[row.value()] : Mark::kUndefined;
    return mark == Mark::kTrusted || mark == Mark::kSkipped ? Mark::kUndefined : mark;
  };
  const graph::Locator locator(run.instances(), run.arcs());
  graph::Location found = locator.next(answers, SearchId{0}, graph::Keep::kPictures);
  if (found.steps.size() > steps) found.steps.resize(std::max(1u, steps));
  GraphView view;
  for (const graph::Step& step : found.steps)
    view.steps.push_back(
        printable(graph::describe(step, [&](SearchId row) { return run.node(row, 1).name; })));
  if (found.steps.empty()) return view;
  const graph::Picture& picture = found.steps.back().after;
  if (Status fits = check_size(picture.names.size()); !fits) return tl::unexpected(fits.error());
  for (const std::string& name : picture.names) view.nodes.push_back({printable(name), {}, 0});
  add_arcs(picture.graph, view);
  return view;
}

}  // namespace culprit::service
