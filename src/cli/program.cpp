#include "src/cli/program.h"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <exception>
#include <new>

#include "src/base/text.h"
#include "src/cli/child_process.h"
#include "src/cli/command.h"
#include "src/cli/help.h"
#include "src/cli/version.h"

namespace culprit::cli {
namespace {

bool asks_for_help(const Command& command, std::span<const std::string> words) {
  if (command.rest != Rest::kRefused) words = words.first(find_rest(command, words));
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

/// The choice of colour stands before the command, after it, or nowhere; it is needed before anything is
/// printed.
ColorChoice color_choice(std::span<const std::string> words) {
  ColorChoice choice = ColorChoice::kAuto;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    std::string value;
    if (words[i].starts_with("--color=")) value = words[i].substr(8);
    if (words[i] == "--color" && i + 1 < words.size()) value = words[i + 1];
    if (value == "always") choice = ColorChoice::kAlways;
    if (value == "never") choice = ColorChoice::kNever;
  }
  return choice;
}

/// Takes "--color WHEN" from the front, so that it may stand before the command.
Status drop_leading_color(std::span<const std::string>& words) {
  while (!words.empty() && words[0].starts_with("--color")) {
    const bool joined = words[0].starts_with("--color=");
    if (!joined && (words[0] != "--color" || words.size() < 2)) break;
    const std::string value = joined ? words[0].substr(8) : words[1];
    if (value != "auto" && value != "always" && value != "never")
      return fail(ErrorCode::kUsage, "--color takes auto, always or never, not '" + value + "'",
                  "'culprit --help' lists all");
    words = words.subspan(joined ? 1 : 2);
  }
  return {};
}

Result<ExitCode> help_about(std::span<const std::string> words, Console& console) {
  if (words.empty()) {
    console.print(program_help(console));
    return ExitCode::kOk;
  }
  const auto command = find_command(words[0]);
  if (!command) return tl::unexpected(command.error());
  console.print(command_help(**command, console));
  return ExitCode::kOk;
}

Result<ExitCode> dispatch(std::span<const std::string> words, Console& console) {
  if (const Status status = drop_leading_color(words); !status) return tl::unexpected(status.error());
  if (words.empty()) {
    console.print(short_help(console));
    return ExitCode::kOk;
  }
  const std::string& first = words[0];
  if (first == "--help" || first == "-h") return help_about({}, console);
  if (first == "--version" || first == "-V") {
    console.print("culprit " + std::string(kVersion) + "\n");
    return ExitCode::kOk;
  }
  if (first == "help") return help_about(words.subspan(1), console);
  if (first.starts_with('-'))
    return fail(ErrorCode::kUsage, "there is no option '" + first + "' before a command",
                "'culprit --help' lists all");
  const auto command = find_command(first);
  if (!command) return tl::unexpected(command.error());
  if (asks_for_help(**command, words.subspan(1))) return help_about(words.first(1), console);
  const auto arguments = read_arguments(**command, words.subspan(1));
  if (!arguments) return tl::unexpected(arguments.error());
  return (*command)->run(*arguments, console);
}

Result<ExitCode> guarded(std::span<const std::string> words, Console& console) {
  try {
    return dispatch(words, console);
  } catch (const std::bad_alloc&) {
    console.note("culprit: out of memory\n  hint: close other programs, or debug a shorter run\n");
  } catch (const std::exception& error) {
    console.note("culprit: internal error: " + printable(error.what()) +
                 "\n  hint: this is a defect of Culprit; please report it\n");
  }
  return ExitCode::kInternal;
}

}  // namespace

int run(int argc, char** argv) {
  take_broken_pipes();  // a reader that goes away: `culprit tree x | head`
  std::setlocale(LC_CTYPE, "");
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  Console console(color_choice(words));
  Result<ExitCode> result = guarded(words, console);
  if (const Status written = console.finish(); !written && result) result = tl::unexpected(written.error());
  if (result) return static_cast<int>(*result);
  console.note(error_text(result.error()));
  return static_cast<int>(exit_code(result.error().code));
}

}  // namespace culprit::cli
