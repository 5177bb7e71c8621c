#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/tree/search_tree.h"
#include "src/tree/tree.h"

namespace culprit::support {

/// Trees of the shapes in shapes.h. Functions are called f0, f1, ...; the root is f0.
tree::Tree call_like(std::uint32_t nodes, std::uint64_t seed = 1);
tree::Tree wide(std::uint32_t nodes, std::uint32_t siblings);
tree::Tree star(std::uint32_t nodes);
tree::Tree path(std::uint32_t nodes);
tree::Tree comb(std::uint32_t nodes);
tree::Tree binomial(std::uint32_t order);
tree::Tree random_recursive(std::uint32_t nodes, std::uint64_t seed = 1);

/// A tree of calls of one function, from parents in preorder (-1 for the root).
/// Precondition: they are in preorder.
tree::Tree from_parents(std::span<const std::int64_t> parents);

/// A tree from lines with a name each, indented by two spaces a level. Names that begin with "for" are those of loops, whose passes they
/// are.
tree::Tree from_names(std::string_view lines);
/// Functions of calls and passes drawn at random, so that there are long loops, nested ones, and calls in between.
tree::Tree looping(std::uint32_t nodes, std::uint64_t seed = 1);

/// Everything a tree holds, a node a line: two trees are the same, up to the numbering of functions, if and
/// only if their dumps are equal.
std::string dump(const tree::Tree& tree);
/// Parents and functions.
std::string dump(const tree::SearchTree& tree);

}  // namespace culprit::support
