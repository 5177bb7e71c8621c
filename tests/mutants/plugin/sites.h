#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>
#include <llvm/IR/IRBuilder.h>

#include <memory>

#include "tests/mutants/plugin/places.h"

namespace llvm {
class GlobalVariable;
class Module;
class raw_ostream;
}  // namespace llvm

namespace culprit::mutants {

/// Numbers the mutation sites of a module, and writes them to a table: a line of JSON each. Site k of unit u has the number
/// u * kSitesOfUnit + k, so that the units of a program are compiled without knowing of each other.
class Sites {
 public:
  static constexpr unsigned kSitesOfUnit = 1 << 16;

  /// The table must outlive it.
  Sites(llvm::Module& module, unsigned unit, llvm::raw_ostream& table);

  /// The next sites are in this function. Precondition: it was not yet changed.
  void begin(llvm::Function& function, bool is_node);
  /// Notes a site, and gives the condition that its mutant is on. `site` was in the function from the start.
  llvm::Value* is_on(llvm::IRBuilder<>& builder, const llvm::Instruction& site, llvm::StringRef kind,
                     const llvm::Twine& change);

 private:
  void write(unsigned number, const llvm::Instruction& site, llvm::StringRef kind, const llvm::Twine& change);

  llvm::raw_ostream& table_;
  llvm::GlobalVariable* switch_;
  unsigned last_;
  llvm::Function* function_ = nullptr;
  bool is_node_ = false;
  std::unique_ptr<Places> places_;
};

/// For code in front of an instruction, with its location: code without one would move the recorder's prologues and loops.
inline llvm::IRBuilder<> before(llvm::Instruction& instruction) {
  return llvm::IRBuilder<>(&instruction);
}
/// A load that no source has.
llvm::Value* load_added(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* from);

}  // namespace culprit::mutants
