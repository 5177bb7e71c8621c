#pragma once

#include <rapidcheck.h>

#include <optional>
#include <string>
#include <vector>

#include "src/tree/tree.h"

namespace culprit::support {

/// A node to be made: `up` says how many levels to go up first (modulo the depth, so that any list of nodes
/// is a tree, and a failing law shrinks to a small one).
struct NodeSpec {
  std::uint32_t up = 0;
  std::string name;
  std::optional<std::string> inputs;
  std::optional<std::string> result;
  std::string file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  std::uint32_t weight = 1;
  bool is_pass = false;  ///< of the loop of that name
};

/// Functions are told apart by name and place. Contexts are set if any node has one, weights if any is not 1. An empty
/// list gives a lone root.
tree::Tree build(const std::vector<NodeSpec>& nodes);
void showValue(const std::vector<NodeSpec>& nodes, std::ostream& out);

/// Words that are hard to take apart: parentheses, ` = `, quotes, backslashes, places, other scripts. No
/// control characters, no spaces at the end.
rc::Gen<std::string> hostile_text();

/// Small trees of any shape. Names f, g, h; no texts.
rc::Gen<std::vector<NodeSpec>> plain_trees();
/// The same with two loops, l and m, whose passes may be anywhere.
rc::Gen<std::vector<NodeSpec>> looping_trees();
/// Small trees with names, inputs, results, places, contexts and weights drawn from `text` (some absent).
rc::Gen<std::vector<NodeSpec>> labelled_trees(rc::Gen<std::string> text);

}  // namespace culprit::support
