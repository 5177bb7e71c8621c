#include <algorithm>
#include <array>

#include "src/base/check.h"
#include "src/graph/spg.h"

namespace culprit::graph {
namespace {

/// Collects arcs, nearly each once: those that come again soon are left out at once, the digraph drops the rest.
class ArcFilter {
 public:
  explicit ArcFilter(std::vector<Arc>& arcs) : arcs_(arcs) { seen_.fill(~std::uint64_t{0}); }
  void add(Vertex from, Vertex to) {
    const std::uint64_t pair = (std::uint64_t{from} << 32) | to;
    std::uint64_t& slot = seen_[(pair * 0x9E3779B97F4A7C15u) >> 52];
    if (slot == pair) return;
    slot = pair;
    arcs_.push_back({ArcKind::kCall, from, to});
  }

 private:
  std::vector<Arc>& arcs_;
  std::array<std::uint64_t, 4096> seen_;
};

}  // namespace

/// Finds the values below the top, and which of them lie below another instance of their function.
void Spg::survey() {
  present_.clear();
  for (std::uint32_t v = 0; v < instances_.values(); ++v) {
    here_[v] = kNoSearchId.value();
    is_inner_[v] = 0;
  }
  const std::uint32_t end = instances_.tree().end(top_).value();
  for (std::uint32_t i = top_.value(); i < end; ++i) {
    const ValueId value = instances_.value(SearchId{i});
    if (value == kNoValue) continue;
    if (here_[value.value()] == kNoSearchId.value()) {
      here_[value.value()] = i;
      present_.push_back(value.value());
    }
    const SearchId outer = instances_.outer(SearchId{i});
    if (outer != kNoSearchId && outer >= top_) is_inner_[value.value()] = 1;
  }
  work_ += end - top_.value() + instances_.values();
}

/// The functions below the top with their realised calls, abstracted to one node. S0 of the paper.
void Spg::build_hierarchy() {
  VertexSet is_present(instances_.tree().functions().size());
  for (const std::uint32_t v : present_) is_present[instances_.function(ValueId{v}).value()] = true;
  std::vector<Vertex> vertex(is_present.size(), kNoVertex);
  for (std::uint32_t f = 0; f < is_present.size(); ++f) {
    if (!is_present[f]) continue;
    vertex[f] = static_cast<Vertex>(functions_.functions.size());
    functions_.functions.push_back(FunctionId{f});
  }
  std::vector<Arc> arcs;
  ArcFilter filter(arcs);
  for (const std::uint32_t v : present_)
    for (const std::uint32_t child : instances_.children(ValueId{v}))
      filter.add(vertex[instances_.function(ValueId{v}).value()],
                 vertex[instances_.function(ValueId{child}).value()]);
  functions_.graph = Digraph(static_cast<std::uint32_t>(functions_.functions.size()),
                             vertex[instances_.tree().function_id(top_).value()], std::move(arcs));
  hierarchy_.emplace(functions_.graph);
  own_nests();
  work_ += present_.size();
}

/// A vertex that was split stands in several intervals; as a node it is where the way down from the top meets it first.
/// (The copies serve to find the structure. A function in two nodes would have its instances asked in both.)
void Spg::own_nests() {
  const std::uint32_t base = functions_.graph.size();
  Hierarchy::Nest most = base;
  for (const auto& level : hierarchy_->levels())
    for (const Hierarchy::Nest nest : level.nests) most = std::max(most, nest + 1);
  owned_.resize(most - base);
  std::vector<bool> is_owned(most);
  std::vector<Hierarchy::Nest> open{hierarchy_->top()};
  while (!open.empty()) {
    const Hierarchy::Nest nest = open.back();
    open.pop_back();
    if (!hierarchy_->is_interval(nest)) continue;
    auto& members = owned_[nest - base];
    for (const Hierarchy::Nest member : hierarchy_->detail(nest)) {
      if (is_owned[member]) continue;
      is_owned[member] = true;
      members.push_back(member);
    }
    open.insert(open.end(), members.rbegin(), members.rend());
  }
}

/// What the nodes are now: arcs that instances realise, ranks, and what can be asked.
void Spg::project() {
  for (Unit& unit : units_) {
    unit.greatest_rank = 0;
    unit.eligible.clear();
    unit.next = 0;
  }
  find_headers();
  std::vector<Arc> arcs;
  ArcFilter filter(arcs);
  for (const std::uint32_t v : present_) {
    const ValueId value{v};
    const Vertex from = unit_of(value);
    if (from == kNoVertex) continue;
    Unit& unit = units_[from];
    unit.greatest_rank = std::max(unit.greatest_rank, instances_.rank(value));
    const bool is_eligible =
        !unit.is_open || (instances_.function(value) == unit.header && is_inner_[v] == 0);
    if (is_eligible) unit.eligible.push_back(v);
    for (const std::uint32_t child : instances_.children(value)) {
      const Vertex to = unit_of(ValueId{child});
      if (to != kNoVertex) filter.add(from, to);
    }
  }
  work_ += present_.size();
  add_parameter_arcs(arcs);
  initial_ = unit_of(instances_.value(top_));
  CULPRIT_CHECK(initial_ != kNoVertex);
  graph_ = Digraph(static_cast<std::uint32_t>(units_.size()), initial_, std::move(arcs));
  look();
}

/// An interval is asked about by its header, or, if that does not occur below the top, by the next member that does.
void Spg::find_headers() {
  std::vector<bool> is_present(parts_.size());
  for (const std::uint32_t v : present_) is_present[instances_.function(ValueId{v}).value()] = true;
  for (Unit& unit : units_) {
    const auto found =
        std::ranges::find_if(unit.functions, [&](FunctionId f) { return is_present[f.value()]; });
    unit.header = found == unit.functions.end() ? unit.functions.front() : *found;
  }
}

void Spg::add_parameter_arcs(std::vector<Arc>& arcs) const {
  for (const FunctionArc& arc : arcs_) {
    if (arc.kind != ArcKind::kParameter) continue;
    for (const Vertex from : parts_[arc.from.value()]) {
      for (const Vertex to : parts_[arc.to.value()]) {
        if (from == to || units_[from].is_removed || units_[to].is_removed) continue;
        arcs.push_back({ArcKind::kParameter, from, to});
      }
    }
  }
}

/// In sight is what calls lead to from the initial node without passing a folded one.
void Spg::look() {
  VertexSet blocked(units_.size());
  for (Vertex v = 0; v < units_.size(); ++v)
    blocked[v] = units_[v].is_removed || (units_[v].is_folded && v != initial_);
  const VertexSet reached = reach(graph_, {&initial_, 1}, Along::kCalls, Way::kForward, blocked);
  nodes_.clear();
  for (Vertex v = 0; v < units_.size(); ++v)
    if (reached[v]) nodes_.push_back(v);
}

}  // namespace culprit::graph
