#pragma once

#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

#include "recorders/cxx/pass/source_loops.h"

namespace llvm {
class DILocation;
class DominatorTree;
class Function;
class Instruction;
}  // namespace llvm

namespace culprit::mutants {

/// Where an instruction stands in the source: what the table says of a site.
struct Place {
  unsigned line = 0;
  unsigned column = 0;
  unsigned loop_line = 0;  ///< of the innermost loop around it; 0: in none
  unsigned loop_last_line = 0;
  std::string head;  ///< in the loop's head: "start", "bound" or "step"; else empty
};

/// The place of an instruction in the source's own text; null for those that the compiler made up or inlined.
const llvm::DILocation* location(const llvm::Instruction& instruction);

/// The places of a function's instructions, as they are before anything is mutated.
class Places {
 public:
  explicit Places(llvm::Function& function);
  /// Precondition: the instruction was there from the start, and has a location.
  Place of(const llvm::Instruction& instruction) const;

 private:
  Place find(const llvm::Instruction& instruction, const std::vector<pass::SourceLoop>& loops,
             const llvm::DominatorTree& dominators) const;

  llvm::DenseMap<const llvm::Instruction*, Place> places_;
};

}  // namespace culprit::mutants
