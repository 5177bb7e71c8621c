#include <fmt/format.h>

#include <limits>
#include <optional>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_argument.h"
#include "src/cli/open_subject.h"
#include "src/cli/outline.h"
#include "src/cli/progress_bar.h"
#include "src/cli/session_file.h"
#include "src/cli/verdict_text.h"
#include "src/service/node_views.h"

namespace culprit::cli {
namespace {

constexpr std::uint32_t kShownWhole = 400;  ///< nodes of a tree that is shown without limits

OutlineOptions outline_options(const Arguments& arguments, const tree::Tree& tree, NodeId from,
                               const Console& console) {
  constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
  const bool is_large = tree.subtree_size(from) > kShownWhole;
  OutlineOptions options;
  options.from = from;
  options.depth = arguments.number("--depth", is_large ? 4 : kAll);
  options.width = arguments.number("--width", is_large ? 8 : kAll);
  if (console.out_is_terminal()) options.columns = console.width();
  return options;
}

/// The answers given so far, read from the session beside the file.
Result<service::Dialogue> read_marks(const service::Subject& subject, const Arguments& arguments,
                                     const Progress& progress) {
  service::DialogueOptions options;
  options.session_path = session_path(arguments.operand(), arguments.number("--row", 0));
  options.resume = true;
  if (!session_exists(options.session_path))
    return fail(ErrorCode::kNotFound, "there are no answers to show: no session at " + options.session_path,
                "leave --marks out, or start one with 'culprit debug " + arguments.operand() + "'");
  return service::Dialogue::start(subject, options, progress);
}

Result<ExitCode> run_tree(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const auto from = node_argument(arguments.text("--node", "0"), subject->tree());
  if (!from) return tl::unexpected(from.error());
  const auto account = subject->account(bar.callback());
  if (!account) return tl::unexpected(account.error());
  std::optional<service::Dialogue> dialogue;
  if (arguments.has("--marks")) {
    auto started = read_marks(*subject, arguments, bar.callback());
    if (!started) return tl::unexpected(started.error());
    dialogue.emplace(std::move(*started));
  }
  bar.erase();
  const service::NodeViews views(*subject, **account, nullptr, {});
  constexpr std::size_t kLongest = 400;  // of a line that goes to a file or a pipe
  OutlineOptions options = outline_options(arguments, subject->tree(), *from, console);
  options.text = [&](NodeId node, std::size_t width) {
    return service::one_line(views.brief(node), std::min(width, kLongest));
  };
  if (dialogue) options.mark = [&](NodeId node) { return mark_sign(dialogue->mark(node), console) + " "; };
  write_outline(subject->tree(), options, console);
  return ExitCode::kOk;
}

}  // namespace

Command tree_command() {
  return {
      .name = "tree",
      .summary = "draw the tree of calls",
      .details =
          "Each line has the node's number, the call with inputs and result, and in brackets how many nodes "
          "its "
          "subtree has. A tree of up to 400 nodes is drawn whole; of a larger one, four levels and eight "
          "children "
          "of each node, unless --depth and --width say otherwise. What is left out is counted.",
      .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
      .options =
          {{"--depth", "", Takes::kNumber, "N", "levels drawn below the first node"},
           {"--width", "", Takes::kNumber, "N",
            "children of one node that are drawn: the first ones, and the last"},
           {"--node", "", Takes::kNumber, "NODE", "draw only this node's subtree"},
           {"--marks", "", Takes::kNothing, "",
            "show the answers of the saved session: ✓ right, ✗ wrong, t trusted, ? skipped, ! inadmissible"},
           {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
      .run = run_tree};
}

}  // namespace culprit::cli
