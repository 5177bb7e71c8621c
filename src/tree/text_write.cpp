#include <fmt/format.h>

#include <sstream>

#include "src/base/text.h"
#include "src/tree/node_text.h"
#include "src/tree/sink.h"
#include "src/tree/text.h"
#include "src/tree/text_escape.h"
#include "src/tree/walk.h"

namespace culprit::tree {
namespace {

void append_node(std::string& out, const Function& function, const Label& label, bool places) {
  std::string text;
  append_call(text, function, label);
  const std::size_t before = text.size();
  if (places) append_place(text, function);
  if (text.size() > before) text.insert(before, "  @");
  if (needs_backslash(text)) out += '\\';
  out += text;
}

/// Bytes of the indentation, names and line ends: a lower bound of the output's size. O(nodes).
std::uint64_t least_size(const Tree& tree, const TextOptions& options) {
  std::uint64_t bytes = 0;
  for_each_level(tree, options.from, options.depth, [&](NodeId n, std::uint32_t level, bool) {
    bytes += 2 * std::uint64_t{level} + tree.function(n).name.size() + 1;
    return bytes <= options.max_bytes;
  });
  return bytes;
}

}  // namespace

Status write_text(const Tree& tree, std::ostream& out, const TextOptions& options, const Progress& progress) {
  if (least_size(tree, options) > options.max_bytes) {
    return fail(ErrorCode::kTooLarge,
                fmt::format("the tree has {} nodes, and indenting them would take more than {} bytes of text",
                            with_commas(tree.subtree_size(options.from)), with_commas(options.max_bytes)),
                "Write JSON instead, which has no indentation, or limit the depth.");
  }
  Sink sink(out);
  for_each_level(tree, options.from, options.depth, [&](NodeId n, std::uint32_t level, bool is_cut) {
    std::string& text = sink.text();
    text.append(2 * std::size_t{level}, ' ');
    append_node(text, tree.function(n), options.label ? options.label(n) : tree.label(n), options.places);
    text += '\n';
    if (is_cut) {
      text.append(2 * std::size_t{level} + 2, ' ');
      const std::uint32_t hidden = tree.subtree_size(n) - 1;
      text += fmt::format("# {} more {} below\n", with_commas(hidden), hidden == 1 ? "node" : "nodes");
    }
    if (sink.settle())
      progress("writing the tree", n.value() - options.from.value(), tree.subtree_size(options.from));
    return sink.good();
  });
  return sink.finish();
}

std::string to_text(const Tree& tree) {
  std::ostringstream out;
  const Status ok = write_text(tree, out);
  CULPRIT_CHECK(ok.has_value());
  return std::move(out).str();
}

}  // namespace culprit::tree
