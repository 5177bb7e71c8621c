#include <fmt/format.h>

#include "src/cli/completion.h"

namespace culprit::cli {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string value_words(Takes takes, const std::vector<std::string_view>& choices) {
  const auto words = completion_words(takes, choices);
  if (is_list(takes))
    return fmt::format("'(__fish_complete_list , \"printf \\'%s\\\\n\\' {}\")'", join_words(words, " "));
  return quoted(join_words(words, " "));
}

std::string option_line(std::string_view condition, const Option& option) {
  std::string line = fmt::format("complete -c culprit -n '{}' -l {}", condition, option.flag.substr(2));
  if (!option.short_flag.empty()) line += fmt::format(" -s {}", option.short_flag.substr(1));
  if (option.takes == Takes::kFile) {
    line += " -r -F";
  } else if (option.takes != Takes::kNothing) {
    line += " -x";
    if (!completion_words(option.takes, option.choices).empty())
      line += " -a " + value_words(option.takes, option.choices);
  }
  return line + " -d " + quoted(option.help) + "\n";
}

std::string command_lines(const Command& command) {
  const std::string inside = fmt::format("__fish_seen_subcommand_from {}", command.name);
  std::string text = fmt::format("complete -c culprit -n __fish_use_subcommand -a {} -d {}\n", command.name,
                                 quoted(command.summary));
  for (const Option& option : command.options) text += option_line(inside, option);
  if (command.operands.empty()) return text;
  const Operand& operand = command.operands[0];
  if (operand.takes == Takes::kFile) {
    text += fmt::format("complete -c culprit -n '{}' -F\n", inside);
  } else if (operand.takes == Takes::kChoice) {
    text += fmt::format("complete -c culprit -n '{}' -a {}\n", inside,
                        value_words(operand.takes, operand.choices));
  }
  return text;
}

}  // namespace

std::string fish_completion() {
  std::string text =
      "# fish completion for culprit, written by 'culprit completion fish'.\ncomplete -c culprit -f\n";
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    text += command_lines(command);
    names.emplace_back(command.name);
  }
  text += "complete -c culprit -n __fish_use_subcommand -a help -d 'explain a command'\n";
  text += fmt::format("complete -c culprit -n '__fish_seen_subcommand_from help' -a {}\n",
                      quoted(join_words(names, " ")));
  text += "complete -c culprit -n __fish_use_subcommand -l version -d 'print the version and stop'\n";
  for (const Option& option : common_options()) text += option_line("true", option);
  return text;
}

}  // namespace culprit::cli
