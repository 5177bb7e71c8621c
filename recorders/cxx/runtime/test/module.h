/* A module as the pass would make it, by hand: for programs that drive the hooks themselves. */
#pragma once

#include "recorders/cxx/abi.h"

enum { F = 0, G = 1, L = 2, FUNCTIONS = 3 };

/* Functions `f(int n)` and `g()`, a loop in f, the type int, the global `counter`. */
extern struct culprit_cxx_module the_module;
extern struct culprit_cxx_function sites[FUNCTIONS];
extern int counter;
