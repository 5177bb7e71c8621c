/* Drives the hooks as a compiled program would; what it does is named by its argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "recorders/cxx/runtime/test/library.h"
#include "recorders/cxx/runtime/test/module.h"

/* Frames that were not really called, on a stack that is there. */
static char* base;
static void* frame(int depth) {
  return base - 32 * depth;
}
static void enter_f(int depth, uint32_t n) {
  culprit_cxx_enter1(&sites[F], frame(depth), n);
}
static void enter_g(int depth) {
  culprit_cxx_enter0(&sites[G], frame(depth));
}

static void calls(void) {
  enter_f(0, 1);
  enter_g(1);
  culprit_cxx_write4(&counter, 8, 3);
  culprit_cxx_leave2(frame(1), 4, 5);
  culprit_cxx_leave1(frame(0), 6, 2);
}
/* What the pass puts before a call. */
static void tell_line(uint16_t line) {
  extern __thread char culprit_thread[];
  char* top;
  memcpy(&top, culprit_thread + CULPRIT_CXX_TOP, sizeof top);
  memcpy(top + CULPRIT_CXX_LINE, &line, sizeof line);
}
static void call_lines(void) {
  enter_f(0, 1);
  tell_line(7);
  enter_g(1);
  enter_f(2, 4); /* of the call that g makes nothing was told */
  culprit_cxx_leave1(frame(2), 0, 0);
  culprit_cxx_leave0(frame(1), 0);
  enter_f(1, 5000); /* it is in force until another one is told */
  culprit_cxx_leave1(frame(1), 0, 0);
  culprit_cxx_loop(&sites[L], frame(0), 0, 0);
  culprit_cxx_iteration1(&sites[L], frame(0), 1);
  enter_g(1);
  culprit_cxx_leave0(frame(1), 0);
  tell_line(CULPRIT_CXX_LAST_CALL_LINE);
  culprit_cxx_enter1(&sites[F], (char*)frame(0) - 8192, 2); /* a long form */
  culprit_cxx_leave1((char*)frame(0) - 8192, 0, 0);
  culprit_cxx_loop_end(&sites[L], frame(0), 0, 0);
  tell_line(0);
  enter_g(1);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
  enter_g(0);
  culprit_cxx_leave0(frame(0), 0);
}
static void call_line_of_who_is_gone(void) {
  enter_f(0, 1);
  tell_line(3);
  enter_g(1);
  tell_line(4);
  enter_f(1, 2); /* g left without saying so: it is f that calls */
  tell_line(5);
  culprit_cxx_jump(frame(0), 0);
  enter_g(1); /* a function that has told a line, and was jumped into, tells it again */
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void call_back(char* unused) {
  (void)unused;
  enter_g(1);
  culprit_cxx_leave0(frame(1), 0);
}
static void called_back(void) {
  static struct culprit_cxx_callee place;
  enter_f(0, 1);
  if (culprit_cxx_call(&place, (void*)(size_t)call_back, frame(0), NULL, 0, 9)) {
    call_back(NULL);
    culprit_cxx_return(frame(0), 9);
  }
  enter_g(1);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void left_behind(void) { /* f calls g calls f; the next hook comes from the outer f */
  enter_f(0, 1);
  enter_g(1);
  enter_f(2, 3);
  culprit_cxx_leave1(frame(0), 6, 2);
}
static void landed(void) {
  enter_f(0, 1);
  culprit_cxx_loop(&sites[L], frame(0), 0, 0);
  culprit_cxx_iteration1(&sites[L], frame(0), 1);
  enter_g(1);
  culprit_cxx_land(frame(0), 1);
  culprit_cxx_iteration1(&sites[L], frame(0), 2);
  enter_g(1);
  culprit_cxx_jump(frame(0), 0);
  culprit_cxx_leave1(frame(0), 6, 2);
}
static void entered_above(void) { /* g is gone: another call lies where it lay, and higher */
  enter_f(0, 1);
  enter_g(2);
  enter_g(3);
  enter_f(2, 9);
  culprit_cxx_leave1(frame(2), 0, 0);
  enter_g(1);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void unknown_frame(void) { /* nothing is open there: nothing happens */
  enter_f(0, 1);
  culprit_cxx_leave1(frame(1), 0, 0);
  culprit_cxx_iteration1(&sites[L], frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void loops(void) {
  uint32_t words[2] = {4, 5};
  enter_f(0, 1);
  culprit_cxx_loop(&sites[L], frame(0), words, 2);
  culprit_cxx_iteration(&sites[L], frame(0), words, 2);
  culprit_cxx_iteration2(&sites[L], frame(0), 6);
  culprit_cxx_iteration0(&sites[L], frame(0));
  culprit_cxx_loop_end(&sites[L], frame(0), words, 1);
  culprit_cxx_loop(&sites[L], frame(0), 0, 0);
  culprit_cxx_leave1(frame(0), 0, 0); /* returns from within */
}
static void values(void) { /* on both sides of what small records hold: values, and distances of frames */
  static const int64_t numbers[] = {-513, -512, -1, 0, 511, 512, (int64_t)1 << 32};
  enter_g(0);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char* below = (char*)frame(0) - (i % 2 ? 1008 : 1024);
    culprit_cxx_enter1(&sites[F], below, (uint32_t)numbers[i]);
    culprit_cxx_leave1(below, 2, (uint32_t)numbers[i]);
    culprit_cxx_enter2(&sites[F], below, (uint64_t)numbers[i]);
    culprit_cxx_leave2(below, 3, (uint64_t)numbers[i]);
  }
  culprit_cxx_leave0(frame(0), 4);
}
static void deep(void) {
  enter_f(0, 0);
  for (int i = 1; i < 20000; i++) enter_f(i, (uint32_t)i);
  for (int i = 19999; i >= 0; i--) culprit_cxx_leave1(frame(i), 0, (uint32_t)i);
}
static void all_nodes(void) { /* several segments of every record that begins a node */
  uint32_t words[20] = {0};
  enter_g(0);
  for (uint32_t i = 0; i < 20000; i++) {
    culprit_cxx_enter1(&sites[F], frame(1), i);
    culprit_cxx_enter2(&sites[F], frame(2), i);
    culprit_cxx_enter(&sites[F], frame(3), words, i % 20);
    culprit_cxx_loop(&sites[L], frame(3), 0, 0);
    culprit_cxx_iteration0(&sites[L], frame(3));
    culprit_cxx_iteration1(&sites[L], frame(3), i);
    culprit_cxx_iteration2(&sites[L], frame(3), i);
    culprit_cxx_iteration(&sites[L], frame(3), words, i % 20);
    culprit_cxx_leave1(frame(3), 0, i);
    culprit_cxx_leave1(frame(2), 0, i);
    culprit_cxx_leave1(frame(1), 0, i);
    enter_g(1);
    culprit_cxx_leave0(frame(1), 0);
  }
  culprit_cxx_leave0(frame(0), 0);
}
static void writes(void) {
  static char buffer[64];
  enter_f(0, 1);
  culprit_cxx_write1(buffer, 1, 2);
  culprit_cxx_write2(buffer, 2, 300);
  culprit_cxx_write8(buffer + 8, 3, 0);
  memcpy(buffer, "block", 5);
  culprit_cxx_block(buffer, 5, 4);
  culprit_cxx_fill(buffer, 9, 64, 5);
  culprit_cxx_array(buffer, 64, 6);
  culprit_cxx_leave1(frame(0), 0, 0);
}

/* Foreign code, as far as the recorder knows. */
__attribute__((noinline)) static char* fill_in(char* text, int* number) {
  strcpy(text, "changed");
  *number = 5;
  char* made = malloc(16);
  memcpy(made, "made of foreign", 16);
  free(malloc(99));
  return made;
}
static void* next_pass(void) { /* of a loop that is open */
  culprit_cxx_iteration0(&sites[L], frame(0));
  return &counter;
}
static void reads(void) { /* each that tells something new is followed by some that do not */
  static char block[100];
  enter_f(0, 1);
  culprit_cxx_read4(&counter);
  culprit_cxx_read4(&counter);
  culprit_cxx_write8(block, 7, 0);
  culprit_cxx_read8(block);
  culprit_cxx_read2(block); /* another size */
  enter_g(1);
  culprit_cxx_read4(&counter);
  culprit_cxx_read8(block);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_read4(&counter); /* g's is f's as well */
  culprit_cxx_loop(&sites[L], frame(0), 0, 0);
  culprit_cxx_read4(next_pass());
  culprit_cxx_read4(next_pass());
  culprit_cxx_loop_end(&sites[L], frame(0), 0, 0);
  culprit_cxx_read4(&counter);
  culprit_cxx_readn(block, 100);
  culprit_cxx_readn(block, 100);
  culprit_cxx_fill(block, 0, 50, 0);
  culprit_cxx_readn(block, 50);
  enter_g(1);
  culprit_cxx_readn(block, 50);
  culprit_cxx_land(frame(0), 0); /* g is gone */
  culprit_cxx_readn(block, 50);
  enter_g(1);
  culprit_cxx_read4(&counter);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void known_reads(void) {
  static char text[] = "12 ab,cd", other[] = "12 aB";
  static wchar_t wide[] = L"wide";
  enter_f(0, 1);
  culprit_cxx_read_text(text, UINT64_MAX, CULPRIT_CXX_TEXT);
  culprit_cxx_read_text(text, 3, CULPRIT_CXX_TEXT);
  culprit_cxx_read_text(NULL, 3, CULPRIT_CXX_TEXT);
  culprit_cxx_read_text(wide, UINT64_MAX, CULPRIT_CXX_TEXT | CULPRIT_CXX_WIDE);
  culprit_cxx_read_compared(text, other, UINT64_MAX, CULPRIT_CXX_TEXT);
  culprit_cxx_read_compared(text, other, UINT64_MAX, CULPRIT_CXX_TEXT | CULPRIT_CXX_ANY_CASE);
  culprit_cxx_read_until(text, 'b', UINT64_MAX, CULPRIT_CXX_TEXT);
  culprit_cxx_read_span(text + 3, "abc", 0, CULPRIT_CXX_TEXT);
  culprit_cxx_read_found(text, ",c", CULPRIT_CXX_TEXT);
  culprit_cxx_read_number(text, 10, CULPRIT_CXX_TEXT);
  enter_g(1);
  culprit_cxx_read_format("%d %5.*f %.2s %s %%", 1, 2, 3.0, text, other);
  culprit_cxx_read_format("%2$s %1$d", 1, text);
  culprit_cxx_leave0(frame(1), 0);
  culprit_cxx_leave1(frame(0), 0, 0);
}
/* Lengths that wrap around, or are longer than what is there: two pages before a wide hole. */
static void wild_reads(void) {
  char* pages = mmap(NULL, (size_t)1 << 36, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  char* block = malloc(3 << 20);
  mprotect(pages, 2 * 4096, PROT_READ | PROT_WRITE);
  enter_f(0, 1);
  culprit_cxx_readn(pages + 100, (uint64_t)-5);
  culprit_cxx_readn(pages + 200, (uint64_t)1 << 32);
  culprit_cxx_readn(pages + 4000, (uint64_t)1 << 47);
  culprit_cxx_readn((void*)-8, 16);
  culprit_cxx_readn((void*)1, (uint64_t)1 << 40);
  culprit_cxx_readn(block + 1, (3 << 20) - 1);
  culprit_cxx_read_given(pages + 100, (uint64_t)-1);
  culprit_cxx_read_given((void*)-8, 16);
  culprit_cxx_read_text((void*)1, UINT64_MAX, CULPRIT_CXX_TEXT | CULPRIT_CXX_GIVEN);
  memset(pages + 4096, 'x', 4096);
  culprit_cxx_read_text(pages + 2 * 4096 - 1000, UINT64_MAX, CULPRIT_CXX_TEXT | CULPRIT_CXX_GIVEN);
  culprit_cxx_read_list((void*)1, CULPRIT_CXX_TEXT | CULPRIT_CXX_GIVEN);
  culprit_cxx_read_pieces((void*)8, 1, 1);
  culprit_cxx_read_message((void*)8, 1);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void heap(void) {
  enter_f(0, 1);
  char* volatile block = malloc(10);
  block = realloc(block, 100000);
  free(block);
  block = calloc(3, 4);
  free(block);
  culprit_cxx_leave1(frame(0), 0, 0);
}
static void foreign(void) {
  static int number = 3;
  static struct culprit_cxx_callee place;
  char text[24] = "as it was, as it is";
  enter_f(0, 1);
  struct culprit_cxx_argument arguments[] = {
      {text, sizeof text}, {&number, 0}, {(void*)0x123456789000, 0}, {0, 0}};
  char* made = NULL;
  if (culprit_cxx_call(&place, (void*)(size_t)fill_in, frame(0), arguments, 4, 0)) {
    made = fill_in(text, &number);
    culprit_cxx_return(frame(0), 9);
  }
  if (culprit_cxx_call(&place, (void*)0x1000, frame(0), arguments, 4, 0) || place.recorded != (void*)0x1000)
    exit(3);
  culprit_cxx_leave1(frame(0), 0, 0);
  free(made);
}

/* Code that is not recorded writes where only the words of its argument, and the words there, lead. */
struct list {
  char* text;
  struct list* next;
};
static void change_last(struct list* list) {
  while (list->next) list = list->next;
  memcpy(list->text, "new", 3);
}
static void led_to(void) {
  static struct culprit_cxx_callee place;
  struct list* second = malloc(sizeof *second);
  struct list first = {NULL, second};
  *second = (struct list){memset(malloc(24), 'o', 24), NULL};
  enter_f(0, 1);
  struct culprit_cxx_argument argument = {&first, sizeof first};
  if (culprit_cxx_call(&place, (void*)(size_t)change_last, frame(0), &argument, 1, 0)) {
    change_last(&first);
    culprit_cxx_return(frame(0), 9);
  }
  culprit_cxx_leave1(frame(0), 0, 0);
  free(second->text);
  free(second);
}

__attribute__((noinline)) static int fib(int n) {
  void* here = __builtin_frame_address(0);
  culprit_cxx_enter1(&sites[F], here, (uint32_t)n);
  int result = n < 2 ? n : fib(n - 1) + fib(n - 2);
  culprit_cxx_leave1(here, 3, (uint32_t)result);
  return result;
}
__attribute__((noinline)) static int plain_fib(int n) {
  void* volatile here = __builtin_frame_address(0);
  (void)here;
  return n < 2 ? n : plain_fib(n - 1) + plain_fib(n - 2);
}
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
static void speed(void) {
  double start = seconds();
  int a = plain_fib(32);
  double middle = seconds();
  int b = fib(32);
  double end = seconds();
  printf("%d %d: %.2f ns a call for the hooks\n", a, b, (end - middle - (middle - start)) * 1e9 / 7049155);
}

static const struct {
  const char* name;
  void (*run)(void);
} scenes[] = {{"calls", calls},
              {"left_behind", left_behind},
              {"call_lines", call_lines},
              {"call_line_of_who_is_gone", call_line_of_who_is_gone},
              {"called_back", called_back},
              {"landed", landed},
              {"entered_above", entered_above},
              {"loops", loops},
              {"unknown_frame", unknown_frame},
              {"values", values},
              {"deep", deep},
              {"writes", writes},
              {"reads", reads},
              {"known_reads", known_reads},
              {"wild_reads", wild_reads},
              {"heap", heap},
              {"all_nodes", all_nodes},
              {"foreign", foreign},
              {"led_to", led_to},
              {"strings", scene_strings},
              {"scan", scene_scan},
              {"sort", scene_sort},
              {"output", scene_output},
              {"speed", speed}};

int main(int argc, char** argv) {
  char stack[1 << 20];
  base = stack + sizeof stack - 64;
  base -= (size_t)base % 16;
  culprit_cxx_register(&the_module);
  for (size_t i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++) {
    if (strcmp(argv[1], scenes[i].name) != 0) continue;
    scenes[i].run();
    return 0;
  }
  return 2;
}
