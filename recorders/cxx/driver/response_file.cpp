#include "recorders/cxx/driver/response_file.h"

#include <fstream>
#include <iterator>

namespace culprit::driver {
namespace {

constexpr int kMostNested = 20;  ///< a file that names itself ends here

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void expand(std::span<const std::string> arguments, int depth, std::vector<std::string>& all) {
  for (const std::string& argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument[0] == '@' && depth < kMostNested) file.open(argument.substr(1));
    if (!file.is_open()) {
      all.push_back(argument);
      continue;
    }
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    expand(split_words(text), depth + 1, all);
  }
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quote && is_blank(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::vector<std::string> expand_response_files(std::span<const std::string> arguments) {
  std::vector<std::string> all;
  expand(arguments, 0, all);
  return all;
}

}  // namespace culprit::driver
