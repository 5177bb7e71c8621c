#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <vector>

namespace culprit::pass {

class Hooks;

/// A value that goes into a record: as it is, or in memory.
struct Piece {
  llvm::Value* value = nullptr;    ///< of 1, 2, 4 or 8 bytes
  llvm::Value* address = nullptr;  ///< if there is no value
  std::uint64_t size = 0;

  std::uint64_t words() const { return (size + 3) / 4; }
};

/// The bytes at an address, loaded if they fit a register. Undefined bits become arbitrary ones, not undefined behaviour.
Piece piece_at(llvm::IRBuilderBase& builder, llvm::Value* address, std::uint64_t size);
/// A value of a first-class type; one that fits no register is put into the frame.
Piece piece_of(llvm::IRBuilderBase& builder, llvm::Value* value, std::uint64_t size);

/// Calls the hook of the family that takes so many words: `name`0, 1, 2, or `name` with a buffer in the frame.
void call_with_pieces(llvm::IRBuilderBase& builder, const Hooks& hooks, const std::string& name,
                      std::vector<llvm::Value*> arguments, const std::vector<Piece>& pieces);
/// The same for a hook that always takes a buffer.
void call_with_buffer(llvm::IRBuilderBase& builder, const Hooks& hooks, const std::string& name,
                      std::vector<llvm::Value*> arguments, const std::vector<Piece>& pieces);

/// Where a pointer leads, and how much is there; 0: not known.
struct Pointer {
  llvm::Value* address;
  std::uint64_t length;
};
/// The pointers as a list of `struct culprit_cxx_argument` in the frame slot `name`; null if there are none.
llvm::Value* argument_list(llvm::IRBuilderBase& builder, const std::vector<Pointer>& pointers,
                           const char* name);

/// An alloca in the entry block, wherever the builder stands.
llvm::AllocaInst* frame_slot(llvm::IRBuilderBase& builder, llvm::Type* type, const char* name);
/// Lets slots of one name share their room: each is used up before the next one is filled. Frames stay small, which deep
/// recursion needs.
void merge_frame_slots(llvm::Function& function);

}  // namespace culprit::pass
