#include "src/cli/answer_lines.h"

#include "src/base/text.h"
#include "src/cli/wrap.h"

namespace culprit::cli {

StyledLines question_lines(std::string_view text, const Room& room) {
  StyledLines lines;
  for (const std::string& line : wrapped_words(text, room.columns)) lines.emplace_back(line, Style::kBold);
  return lines;
}

StyledLines answer_lines(const std::vector<TypedAnswer>& answers, const Room& room) {
  StyledLines lines;
  StyledLine line;
  const std::string between = room.is_ascii ? " | " : " · ";
  for (const TypedAnswer& answer : answers) {
    if (!line.is_empty() &&
        line.width() + display_width(between + answer.word + answer.gloss) > room.columns) {
      lines.push_back(line);
      line = StyledLine();
    }
    if (!line.is_empty()) line.add(between, Style::kDim);
    line.add(answer.word, Style::kBold).add(answer.gloss, Style::kDim);
  }
  lines.push_back(line);
  return lines;
}

}  // namespace culprit::cli
