#pragma once

#include "recorders/fun/code.h"
#include "recorders/fun/heap.h"

namespace culprit::fun {

/// Reads a program and the expression to evaluate, and checks both: every name is known, every call has the right number of
/// arguments. The first error in the order of the texts is the one that is given. No recursion; time and memory are
/// proportional to the text.
Result<Code> read_code(const Source& program, const Source& expression, Heap& heap);

}  // namespace culprit::fun
