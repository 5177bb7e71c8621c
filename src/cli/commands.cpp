#include "src/cli/commands.h"

#include <array>

#include "src/base/text.h"

namespace culprit::cli {

std::span<const Command> commands() {
  static const std::array kCommands{
      record_command(), run_command(),      debug_command(),   tree_command(),      show_command(),
      info_command(),   evaluate_command(), optimal_command(), graph_command(),     import_command(),
      export_command(), pack_command(),     doctor_command(),  completion_command()};
  return kCommands;
}

std::span<const Option> common_options() {
  static const std::array kOptions{
      Option{"--color",
             "",
             Takes::kChoice,
             "WHEN",
             "auto (where there is a terminal), always or never",
             {"auto", "always", "never"}},
      Option{"--help", "-h", Takes::kNothing, "", "print help and stop"},
  };
  return kOptions;
}

Result<const Command*> find_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
    names.push_back(command.name);
  }
  static const Command kCheck = check_command();
  if (name == kCheck.name) return &kCheck;
  const std::string_view near = nearest(name, names);
  return fail(
      ErrorCode::kUsage, "there is no command '" + std::string(name) + "'",
      near.empty() ? "'culprit --help' lists the commands" : "did you mean '" + std::string(near) + "'?");
}

}  // namespace culprit::cli
