#include "recorders/cxx/pass/hooks.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace culprit::pass {

using namespace llvm;

CallInst* Hooks::emit(IRBuilderBase& builder, StringRef name, Type* result,
                      ArrayRef<Value*> arguments) const {
  SmallVector<Type*, 6> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee hook =
      module_.getOrInsertFunction(("culprit_cxx_" + name).str(), FunctionType::get(result, types, false));
  if (auto* function = dyn_cast<Function>(hook.getCallee())) {
    function->setDoesNotThrow();
    // Bound when the program is loaded: the hot path has no lazy binding in it.
    function->addFnAttr(Attribute::NonLazyBind);
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (types[i]->isIntegerTy() && types[i]->getIntegerBitWidth() < 32)
        function->addParamAttr(i, Attribute::ZExt);
  }
  CallInst* call = builder.CreateCall(hook, arguments);
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (types[i]->isIntegerTy() && types[i]->getIntegerBitWidth() < 32)
      call->addParamAttr(i, Attribute::ZExt);
  return call;
}

void Hooks::call_variadic(IRBuilderBase& builder, StringRef name, ArrayRef<Value*> arguments) const {
  FunctionCallee hook = module_.getOrInsertFunction(
      ("culprit_cxx_" + name).str(), FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, true));
  if (auto* function = dyn_cast<Function>(hook.getCallee())) function->setDoesNotThrow();
  builder.CreateCall(hook, arguments);
}

Value* Hooks::frame(IRBuilderBase& builder) {
  return builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
}

}  // namespace culprit::pass
