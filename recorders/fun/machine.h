#pragma once

#include <cstdint>
#include <vector>

#include "recorders/fun/code.h"
#include "recorders/fun/failure.h"
#include "recorders/fun/heap.h"
#include "recorders/fun/recorder.h"

namespace culprit::fun {

struct Limits {
  std::uint64_t steps = ~std::uint64_t{0};  ///< instructions
  std::uint32_t depth = 2'000'000;          ///< calls in one another
};

/// Runs code. Calls lie on a stack in memory: recursion is as deep as the limit allows.
class Machine {
 public:
  /// All must outlive it. The recorder may be null.
  Machine(const Code& code, Heap& heap, const Limits& limits, Recorder* recorder)
      : code_(code), heap_(heap), limits_(limits), recorder_(recorder) {}

  /// The value of the expression, or what failed, with its place in the text. Once only.
  Result<Value> run();

 private:
  struct Frame {
    const Function* function;
    std::uint32_t next;    ///< instruction
    std::uint32_t locals;  ///< where they lie on the stack
  };

  /// Goes on until the start's end or a failure, of which it gives false.
  bool go();
  bool step(const Instruction& instruction);
  bool call(const Instruction& instruction);
  void leave(const Instruction& instruction);
  bool apply(const Instruction& instruction);
  bool binary(const Instruction& instruction);
  bool spread(const Instruction& instruction);
  bool check_truth(std::string_view what, Value value);
  bool push(Value value) {
    stack_.push_back(value);
    return !value.is_none();
  }
  Value pop() {
    const Value value = stack_.back();
    stack_.pop_back();
    return value;
  }
  void collect();
  Error failed();

  const Code& code_;
  Heap& heap_;
  Limits limits_;
  Recorder* recorder_;
  std::vector<Value> stack_;
  std::vector<Frame> frames_;
  std::uint32_t next_ = 0;  ///< instruction of the innermost frame
  Failure failure_;
};

}  // namespace culprit::fun
