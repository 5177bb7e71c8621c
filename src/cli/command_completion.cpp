#include "src/cli/commands.h"
#include "src/cli/completion.h"

namespace culprit::cli {
namespace {

Result<ExitCode> run_completion(const Arguments& arguments, Console& console) {
  const std::string& shell = arguments.operand();
  console.print(shell == "bash" ? bash_completion() : shell == "zsh" ? zsh_completion() : fish_completion());
  return ExitCode::kOk;
}

}  // namespace

Command completion_command() {
  return {.name = "completion",
          .summary = "print the completion script for a shell",
          .details =
              "Commands, options, strategy names and file names complete with the tab key. 'make install' "
              "puts the "
              "scripts where the shells look; this prints one for any other place:\n\n"
              "  source <(culprit completion bash)\n"
              "  culprit completion zsh > ~/.zfunc/_culprit\n"
              "  culprit completion fish > ~/.config/fish/completions/culprit.fish",
          .operands = {{"SHELL", "bash, zsh or fish", Takes::kChoice, false, false, {"bash", "zsh", "fish"}}},
          .options = {},
          .run = run_completion};
}

}  // namespace culprit::cli
