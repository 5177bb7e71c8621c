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

OutlineOptions outline_options(const Arguments& arguments, const tree::SearchTree& tree, SearchId from,
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

/// The answers given so far, read from the session beside the file, on the tree that is drawn.
Result<service::Dialogue> read_session(const service::Subject& subject, const Arguments& arguments,
                                       const Progress& progress) {
  if (const Status checked = check_chain_size(arguments); !checked) return tl::unexpected(checked.error());
  service::DialogueOptions options;
  options.session_path = session_path(arguments.operand(), arguments.number("--row", 0));
  options.resume = true;
  options.read_only = true;
  options.transform = arguments.text("--transform", "loops");
  options.transform_given = true;
  options.chain_size = chain_size_argument(arguments);
  options.chain_size_given = arguments.has("--chain-size");
  if (!session_exists(options.session_path))
    return fail(ErrorCode::kNotFound, "there are no answers to show: no session at " + options.session_path,
                "leave --marks out, or start one with 'culprit debug " + arguments.operand() + "'");
  return service::Dialogue::start(subject, options, progress);
}

Result<ExitCode> run_tree(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const Progress progress = bar.callback();
  const auto subject = open_subject(arguments, progress);
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account(progress);
  if (!account) return tl::unexpected(account.error());
  std::optional<service::Dialogue> dialogue;
  if (arguments.has("--marks")) {
    auto started = read_session(*subject, arguments, progress);
    if (!started) return tl::unexpected(started.error());
    dialogue.emplace(std::move(*started));
  }
  auto reshaped = dialogue ? Result<transform::Reshaped>(dialogue->searched())
                           : reshaped_argument(arguments, *subject, **account);
  if (!reshaped) return tl::unexpected(reshaped.error());
  const auto from = arguments.has("--node") ? row_argument(arguments.text("--node"), *subject, *reshaped)
                                            : Result<SearchId>(reshaped->tree.root());
  if (!from) return tl::unexpected(from.error());
  bar.erase();
  const service::NodeViews views(*subject, **account, {});
  constexpr std::size_t kLongest = 400;  // of a line that goes to a file or a pipe
  OutlineOptions options = outline_options(arguments, reshaped->tree, *from, console);
  options.text = [&](SearchId row, std::size_t width) {
    return service::one_line(views.brief(*reshaped, row), std::min(width, kLongest));
  };
  options.name = [&](SearchId row) { return views.name({reshaped->origin_of(row), reshaped->last_of(row)}); };
  options.name_width = name_width(*subject, *reshaped);
  options.is_closed = [&](SearchId row) {
    return dialogue ? dialogue->is_closed(row) : reshaped->made_as(row) == transform::Made::kCollapsed;
  };
  if (dialogue) options.mark = [&](SearchId row) { return mark_sign(dialogue->mark(row), console) + " "; };
  write_outline(reshaped->tree, options, console);
  return ExitCode::kOk;
}

}  // namespace

Command tree_command() {
  return {
      .name = "tree",
      .summary = "draw the tree of calls",
      .details =
          "Each line has the node's name, the call with inputs and result, and in brackets how many nodes "
          "its "
          "subtree has. A tree of up to 400 nodes is drawn whole; of a larger one, four levels and eight "
          "children "
          "of each node, unless --depth and --width say otherwise. What is left out is counted.",
      .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
      .options =
          {{"--depth", "", Takes::kNumber, "N", "levels drawn below the first node"},
           {"--width", "", Takes::kNumber, "N",
            "children of one node that are drawn: the first ones, and the last"},
           {"--node", "", Takes::kText, "NODE", "draw only this node's subtree"},
           {"--transform", "", Takes::kTransforms, "LIST",
            "draw the tree as these transformations make it; chains of calls are drawn closed"},
           {"--chain-size", "", Takes::kChainSize, "N",
            "calls that a chain of --transform has at most (default 12)"},
           {"--marks", "", Takes::kNothing, "",
            "show the answers of the saved session: ✓ right, ✗ wrong, t trusted, ? skipped, ! inadmissible"},
           {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
      .run = run_tree};
}

}  // namespace culprit::cli
