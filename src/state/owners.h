#pragma once

#include <string>

#include "src/base/ids.h"
#include "src/state/catalogue.h"
#include "src/state/memory.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Who owns a byte that no path leads to. All must outlive it.
class Owners {
 public:
  Owners(const trace::Trace& trace, const tree::Tree& tree, const Memory& memory, const Catalogue& catalogue)
      : trace_(trace), tree_(tree), memory_(memory), catalogue_(catalogue) {}

  struct Owner {
    std::string name;   ///< "what was allocated in f", a global, "variables of f", "memory without a name"
    Address start = 0;  ///< of what it owns; 0 if that is not known
    Address end = 0;    ///< the byte behind it, at least
  };
  Owner owner(Address byte, Rank rank) const;
  /// The call in whose frame the byte lies; kNoNode if in none.
  NodeId frame_owner(Address byte, Rank rank) const;
  /// " allocated in f"; empty if that is not known.
  std::string allocated_in(const Cover& cover) const;

 private:
  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Memory& memory_;
  const Catalogue& catalogue_;
};

}  // namespace culprit::state
