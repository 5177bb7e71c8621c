#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_argument.h"
#include "src/cli/node_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/progress_bar.h"
#include "src/cli/source_text.h"
#include "src/cli/used_text.h"
#include "src/cli/value_text.h"
#include "src/service/node_views.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kChildrenShown = 20;

/// What `show` looks at: a node, and where its values come from.
struct Shown {
  const service::Subject& subject;
  const state::Account& account;
  const transform::Reshaped& reshaped;
  SearchId row;
  state::Limits limits;
  service::NodeView view;
};

/// A value that is not there is a wrong argument, not a missing file.
Error as_usage(Error error) {
  if (error.code == ErrorCode::kNotFound) error.code = ErrorCode::kUsage;
  return error;
}

Result<ExitCode> show_path(const Shown& shown, const std::string& path, bool is_json, Console& console) {
  const auto before = shown.account.look_up(shown.view.about.first, false, path, shown.limits);
  const auto after = shown.account.look_up(shown.view.about.last, true, path, shown.limits);
  if (!before && !after) return tl::unexpected(as_usage(before.error()));
  if (is_json) {
    using nlohmann::json;
    const json object{{"node", shown.view.name},
                      {"path", path},
                      {"before", before ? service::to_json(*before) : json()},
                      {"after", after ? service::to_json(*after) : json()}};
    console.print(object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    return ExitCode::kOk;
  }
  for (const auto& [side, value] : {std::pair("before", &before), std::pair("after", &after)}) {
    console.print(console.paint(Style::kBold, side) + "\n");
    console.print(*value ? value_lines(**value, console, 2, console.width())
                         : "  " + printable(value->error().what) + "\n");
  }
  return ExitCode::kOk;
}

void show_values(std::string_view title, const std::vector<state::Value>& values, Console& console) {
  if (values.empty()) return;
  console.print("\n" + console.paint(Style::kBold, title) + "\n");
  for (const state::Value& value : values) console.print(value_lines(value, console, 2, console.width()));
}

void show_family(const Shown& shown, Console& console) {
  const tree::SearchTree& tree = shown.reshaped.tree;
  const service::NodeViews views(shown.subject, shown.account, shown.limits);
  const auto line = [&](SearchId row) {
    const service::NodeView view = views.brief(shown.reshaped, row);
    const std::string name = fmt::format("  {:>6}  ", view.name);
    console.print(name + service::one_line(view, console.width() - name.size()) + "\n");
  };
  if (const SearchId parent = tree.parent(shown.row); parent != kNoSearchId) {
    console.print("\n" + console.paint(Style::kBold, "called by") + "\n");
    line(parent);
  }
  if (tree.is_leaf(shown.row)) return;
  console.print("\n" + console.paint(Style::kBold, "calls") + "\n");
  std::uint64_t children = 0;
  for (SearchId child{shown.row.value() + 1}; child < tree.end(shown.row); child = tree.end(child)) {
    if (++children <= kChildrenShown) line(child);
  }
  if (children > kChildrenShown)
    console.print(fmt::format("  … {} more\n", with_commas(children - kChildrenShown)));
}

void show_source(const Shown& shown, Console& console) {
  if (shown.view.file.empty() || shown.view.first_line == 0) return;
  console.print("\n" + console.paint(Style::kBold, place_text(shown.view)) + "\n");
  const auto source =
      service::read_source(shown.subject, shown.view.file, shown.view.first_line, shown.view.last_line);
  console.print(source ? source_excerpt(*source, {}, console, console.width())
                       : "  (" + printable(source.error().what) + ")\n");
}

Result<ExitCode> show_node(const Shown& shown, Console& console) {
  const std::uint32_t size = shown.reshaped.tree.subtree_size(shown.row);
  console.print(call_text(shown.view, console, console.width()) + "\n");
  console.print(console.paint(Style::kDim, fmt::format("node {}, {} in its subtree", shown.view.name,
                                                       counted(size, "node", "nodes"))) +
                "\n");
  const std::string did = effects_text(shown.view, console, 0, console.width());
  if (shown.view.facts.used.is_known) {
    console.print("\n" + console.paint(Style::kBold, "used") + "\n" +
                  used_text(shown.view, console, console.width()) +
                  consumed_text(shown.view, console, 0, console.width()));
    console.print("\n" + console.paint(Style::kBold, "did") + "\n" +
                  (did.empty() ? "changed nothing\n" : did));
  } else {
    console.print(consumed_text(shown.view, console, 0, console.width()) + did);
  }
  console.print(unrecorded_text(shown.view, console, 0));
  show_values("before", shown.view.facts.before, console);
  show_values("after", shown.view.facts.after, console);
  show_family(shown, console);
  show_source(shown, console);
  return ExitCode::kOk;
}

Result<ExitCode> run_show(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account(bar.callback());
  if (!account) return tl::unexpected(account.error());
  const auto reshaped = reshaped_argument(arguments, *subject, **account);
  if (!reshaped) return tl::unexpected(reshaped.error());
  const auto row = row_argument(arguments.operand(1), *subject, *reshaped);
  if (!row) return tl::unexpected(row.error());
  bar.erase();
  const state::Limits limits = limits_of(arguments.number("--depth", 6), arguments.number("--width", 64));
  const service::NodeViews views(*subject, **account, limits);
  const Shown shown{*subject, **account, *reshaped, *row, limits, views.full(*reshaped, *row)};
  if (arguments.has("--path"))
    return show_path(shown, arguments.text("--path"), arguments.has("--json"), console);
  if (!arguments.has("--json")) return show_node(shown, console);
  nlohmann::json object = service::to_json(shown.view);
  const SearchId parent = reshaped->tree.parent(*row);
  object["parent"] =
      parent == kNoSearchId ? nlohmann::json() : nlohmann::json(views.brief(*reshaped, parent).name);
  object["subtree"] = reshaped->tree.subtree_size(*row);
  console.print(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  return ExitCode::kOk;
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "show one node in full",
          .details =
              "The call, how it ended, the state before and after it and what changed, what it printed, who "
              "called it "
              "and what it called, and its source text. 'culprit tree FILE' gives the names of nodes.",
          .operands = {{"FILE", "a trace, or a tree as text or JSON"},
                       {"NODE", "the node's name: 17, 2:17 in the second thread, 17-23 for a chain",
                        Takes::kText}},
          .options = {{"--path", "", Takes::kText, "PATH",
                       "only this value, such as 'list->head' or 'L[2]', before and after"},
                      {"--transform", "", Takes::kTransforms, "LIST",
                       "in the tree as these transformations make it: chains can be named, too"},
                      {"--chain-size", "", Takes::kChainSize, "N",
                       "calls that a chain of --transform has at most (default 12)"},
                      {"--json", "", Takes::kNothing, "", "as one JSON object"},
                      {"--depth", "", Takes::kNumber, "N", "levels of a value that are shown (default 6)"},
                      {"--width", "", Takes::kNumber, "N",
                       "elements and fields of a value that are shown (default 64)"},
                      {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
          .run = run_show};
}

}  // namespace culprit::cli
