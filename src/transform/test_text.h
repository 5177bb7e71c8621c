#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/progress.h"
#include "src/transform/drop.h"
#include "src/transform/reshaped.h"
#include "src/tree/search_tree.h"

namespace culprit::transform {

// Reshaped trees as indented text: a node a line, with the name of its function; names that start with "loop" are
// iterations. "f collapsed" and "chain projected" are made nodes. The others are the nodes of the original, in their order.

inline constexpr std::string_view kCollapsedWord = " collapsed";
inline constexpr std::string_view kProjectedWord = " projected";

inline FunctionId function_named(tree::TreeBuilder& builder, const std::string& name) {
  for (std::uint32_t i = 0; i < builder.functions().size(); ++i) {
    if (builder.functions()[i].name == name) return FunctionId{i};
  }
  tree::Function function;
  function.name = name;
  if (name.starts_with("loop")) function.kind = tree::FunctionKind::kLoop;
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

struct TextLine {
  std::size_t level;
  std::string name;
  Made made;
};
inline std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    const std::size_t level = line.find_first_not_of(' ') / 2;
    line.erase(0, 2 * level);
    const Made made = take_made_word(line);
    lines.push_back({level, std::move(line), made});
  }
  return lines;
}

inline Reshaped from_text(std::string_view text) {
  const std::vector<TextLine> lines = lines_of(text);
  // The subject: what is made is left out, and its parts move up.
  tree::TreeBuilder subject;
  std::vector<std::size_t> open;
  std::vector<bool> is_made;
  for (const TextLine& line : lines) {
    for (; !open.empty() && open.back() >= line.level; open.pop_back(), is_made.pop_back())
      if (!is_made.back()) subject.close();
    open.push_back(line.level);
    is_made.push_back(line.made != Made::kNo);
    if (line.made == Made::kNo) subject.open(function_named(subject, line.name));
  }
  const tree::SearchTree from(subject.finish());
  tree::SearchTreeBuilder builder(from);
  Column<std::uint32_t> rows;
  Column<std::uint8_t> kinds;
  std::size_t depth = 0;
  std::uint32_t originals = 0;
  for (const TextLine& line : lines) {
    for (; depth > line.level; --depth) builder.close();
    const SearchId row = builder.open(SearchId{originals}, line.made == Made::kProjected);
    ++depth;
    if (line.made == Made::kNo) {
      ++originals;
      continue;
    }
    rows.push_back(row.value());
    kinds.push_back(static_cast<std::uint8_t>(line.made));
  }
  return {builder.finish(), SharedColumn(std::move(rows)), SharedColumn(std::move(kinds))};
}

/// The original of such a tree: all but the made nodes.
inline tree::Tree original_of(const Reshaped& reshaped) {
  tree::TreeBuilder builder;
  for (const tree::Function& function : reshaped.tree.functions()) builder.add_function(function);
  std::vector<SearchId> open;
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) {
    if (reshaped.is_made(SearchId{n})) continue;
    for (; !open.empty() && !reshaped.tree.contains(open.back(), SearchId{n}); open.pop_back())
      builder.close();
    builder.open(reshaped.tree.function_id(SearchId{n}));
    open.emplace_back(n);
  }
  return builder.finish();
}

inline std::string to_text(const Reshaped& reshaped) {
  std::string text;
  std::vector<std::uint32_t> level(reshaped.tree.size());
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) {
    const SearchId node{n};
    if (n > 0) level[n] = level[reshaped.tree.parent(node).value()] + 1;
    const Made made = reshaped.made_as(node);
    text += std::string(2 * level[n], ' ') + reshaped.tree.function(node).name;
    if (made == Made::kCollapsed) text += kCollapsedWord;
    if (made == Made::kProjected) text += kProjectedWord;
    text += "\n";
  }
  return text;
}

/// The node that each row stands for.
inline std::vector<NodeId> origins(const Reshaped& reshaped) {
  std::vector<NodeId> nodes;
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) nodes.push_back(reshaped.origin_of(SearchId{n}));
  return nodes;
}

/// Empty, or the first law of a reshaped tree that does not hold.
inline std::string broken_law(const Reshaped& reshaped, const tree::Tree& original) {
  const tree::SearchTree& tree = reshaped.tree;
  if (tree.size() == 0) return "no row";
  if (reshaped.origin_of(tree.root()) != original.root()) return "the root is not the original's";
  if (reshaped.made.size() != reshaped.kinds.size()) return "not a kind for each made node";
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const SearchId node{n};
    const NodeId origin = reshaped.origin_of(node);
    while (!open.empty() && tree.end(SearchId{open.back()}) <= node) open.pop_back();
    if (tree.parent(node) != (open.empty() ? kNoSearchId : SearchId{open.back()})) return "not in preorder";
    if (tree.end(node) <= node || tree.end(node).value() > tree.size()) return "an end is wrong";
    if (n > 0 && tree.end(node) > tree.end(tree.parent(node))) return "a child ends after its parent";
    open.push_back(n);
    if (n > 0 && origin < reshaped.origin_of(SearchId{n - 1})) return "origins fall";
    if (reshaped.is_made(node)) continue;
    if (n > 0 && origin == reshaped.origin_of(SearchId{n - 1}) && !reshaped.is_made(SearchId{n - 1}))
      return "an origin twice";
    if (tree.function(node).name != original.function(origin).name)
      return "another function than the original";
    if (reshaped.find(origin) != node) return "find does not undo origin_of";
    if (reshaped.nearest(original, origin) != node) return "nearest does not undo origin_of";
    SearchId above = tree.parent(node);
    while (above != kNoSearchId && reshaped.is_made(above)) above = tree.parent(above);
    if (above != kNoSearchId && !original.contains(reshaped.origin_of(above), origin))
      return "not below its parent";
  }
  return "";
}

/// Told to nobody.
inline Reshaped drop(Reshaped from, const RowBits& dropped) {
  const Progress nobody = no_progress;
  Steps steps(nobody, "", 0);
  return drop(std::move(from), dropped, steps);
}

}  // namespace culprit::transform
