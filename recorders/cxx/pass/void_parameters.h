#pragma once

#include <vector>

#include "recorders/cxx/pass/variables.h"

namespace llvm {
class DIType;
}

namespace culprit::pass {

/// The type of a parameter; of a void* the type of pointer that the function's code takes it for, if it takes it for one type only: it
/// is stored in a variable of that type, or what it leads to is read and written as that type. Comparators and callbacks have such
/// parameters, and who answers for them wants to see the object.
const llvm::DIType* type_meant(const Variable& parameter, const std::vector<Variable>& variables);

}  // namespace culprit::pass
