#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/styled_line.h"

namespace culprit::cli {

/// Something that can be typed, and what it means where the word alone does not say it: "own", " (its own lines are wrong)".
struct TypedAnswer {
  std::string word;
  std::string gloss{};
};

/// What is asked.
StyledLines question_lines(std::string_view text, const Room& room);

/// What can be typed, on as few lines as it takes.
StyledLines answer_lines(const std::vector<TypedAnswer>& answers, const Room& room);

}  // namespace culprit::cli
