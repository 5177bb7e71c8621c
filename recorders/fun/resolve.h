#pragma once

#include "recorders/fun/unit.h"

namespace culprit::fun {

/// Finds out what each call calls: a function of the program, or one of the language where the program defines none of that
/// name. The first error in the order of the text: unknown names, wrong numbers of arguments, functions defined
/// twice.
Status resolve(Unit& unit);

}  // namespace culprit::fun
