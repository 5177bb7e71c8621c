#include "recorders/cxx/pass/selection.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "recorders/cxx/pass/names.h"

namespace culprit::pass {
namespace {

using namespace llvm;

std::vector<std::string> globs_of(const char* variable) {
  std::vector<std::string> globs;
  const char* value = std::getenv(variable);
  std::istringstream list(value ? value : "");
  for (std::string glob; std::getline(list, glob, ',');)
    if (!glob.empty()) globs.push_back(glob);
  return globs;
}

bool is_match(const std::string& glob, const std::string& path, const std::string& name) {
  if (glob.find_first_of("/.") == std::string::npos) return matches_glob(glob, name);
  return matches_glob(glob, path) || matches_glob("*/" + glob, path) ||
         matches_glob("*/" + glob + "/*", path);
}

constexpr const char* kResolver = "culprit-resolver";

/// The complete constructor that only calls the base one, and the destructors that only call each other: one node is
/// enough. Their names differ in one digit (C1 and C2; D0, D1 and D2), and who has the lower one delegates.
bool is_delegating(const Function& function) {
  const DISubprogram* own = function.getSubprogram();
  if (!own->getDeclaration()) return false;
  for (const Instruction& instruction : instructions(function)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    const DISubprogram* other = callee ? callee->getSubprogram() : nullptr;
    if (!callee || callee == &function) continue;
    const StringRef a = function.getName(), b = callee->getName();
    if (other ? other->getDeclaration() != own->getDeclaration() : !b.starts_with("_ZN")) continue;
    if (a.size() != b.size()) continue;
    const auto [at, other_at] = std::mismatch(a.begin(), a.end(), b.begin());
    if (at == a.end() || at == a.begin() || at[0] >= other_at[0] || other_at[0] > '2' || at[0] < '0')
      continue;
    if ((at[-1] == 'C' || at[-1] == 'D') && std::equal(at + 1, a.end(), other_at + 1)) return true;
  }
  return false;
}

/// A constructor that copies or moves.
bool is_copying(const DISubprogram* subprogram) {
  const DITypeRefArray types = subprogram->getType()->getTypeArray();
  if (types.size() < 3 || !types[2]) return false;
  const auto* reference = dyn_cast<DIDerivedType>(types[2]);
  if (!reference || (reference->getTag() != dwarf::DW_TAG_reference_type &&
                     reference->getTag() != dwarf::DW_TAG_rvalue_reference_type))
    return false;
  const DIType* object = reference->getBaseType();
  if (const auto* qualified = dyn_cast_or_null<DIDerivedType>(object);
      qualified && qualified->getTag() == dwarf::DW_TAG_const_type)
    object = qualified->getBaseType();
  return object == class_of(subprogram);
}

/// A constructor that the compiler made, but of code that somebody wrote: default member initialisers. What the compiler added (the
/// constructors of bases and members, the return) stands at the name of the class; an initialiser stands elsewhere.
bool runs_initialisers(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (!is_constructor(subprogram) || is_copying(subprogram)) return false;
  const DILocation* end = nullptr;
  for (const Instruction& instruction : instructions(function))
    if (isa<ReturnInst>(instruction)) end = instruction.getDebugLoc();
  if (!end) return false;
  return std::ranges::any_of(instructions(function), [&](const Instruction& instruction) {
    const DILocation* place = instruction.getDebugLoc();
    if (!place || place->getLine() == 0 || place->getScope()->getSubprogram() != subprogram) return false;
    return (isa<StoreInst>(instruction) || isa<CallBase>(instruction)) &&
           (place->getLine() != end->getLine() || place->getColumn() != end->getColumn());
  });
}

}  // namespace

void mark_resolvers(Module& module) {
  std::vector<Function*> open;
  for (GlobalIFunc& ifunc : module.ifuncs()) open.push_back(ifunc.getResolverFunction());
  while (!open.empty()) {
    Function* function = open.back();
    open.pop_back();
    if (!function || function->isDeclaration() || is_resolver(*function)) continue;
    function->addFnAttr(kResolver);
    for (Instruction& instruction : instructions(*function))
      if (auto* call = dyn_cast<CallBase>(&instruction))
        open.push_back(dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases()));
  }
}

bool is_resolver(const Function& function) {
  return function.hasFnAttribute(kResolver);
}

bool matches_glob(const std::string& glob, const std::string& text) {
  // Greedy with one step back: a star takes as little as lets the rest match.
  std::size_t g = 0, t = 0, star = std::string::npos, mark = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      mark = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string::npos) {
      g = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string::npos;
}

Selection::Selection() : include_(globs_of("CULPRIT_INCLUDE")), exclude_(globs_of("CULPRIT_EXCLUDE")) {}

bool Selection::is_wanted(const std::string& path, const std::string& name) const {
  const auto matches = [&](const std::string& glob) { return is_match(glob, path, name); };
  if (std::ranges::any_of(exclude_, matches)) return false;
  return include_.empty() ? !is_system_path(path) : std::ranges::any_of(include_, matches);
}

Role Selection::role(const Function& function) const {
  if (function.isDeclaration() || function.isIntrinsic() || function.hasFnAttribute(Attribute::Naked) ||
      is_resolver(function) || function.getName().starts_with("culprit."))
    return Role::kUntouched;
  const DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram || function.isPresplitCoroutine()) return Role::kWrites;
  if (subprogram->isArtificial() && !runs_initialisers(function)) return Role::kWrites;
  const std::string name = function_name(subprogram);
  // What the compiler made: initialisers of globals, thunks, the function behind a lambda's function pointer.
  const StringRef own = subprogram->getName();
  if (own.empty() || own.starts_with("__cxx_global") || own.starts_with("_GLOBAL_") || own == "__invoke" ||
      own.starts_with("__tls_"))
    return Role::kWrites;
  if (!is_wanted(file_path(subprogram->getFile()), name) || is_delegating(function)) return Role::kWrites;
  return Role::kNode;
}

}  // namespace culprit::pass
