#pragma once

#include <cstdint>
#include <vector>

#include "recorders/fun/code.h"

namespace culprit::fun {

/// An arc of the function dependency graph (Takahashi and Ono, "Strategic Bug Location Method for Functional Programs", section
/// 2.2), between rows of Code::functions.
struct Dependency {
  enum class Kind : std::uint8_t { kCall, kParameter };
  Kind kind;
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t parameter = 0;  ///< of `to`, from 0
  friend auto operator<=>(const Dependency&, const Dependency&) = default;
};

/// All arcs of the program and its expression, sorted, each once.
///
/// Call f -> g: the text of f calls g. Parameter f -> g: in the text of some function an argument of g is computed with the
/// value of a call of f: through operators, built-in functions, tuples, names, branches and their conditions, but not through another
/// call: in g(k(f(x))) the argument of g is k's value, and f's is an argument of k.
std::vector<Dependency> dependencies_of(const Code& code);

}  // namespace culprit::fun
