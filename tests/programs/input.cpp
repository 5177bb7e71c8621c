// STDIN: 3 apples
// STDIN: a line of text
// STDIN: 1 2 3
// STDIN: rest of it
// Standard input by cin, getline, scanf, getchar, fgets and read; fast streams.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

static int count(const std::string& text, char c) {
  int n = 0;
  for (const char x : text) n += x == c;
  return n;
}

int main() {
  int n = 0;
  std::string what, line;
  std::cin >> n >> what;
  std::cin.ignore();
  std::getline(std::cin, line);
  std::cout << n << what << count(line, 'e') << std::endl;
  int a = 0, b = 0;
  if (std::scanf("%d %d", &a, &b) != 2) return 1;
  const int blank = std::getchar();
  char rest[64];
  if (!std::fgets(rest, sizeof rest, stdin)) return 2;
  std::printf("%d %d %d %s", a, b, blank, rest);
  std::vector<std::string> words;
  for (std::string word; std::cin >> word;) words.push_back(word);
  std::cout << words.size() << words.back() << std::cin.eof() << std::endl;
  char buffer[8];
  std::cout << read(0, buffer, sizeof buffer) << std::endl;
}
