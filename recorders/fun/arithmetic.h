#pragma once

#include "recorders/fun/code.h"
#include "recorders/fun/failure.h"
#include "recorders/fun/heap.h"

namespace culprit::fun {

/// `a op b`, for kAdd to kModulo; division rounds down, so that a remainder has the sign of the divisor. Value::none() if it failed.
Value calculate(Heap& heap, Failure& failure, Op op, Value a, Value b);
Value negate(Heap& heap, Failure& failure, Value value);
/// For kLess to kGreaterEqual: of integers, or of strings. Value::none() if it failed.
Value compare(Failure& failure, Op op, Value a, Value b);

/// As the program writes it: "+", "mod", "<=".
const char* sign_of(Op op);

}  // namespace culprit::fun
