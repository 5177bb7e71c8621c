#include "src/cli/completion.h"

#include "src/strategy/strategy.h"
#include "src/transform/transform.h"

namespace culprit::cli {

std::vector<std::string> completion_words(Takes takes, const std::vector<std::string_view>& choices) {
  std::vector<std::string> words;
  if (takes == Takes::kChoice) words.assign(choices.begin(), choices.end());
  if (takes == Takes::kStrategies) words.emplace_back("all");
  if (takes == Takes::kStrategy || takes == Takes::kStrategies)
    words.insert(words.end(), strategy::strategy_names().begin(), strategy::strategy_names().end());
  if (takes == Takes::kTransforms) {
    words.emplace_back("none");
    words.insert(words.end(), transform::transformation_names().begin(),
                 transform::transformation_names().end());
  }
  return words;
}

bool is_list(Takes takes) {
  return takes == Takes::kStrategies || takes == Takes::kTransforms;
}

std::vector<Option> completion_options(const Command& command) {
  std::vector<Option> all = command.options;
  all.insert(all.end(), common_options().begin(), common_options().end());
  return all;
}

std::string join_words(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace culprit::cli
