// Corrects misspelt words: the word of a list that needs the fewest changes.
//
//   distance(a, b)         the fewest letters to insert, delete or replace that turn a into b
//   is_word(text)          only lower-case letters, and at least one
//   closest(text, words)   the first of the words with the least distance to the text
//   correct(text, words)   the text itself if it is no word; else the closest word if at most 2 changes are needed, else "?"
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

int least(int a, int b, int c) {
  return std::min(a, std::min(b, c));
}

int distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = least(above + 1, row[j - 1] + 1, replaced);
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool is_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string closest(const std::string& text, const Words& words) {
  std::string best;
  int fewest = 1000;
  for (const std::string& word : words) {
    const int changes = distance(text, word);
    if (changes < fewest) {
      fewest = changes;
      best = word;
    }
  }
  return best;
}

std::string correct(const std::string& text, const Words& words) {
  if (!is_word(text)) return text;
  const std::string word = closest(text, words);
  return distance(text, word) <= 2 ? word : "?";
}

int main() {
  const Words words{"hat", "cat"};
  for (const char* text : {"7", "bat"}) std::printf("%s\n", correct(text, words).c_str());
}
