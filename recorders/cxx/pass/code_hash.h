#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace culprit::pass {

/// A number for what a function's code does, never 0: the same after a rebuild, an edit elsewhere, a shift of lines or a new name of a
/// local variable; another one if an instruction, a constant, a type or the name of a function or global that it uses is another.
/// To be called before the code is instrumented. Cost: one walk over the code.
std::uint64_t code_hash(const llvm::Function& function);

}  // namespace culprit::pass
