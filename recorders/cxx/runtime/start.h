/* How the process was started, as its constructor saw it. */
#pragma once

struct culprit_process_start {
  int argc;
  char** argv;
  char** envp;
};
extern struct culprit_process_start culprit_process_start __attribute__((visibility("hidden")));
/* From the environment that the process began with, whatever has become of it. */
const char* culprit_initial_environment(const char* name);
enum culprit_loops { CULPRIT_LOOPS_ALL, CULPRIT_LOOPS_CALLS, CULPRIT_LOOPS_NONE };
extern enum culprit_loops culprit_loops __attribute__((visibility("hidden")));
