#include <fmt/format.h>

#include <ostream>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/output_file.h"
#include "src/cli/progress_bar.h"
#include "src/cli/tree_source.h"
#include "src/tree/json.h"

namespace culprit::cli {
namespace {

Result<ExitCode> run_import(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const std::string path = arguments.text("--output");
  const Progress progress = path.empty() ? bar.callback_while_printing(console) : bar.callback();
  std::uint64_t trees = 0;
  std::uint64_t nodes = 0;
  const Status status = write_output(path, [&](std::ostream& out) {
    return for_each_tree(
        arguments.operand(),
        [&](const SourceTree& source) -> Status {
          const tree::Tree& tree = source.tree;
          if (tree.has_moments())
            return fail(ErrorCode::kWrongFormat,
                        arguments.operand() + " is a trace of a recorded run, not a tree",
                        "it needs no import; 'culprit export --format json' writes its tree");
          ++trees;
          nodes += tree.size();
          return tree::write_json(tree, out, {}, progress);
        },
        progress);
  });
  bar.erase();
  if (!status) return tl::unexpected(status.error());
  if (!path.empty() && path != "-")
    console.print(fmt::format("{} with {} in {}\n", trees == 1 ? "1 tree" : with_commas(trees) + " trees",
                              nodes == 1 ? "1 node" : with_commas(nodes) + " nodes", printable(path)));
  return ExitCode::kOk;
}

}  // namespace

Command import_command() {
  return {.name = "import",
          .summary = "check trees written by others and put them into canonical JSON",
          .details =
              "Reads indented text, a JSON object, or JSON lines, whichever the file holds, checks every "
              "rule of the form "
              "and writes one JSON object a tree. 'culprit export' goes the other way.",
          .operands = {{"FILE", "trees as text, JSON or JSON lines"}},
          .options = {{"--output", "-o", Takes::kFile, "OUT", "where to (default: standard output)"}},
          .run = run_import};
}

}  // namespace culprit::cli
