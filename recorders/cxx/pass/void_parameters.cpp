#include "recorders/cxx/pass/void_parameters.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"
#include "recorders/cxx/pass/value_types.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// What a pointer leads to, with its qualifiers; null for void and for what is no pointer.
const DIType* led_to(const DIType* type) {
  const DIType* bare = bare_type(type);
  return bare && bare->getTag() == dwarf::DW_TAG_pointer_type ? cast<DIDerivedType>(bare)->getBaseType()
                                                              : nullptr;
}

/// The class that code knows by a name like "struct.Item": one that the source casts pointers to.
const DIType* class_named(const Function& function, const StructType& type) {
  if (!type.hasName() || !function.getSubprogram()) return nullptr;
  StringRef name = type.getName();
  name.consume_front("struct.") || name.consume_front("class.") || name.consume_front("union.");
  for (const auto* retained : function.getSubprogram()->getUnit()->getRetainedTypes()) {
    const DIType* target = bare_type(led_to(dyn_cast_or_null<DIType>(retained)));
    if (isa_and_nonnull<DICompositeType>(target) && type_name(target) == name) return target;
  }
  return nullptr;
}

/// The types that the pointer's uses take its object for; null among them for one that is not known.
class Uses {
 public:
  Uses(const Function& function, const std::vector<Variable>& variables)
      : function_(function), variables_(variables) {}

  void add(const Value& pointer) {
    for (const User* user : pointer.users()) {
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == &pointer)
          add_variable(*store->getPointerOperand());
        else
          found_.insert(ValueTypes::plain(store->getValueOperand()->getType()));
      } else if (const auto* load = dyn_cast<LoadInst>(user)) {
        found_.insert(ValueTypes::plain(load->getType()));
      } else if (const auto* step = dyn_cast<GetElementPtrInst>(user)) {
        const auto* fields = dyn_cast<StructType>(step->getSourceElementType());
        found_.insert(fields ? class_named(function_, *fields)
                             : ValueTypes::plain(step->getSourceElementType()));
      }
    }
  }
  const DIType* only() const { return found_.size() == 1 ? found_.front() : nullptr; }

 private:
  /// One of type void* says nothing.
  void add_variable(const Value& slot) {
    const auto at = std::ranges::find(variables_, &slot, &Variable::address);
    const DIType* target = at == variables_.end() ? nullptr : bare_type(led_to(at->described->getType()));
    if (target) found_.insert(target);
  }

  const Function& function_;
  const std::vector<Variable>& variables_;
  SmallSetVector<const DIType*, 4> found_;
};

}  // namespace

const DIType* type_meant(const Variable& parameter, const std::vector<Variable>& variables) {
  const DIType* type = parameter.described->getType();
  const DIType* bare = bare_type(type);
  const auto* slot = dyn_cast<AllocaInst>(parameter.address);
  const bool is_void = bare && bare->getTag() == dwarf::DW_TAG_pointer_type && !bare_type(led_to(bare));
  if (!is_void || !slot || parameter.expression->getNumElements() != 0) return type;
  Uses uses(*slot->getFunction(), variables);
  for (const User* user : slot->users()) {
    const auto* load = dyn_cast<LoadInst>(user);
    if (load) uses.add(*load);
    // Another value may be put there.
    const auto* store = dyn_cast<StoreInst>(user);
    if (!load && !(store && isa<Argument>(store->getValueOperand()))) return type;
  }
  const DIType* object = uses.only();
  // Bytes are how anything is copied.
  if (!object || Types::size(object) < 2) return type;
  LLVMContext& context = slot->getContext();
  if (const auto* was = dyn_cast_or_null<DIDerivedType>(led_to(bare));
      was && was->getTag() == dwarf::DW_TAG_const_type)
    object = DIDerivedType::get(context, dwarf::DW_TAG_const_type, StringRef(), nullptr, 0, nullptr,
                                const_cast<DIType*>(object), 0, 0, 0, std::nullopt, std::nullopt,
                                DINode::FlagZero);
  return DIDerivedType::get(context, dwarf::DW_TAG_pointer_type, StringRef(), nullptr, 0, nullptr,
                            const_cast<DIType*>(object), 64, 0, 0, std::nullopt, std::nullopt,
                            DINode::FlagZero);
}

}  // namespace culprit::pass
