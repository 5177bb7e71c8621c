#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/progress_bar.h"
#include "src/cli/tree_source.h"
#include "src/strategy/evaluate.h"

namespace culprit::cli {
namespace {

struct Row {
  std::string name;
  bool root_wrong = true;
  std::string_view strategy;
  strategy::Evaluation evaluation;
  std::uint64_t bound = 0;

  /// A tree of one wrong node needs no question: nothing to compare.
  double ratio() const {
    return bound ? static_cast<double>(evaluation.total) / static_cast<double>(bound) : 1;
  }
};

void print_json(const Row& row, Console& console) {
  const nlohmann::ordered_json object{{"name", row.name},
                                      {"nodes", row.evaluation.nodes},
                                      {"root_wrong", row.root_wrong},
                                      {"strategy", row.strategy},
                                      {"transform", "none"},
                                      {"total", row.evaluation.total},
                                      {"mean", row.evaluation.mean()},
                                      {"worst", row.evaluation.worst},
                                      {"information_bound", row.bound},
                                      {"ratio", row.ratio()}};
  console.print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void print_heading(Console& console) {
  console.print(
      console.paint(Style::kBold, fmt::format("{:>12} {:>12} {:>9} {:>7} {:>12} {:>7}  {}", "nodes", "total",
                                              "mean", "worst", "bound", "ratio", "strategy")) +
      "\n");
}

void print_line(const Row& row, Console& console) {
  console.print(fmt::format("{:>12} {:>12} {:>9.2f} {:>7} {:>12} {:>7.3f}  {}\n",
                            with_commas(row.evaluation.nodes), with_commas(row.evaluation.total),
                            row.evaluation.mean(), with_commas(row.evaluation.worst), with_commas(row.bound),
                            row.ratio(), row.strategy));
}

std::vector<std::string> chosen_strategies(const Arguments& arguments) {
  const std::string text = arguments.text("--strategy", strategy::kDefaultStrategy);
  std::vector<std::string> names;
  if (text == "all") {
    names.assign(strategy::strategy_names().begin(), strategy::strategy_names().end());
  } else {
    for (const std::string_view name : split(text, ',')) names.emplace_back(trimmed(name));
  }
  return names;
}

bool root_is_wrong(const Arguments& arguments, const tree::Tree& tree) {
  if (arguments.has("--root")) return arguments.text("--root") == "wrong";
  return tree.labels().root_wrong_given ? tree.labels().root_wrong : true;
}

Status evaluate_tree(const Arguments& arguments, const tree::Tree& tree, const std::string& name,
                     Console& console, ProgressBar& bar) {
  const bool root_wrong = root_is_wrong(arguments, tree);
  const strategy::Shape shape(tree);
  const bool is_json = arguments.has("--json");
  bar.erase();
  if (!is_json)
    console.print(fmt::format("{}{}\n", console.paint(Style::kCyan, printable(name)),
                              root_wrong ? ", root wrong" : ", root undefined"));
  for (const std::string& chosen : chosen_strategies(arguments)) {
    const auto strategy = strategy::make_strategy(chosen);
    if (!strategy) return tl::unexpected(strategy.error());
    const Row row{name, root_wrong, (*strategy)->name(),
                  strategy::evaluate(shape, **strategy, root_wrong, bar.callback()),
                  strategy::information_bound(tree.size(), root_wrong)};
    bar.erase();
    is_json ? print_json(row, console) : print_line(row, console);
  }
  return {};
}

Result<ExitCode> run_evaluate(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  if (!arguments.has("--json")) print_heading(console);
  for (const std::string& path : arguments.operands()) {
    const Status status = for_each_tree(
        path,
        [&](const tree::Tree& tree, const std::string& name) {
          return evaluate_tree(arguments, tree, name, console, bar);
        },
        bar.callback());
    bar.erase();
    if (!status) return tl::unexpected(status.error());
  }
  return ExitCode::kOk;
}

constexpr std::string_view kDetails =
    "For each tree and strategy: if each node in turn held the bug, how many questions would be asked? "
    "'total' is their sum, "
    "'mean' their average, 'worst' the most; 'bound' is the least total that any way of asking could reach "
    "if every question "
    "halved the suspects, 'ratio' is total by bound.\n\n"
    "A .jsonl file may hold many trees. Whether the root is known to be wrong is taken from the tree "
    "(\"root_wrong\"), and "
    "otherwise assumed.";

}  // namespace

Command evaluate_command() {
  return {.name = "evaluate",
          .summary = "count the questions that strategies need on trees",
          .details = kDetails,
          .operands = {{"FILE", "trees as JSON (one, or one a line), as text, or traces", Takes::kFile, false,
                        true}},
          .options = {{"--strategy", "", Takes::kStrategies, "NAMES",
                       "names with commas, or all (default: optimal-divide-and-query)"},
                      {"--root",
                       "",
                       Takes::kChoice,
                       "HOW",
                       "wrong: known to be wrong; undefined: it has to be asked, too",
                       {"wrong", "undefined"}},
                      {"--json", "", Takes::kNothing, "", "one JSON object for each tree and strategy"}},
          .run = run_evaluate};
}

}  // namespace culprit::cli
