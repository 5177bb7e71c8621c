#include "src/graph/spg.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/base/check.h"

namespace culprit::graph {

Spg::Spg(const Instances& instances, const std::vector<FunctionArc>& arcs, SearchId top)
    : instances_(instances),
      arcs_(arcs),
      top_(top),
      parts_(instances.tree().functions().size()),
      here_(instances.values()),
      is_inner_(instances.values()),
      known_(instances.values()) {
  known_[instances_.value(top).value()] = static_cast<std::uint8_t>(Mark::kWrong);
  survey();
  build_hierarchy();
  add_unit(hierarchy_->top());
  project();
}

Vertex Spg::unit_of(ValueId value) const {
  const auto& parts = parts_[instances_.function(value).value()];
  if (parts.empty()) return kNoVertex;
  const Vertex unit = parts[std::min<std::size_t>(instances_.rank(value), parts.size()) - 1];
  return units_[unit].is_removed ? kNoVertex : unit;
}

std::vector<FunctionId> Spg::leaves(Hierarchy::Nest nest) const {
  std::vector<FunctionId> found;
  std::vector<Hierarchy::Nest> open{nest};
  while (!open.empty()) {
    const Hierarchy::Nest next = open.back();
    open.pop_back();
    if (!hierarchy_->is_interval(next)) {
      found.push_back(functions_.functions[next]);
      continue;
    }
    const auto& members = owned_[next - functions_.graph.size()];
    open.insert(open.end(), members.rbegin(), members.rend());
  }
  return found;
}

Vertex Spg::add_unit(Hierarchy::Nest nest) {
  const auto unit = static_cast<Vertex>(units_.size());
  units_.emplace_back();
  units_.back().nest = nest;
  units_.back().functions = leaves(nest);
  for (const FunctionId f : units_.back().functions) parts_[f.value()] = {unit};
  return unit;
}

bool Spg::is_abstract(Vertex node) const {
  return hierarchy_->is_interval(units_[node].nest);
}

bool Spg::is_expansible(Vertex node) const {
  const Unit& unit = units_[node];
  return !is_abstract(node) && unit.is_open && unit.greatest_rank > std::max(unit.rank, 1u);
}

std::optional<ValueId> Spg::eligible(Vertex node) {
  Unit& unit = units_[node];
  while (unit.next < unit.eligible.size() && known(ValueId{unit.eligible[unit.next]}) != Mark::kUndefined)
    ++unit.next;
  if (unit.next == unit.eligible.size()) return std::nullopt;
  return ValueId{unit.eligible[unit.next]};
}

void Spg::instantiate(ValueId value, Mark judgement) {
  known_[value.value()] = static_cast<std::uint8_t>(judgement);
}

Vertex Spg::expand(Vertex node) {
  CULPRIT_CHECK(is_expansible(node));
  const auto made = static_cast<Vertex>(units_.size());
  Unit& open = units_[node];
  Unit closed;
  closed.nest = open.nest;
  closed.functions = open.functions;
  closed.rank = std::max(open.rank, 1u);
  closed.is_open = false;
  open.rank = closed.rank + 1;
  auto& parts = parts_[open.functions.front().value()];
  parts.insert(parts.end() - 1, made);
  units_.push_back(std::move(closed));
  project();
  return made;
}

void Spg::fold(Vertex node) {
  CULPRIT_CHECK(node != initial_);
  units_[node].is_folded = true;
  fold_order_.push_back(node);
  look();
}

void Spg::unfold(Vertex node) {
  CULPRIT_CHECK(units_[node].is_folded);
  units_[node].is_folded = false;
  units_[node].is_retracted = true;
  std::erase(fold_order_, node);
  look();
}

void Spg::detail(Vertex node) {
  CULPRIT_CHECK(is_abstract(node));
  units_[node].is_removed = true;
  const auto members = owned_[units_[node].nest - functions_.graph.size()];
  for (const Hierarchy::Nest member : members) add_unit(member);
  project();
}

void Spg::inner_removal(Vertex node) {
  CULPRIT_CHECK(node != initial_);
  // Through folded nodes, too: what one of them calls is not gone for good.
  VertexSet blocked = removed();
  blocked[node] = true;
  keep(reach(graph_, {&initial_, 1}, Along::kCalls, Way::kForward, blocked));
}

void Spg::outer_removal(Vertex node, SearchId instance) {
  CULPRIT_CHECK(unit_of(instances_.value(instance)) == node);
  top_ = instance;
  survey();
  project();
}

void Spg::non_input_removal(Vertex node) {
  const VertexSet decision = input_decision(node);
  VertexSet blocked = removed();
  std::vector<Vertex> from;
  for (const Vertex v : nodes_) {
    if (decision[v])
      from.push_back(v);
    else
      blocked[v] = true;
  }
  keep(reach(graph_, from, Along::kCalls, Way::kForward, blocked));
}

std::uint32_t Spg::left_if_right(Vertex node) const {
  if (is_retracted(node)) return static_cast<std::uint32_t>(nodes_.size());
  VertexSet blocked = out_of_sight();
  blocked[node] = true;
  return count(reach(graph_, {&initial_, 1}, Along::kCalls, Way::kForward, blocked));
}

std::uint32_t Spg::left_if_wrong(Vertex node) const {
  return count(reach(graph_, {&node, 1}, Along::kCalls, Way::kForward, out_of_sight()));
}

std::uint32_t Spg::left_if_inadmissible(Vertex node) const {
  return count(input_decision(node));
}

/// The nodes in sight where a wrong input can have come from: the callers (L), and all that computes something which gets
/// into a parameter of one of them (N). The paper counts a node among its own parameter-predecessors; taken so, N would be
/// everything that a caller calls. Here it is one only if an arc says so.
VertexSet Spg::input_decision(Vertex node) const {
  const VertexSet hidden = out_of_sight();
  VertexSet decision = reach(graph_, {&node, 1}, Along::kCalls, Way::kBackward, hidden);
  std::vector<Vertex> sources;
  for (Vertex v = 0; v < graph_.size(); ++v) {
    if (!decision[v]) continue;
    const auto from = graph_.neighbours(v, ArcKind::kParameter, Way::kBackward);
    sources.insert(sources.end(), from.begin(), from.end());
  }
  const VertexSet feeding = reach(graph_, sources, Along::kParameters, Way::kBackward, removed());
  std::vector<Vertex> callers;
  for (Vertex v = 0; v < graph_.size(); ++v)
    if (feeding[v]) callers.push_back(v);
  const VertexSet computing = reach(graph_, callers, Along::kCalls, Way::kForward, hidden);
  for (Vertex v = 0; v < graph_.size(); ++v)
    if (computing[v]) decision[v] = true;
  return decision;
}

VertexSet Spg::removed() const {
  VertexSet set(units_.size());
  for (Vertex v = 0; v < units_.size(); ++v) set[v] = units_[v].is_removed;
  return set;
}

VertexSet Spg::out_of_sight() const {
  VertexSet set(units_.size(), true);
  for (const Vertex v : nodes_) set[v] = false;
  return set;
}

void Spg::keep(const VertexSet& kept) {
  for (Vertex v = 0; v < units_.size(); ++v)
    if (!kept[v]) units_[v].is_removed = true;
  std::erase_if(fold_order_, [&](Vertex v) { return units_[v].is_removed; });
  look();
}

std::vector<Vertex> Spg::folded_into(Vertex node) const {
  VertexSet blocked(units_.size());
  for (Vertex v = 0; v < units_.size(); ++v) blocked[v] = v != node && !units_[v].is_folded;
  const VertexSet reached = reach(graph_, {&node, 1}, Along::kCalls, Way::kForward, blocked);
  std::vector<Vertex> folded;
  for (const Vertex v : fold_order_)
    if (reached[v] && v != node) folded.push_back(v);
  return folded;
}

std::string Spg::bare_name(Vertex node) const {
  const Unit& unit = units_[node];
  const std::string& function = instances_.tree().function(unit.header).name;
  if (is_abstract(node)) return "I(" + function + ")";
  if (unit.rank == 0) return function;
  return function + "." + std::to_string(unit.rank) + (unit.is_open ? "*" : "");
}

std::string Spg::name(Vertex node) const {
  std::string text = bare_name(node);
  const char* separator = "[";
  for (const Vertex folded : folded_into(node)) {
    text += separator + bare_name(folded);
    separator = ",";
  }
  return *separator == ',' ? text + "]" : text;
}

Subgraph Spg::picture() const {
  std::vector<Arc> arcs;
  const VertexSet hidden = out_of_sight();
  for (const Arc& arc : graph_.arcs())
    if (!hidden[arc.from] && !hidden[arc.to]) arcs.push_back(arc);
  VertexSet passable(units_.size(), true);  // blocked: all but folded nodes
  for (const Vertex v : fold_order_) passable[v] = false;
  for (const Vertex from : nodes_) {
    std::vector<Vertex> into;
    for (const Vertex to : graph_.neighbours(from, ArcKind::kParameter, Way::kForward))
      if (units_[to].is_folded) into.push_back(to);
    const VertexSet through = reach(graph_, into, Along::kParameters, Way::kForward, passable);
    for (Vertex v = 0; v < units_.size(); ++v) {
      if (!through[v]) continue;
      for (const Vertex to : graph_.neighbours(v, ArcKind::kParameter, Way::kForward))
        if (!hidden[to] && to != from) arcs.push_back({ArcKind::kParameter, from, to});
    }
  }
  VertexSet shown(units_.size());
  for (const Vertex v : nodes_) shown[v] = true;
  return induced(Digraph(graph_.size(), initial_, std::move(arcs)), shown, initial_);
}

}  // namespace culprit::graph
