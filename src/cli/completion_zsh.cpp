#include <fmt/format.h>

#include "src/cli/completion.h"

namespace culprit::cli {
namespace {

/// Inside single quotes and inside _arguments' brackets.
std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out += {'\\', c};
    } else {
      out += c;
    }
  }
  return out;
}

std::string value_action(Takes takes, const std::vector<std::string_view>& choices) {
  if (takes == Takes::kFile) return "_files";
  const auto words = completion_words(takes, choices);
  if (is_list(takes)) return fmt::format("_sequence compadd - {}", join_words(words, " "));
  return words.empty() ? " " : fmt::format("({})", join_words(words, " "));
}

std::string option_spec(const Option& option) {
  const std::string help = quoted(option.help);
  const std::string value =
      option.takes == Takes::kNothing
          ? ""
          : fmt::format(":{}:{}", quoted(option.value), value_action(option.takes, option.choices));
  if (option.short_flag.empty())
    return fmt::format("'{}{}[{}]{}'", option.flag, option.takes == Takes::kNothing ? "" : "=", help, value);
  return fmt::format("'({0} {1})'{{{0},{1}{2}}}'[{3}]{4}'", option.short_flag, option.flag,
                     option.takes == Takes::kNothing ? "" : "=", help, value);
}

std::string command_case(const Command& command) {
  std::string text = fmt::format("        {})\n          _arguments", command.name);
  for (const Option& option : completion_options(command)) text += " \\\n            " + option_spec(option);
  for (const Operand& operand : command.operands) {
    const std::string place = operand.repeats ? "*" : operand.is_optional ? ":" : "";
    text += fmt::format(" \\\n            '{}:{}:{}'", place, quoted(operand.name),
                        value_action(operand.takes, operand.choices));
  }
  return text + "\n          ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string text =
      "#compdef culprit\n"
      "# zsh completion for culprit, written by 'culprit completion zsh'.\n"
      "_culprit() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  local -a commands=(\n";
  for (const Command& command : commands())
    text += fmt::format("    '{}:{}'\n", command.name, quoted(command.summary));
  text += "    'help:explain a command'\n  )\n  _arguments -C";
  for (const Option& option : common_options()) text += " \\\n    " + option_spec(option);
  text +=
      " \\\n    '--version[print the version and stop]'"
      " \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n"
      "  case $state in\n"
      "    command) _describe -t commands command commands ;;\n"
      "    argument)\n"
      "      case $words[1] in\n";
  for (const Command& command : commands()) text += command_case(command);
  text +=
      "        help) _describe -t commands command commands ;;\n"
      "      esac\n      ;;\n  esac\n}\n"
      "if [ \"$funcstack[1]\" = _culprit ]; then _culprit \"$@\"; else compdef _culprit culprit; fi\n";
  return text;
}

}  // namespace culprit::cli
