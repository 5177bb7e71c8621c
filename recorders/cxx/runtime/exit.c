/* The program ends itself in the middle: the open calls end, before the handlers of atexit run. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/runtime.h"

static void end_open_calls(void) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || !culprit_is_own_process()) return;
  culprit_occupy(thread);
  culprit_look_at_streams(thread);
  culprit_end_calls(thread, culprit_open_calls(thread), CULPRIT_UNWIND_EXIT);
  thread->busy--;
}

INTERPOSE(void, exit, (int status)) {
  end_open_calls();
  THE_REAL(exit)(status);
  __builtin_unreachable();
}
INTERPOSE(void, quick_exit, (int status)) {
  end_open_calls();
  THE_REAL(quick_exit)(status);
  __builtin_unreachable();
}
INTERPOSE(void, _exit, (int status)) {
  end_open_calls();
  culprit_finish();
  THE_REAL(_exit)(status);
  __builtin_unreachable();
}
INTERPOSE(void, _Exit, (int status)) {
  end_open_calls();
  culprit_finish();
  THE_REAL(_Exit)(status);
  __builtin_unreachable();
}
