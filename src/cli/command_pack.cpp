#include <fmt/format.h>

#include <filesystem>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/output_file.h"
#include "src/cli/progress_bar.h"
#include "src/cli/recording.h"
#include "src/service/pack.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

void report(const std::string& path, const service::Packed& packed, Console& console) {
  const double share = packed.bytes == 0 ? 100.0
                                         : 100.0 * static_cast<double>(packed.packed_bytes) /
                                               static_cast<double>(packed.bytes);
  std::string parts = "the trace";
  if (packed.further_traces > 0)
    parts +=
        ", " + counted(packed.further_traces, "trace of a further process", "traces of further processes");
  if (packed.has_input) parts += ", its input";
  parts += " and " + counted(packed.sources, "source file", "source files");
  console.print(fmt::format("{}: {}, {} bytes ({:.1f} % of {}).\n", printable(path), parts,
                            with_commas(packed.packed_bytes), share, with_commas(packed.bytes)));
  for (const std::string& missing : packed.missing_sources)
    console.note("culprit: left out, since it cannot be read: " + printable(missing) + "\n");
  console.print(fmt::format("Next: culprit debug {}\n", printable(path)));
}

Result<ExitCode> run_pack(const Arguments& arguments, Console& console) {
  const std::string& trace = arguments.operand();
  const std::string usual = fs::path(trace).extension() == ".trace"
                                ? fs::path(trace).replace_extension(".culprit").string()
                                : trace + ".culprit";
  const std::string path = arguments.text("--output", usual);
  ProgressBar bar(console);
  Result<service::Packed> packed = service::Packed{};
  const Status status = write_output(path, [&](std::ostream& out) -> Status {
    packed = service::write_pack(trace, further_traces(trace), out, bar.callback());
    if (!packed) return tl::unexpected(in_file(packed.error(), trace));
    return {};
  });
  bar.erase();
  if (!status) return tl::unexpected(status.error());
  if (path != "-") report(path, *packed, console);
  return ExitCode::kOk;
}

}  // namespace

Command pack_command() {
  return {.name = "pack",
          .summary = "put a trace and its sources into one compressed file",
          .details =
              "To send or to keep: the trace, the input that was kept with it, the traces of further "
              "processes and "
              "the source files that it names, as far as they can be read. Every command that takes a trace "
              "opens "
              "such a file directly, and shows the sources that are in it.",
          .operands = {{"TRACE", "a trace"}},
          .options = {{"--output", "-o", Takes::kFile, "FILE",
                       "where to (default: TRACE.culprit; -: standard output)"}},
          .run = run_pack};
}

}  // namespace culprit::cli
