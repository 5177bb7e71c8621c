/* Counts lines, words and letters of a text, and finds its longest word.
 *
 *   is_letter(c)        c is a letter or an apostrophe: these make words
 *   next_word(text, word)   copies the next word, cut to 15 characters, into `word` and returns where to go on; NULL if
 *                       there is none. Line ends on the way are counted in total_lines.
 *   note_word(word)     adds one word to total_words, its letters (apostrophes are none) to total_letters, its length
 *                       to lengths[], and keeps it as longest_word if it is longer than that
 *   count(text)         does this for the whole text
 *   report()            prints the figures */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 15 };

static int total_lines;
static int total_words;
static int total_letters;
static int lengths[LONGEST + 1];
static char longest_word[LONGEST + 1];

static int is_letter(int c) {
  return isalpha(c) || c == '\'';
}

static const char* next_word(const char* text, char* word) {
  while (*text != '\0' && !is_letter(*text)) {
    if (*text == '\n') total_lines++;
    text++;
  }
  if (*text == '\0') return NULL;
  size_t length = 0;
  while (is_letter(*text)) {
    if (length < LONGEST) word[length++] = *text;
    text++;
  }
  word[length] = '\0';
  return text;
}

static int letters_of(const char* word) {
  int letters = 0;
  for (const char* c = word; *c != '\0'; c++) {
    if (isalpha(*c)) letters++;
  }
  return letters;
}

static void note_word(const char* word) {
  size_t length = strlen(word);
  total_words++;
  total_letters += letters_of(word);
  lengths[length]++;
  if (strcmp(word, longest_word) > 0) strcpy(longest_word, word);
}

static void count(const char* text) {
  char word[LONGEST + 1];
  while ((text = next_word(text, word)) != NULL) note_word(word);
}

static void report(void) {
  printf("%d lines, %d words, %d letters\n", total_lines, total_words, total_letters);
  for (int i = 1; i <= LONGEST; i++) {
    if (lengths[i] > 0) printf("%2d: %d\n", i, lengths[i]);
  }
  printf("longest: %s\n", longest_word);
}

int main(void) {
  count("It isn't so,\nthe elephant said to\none wren.\n");
  report();
  return 0;
}
