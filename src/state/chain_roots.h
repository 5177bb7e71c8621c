#pragma once

#include <utility>
#include <vector>

#include "src/state/catalogue.h"
#include "src/state/context.h"

namespace culprit::state {

/// What a run of nodes can see, before its first and after its last: pairs of the same thing then and now.
using RootPairs = std::vector<std::pair<Root, Root>>;

/// The ends of a run, with the names of their functions.
struct RunEnds {
  const Context& first;
  const Context& last;
  std::string last_function;
  bool same_variables =
      false;  ///< both are iterations in one call, and their variables with one name are one
};

/// What leads to memory that others see, each once, whether the first or the last was given it; the copies that the last
/// one owns, for what these lead to; and variables that both know. What was passed by value to single calls is none of
/// their common state. Of two things with one name the later one says whose it is.
RootPairs chain_roots(const Catalogue& catalogue, const RunEnds& ends);

}  // namespace culprit::state
