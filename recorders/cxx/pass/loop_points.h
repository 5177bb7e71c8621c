// Where a function's code has to say that its loops begin, iterate and end.
#pragma once

#include <vector>

#include "recorders/cxx/pass/loop_exits.h"

namespace culprit::pass {

struct LoopEvent {
  enum class What { Begin, Iteration, End };
  What what;
  unsigned loop;    // SourceLoop::index
  LoopExit exit{};  // of an end
};

// The events happen in their order, before an instruction: ends come first, the innermost loop's first of all.
struct LoopPoint {
  llvm::Instruction* before;
  std::vector<LoopEvent> events;
};

// A place that control reaches without passing an edge on which loops could end.
struct Landing {
  enum class Cause {
    Exception,  // a landing pad
    Jump,       // behind a call that may return twice, or where a computed goto leaves a loop
  };
  llvm::Instruction* before;
  Cause cause;
  unsigned loops;  // so many loops of the function are running here; those inside them have ended
};

struct LoopPoints {
  std::vector<LoopPoint> points;  // no instruction twice
  std::vector<Landing> landings;  // of the whole function, also where no loop is
};

// Splits the edges that begin or end loops; the function's other analyses are stale then. A point's instruction may be
// a return, or the musttail call before it: what ends the call comes behind the loops' ends. Landings come before
// points at the same instruction. Emit at the points before changing other instructions.
LoopPoints split_for_loops(llvm::Function& function, const std::vector<SourceLoop>& loops);

}  // namespace culprit::pass
