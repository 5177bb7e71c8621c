/* What instrumented test programs call: +2 loop 2 begins, .2 iterates, -2 ends; !1 a landing in one loop, ^1 behind a
 * jump. Values stand in front: (i=3 &a)+2. Also says when events contradict each other. */
#include "events.h"

#include <stdarg.h>

static int values;
static int waiting[32];
static int first, last;

static void open_value(void) {
  printf("%s", values++ ? " " : " (");
}
static void event(char what, int number) {
  printf("%s%c%d", values ? ")" : " ", what, number);
  values = 0;
}

/* The loops that are running, also of the functions further out. */
static struct {
  int loop;
  void *function, *frame;
} running[100];
static int depth;

/* Loops of frames below this one are gone, by an exception, a jump or a return that did not end them. */
static void return_to(char* frame) {
  while (depth > 0 && (char*)running[depth - 1].frame < frame) depth--;
}
static void require_innermost(int loop, void* function, void* frame) {
  return_to(frame);
  if (depth == 0 || running[depth - 1].loop != loop || running[depth - 1].function != function ||
      running[depth - 1].frame != frame)
    printf(" NOT-INNERMOST");
}

void loop_begin(int loop, void* function, void* frame) {
  return_to(frame);
  for (int i = 0; i < depth; i++)
    if (running[i].loop == loop && running[i].frame == frame) printf(" BEGINS-TWICE");
  running[depth].loop = loop;
  running[depth].function = function;
  running[depth++].frame = frame;
  event('+', loop);
}
void loop_iteration(int loop, void* function, void* frame) {
  require_innermost(loop, function, frame);
  event('.', loop);
}
void loop_end(int loop, void* function, void* frame) {
  require_innermost(loop, function, frame);
  if (depth > 0) depth--;
  event('-', loop);
}
void loop_land(int loops, int jump, void* frame) {
  int here = 0;
  return_to(frame);
  for (int i = 0; i < depth; i++) here += running[i].frame == frame;
  if (here < loops) printf(" TOO-FEW");
  for (; here > loops; here--) depth--;
  event(jump ? '^' : '!', loops);
}
void loop_value(const char* name, long value) {
  open_value();
  printf("%s=%ld", name, value);
}
void loop_other(const char* name) {
  open_value();
  printf("%s", name);
}
void loop_address(const char* name, void* address) {
  open_value();
  printf("&%s%s", name, address ? "" : "=0");
}

void mark(const char* word) {
  printf(" %s", word);
}

int next(void) {
  return first < last ? waiting[first++] : 0;
}
void set_next(int count, ...) {
  va_list list;
  va_start(list, count);
  first = last = 0;
  while (last < count) waiting[last++] = va_arg(list, int);
  va_end(list);
}
