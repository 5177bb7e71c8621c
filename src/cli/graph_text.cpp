#include "src/cli/graph_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/tree/export_dot.h"

namespace culprit::cli {
namespace {

std::string label_of(const service::GraphView::Node& node) {
  return node.calls > 1 ? node.label + fmt::format(" ({} calls)", with_commas(node.calls)) : node.label;
}

}  // namespace

std::string graph_dot(const service::GraphView& view) {
  std::string out = "digraph culprit {\n  node [shape=box, fontname=\"monospace\"];\n";
  for (const std::string& step : view.steps) out += "  // " + step + "\n";
  for (std::size_t i = 0; i < view.nodes.size(); ++i)
    out += fmt::format("  n{} [label={}{}];\n", i, tree::dot_quoted(label_of(view.nodes[i])),
                       i == view.initial ? ", penwidth=2" : "");
  for (const service::GraphView::Arc& arc : view.arcs)
    out += fmt::format("  n{} -> n{}{};\n", arc.from, arc.to, arc.is_parameter ? " [style=dotted]" : "");
  return out + "}\n";
}

std::string graph_json(const service::GraphView& view, const std::string& kind) {
  nlohmann::ordered_json out{{"kind", kind}, {"initial", view.initial}};
  out["nodes"] = nlohmann::ordered_json::array();
  for (const service::GraphView::Node& node : view.nodes) {
    nlohmann::ordered_json row{{"label", node.label}};
    if (node.calls > 0) row["calls"] = node.calls;
    if (kind == "instance" || kind == "value") row["node"] = node.name;
    out["nodes"].push_back(std::move(row));
  }
  out["arcs"] = nlohmann::ordered_json::array();
  for (const service::GraphView::Arc& arc : view.arcs)
    out["arcs"].push_back(
        {{"from", arc.from}, {"to", arc.to}, {"kind", arc.is_parameter ? "parameter" : "call"}});
  if (kind == "spg") out["steps"] = view.steps;
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace culprit::cli
