#include <fmt/format.h>

#include <filesystem>

#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/debug_loop.h"
#include "src/cli/newest_trace.h"
#include "src/cli/open_subject.h"
#include "src/cli/progress_bar.h"
#include "src/cli/request.h"
#include "src/cli/session_file.h"
#include "src/cli/staleness.h"
#include "src/cli/value_text.h"
#include "src/service/resumption.h"
#include "src/tree/weights_file.h"

namespace culprit::cli {
namespace {

service::DialogueOptions dialogue_options(const Arguments& arguments, const SessionPlan& plan) {
  service::DialogueOptions options;
  options.strategy = arguments.text("--strategy", strategy::kDefaultStrategy);
  options.transform = arguments.text("--transform", service::default_transform(options.strategy));
  options.choosing.exact_below = arguments.number("--exact-below", strategy::kExactBelow);
  options.chain_size = arguments.number("--chain-size", options.chain_size);
  options.thinks_ahead = true;
  options.ask_root = arguments.has("--ask-root");
  options.strategy_given = arguments.has("--strategy");
  options.transform_given = arguments.has("--transform");
  options.ask_root_given = arguments.has("--ask-root");
  options.exact_below_given = arguments.has("--exact-below");
  options.chain_size_given = arguments.has("--chain-size");
  options.memory = !arguments.has("--no-memory");
  options.session_path = plan.path;
  options.resume = plan.resume;
  options.limits = limits_of(arguments.number("--depth", options.limits.depth),
                             arguments.number("--width", options.limits.width));
  return options;
}

/// The command that opens the session again.
std::string command_of(const Arguments& arguments, const SessionPlan& plan) {
  std::string command = "culprit debug " + arguments.operand();
  const std::uint32_t row = arguments.number("--row", 0);
  if (row != 0) command += " --row " + std::to_string(row);
  if (plan.path != session_path(arguments.operand(), row)) command += " --session " + plan.path;
  return command;
}

Opening opening_of(service::Dialogue& dialogue, const service::DialogueOptions& options,
                   const SessionPlan& plan, std::string command) {
  const service::Subject& subject = dialogue.subject();
  Opening opening{.file = subject.path(),
                  .nodes = subject.tree().size(),
                  .strategy = std::string(dialogue.strategy()),
                  .transform = std::string(dialogue.transform()),
                  .chain_size = dialogue.chain_size(),
                  .reshaped_nodes = dialogue.nodes(),
                  .ask_root = options.ask_root,
                  .session_path = plan.path,
                  .command = std::move(command),
                  .resumed_answers = dialogue.resumed_answers(),
                  .is_resumed = dialogue.is_resumed(),
                  .notes = dialogue.take_notes(),
                  .damage = {}};
  for (std::string& note : staleness_notes(subject)) opening.notes.push_back(std::move(note));
  if (subject.trace()) {
    for (const trace::Damage& damage : subject.trace()->damage()) opening.damage.push_back(damage.what);
  }
  return opening;
}

/// Takes the newest trace if no file was given, and says so.
Result<Arguments> with_file(const Arguments& arguments, Console& console) {
  if (!arguments.operands().empty()) return arguments;
  const auto newest = newest_trace(".");
  if (!newest) return tl::unexpected(newest.error());
  console.note("culprit: " + printable(*newest) + " is the newest trace here\n");
  return arguments.with_operand(*newest);
}

/// What --weights says; nothing without it.
Result<std::vector<std::uint32_t>> given_weights(const Arguments& arguments,
                                                 const service::Subject& subject) {
  std::vector<std::uint32_t> none;
  if (!arguments.has("--weights")) return none;
  const std::string path = arguments.text("--weights");
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  auto weights = tree::read_weights(text, subject.tree(), [&](std::string_view name) {
    return service::find_node(subject.tree(), name).map([](const session::About& about) {
      return about.first;
    });
  });
  if (!weights) return tl::unexpected(in_file(weights.error(), path));
  return weights;
}

Result<ExitCode> run_debug(const Arguments& given, Console& console) {
  const auto with_operand = with_file(given, console);
  if (!with_operand) return tl::unexpected(with_operand.error());
  const Arguments& arguments = *with_operand;
  if (arguments.has("--resume") && arguments.has("--new"))
    return fail(ErrorCode::kUsage, "--resume and --new exclude each other", "give one of them");
  const bool is_interactive = console.is_interactive() && !arguments.has("--json");
  ProgressBar bar(console);
  auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  auto plan = plan_session(arguments, is_interactive);
  if (!plan) return tl::unexpected(plan.error());
  service::DialogueOptions options = dialogue_options(arguments, *plan);
  auto weights = given_weights(arguments, *subject);
  if (!weights) return tl::unexpected(weights.error());
  options.weights = std::move(*weights);
  auto dialogue = service::Dialogue::start(*subject, options, bar.callback());
  if (!dialogue) return tl::unexpected(dialogue.error());
  bar.erase();
  const auto presenter =
      arguments.has("--json") ? make_json_presenter(console) : make_text_presenter(console, is_interactive);
  const auto reader = is_interactive ? make_terminal_reader(completion_of_words())
                                     : make_stream_reader(console, !arguments.has("--json"));
  return DebugLoop(*dialogue, *presenter, *reader, console,
                   opening_of(*dialogue, options, *plan, command_of(arguments, *plan)), options.limits)
      .run();
}

constexpr std::string_view kDetails =
    "Asks about calls of the run, one at a time: is this result right for these inputs? From the answers it "
    "finds the "
    "function, or the very loop, that holds the bug, and shows where it stands.\n\n"
    "Answer with yes, no, skip (don't know), trust (this function is fine) or input (these inputs "
    "should never have "
    "come), or their first letters; 'help' lists all words, among them undo, browse, why and quit.\n\n"
    "Every answer is saved at once, in FILE.session, so that a session can be left and resumed. If standard "
    "input is not a "
    "terminal, answers are read from it line by line; blank lines and lines that start with # are passed "
    "over.";

}  // namespace

Command debug_command() {
  return {
      .name = "debug",
      .summary = "ask about calls of a run and name the culprit",
      .details = kDetails,
      .operands = {{"FILE",
                    "a trace, a packed one, or a tree as text or JSON (default: the newest trace here)",
                    Takes::kFile, true}},
      .options =
          {{"--strategy", "", Takes::kStrategy, "NAME",
            "how to choose questions (default: divide-by-queries)"},
           {"--transform", "", Takes::kTransforms, "LIST",
            "reshape the tree first: loops, compress-all, compress, collapse, balance, with commas, or none "
            "(default: loops,compress,balance)"},
           {"--chain-size", "", Takes::kChainSize, "N",
            "calls that are asked about as one, at most; all are listed (default 12)"},
           {"--exact-below", "", Takes::kNumber, "N",
            "suspects from which divide-by-queries searches for the optimum (default 300)"},
           {"--ask-root", "", Takes::kNothing, "",
            "ask whether the whole run is wrong, instead of taking it so"},
           {"--weights", "", Takes::kFile, "WEIGHTS",
            "how likely nodes and functions are to be at fault: lines 'NODE WEIGHT' and 'function NAME "
            "WEIGHT'"},
           {"--no-memory", "", Takes::kNothing, "", "ask again what was answered before"},
           {"--json", "", Takes::kNothing, "", "one JSON object an event, for programs"},
           {"--session", "", Takes::kFile, "PATH", "where answers are kept (default: FILE.session)"},
           {"--resume", "", Takes::kNothing, "", "go on with the saved session (default at a terminal)"},
           {"--new", "", Takes::kNothing, "",
            "start over; an older session is moved aside (default elsewhere)"},
           {"--no-save", "", Takes::kNothing, "", "keep nothing"},
           {"--depth", "", Takes::kNumber, "N", "levels of a value that are shown (default 4)"},
           {"--width", "", Takes::kNumber, "N", "elements and fields of a value that are shown (default 32)"},
           {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
      .run = run_debug};
}

}  // namespace culprit::cli
