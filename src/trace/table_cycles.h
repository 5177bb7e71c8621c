#pragma once

#include "src/trace/tables.h"

namespace culprit::trace {

/// Cuts references in a circle, which only a damaged file has, so that whoever follows them ends: functions
/// that enclose each other, structs, unions and arrays that hold each other by value. Cost: linear in the
/// tables.
void break_cycles(Tables& tables);

}  // namespace culprit::trace
