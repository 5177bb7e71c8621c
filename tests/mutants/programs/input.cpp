// Reads words from standard input, and counts letters and numbers.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>

static bool is_number(const std::string& word) {
  for (const char c : word)
    if (!std::isdigit(static_cast<unsigned char>(c))) return false;
  return !word.empty();
}

static int read_character() {
  return std::getchar();
}

static std::string read_word() {
  std::string word;
  int c = read_character();
  while (c == ' ' || c == '\n') c = read_character();
  while (c != EOF && c != ' ' && c != '\n') {
    word += static_cast<char>(c);
    c = read_character();
  }
  return word;
}

static void count(std::map<std::string, int>& counts, const std::string& word) {
  ++counts[is_number(word) ? "number" : word];
}

int main() {
  std::map<std::string, int> counts;
  for (std::string word = read_word(); !word.empty(); word = read_word()) count(counts, word);
  for (const auto& [word, times] : counts) std::printf("%s %d\n", word.c_str(), times);
}
