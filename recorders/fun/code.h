#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recorders/fun/source.h"
#include "recorders/fun/value.h"

namespace culprit::fun {

/// What a function does, for a machine with a stack. Jumps only lead forwards.
enum class Op : std::uint8_t {
  kConstant,    ///< pushes constant `a`
  kLoad,        ///< pushes local `a`
  kStore,       ///< pops into local `a`
  kPop,         ///< pops
  kCall,        ///< calls function `a`; its arguments are popped, its result is pushed
  kBuiltIn,     ///< applies built-in function `a` to the `b` values on top
  kTuple,       ///< pops `a` parts, pushes a tuple
  kSpread,      ///< pops a tuple of `a` parts, and pushes them, the first one last
  kJump,        ///< goes on at `a`
  kUnless,      ///< pops a condition; goes on at `a` if it is false
  kAnd,         ///< goes on at `a` if false is on top, else pops true
  kOr,          ///< goes on at `a` if true is on top, else pops false
  kCheckTruth,  ///< fails unless a truth value is on top; `a` is 0 behind `and`, 1 behind `or`
  kNot,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kEqual,
  kUnequal,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kReturn,  ///< leaves the function with what is on top
};

struct Instruction {
  Op op;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  Position position{};  ///< what a failure points at
};

struct Function {
  std::string name;
  std::vector<std::string> parameters;
  const Source* source = nullptr;
  Position position{};          ///< of its name
  std::uint32_t last_line = 0;  ///< of its definition, which begins at `position`
  std::uint32_t locals = 0;     ///< parameters and names that its blocks define
  std::vector<Instruction> code;
};

/// A program with the expression that is to be evaluated. The sources must outlive it, and the heap of its constants.
struct Code {
  std::vector<Function> functions;  ///< in the order of the text
  Function start;                   ///< the expression, as a function without a name
  std::vector<Value> constants;
};

}  // namespace culprit::fun
