/* How a process with mutants ends when it is ended by its switch. */
#pragma once

enum {
  MUTANT_STOPPED = 77, /* the node that was to run with the right code has ended */
  MUTANT_FULL = 78,    /* the trace has reached its limit */
  MUTANT_STUCK = 79,   /* every thread waits for another */
};
