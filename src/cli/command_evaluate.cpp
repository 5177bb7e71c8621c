#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_argument.h"
#include "src/cli/progress_bar.h"
#include "src/cli/tree_source.h"
#include "src/service/spaces.h"
#include "src/strategy/evaluate.h"
#include "src/strategy/optimum.h"

namespace culprit::cli {
namespace {

/// What a list of transformations made of a tree.
struct Made {
  std::uint64_t projected = 0, collapsed = 0;              ///< nodes that were put in
  std::uint64_t projected_parts = 0, collapsed_parts = 0;  ///< nodes of the original that they stand for
};

struct Row {
  std::string name;
  bool root_wrong = true;
  std::string_view strategy;
  std::string transform;
  strategy::Evaluation evaluation;
  strategy::Optimum optimum = {};
  Made made = {};
  std::optional<double> improvement = {};  ///< fewer questions than without transformations, in percent

  /// To the optimum, or at most, if that is not known. A tree of one wrong node needs no question: nothing to compare.
  double ratio() const {
    return optimum.lower ? static_cast<double>(evaluation.total) / static_cast<double>(optimum.lower) : 1;
  }
};

void print_json(const Row& row, Console& console) {
  nlohmann::ordered_json object{
      {"name", row.name},
      {"nodes", row.evaluation.nodes},
      {"root_wrong", row.root_wrong},
      {"strategy", row.strategy},
      {"transform", row.transform},
      {"total", row.evaluation.total},
      {"mean", row.evaluation.mean()},
      {"worst", row.evaluation.worst},
      {"optimum_lower", row.optimum.lower},
      {"optimum_upper", row.optimum.upper},
      {"information_bound", strategy::information_bound(row.evaluation.nodes, row.root_wrong)},
      {"ratio", row.ratio()},
      {"looks",
       {{"total", row.evaluation.looks.total},
        {"mean", row.evaluation.looks.mean()},
        {"median", row.evaluation.looks.median},
        {"worst", row.evaluation.looks.worst}}},
      {"effort", row.evaluation.looks.mean_effort()}};
  if (row.improvement) {
    object["projected"] = row.made.projected;
    object["projected_parts"] = row.made.projected_parts;
    object["collapsed"] = row.made.collapsed;
    object["collapsed_parts"] = row.made.collapsed_parts;
    object["improvement"] = *row.improvement;
  }
  console.print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

/// "1,772", or "1,760-1,772" if the search was given up.
std::string optimum_text(const strategy::Optimum& optimum) {
  if (optimum.is_exact()) return with_commas(optimum.lower);
  return with_commas(optimum.lower) + "-" + with_commas(optimum.upper);
}

void print_heading(bool is_compared, Console& console) {
  std::string line = fmt::format("{:>12} {:>12} {:>9} {:>7} {:>21} {:>8} {:>8} {:>8}  {}", "nodes", "total",
                                 "mean", "worst", "optimum", "ratio", "looks", "effort", "strategy");
  if (is_compared) line = fmt::format("{:>9} {:>9} {:>7}", "proj.", "coll.", "fewer") + line;
  console.print(console.paint(Style::kBold, line) + "\n");
}

void print_line(const Row& row, bool is_compared, Console& console) {
  if (is_compared)
    console.print(row.improvement ? fmt::format("{:>9} {:>9} {:>6.1f}%", with_commas(row.made.projected),
                                                with_commas(row.made.collapsed), *row.improvement)
                                  : fmt::format("{:>9} {:>9} {:>7}", "", "", ""));
  const std::string ratio = fmt::format("{}{:.3f}", row.optimum.is_exact() ? "" : "<", row.ratio());
  console.print(fmt::format("{:>12} {:>12} {:>9.2f} {:>7} {:>21} {:>8} {:>8.2f} {:>8.1f}  {}\n",
                            with_commas(row.evaluation.nodes), with_commas(row.evaluation.total),
                            row.evaluation.mean(), with_commas(row.evaluation.worst),
                            optimum_text(row.optimum), ratio, row.evaluation.looks.mean(),
                            row.evaluation.looks.mean_effort(), row.strategy));
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

Made counted_in(const transform::Reshaped& reshaped) {
  Made made;
  for (std::size_t i = 0; i < reshaped.made.size(); ++i) {
    const SearchId n{reshaped.made[i]};
    const bool is_collapsed = static_cast<transform::Made>(reshaped.kinds[i]) == transform::Made::kCollapsed;
    std::uint64_t parts = 0;
    for (SearchId part{n.value() + 1}; part < reshaped.tree.end(n); part = reshaped.tree.end(part)) ++parts;
    ++(is_collapsed ? made.collapsed : made.projected);
    (is_collapsed ? made.collapsed_parts : made.projected_parts) += parts;
  }
  return made;
}

/// Nodes of a tree on which every question of `strategic` can be waited for.
constexpr std::uint32_t kMostForStrategic = 5000;
/// A second or two.
constexpr strategy::OptimumLimits kOptimumLimits{.steps = 30'000'000, .bytes = std::size_t{512} << 20};

/// One tree with each strategy, as it is or as transformations make it.
class TreeEvaluation {
 public:
  TreeEvaluation(const Arguments& arguments, const SourceTree& source, Console& console, ProgressBar& bar)
      : arguments_(arguments),
        source_(source),
        console_(console),
        bar_(bar),
        root_wrong_(root_is_wrong(arguments, source.tree)),
        is_compared_(arguments.has("--transform")) {}

  Status run() {
    bar_.erase();
    if (!arguments_.has("--json"))
      console_.print(fmt::format("{}{}\n", console_.paint(Style::kCyan, printable(source_.name)),
                                 root_wrong_ ? ", root wrong" : ", root undefined"));
    for (const std::string& chosen : chosen_strategies(arguments_)) {
      const auto strategy = strategy::make_strategy(
          chosen, {.exact_below = arguments_.number("--exact-below", strategy::kExactBelow)});
      if (!strategy) return tl::unexpected(strategy.error());
      if ((*strategy)->name() == "strategic" && source_.tree.size() > kMostForStrategic) {
        bar_.erase();
        console_.note(fmt::format(
            "culprit: strategic is left out: it passes over the tree for each question, and this one has {} "
            "nodes\n  hint: it is evaluated on trees of up to {}\n",
            with_commas(source_.tree.size()), with_commas(kMostForStrategic)));
        continue;
      }
      const Status done = is_compared_ ? compare(**strategy) : as_it_is(**strategy);
      if (!done) return done;
    }
    return {};
  }

 private:
  /// Projected chains can be asked, but are never to blame: they have no weight.
  Row row_of(const transform::Reshaped& reshaped, const strategy::Strategy& strategy, std::string transform) {
    const strategy::Shape shape(reshaped.tree,
                                strategy::uniform_prior(reshaped.tree.size(), reshaped.projected()));
    return {.name = source_.name,
            .root_wrong = root_wrong_,
            .strategy = strategy.name(),
            .transform = std::move(transform),
            .evaluation = strategy::evaluate(shape, strategy, root_wrong_, bar_.callback()),
            .optimum = optimum_of(reshaped)};
  }

  /// Strategies share most trees, so what was found last is likely to be asked for again.
  strategy::Optimum optimum_of(const transform::Reshaped& reshaped) {
    strategy::ReducedTree reduced = strategy::reduced(reshaped.tree, {}, root_wrong_, reshaped.projected());
    if (reduced == last_searched_) return last_optimum_;
    bar_.callback()("searching the optimum", 0, 0);
    last_optimum_ = strategy::least_total(reduced, kOptimumLimits);
    last_searched_ = std::move(reduced);
    return last_optimum_;
  }

  Status as_it_is(const strategy::Strategy& strategy) {
    print(row_of(transform::unchanged(source_.tree), strategy, "loops"));
    return {};
  }

  /// The calls alone, and then what the transformations make of the tree.
  Status compare(const strategy::Strategy& strategy) {
    const std::string text = arguments_.text("--transform");
    const auto list = transform::parse_transformations(text);
    if (!list) return tl::unexpected(list.error());
    const auto account = source_.account();
    if (!account) return tl::unexpected(account.error());
    const bool any_context = arguments_.has("--no-chain-limit");
    const transform::Family family = session::family_of(strategy.name());
    const auto plain = service::reshape(source_.tree, **account, {{}, family}, any_context);
    const Row before = row_of(plain, strategy, "none");
    print(before);
    const auto reshaped = service::reshape(
        source_.tree, **account, {*list, family, arguments_.number("--chain-size", transform::kAnyChainSize)},
        any_context);
    Row after = row_of(transform::visible(reshaped), strategy, text);
    after.made = counted_in(reshaped);
    const double mean = before.evaluation.mean();
    after.improvement = mean > 0 ? 100 * (mean - after.evaluation.mean()) / mean : 0;
    print(after);
    return {};
  }

  void print(const Row& row) {
    bar_.erase();
    arguments_.has("--json") ? print_json(row, console_) : print_line(row, is_compared_, console_);
  }

  const Arguments& arguments_;
  const SourceTree& source_;
  Console& console_;
  ProgressBar& bar_;
  bool root_wrong_;
  bool is_compared_;
  strategy::ReducedTree last_searched_;  ///< parents
  strategy::Optimum last_optimum_;
};

Result<ExitCode> run_evaluate(const Arguments& arguments, Console& console) {
  if (arguments.has("--no-chain-limit") && !arguments.has("--transform"))
    return fail(ErrorCode::kUsage, "--no-chain-limit says how to balance, and nothing is transformed",
                "give --transform, too: for example --transform loops,balance");
  if (const Status checked = check_chain_size(arguments); !checked) return tl::unexpected(checked.error());
  ProgressBar bar(console);
  if (!arguments.has("--json")) print_heading(arguments.has("--transform"), console);
  for (const std::string& path : arguments.operands()) {
    const Status status = for_each_tree(
        path, [&](const SourceTree& source) { return TreeEvaluation(arguments, source, console, bar).run(); },
        bar.callback());
    bar.erase();
    if (!status) return tl::unexpected(status.error());
  }
  return ExitCode::kOk;
}

constexpr std::string_view kDetails =
    "For each tree and strategy: if each node in turn held the bug, how many questions would be asked? "
    "'total' is their sum, "
    "'mean' their average, 'worst' the most. 'optimum' is the least total that any way of asking can reach "
    "on "
    "this tree, or two "
    "bounds of it if it takes too long to find; 'ratio' is total by optimum, or by the lower bound. 'looks' "
    "is "
    "how often something is shown and answered, on average, and 'effort' the lines and values that are read "
    "and "
    "compared for it: least-effort chooses among calls, frames and tables of loops, all others ask one call "
    "a look.\n\n"
    "A .jsonl file may hold many trees. Whether the root is known to be wrong is taken from the tree "
    "(\"root_wrong\"), and "
    "otherwise assumed.\n\n"
    "With --transform each strategy has two lines: the calls alone, and the reshaped tree with the nodes "
    "that were put in "
    "for runs of calls ('proj.', 'coll.') and how many fewer questions it takes on average.";

}  // namespace

Command evaluate_command() {
  return {.name = "evaluate",
          .summary = "count the questions that strategies need on trees",
          .details = kDetails,
          .operands = {{"FILE", "trees as JSON (one, or one a line), as text, or traces", Takes::kFile, false,
                        true}},
          .options =
              {{"--strategy", "", Takes::kStrategies, "NAMES",
                "names with commas, or all (default: divide-by-queries)"},
               {"--exact-below", "", Takes::kNumber, "N",
                "suspects from which divide-by-queries searches for the optimum (default 300)"},
               {"--root",
                "",
                Takes::kChoice,
                "HOW",
                "wrong: known to be wrong; undefined: it has to be asked, too",
                {"wrong", "undefined"}},
               {"--transform", "", Takes::kTransforms, "LIST",
                "compare the calls alone with the tree that these transformations make: loops, compress-all, "
                "compress, collapse, balance, with commas"},
               {"--chain-size", "", Takes::kChainSize, "N",
                "calls that a chain of --transform has at most (default: any number)"},
               {"--no-chain-limit", "", Takes::kNothing, "",
                "collapse and project siblings whose contexts do not match, too"},
               {"--json", "", Takes::kNothing, "", "one JSON object for each tree and strategy"}},
          .run = run_evaluate};
}

}  // namespace culprit::cli
