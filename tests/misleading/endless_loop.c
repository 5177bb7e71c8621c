// Draws a bar that grows with each word of a text. after_word() stays where it is: the loop never ends. Whoever waits for it ends the run,
// in the middle of a pass, before after_word() is called in it.
#include <signal.h>
#include <stdio.h>

static void put_star(void) {
  putchar('*');
}

static void draw_bar(int length) {
  for (int i = 0; i < length; ++i) {
    put_star();
    put_star();
  }
  putchar('\n');
}

static int after_word(const char* text, int at) {
  while (text[at] == ' ') ++at;
  return at;  // the letters should be skipped first
}

static void draw_words(const char* text) {
  int words = 0;
  for (int at = 0; text[at] != 0; at = after_word(text, at)) {
    draw_bar(++words);
    if (words == 9) raise(SIGKILL);
  }
}

int main(void) {
  draw_words("one two three");
}
