#include "recorders/cxx/pass/hooks.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/abi.h"

namespace culprit::pass {

using namespace llvm;

namespace {

/// A load of the recorder's own, which is not the program's: other tools pass over it, too.
LoadInst* own_load(IRBuilderBase& builder, Type* type, Value* address) {
  LoadInst* load = builder.CreateLoad(type, address);
  load->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return load;
}

}  // namespace

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

/// Where the runtime keeps the line for the innermost open call.
Value* Hooks::told_line_address(IRBuilderBase& builder) const {
  Type* byte = builder.getInt8Ty();
  auto* thread = cast<GlobalVariable>(module_.getOrInsertGlobal("culprit_thread", byte, [&] {
    return new GlobalVariable(module_, byte, false, GlobalValue::ExternalLinkage, nullptr, "culprit_thread",
                              nullptr, GlobalValue::InitialExecTLSModel);
  }));
  Value* place = builder.CreateConstGEP1_64(byte, builder.CreateThreadLocalAddress(thread), CULPRIT_CXX_TOP);
  LoadInst* top = own_load(builder, builder.getPtrTy(), place);
  return builder.CreateConstGEP1_64(byte, top, static_cast<std::uint64_t>(std::int64_t{CULPRIT_CXX_LINE}));
}

void Hooks::tell_line(IRBuilderBase& builder, std::uint32_t line) const {
  builder.CreateStore(builder.getInt16(static_cast<std::uint16_t>(line)), told_line_address(builder));
}

Value* Hooks::told_line(IRBuilderBase& builder) const {
  LoadInst* line = own_load(builder, builder.getInt16Ty(), told_line_address(builder));
  return builder.CreateZExt(line, builder.getInt32Ty());
}

Value* Hooks::frame(IRBuilderBase& builder) {
  return builder.CreateIntrinsic(Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
}

}  // namespace culprit::pass
