// What some calls do shows in nothing but how much of standard input is gone.
#include <cctype>
#include <cstdio>

static void skip_blanks() {
  int c = std::getchar();
  while (c == ' ' || c == '\t') c = std::getchar();
  std::ungetc(c, stdin);
}

static void skip_line() {
  int c = std::getchar();
  while (c != '\n' && c != EOF) c = std::getchar();
}

static void skip_comments() {
  int c = std::getchar();
  while (c == '#') {
    skip_line();
    c = std::getchar();
  }
  std::ungetc(c, stdin);
}

static int read_number() {
  int number = 0;
  int c = std::getchar();
  while (std::isdigit(c)) {
    number = number * 10 + (c - '0');
    c = std::getchar();
  }
  std::ungetc(c, stdin);
  return number;
}

static int read_sum() {
  int sum = read_number();
  skip_blanks();
  sum += read_number();
  skip_line();
  return sum;
}

int main() {
  skip_comments();
  for (int i = 0; i < 3; ++i) {
    std::printf("%d\n", read_sum());
    skip_comments();
  }
}
