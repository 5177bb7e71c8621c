#include <filesystem>

#include "src/cli/commands.h"
#include "src/cli/recording.h"
#include "src/cli/recording_report.h"

namespace culprit::cli {
namespace {

Result<ExitCode> run_record(const Arguments& arguments, Console& console) {
  if (arguments.rest().empty())
    return fail(ErrorCode::kUsage, "'record' needs PROGRAM: the program to run, with its arguments",
                "for example: culprit record -- ./mergesort 3 1 2");
  const std::string& name = arguments.rest()[0];
  const bool is_interpreted = is_functional(name);
  auto recording =
      read_recording(arguments, is_interpreted ? std::filesystem::path(name).stem().string() : name);
  if (!recording) return tl::unexpected(recording.error());
  const auto program = is_interpreted ? find_interpreter() : find_program(name);
  if (!program) return tl::unexpected(program.error());
  recording->program = *program;
  recording->words = arguments.rest();
  if (is_interpreted) interpret(*recording);
  recording->is_interpreted |= std::filesystem::path(*program).filename() == "culprit-fun";
  if (const Status status = prepare_trace(*recording); !status) return tl::unexpected(status.error());
  const auto end = run_recorded(*recording);
  if (!end) return tl::unexpected(end.error());
  const bool is_recorded = report_recording(*recording, *end, console);
  if (!is_recorded && end->exit_code() == 0) return ExitCode::kContent;
  return static_cast<ExitCode>(end->exit_code());
}

constexpr std::string_view kDetails =
    "Runs a program that was compiled with culprit-cc or culprit-c++, and writes what it did into a trace: "
    "its "
    "calls, its loops, and every write to memory. The program's output, its exit code and its effects are as "
    "always, only slower. A PROGRAM that ends in .fun is one in the functional language: culprit-fun runs "
    "it, "
    "with the expression behind it. Whatever ends it, Ctrl-C included, what was recorded until then is "
    "there.\n\n"
    "Standard input that is not a terminal is kept in TRACE.input. Each further process that was compiled "
    "for "
    "recording writes a trace of its own, TRACE.PID. An older trace of that name is replaced.\n\n"
    "At the end it says on standard error what was recorded and what to type next. The exit code is the "
    "program's own, or 128 + the signal that ended it; 4 if it succeeded and nothing was recorded.";

}  // namespace

Command record_command() {
  return {.name = "record",
          .summary = "run a program and record what it does",
          .details = kDetails,
          .operands = {{"PROGRAM", "the program to run, with its arguments", Takes::kFile, false, true}},
          .options = recording_options(),
          .run = run_record,
          .rest = Rest::kProgram,
          .rest_usage = "-- PROGRAM [ARGUMENT…]"};
}

}  // namespace culprit::cli
