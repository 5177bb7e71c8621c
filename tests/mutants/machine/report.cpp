#include "tests/mutants/machine/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "tests/mutants/machine/cells.h"

namespace culprit::mutants {
namespace {

using nlohmann::json;

struct Count {
  std::size_t mutants = 0, killed = 0, right = 0, logged_right = 0, loops = 0, unnamed_loops = 0,
              undecided = 0, cut = 0, differently = 0, differ = 0, questions = 0, contradictions = 0;
  double seconds = 0;
};

void add(Count& count, const json& row) {
  ++count.mutants;
  if (!row.contains("shown") || !row.contains("logged")) return;
  const json& shown = row.at("shown");
  const std::string judgement = shown.at("judgement");
  ++count.killed;
  count.right += shown.at("is_right") ? 1 : 0;
  count.logged_right += row.at("logged").at("is_right") ? 1 : 0;
  count.loops += judgement == "right loop" ? 1 : 0;
  count.unnamed_loops += judgement == "function of the loop" ? 1 : 0;
  count.undecided += judgement == "undecided" || judgement == "gave up" ? 1 : 0;
  count.cut += judgement == "wrong at the cut" ? 1 : 0;
  count.differently += row.value("ran_differently", std::size_t{0});
  count.differ += row.at("differ").size();
  count.questions += shown.at("asked").size();
  count.contradictions += shown.at("contradictions").get<std::size_t>();
  count.seconds += row.at("seconds").get<double>();
}

/// Of a row: `right` by what is shown and `by log` count sessions that named the right function, `loop` those that named the loop
/// as well, `no loop` those that could have; `differ` counts nodes that look otherwise than the log says.
std::string table(const std::string& title, const std::map<std::string, Count>& counts) {
  std::string text = fmt::format("\n{:<24}", title);
  for (const char* column : {"mutants", "killed", "right", "by log", "loop", "no loop", "undecided", "cut",
                             "ran diff", "differ", "contrad", "questions", "seconds"})
    fmt::format_to(std::back_inserter(text), "{:>10}", column);
  text += "\n";
  for (const auto& [name, count] : counts) {
    const double killed = static_cast<double>(std::max<std::size_t>(count.killed, 1));
    fmt::format_to(std::back_inserter(text), "{:<24}", name);
    for (const std::size_t number :
         {count.mutants, count.killed, count.right, count.logged_right, count.loops, count.unnamed_loops,
          count.undecided, count.cut, count.differently, count.differ, count.contradictions})
      fmt::format_to(std::back_inserter(text), "{:>10}", number);
    fmt::format_to(std::back_inserter(text), "{:>10.1f}{:>10.2f}\n",
                   static_cast<double>(count.questions) / killed, count.seconds / killed);
  }
  return text;
}

bool has_feature(const json& row, std::string_view name) {
  return std::ranges::any_of(row.at("features"), [&](const json& feature) { return feature == name; });
}

/// How many of a whole, in per cent.
std::string share(std::size_t part, std::size_t whole) {
  return fmt::format(
      "{} of {} ({:.2f} %)", part, whole,
      100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(whole, 1)));
}

/// What the machine promises.
class Summary {
 public:
  void add(const json& row) {
    if (!row.contains("shown") || !row.contains("logged")) return;
    const json& shown = row.at("shown");
    const std::string judgement = shown.at("judgement");
    Part& part = has_feature(row, "files") || has_feature(row, "standard input") ? others_ : closed_;
    ++part.killed;
    part.right += shown.at("is_right") ? 1 : 0;
    right_loops_ += judgement == "right loop" ? 1 : 0;
    other_loops_ += judgement == "other loop" || judgement == "called innocent" ? 1 : 0;
    runs_ += row.value("nodes_asked", std::size_t{0});
    differently_ += row.value("ran_differently", std::size_t{0});
  }
  std::string text() const {
    return fmt::format(
        "\nright, in programs that neither read input nor write files: {}\nright, in the others: {}\n"
        "verdicts on a loop, or outside one, that fit the line: {}\nnodes that ran differently: {}\n",
        share(closed_.right, closed_.killed), share(others_.right, others_.killed),
        share(right_loops_, right_loops_ + other_loops_), share(differently_, runs_));
  }

 private:
  struct Part {
    std::size_t killed = 0, right = 0;
  };
  Part closed_, others_;
  std::size_t right_loops_ = 0, other_loops_ = 0, runs_ = 0, differently_ = 0;
};

std::string in_words(const std::string& program, const json& row) {
  const json& site = row.at("site");
  std::string text = fmt::format(
      "{} #{} line {} {} ({}) {}{}: {}, {}", program, row.at("mutant").get<unsigned>(),
      site.at("line").get<unsigned>(), site.at("function").get<std::string>(),
      site.at("operator").get<std::string>(), site.at("change").get<std::string>(),
      site.at("is_node").get<bool>() ? "" : ", in no node",
      row.at("shown").at("judgement").get<std::string>(), row.at("shown").at("verdict").get<std::string>());
  if (row.at("logged").at("is_right") != row.at("shown").at("is_right"))
    text += fmt::format("; by the log {}", row.at("logged").at("judgement").get<std::string>());
  for (const json& node : row.at("differ"))
    fmt::format_to(std::back_inserter(text), "; node {} looks {}, log: {}",
                   node.at("node").get<std::string>(), node.at("shown").get<std::string>(),
                   node.at("why").get<std::string>().empty() ? "same" : node.at("why").get<std::string>());
  if (row.value("ran_differently", 0) != 0)
    fmt::format_to(std::back_inserter(text), "; {} nodes: {}", row.at("ran_differently").get<std::size_t>(),
                   row.value("unknown_why", ""));
  return text + "\n";
}

bool is_miss(const json& row) {
  return row.contains("shown") && row.contains("logged") &&
         !(row.at("shown").at("is_right").get<bool>() && row.at("logged").at("is_right").get<bool>());
}

}  // namespace

std::string report(const Campaigns& campaigns) {
  std::map<std::string, Count> programs, operators, features;
  Cells cells;
  Summary summary;
  std::string missed, hidden, failed;
  for (const auto& [program, rows] : campaigns) {
    for (const json& row : rows) {
      const json& site = row.at("site");
      add(programs[program], row);
      add(programs["~ all"], row);
      add(operators[site.at("operator")], row);
      summary.add(row);
      cells.add(row);
      for (const std::string& feature : features_of(row)) add(features[feature], row);
      if (is_miss(row))
        missed += in_words(program, row);
      else if (row.contains("differ") && !row.at("differ").empty())
        hidden += in_words(program, row);
      if (row.contains("error"))
        failed += fmt::format("{} #{}: {}\n", program, row.at("mutant").get<unsigned>(),
                              row.at("error").get<std::string>());
    }
  }
  std::string text = table("program", programs) + table("operator", operators) + table("feature", features) +
                     cells.table() + summary.text();
  text += "\nMisses:\n" + missed;
  text += "\nRight, though something looks otherwise than the log says:\n" + hidden;
  if (!failed.empty()) text += "\nNo session:\n" + failed;
  return text;
}

std::size_t misses(const Campaigns& campaigns) {
  std::size_t count = 0;
  for (const auto& [program, rows] : campaigns)
    for (const json& row : rows)
      if (row.contains("shown") && !row.at("shown").at("is_right").get<bool>()) ++count;
  return count;
}

}  // namespace culprit::mutants
