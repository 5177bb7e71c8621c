#include <stdio.h>
struct Log {
  FILE* out;
  int lines;
};
static void say(FILE* out, int n) {
  fprintf(out, "%d\n", n);
}
static void note(struct Log* log, int n) {
  say(log->out, n);
  log->lines += n;
} /* bug: should count 1 */
int main(void) {
  FILE* file = tmpfile();
  struct Log log = {file, 0};
  say(stdout, 1);
  say(stderr, 1);
  note(&log, 7);
  say(stdout, 1);
  fclose(file);
  return log.lines == 1 ? 0 : 1;
}
