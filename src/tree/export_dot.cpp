#include "src/tree/export_dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/base/text.h"
#include "src/tree/node_text.h"
#include "src/tree/sink.h"

namespace culprit::tree {
namespace {

/// The nodes to draw, by level: what is left out is then what lies deepest.
std::vector<NodeId> drawn_nodes(const Tree& tree, const ExportOptions& options) {
  const std::size_t most = std::max(options.max_nodes, 1u);
  std::vector<NodeId> drawn{options.from};
  for (std::size_t i = 0; i < drawn.size() && drawn.size() < most; ++i) {
    const NodeId end = tree.end(drawn[i]);
    for (NodeId child{drawn[i].value() + 1}; child < end && drawn.size() < most; child = tree.end(child)) {
      drawn.push_back(child);
    }
  }
  return drawn;
}

void append_node(std::string& out, const Tree& tree, NodeId n, const Label& label) {
  constexpr std::size_t kLabelColumns = 60;
  std::string call;
  append_call(call, tree.function(n), label);
  out += fmt::format("  n{} [label=", n.value());
  out += dot_quoted(clipped(call, kLabelColumns));
  std::string place;
  append_place(place, tree.function(n));
  if (!place.empty()) {
    out += ", tooltip=";
    out += dot_quoted(place);
  }
  out += tree.is_iteration(n) ? ", style=rounded];\n" : "];\n";
}

}  // namespace

std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

Status write_dot(const Tree& tree, std::ostream& out, const ExportOptions& options) {
  Sink sink(out);
  std::string& text = sink.text();
  text += "digraph culprit {\n  ordering=out;\n  node [shape=box, fontname=\"monospace\"];\n";
  const std::vector<NodeId> drawn = drawn_nodes(tree, options);
  for (const NodeId n : drawn) {
    append_node(text, tree, n, options.label ? options.label(n) : tree.label(n));
    if (n != options.from) text += fmt::format("  n{} -> n{};\n", tree.parent(n).value(), n.value());
    sink.settle();
  }
  const std::size_t hidden = tree.subtree_size(options.from) - drawn.size();
  if (hidden > 0) {
    text +=
        fmt::format("  more [shape=note, label=\"{} more {} not drawn\"];\n  n{} -> more [style=dotted];\n",
                    with_commas(hidden), hidden == 1 ? "node is" : "nodes are", options.from.value());
  }
  text += "}\n";
  return sink.finish();
}

}  // namespace culprit::tree
