#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/transform/reshaped.h"

namespace culprit::transform {

// Reshaped trees as indented text: a node a line, with the name of its function; names that start with "loop" are
// iterations. "f collapsed" and "run projected" are made nodes. The others are the nodes of the original, in their order.

inline constexpr std::string_view kCollapsedWord = " collapsed";
inline constexpr std::string_view kProjectedWord = " projected";

inline FunctionId function_named(tree::TreeBuilder& builder, const std::string& name) {
  for (std::uint32_t i = 0; i < builder.functions().size(); ++i) {
    if (builder.functions()[i].name == name) return FunctionId{i};
  }
  tree::Function function;
  function.name = name;
  if (name.starts_with("loop")) function.kind = tree::FunctionKind::kLoop;
  if (name == "run") function.kind = tree::FunctionKind::kRun;
  return builder.add_function(std::move(function));
}

inline Made take_made_word(std::string& line) {
  for (const auto& [word, made] :
       {std::pair(kCollapsedWord, Made::kCollapsed), {kProjectedWord, Made::kProjected}}) {
    if (!line.ends_with(word)) continue;
    line.resize(line.size() - word.size());
    return made;
  }
  return Made::kNo;
}

inline Reshaped from_text(std::string_view text) {
  tree::TreeBuilder builder;
  Reshaped result;
  std::uint32_t originals = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    const std::size_t level = line.find_first_not_of(' ') / 2;
    while (builder.depth() > level) builder.close();
    line.erase(0, 2 * level);
    const Made made = take_made_word(line);
    const NodeId node = builder.open(function_named(builder, line));
    result.origin.push_back(originals);
    if (made == Made::kNo) ++originals;
    if (made == Made::kNo) continue;
    result.made.push_back(node.value());
    result.kinds.push_back(static_cast<std::uint8_t>(made));
  }
  result.tree = builder.finish();
  return result;
}

/// The original of such a tree: all but the made nodes.
inline tree::Tree original_of(const Reshaped& reshaped) {
  tree::TreeBuilder builder;
  for (const tree::Function& function : reshaped.tree.functions()) builder.add_function(function);
  std::vector<NodeId> open;
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) {
    if (reshaped.is_made(NodeId{n})) continue;
    for (; !open.empty() && !reshaped.tree.contains(open.back(), NodeId{n}); open.pop_back()) builder.close();
    builder.open(reshaped.tree.function_id(NodeId{n}));
    open.emplace_back(n);
  }
  return builder.finish();
}

inline std::string to_text(const Reshaped& reshaped) {
  std::string text;
  std::vector<std::uint32_t> level(reshaped.tree.size());
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) {
    const NodeId node{n};
    if (n > 0) level[n] = level[reshaped.tree.parent(node).value()] + 1;
    const Made made = reshaped.made_as(node);
    text += std::string(2 * level[n], ' ') + reshaped.tree.function(node).name;
    if (made == Made::kCollapsed) text += kCollapsedWord;
    if (made == Made::kProjected) text += kProjectedWord;
    text += "\n";
  }
  return text;
}

/// Empty, or the first law of a reshaped tree that does not hold.
inline std::string broken_law(const Reshaped& reshaped, const tree::Tree& original) {
  const tree::Tree& tree = reshaped.tree;
  if (tree.size() == 0 || reshaped.origin.size() != tree.size()) return "not an origin for each node";
  if (reshaped.origin[0] != 0) return "the root is not the original's";
  if (reshaped.made.size() != reshaped.kinds.size()) return "not a kind for each made node";
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const NodeId node{n};
    const NodeId origin = reshaped.origin_of(node);
    while (!open.empty() && tree.end(NodeId{open.back()}) <= node) open.pop_back();
    if (tree.parent(node) != (open.empty() ? kNoNode : NodeId{open.back()})) return "not in preorder";
    if (tree.end(node) <= node || tree.end(node).value() > tree.size()) return "an end is wrong";
    if (n > 0 && tree.end(node) > tree.end(tree.parent(node))) return "a child ends after its parent";
    open.push_back(n);
    if (n > 0 && origin < reshaped.origin_of(NodeId{n - 1})) return "origins fall";
    if (reshaped.is_made(node)) continue;
    if (n > 0 && origin == reshaped.origin_of(NodeId{n - 1}) && !reshaped.is_made(NodeId{n - 1}))
      return "an origin twice";
    if (tree.function(node).name != original.function(origin).name)
      return "another function than the original";
    if (reshaped.node_of(original, origin) != node) return "node_of does not undo origin_of";
    NodeId above = tree.parent(node);
    while (above != kNoNode && reshaped.is_made(above)) above = tree.parent(above);
    if (above != kNoNode && !original.contains(reshaped.origin_of(above), origin))
      return "not below its parent";
  }
  return "";
}

}  // namespace culprit::transform
