#include "recorders/cxx/pass/values.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/hooks.h"

namespace culprit::pass {
namespace {

using namespace llvm;

bool fits_register(std::uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

/// An integer of the size of the value.
Value* as_integer(IRBuilderBase& builder, Value* value, std::uint64_t size) {
  Type* type = value->getType();
  IntegerType* integer = builder.getIntNTy(static_cast<unsigned>(size * 8));
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, integer);
  if (type->isIntegerTy()) return builder.CreateZExtOrTrunc(value, integer);
  return builder.CreateBitCast(value, integer);
}

void store_piece(IRBuilderBase& builder, const Piece& piece, Value* to) {
  if (piece.value) {
    const std::uint64_t wide = piece.size < 4 ? 4 : piece.size;
    builder.CreateAlignedStore(
        builder.CreateZExt(piece.value, builder.getIntNTy(static_cast<unsigned>(wide * 8))), to, Align(4));
    return;
  }
  if (piece.size % 4 != 0)
    builder.CreateAlignedStore(builder.getInt32(0),
                               builder.CreateConstGEP1_64(builder.getInt8Ty(), to, piece.size / 4 * 4),
                               Align(4));
  builder.CreateMemCpy(to, Align(4), piece.address, Align(1), piece.size);
}

}  // namespace

AllocaInst* frame_slot(IRBuilderBase& builder, Type* type, const char* name) {
  BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> at_entry(&entry, entry.begin());
  return at_entry.CreateAlloca(type, nullptr, name);
}

Value* argument_list(IRBuilderBase& builder, const std::vector<Pointer>& pointers, const char* name) {
  if (pointers.empty()) return ConstantPointerNull::get(builder.getPtrTy());
  auto* pair = StructType::get(builder.getPtrTy(), builder.getInt64Ty());
  auto* list = ArrayType::get(pair, pointers.size());
  Value* slot = frame_slot(builder, list, name);
  for (unsigned i = 0; i < pointers.size(); ++i) {
    Value* element = builder.CreateConstInBoundsGEP2_32(list, slot, 0, i);
    builder.CreateStore(pointers[i].address, builder.CreateStructGEP(pair, element, 0));
    builder.CreateStore(builder.getInt64(pointers[i].length), builder.CreateStructGEP(pair, element, 1));
  }
  return slot;
}

void merge_frame_slots(Function& function) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  StringMap<SmallVector<AllocaInst*, 8>> slots;
  for (Instruction& instruction : function.getEntryBlock())
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot && slot->getName().starts_with("culprit."))
      slots[slot->getName().rtrim("0123456789")].push_back(slot);
  for (auto& [name, alike] : slots) {
    const auto size = [&](const AllocaInst* slot) {
      return layout.getTypeAllocSize(slot->getAllocatedType()).getFixedValue();
    };
    AllocaInst* largest = *std::ranges::max_element(alike, {}, size);
    largest->moveBefore(&function.getEntryBlock().front());
    for (AllocaInst* slot : alike) {
      if (slot == largest) continue;
      largest->setAlignment(std::max(largest->getAlign(), slot->getAlign()));
      slot->replaceAllUsesWith(largest);
      slot->eraseFromParent();
    }
  }
}

Piece piece_at(IRBuilderBase& builder, Value* address, std::uint64_t size) {
  if (!fits_register(size)) return {nullptr, address, size};
  Value* loaded =
      builder.CreateAlignedLoad(builder.getIntNTy(static_cast<unsigned>(size * 8)), address, Align(1));
  return {builder.CreateFreeze(loaded), nullptr, size};
}

Piece piece_of(IRBuilderBase& builder, Value* value, std::uint64_t size) {
  Type* type = value->getType();
  const bool is_simple = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() ||
                         type->isDoubleTy() || type->isHalfTy();
  if (is_simple && fits_register(size)) {
    const auto bits = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
    if (type->isIntegerTy() ? bits <= size * 8 : bits == size * 8)
      return {builder.CreateFreeze(as_integer(builder, value, size)), nullptr, size};
  }
  AllocaInst* slot = frame_slot(builder, type, "culprit.value");
  builder.CreateStore(value, slot);
  return piece_at(builder, slot, size);
}

void call_with_buffer(IRBuilderBase& builder, const Hooks& hooks, const std::string& name,
                      std::vector<Value*> arguments, const std::vector<Piece>& pieces) {
  std::uint64_t words = 0;
  for (const Piece& piece : pieces) words += piece.words();
  // More than a record holds: it is written without values.
  if (words > CULPRIT_MAX_WORDS) words = 0;
  Value* buffer = ConstantPointerNull::get(builder.getPtrTy());
  if (words) {
    // Two words more: a value narrower than its words is stored whole.
    buffer = frame_slot(builder, ArrayType::get(builder.getInt32Ty(), words + 2), "culprit.words");
    std::uint64_t at = 0;
    for (const Piece& piece : pieces) {
      store_piece(builder, piece, builder.CreateConstGEP1_64(builder.getInt32Ty(), buffer, at));
      at += piece.words();
    }
  }
  arguments.push_back(buffer);
  arguments.push_back(builder.getInt32(static_cast<std::uint32_t>(words)));
  hooks.call(builder, name, arguments);
}

void call_with_pieces(IRBuilderBase& builder, const Hooks& hooks, const std::string& name,
                      std::vector<Value*> arguments, const std::vector<Piece>& pieces) {
  std::uint64_t words = 0;
  bool in_registers = true;
  for (const Piece& piece : pieces) {
    words += piece.words();
    in_registers = in_registers && piece.value;
  }
  if (words > 2 || !in_registers) return call_with_buffer(builder, hooks, name, std::move(arguments), pieces);
  if (words == 1) arguments.push_back(builder.CreateZExt(pieces[0].value, builder.getInt32Ty()));
  if (words == 2) {
    Value* both = builder.CreateZExt(pieces[0].value, builder.getInt64Ty());
    if (pieces.size() == 2)
      both = builder.CreateOr(
          both, builder.CreateShl(builder.CreateZExt(pieces[1].value, builder.getInt64Ty()), 32));
    arguments.push_back(both);
  }
  hooks.call(builder, name + std::to_string(words), arguments);
}

}  // namespace culprit::pass
