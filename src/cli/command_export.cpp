#include <fmt/format.h>
#include <optional>

#include <ostream>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_argument.h"
#include "src/cli/open_subject.h"
#include "src/cli/output_file.h"
#include "src/cli/progress_bar.h"
#include "src/service/dialogue.h"
#include "src/service/reshaped_tree.h"
#include "src/tree/export_chrome.h"
#include "src/tree/export_dot.h"
#include "src/tree/export_speedscope.h"
#include "src/tree/json.h"
#include "src/tree/text.h"

namespace culprit::cli {
namespace {

/// Texts for the nodes of a trace, which has values instead. Holds the text of one node at a time.
class RecordedLabels {
 public:
  explicit RecordedLabels(const state::Account& account) : account_(account) {}

  tree::Label of(NodeId node) {
    constexpr std::size_t kLongest = 500;
    const state::Facts facts = account_.brief(node, {});
    inputs_.clear();
    for (const state::Value& input : facts.inputs) {
      if (!inputs_.empty()) inputs_ += ", ";
      inputs_ += (input.name.empty() ? "" : input.name + " = ") + service::to_text(input, kLongest);
    }
    const bool has_result = facts.outcome == state::Outcome::kReturned && facts.result &&
                            facts.result->kind != state::ValueKind::kVoid;
    result_ = has_result ? service::to_text(*facts.result, kLongest) : std::string();
    return {.inputs = inputs_, .result = result_, .has_result = has_result, .has_inputs = true};
  }

 private:
  const state::Account& account_;
  std::string inputs_;
  std::string result_;
};

using LabelOf = std::function<tree::Label(NodeId)>;

Status write(const tree::Tree& tree, const trace::Trace* trace, const Arguments& arguments,
             const LabelOf& label, std::ostream& out, const Progress& progress) {
  const std::string format = arguments.text("--format", "text");
  if (format == "json") return tree::write_json(tree, out, {.label = label}, progress);
  tree::ExportOptions options;
  options.label = label;
  if (trace) {
    options.thread = [&tree](NodeId node) { return tree.enter(node).stream().value(); };
    options.order = [trace](Moment moment) { return trace->order(moment); };
  }
  if (format == "dot") return tree::write_dot(tree, out, options);
  if (format == "chrome") return tree::write_chrome(tree, out, options, progress);
  if (format == "speedscope") return tree::write_speedscope(tree, out, options, progress);
  tree::TextOptions text;
  text.label = label;
  text.depth = arguments.number("--depth", text.depth);
  return tree::write_text(tree, out, text, progress);
}

Result<ExitCode> run_export(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account(bar.callback());
  if (!account) return tl::unexpected(account.error());
  const auto reshaped = reshaped_argument(arguments, *subject, **account);
  if (!reshaped) return tl::unexpected(reshaped.error());
  const bool is_reshaped = arguments.has("--transform");
  std::optional<tree::Tree> made;
  if (is_reshaped) made = service::as_tree(*reshaped, subject->tree());
  const tree::Tree& tree = made ? *made : subject->tree();
  RecordedLabels labels(**account);
  const auto origin = [&](NodeId row) {
    return is_reshaped ? reshaped->origin_of(SearchId{row.value()}) : row;
  };
  LabelOf label;
  if (subject->trace())
    label = [&](NodeId row) {
      return tree.function(row).kind == tree::FunctionKind::kChain ? tree::Label() : labels.of(origin(row));
    };
  const Progress progress = arguments.has("--output") ? bar.callback() : bar.callback_while_printing(console);
  const Status status = write_output(arguments.text("--output"), [&](std::ostream& out) {
    return write(tree, subject->trace(), arguments, label, out, progress);
  });
  bar.erase();
  if (!status) return tl::unexpected(status.error());
  return ExitCode::kOk;
}

}  // namespace

Command export_command() {
  return {
      .name = "export",
      .summary = "write a tree in another format",
      .details =
          "text and json can be read back. dot is for Graphviz, which draws it: 'dot -Tsvg'. chrome "
          "opens in Perfetto or in "
          "chrome://tracing, speedscope at speedscope.app; their times are positions in the log, not a "
          "clock.\n\n"
          "Indented text of a very deep tree would be mostly spaces; where it would be too large, json "
          "does it.",
      .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
      .options = {{"--format",
                   "-f",
                   Takes::kChoice,
                   "FORMAT",
                   "text, json, dot, chrome or speedscope (default text)",
                   {"text", "json", "dot", "chrome", "speedscope"}},
                  {"--output", "-o", Takes::kFile, "OUT", "where to (default: standard output)"},
                  {"--depth", "", Takes::kNumber, "N",
                   "text: levels written; a comment says what is left out"},
                  {"--transform", "", Takes::kTransforms, "LIST",
                   "the tree as these transformations make it; chains of calls are nodes of kind 'chain'"},
                  {"--chain-size", "", Takes::kChainSize, "N",
                   "calls that a chain of --transform has at most (default 12)"},
                  {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
      .run = run_export};
}

}  // namespace culprit::cli
