#include "recorders/cxx/pass/thrown.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// The types of a module by the names that the C++ ABI has for them.
class MangledTypes {
 public:
  explicit MangledTypes(const Module& module) : context_(module.getContext()) {
    DebugInfoFinder finder;
    finder.processModule(module);
    for (const DIType* type : finder.types()) {
      const auto* composite = dyn_cast<DICompositeType>(type);
      if (!composite || composite->isForwardDecl() || composite->getName().empty()) continue;
      // What only this module can name has no identifier.
      StringRef identifier = composite->getIdentifier();
      if (identifier.consume_front("_ZTS"))
        by_identifier_.try_emplace(identifier, composite);
      else
        by_name_.try_emplace(type_name(composite), composite);
    }
  }
  /// Null if debug info does not have it.
  const DIType* find(StringRef mangled) const {
    if (mangled == "c")
      return DIBasicType::get(context_, dwarf::DW_TAG_base_type, "char", 8, 0, dwarf::DW_ATE_signed_char,
                              DINode::FlagZero);
    if (mangled.consume_front("P")) return derived(dwarf::DW_TAG_pointer_type, mangled, 64);
    if (mangled.consume_front("K")) return derived(dwarf::DW_TAG_const_type, mangled, 0);
    if (const DIType* type = by_identifier_.lookup(mangled)) return type;
    StringRef name = mangled;
    const std::string readable = demangle(("_ZTS" + name).str());
    name = readable;
    return name.consume_front("typeinfo name for ") ? by_name_.lookup(name) : nullptr;
  }

 private:
  const DIType* derived(unsigned tag, StringRef mangled, std::uint64_t bits) const {
    const DIType* base = find(mangled);
    if (!base) return nullptr;
    return DIDerivedType::get(context_, tag, "", nullptr, 0, nullptr, const_cast<DIType*>(base), bits, 0, 0,
                              std::nullopt, std::nullopt, DINode::FlagZero);
  }

  LLVMContext& context_;
  StringMap<const DIType*> by_identifier_;
  StringMap<const DIType*> by_name_;
};

}  // namespace

void describe_thrown(const Module& module, ModuleTables& tables, Types& types) {
  const Function* thrower = module.getFunction("__cxa_throw");
  if (!thrower) return;
  SmallSetVector<GlobalVariable*, 8> thrown;
  for (const User* user : thrower->users()) {
    const auto* call = dyn_cast<CallBase>(user);
    if (!call || call->getCalledOperand() != thrower || call->arg_size() != 3) continue;
    if (auto* description = dyn_cast<GlobalVariable>(call->getArgOperand(1)->stripPointerCasts()))
      if (description->getName().starts_with("_ZTI")) thrown.insert(description);
  }
  if (thrown.empty()) return;
  const MangledTypes known(module);
  for (GlobalVariable* description : thrown) {
    culprit_global row{};
    row.type = types.id(known.find(description->getName().drop_front(4)));
    row.flags = CULPRIT_CXX_TYPE_INFO;
    if (row.type) tables.add_global(row, description);
  }
}

}  // namespace culprit::pass
