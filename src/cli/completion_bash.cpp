#include <fmt/format.h>

#include "src/cli/completion.h"

namespace culprit::cli {
namespace {

constexpr std::string_view kHead = R"(# bash completion for culprit, written by 'culprit completion bash'.
_culprit_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}
# Names with commas between them: only the last one is completed.
_culprit_list() {
  local done=
  [[ $cur == *,* ]] && done=${cur%,*},
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${cur##*,}")
}
_culprit_files() {
  compopt -o filenames 2>/dev/null || :
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
_culprit() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= i
  # "--option=value" arrives as three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --color) ((i++)) ;;
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  COMPREPLY=()
  case $command:$prev in
)";

std::string value_action(Takes takes, const std::vector<std::string_view>& choices) {
  if (takes == Takes::kFile) return "_culprit_files";
  const auto words = completion_words(takes, choices);
  if (words.empty()) return ":";
  return fmt::format("{} '{}'", is_list(takes) ? "_culprit_list" : "_culprit_words", join_words(words, " "));
}

std::string value_cases(const Command& command) {
  std::string text;
  for (const Option& option : completion_options(command)) {
    if (option.takes == Takes::kNothing) continue;
    const std::string also =
        option.short_flag.empty() ? "" : fmt::format(" | {}:{}", command.name, option.short_flag);
    text += fmt::format("    {}:{}{}) {}; return ;;\n", command.name, option.flag, also,
                        value_action(option.takes, option.choices));
  }
  return text;
}

std::string command_case(const Command& command) {
  std::vector<std::string> flags;
  for (const Option& option : completion_options(command)) flags.emplace_back(option.flag);
  const std::string operand =
      command.operands.empty() ? ":" : value_action(command.operands[0].takes, command.operands[0].choices);
  return fmt::format("    {}) if [[ $cur == -* ]]; then _culprit_words '{}'; else {}; fi ;;\n", command.name,
                     join_words(flags, " "), operand);
}

}  // namespace

std::string bash_completion() {
  std::string text(kHead);
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    text += value_cases(command);
    names.emplace_back(command.name);
  }
  const std::string all = join_words(names, " ");
  text += "    *:--color) _culprit_words 'auto always never'; return ;;\n  esac\n  case $command in\n";
  text += fmt::format(
      "    '') if [[ $cur == -* ]]; then _culprit_words '--color --help --version'; else _culprit_words '{} "
      "help'; fi ;;\n",
      all);
  text += fmt::format("    help) _culprit_words '{}' ;;\n", all);
  for (const Command& command : commands()) text += command_case(command);
  return text + "  esac\n}\ncomplete -F _culprit culprit\n";
}

}  // namespace culprit::cli
