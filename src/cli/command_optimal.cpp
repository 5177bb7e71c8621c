#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/progress_bar.h"
#include "src/service/node_views.h"
#include "src/service/spaces.h"
#include "src/strategy/evaluate.h"
#include "src/strategy/optimum.h"
#include "src/transform/transform.h"

namespace culprit::cli {
namespace {

constexpr std::uint32_t kMillions = 200;    ///< of steps, unless said otherwise: some seconds
constexpr std::uint32_t kShownWhole = 400;  ///< questions of a search that is shown without limits
constexpr std::uint32_t kLevels = 2;        ///< of a larger one
constexpr std::size_t kLongestText = 100;   ///< of a line that goes to a file or a pipe
constexpr std::size_t kLongestValue = 400;  ///< in JSON

/// What is known of a tree's optimal searches.
struct Findings {
  strategy::Optimum optimum;
  std::optional<std::vector<SearchId>> firsts;  ///< if all were asked for, and found
  std::optional<strategy::QuestionPlan> plan;
};

/// The questions that the longest way through a search asks.
std::uint32_t most_questions(const strategy::QuestionPlan& plan) {
  const std::vector<std::uint32_t> asked = plan.asked_before();
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    most = std::max(most, asked[i] + (plan.steps[i].is_verdict ? 0 : 1));
  return most;
}

class Report {
 public:
  Report(const Arguments& arguments, const service::Subject& subject, std::uint64_t nodes,
         const transform::Reshaped& reshaped, const service::NodeViews& views, bool root_wrong,
         Console& console)
      : arguments_(arguments),
        subject_(subject),
        nodes_(nodes),
        reshaped_(reshaped),
        views_(views),
        root_wrong_(root_wrong),
        console_(console) {}

  void print(const Findings& findings) {
    arguments_.has("--json") ? print_json(findings) : print_text(findings);
  }

 private:
  std::string text_of(SearchId node, std::size_t indent = 0) const {
    const std::size_t width = console_.out_is_terminal() ? console_.width() : kLongestText;
    return service::one_line(views_.brief(reshaped_, node),
                             std::max<std::size_t>(width - std::min(width, indent), 20));
  }
  std::string name_of(SearchId row) const { return views_.brief(reshaped_, row).name; }
  double mean(std::uint64_t total) const { return static_cast<double>(total) / static_cast<double>(nodes_); }

  void print_text(const Findings& findings) {
    console_.print(fmt::format("{}: {}, {}\n", console_.paint(Style::kCyan, printable(subject_.path())),
                               counted(nodes_, "node", "nodes"),
                               root_wrong_ ? "root wrong" : "root undefined"));
    print_totals(findings);
    if (findings.optimum.first == kNoSearchId) return console_.print("There is nothing to ask.\n");
    if (findings.firsts)
      print_firsts(*findings.firsts);
    else
      console_.print(fmt::format("{}  node {}: {}\n", findings.optimum.is_exact() ? "ask first" : "best yet ",
                                 name_of(findings.optimum.first), text_of(findings.optimum.first, 24)));
    if (findings.plan) print_plan(*findings.plan);
  }

  void print_totals(const Findings& findings) {
    const strategy::Optimum& optimum = findings.optimum;
    if (optimum.is_exact()) {
      console_.print(fmt::format("optimum    {} questions in total, {:.2f} on average",
                                 with_commas(optimum.upper), mean(optimum.upper)));
      if (findings.plan) console_.print(fmt::format(", {} at most", most_questions(*findings.plan)));
      return console_.print("\n");
    }
    console_.print(fmt::format("optimum    {} to {} questions in total, {:.2f} to {:.2f} on average\n",
                               with_commas(optimum.lower), with_commas(optimum.upper), mean(optimum.lower),
                               mean(optimum.upper)));
    console_.print("           The search was given up; --steps allows more.\n");
  }

  void print_firsts(const std::vector<SearchId>& firsts) {
    console_.print(fmt::format("ask first  {}:\n", firsts.size() == 1
                                                       ? "only this is optimal"
                                                       : "any of these " + with_commas(firsts.size())));
    for (const SearchId node : firsts)
      console_.print(fmt::format("{:>9}  {}\n", name_of(node), text_of(node, 11)));
  }

  /// A line for each question. "No" leads to the lines below, one level deeper; "yes" to the next of the same level.
  void print_plan(const strategy::QuestionPlan& plan) {
    const auto questions = static_cast<std::size_t>(
        std::ranges::count(plan.steps, false, &strategy::QuestionPlan::Step::is_verdict));
    if (questions == 0) return;
    constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t levels = arguments_.number("--depth", questions > kShownWhole ? kLevels : kAll);
    console_.print(
        "\nAfter \"yes\" goes on the next line of the same level, after \"no\" the one below, a level "
        "deeper. Where a\n"
        "level ends, the bug is in the call above it.\n");
    struct Open {
      std::uint32_t step;
      std::uint32_t level;
    };
    std::size_t hidden = 0;
    std::vector<Open> open{{0, 0}};
    while (!open.empty()) {
      const auto [row, level] = open.back();
      open.pop_back();
      const strategy::QuestionPlan::Step& step = plan.steps[row];
      if (step.is_verdict) continue;
      if (level < levels)
        console_.print(fmt::format("{:>9}  {}{}\n", name_of(step.node), std::string(2 * level, ' '),
                                   text_of(step.node, 11 + 2 * level)));
      else
        ++hidden;
      if (step.if_right != strategy::QuestionPlan::kNothing) open.push_back({step.if_right, level});
      if (step.if_wrong != strategy::QuestionPlan::kNothing) open.push_back({step.if_wrong, level + 1});
    }
    if (hidden > 0)
      console_.print(fmt::format("           … {} deeper; --depth shows more\n",
                                 counted(hidden, "question", "questions")));
  }

  nlohmann::ordered_json node_json(SearchId node) const {
    return {{"node", name_of(node)},
            {"text", service::one_line(views_.brief(reshaped_, node), kLongestValue)}};
  }

  void print_json(const Findings& findings) {
    const strategy::Optimum& optimum = findings.optimum;
    nlohmann::ordered_json object{{"name", subject_.path()},
                                  {"nodes", nodes_},
                                  {"root_wrong", root_wrong_},
                                  {"exact", optimum.is_exact()},
                                  {"optimum_lower", optimum.lower},
                                  {"optimum_upper", optimum.upper},
                                  {"first", nullptr}};
    if (optimum.first != kNoSearchId) object["first"] = node_json(optimum.first);
    if (findings.firsts) {
      object["firsts"] = nlohmann::ordered_json::array();
      for (const SearchId node : *findings.firsts) object["firsts"].push_back(node_json(node));
    }
    if (findings.plan) {
      object["worst"] = most_questions(*findings.plan);
      object["plan"] = plan_json(*findings.plan);
    }
    console_.print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }

  /// Steps refer to others by their place in the list.
  nlohmann::ordered_json plan_json(const strategy::QuestionPlan& plan) const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const auto place = [](std::uint32_t step) -> nlohmann::ordered_json {
      if (step == strategy::QuestionPlan::kNothing) return nullptr;
      return step;
    };
    for (const strategy::QuestionPlan::Step& step : plan.steps) {
      nlohmann::ordered_json row{{step.is_verdict ? "verdict" : "ask", name_of(step.node)}};
      if (!step.is_verdict) {
        row["if_wrong"] = place(step.if_wrong);
        row["if_right"] = place(step.if_right);
      }
      list.push_back(std::move(row));
    }
    return list;
  }

  const Arguments& arguments_;
  const service::Subject& subject_;
  std::uint64_t nodes_;
  const transform::Reshaped& reshaped_;
  const service::NodeViews& views_;
  bool root_wrong_;
  Console& console_;
};

/// The parts of collapsed nodes are not asked.
std::vector<std::uint32_t> weights_of(const transform::Reshaped& reshaped) {
  std::vector<std::uint32_t> weights(reshaped.tree.size(), 1);
  for (const std::uint32_t hidden : reshaped.hidden()) weights[hidden] = 0;
  return weights;
}

Findings search(const transform::Reshaped& reshaped, bool root_wrong, const Arguments& arguments) {
  constexpr std::uint64_t kMillion = 1'000'000;
  const strategy::OptimumLimits limits{.steps = kMillion * arguments.number("--steps", kMillions),
                                       .bytes = std::size_t{1} << 30};
  const strategy::ReducedTree reduced =
      strategy::reduced(reshaped.tree, weights_of(reshaped), root_wrong, reshaped.projected());
  Findings findings;
  findings.optimum = strategy::optimum(reduced, limits);
  if (!findings.optimum.is_exact()) return findings;
  if (arguments.has("--all")) findings.firsts = strategy::optimal_first_questions(reduced, limits);
  findings.plan = strategy::optimal_plan(reduced, limits);
  return findings;
}

Result<ExitCode> run_optimal(const Arguments& arguments, Console& console) {
  const auto list = transform::parse_transformations(arguments.text("--transform", "loops"));
  if (!list) return tl::unexpected(list.error());
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account(bar.callback());
  if (!account) return tl::unexpected(account.error());
  const auto reshaped =
      service::reshape(subject->tree(), **account, {*list, session::family_of("divide-by-queries")}, false);
  const tree::Labels& labels = subject->tree().labels();
  const bool root_wrong = arguments.has("--root") ? arguments.text("--root") == "wrong"
                                                  : !labels.root_wrong_given || labels.root_wrong;
  bar.callback()("searching the optimum", 0, 0);
  const Findings findings = search(reshaped, root_wrong, arguments);
  bar.erase();
  const service::NodeViews views(*subject, **account, {});
  const std::uint64_t nodes = reshaped.tree.size() - reshaped.hidden().size() - reshaped.projected().size();
  Report(arguments, *subject, nodes, reshaped, views, root_wrong, console).print(findings);
  return ExitCode::kOk;
}

constexpr std::string_view kDetails =
    "If each node in turn held the bug, how many questions would the best way of asking need in all, and "
    "what "
    "would it ask? That is the strategy divide-by-queries on a whole tree. Finding it can take very long: "
    "after "
    "some seconds the search is given up, and what is known by then is printed: two bounds and the best "
    "question "
    "so far.";

}  // namespace

Command optimal_command() {
  return {
      .name = "optimal",
      .summary = "find the fewest questions that any way of asking needs",
      .details = kDetails,
      .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
      .options = {{"--all", "", Takes::kNothing, "",
                   "list every question that an optimal search can begin with"},
                  {"--depth", "", Takes::kNumber, "N", "levels of the search that are shown"},
                  {"--root",
                   "",
                   Takes::kChoice,
                   "HOW",
                   "wrong: known to be wrong; undefined: it has to be asked, too",
                   {"wrong", "undefined"}},
                  {"--transform", "", Takes::kTransforms, "LIST",
                   "reshape the tree first, as debug does (default: loops, the tree as it was recorded)"},
                  {"--steps", "", Takes::kNumber, "N", "millions of steps before giving up (default 200)"},
                  {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"},
                  {"--json", "", Takes::kNothing, "", "one JSON object"}},
      .run = run_optimal};
}

}  // namespace culprit::cli
