#include <fmt/format.h>

#include <ostream>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/output_file.h"
#include "src/cli/progress_bar.h"
#include "src/service/subject.h"
#include "src/tree/json.h"
#include "src/tree/text.h"

namespace culprit::cli {
namespace {

Result<ExitCode> run_export(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject =
      service::Subject::open(arguments.operand(), bar.callback(), arguments.number("--row", 0));
  if (!subject) return tl::unexpected(subject.error());
  const std::string format = arguments.text("--format", "text");
  const Status status = write_output(arguments.text("--output"), [&](std::ostream& out) {
    if (format == "json") return tree::write_json(subject->tree(), out, {}, bar.callback());
    return tree::write_text(subject->tree(), out, {}, bar.callback());
  });
  bar.erase();
  if (!status) return tl::unexpected(status.error());
  return ExitCode::kOk;
}

}  // namespace

Command export_command() {
  return {.name = "export",
          .summary = "write a tree in another format",
          .details =
              "Both formats can be read back: text is indented lines, one call each; json is one line of "
              "parallel arrays. docs/format.md describes them.",
          .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
          .options =
              {{"--format", "-f", Takes::kChoice, "FORMAT", "text or json (default text)", {"text", "json"}},
               {"--output", "-o", Takes::kFile, "OUT", "where to (default: standard output)"},
               {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
          .run = run_export};
}

}  // namespace culprit::cli
