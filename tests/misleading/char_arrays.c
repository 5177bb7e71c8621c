#include <stdio.h>
#include <string.h>
struct line {
  int at;
  char text[16];
};
void put(char* d, int* j, char c) {
  d[(*j)++] = c;
}
void fill(struct line* l, const char* s) {
  strcpy(l->text + 5, s);
  l->at = 5;
}
char look(struct line* l) {
  return l->text[l->at];
}
int main(void) {
  char pat[8];
  int j = 0;
  struct line l;
  put(pat, &j, '[');
  put(pat, &j, 0);
  put(pat, &j, 'a');
  put(pat, &j, 'b');
  fill(&l, "xyz");
  printf("%c %c\n", look(&l), pat[3]);
  fill(&l, "qqq");
  printf("%c\n", look(&l));
  return 0;
}
