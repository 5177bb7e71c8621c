// The golden trees: totals that every strategy has to reach, worked out independently by brute force.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/strategy/evaluate.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using nlohmann::json;

std::vector<json> read_rows(const std::string& name) {
  std::ifstream in(std::string(CULPRIT_SOURCE_DIR) + "/tests/golden/" + name);
  std::vector<json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  return rows;
}

tree::Tree tree_of(const json& row) {
  return support::from_parents(row["parent"].get<std::vector<std::int64_t>>());
}

std::string title(const json& row) {
  return row["name"].get<std::string>() +
         (row["root_wrong"].get<bool>() ? ", root wrong" : ", root undefined");
}

TEST(Golden, EveryStrategyReachesItsTotalInEveryRow) {
  std::size_t compared = 0;
  for (const json& row : read_rows("strategies.jsonl")) {
    const tree::Tree tree = tree_of(row);
    const Shape shape(tree);
    for (const std::string_view name : strategy_names()) {
      const auto strategy = make_strategy(name).value();
      const Evaluation result = evaluate(shape, *strategy, row["root_wrong"]);
      EXPECT_EQ(result.total, row["totals"][std::string(name)].get<std::uint64_t>())
          << name << " on " << title(row);
      EXPECT_EQ(result.nodes, tree.size());
      ++compared;
    }
  }
  EXPECT_EQ(compared, 200u * 5);
}

TEST(Golden, OptimalDivideAndQueryNeedsTheListedQuestionsForEachNode) {
  const auto strategy = make_strategy("optimal-divide-and-query").value();
  std::size_t compared = 0;
  for (const json& row : read_rows("strategies.jsonl")) {
    if (!row.contains("optimal-divide-and-query-per-node")) continue;
    const tree::Tree tree = tree_of(row);
    std::vector<std::uint32_t> counts;
    const Evaluation result = evaluate(Shape(tree), *strategy, row["root_wrong"], no_progress, &counts);
    EXPECT_EQ(counts, row["optimal-divide-and-query-per-node"].get<std::vector<std::uint32_t>>())
        << title(row);
    EXPECT_EQ(result.worst, *std::max_element(counts.begin(), counts.end())) << title(row);
    ++compared;
  }
  EXPECT_EQ(compared, 200u);
}

TEST(Golden, TotalsLieInTheRangeOverAllTieBreaks) {
  std::size_t compared = 0;
  for (const json& row : read_rows("strategies.jsonl")) {
    if (!row.contains("tie-range")) continue;
    const tree::Tree tree = tree_of(row);
    const Shape shape(tree);
    for (const auto& [name, range] : row["tie-range"].items()) {
      const auto strategy = make_strategy(name);
      if (!strategy) continue;
      const Evaluation result = evaluate(shape, **strategy, row["root_wrong"]);
      EXPECT_GE(result.total, range[0].get<std::uint64_t>()) << name << " on " << title(row);
      EXPECT_LE(result.total, range[1].get<std::uint64_t>()) << name << " on " << title(row);
      ++compared;
    }
  }
  EXPECT_GT(compared, 0u);
}

TEST(Golden, InformationBoundIsTheListedOneAndBelowTheOptimum) {
  const auto strategy = make_strategy("optimal-divide-and-query").value();
  std::size_t compared = 0;
  for (const json& row : read_rows("optimal.jsonl")) {
    const tree::Tree tree = tree_of(row);
    const bool root_wrong = row["root_wrong"];
    const auto bound = information_bound(tree.size(), root_wrong);
    const auto optimum = row["totals"]["divide-by-queries"].get<std::uint64_t>();
    EXPECT_EQ(bound, row["information-bound"].get<std::uint64_t>()) << title(row);
    EXPECT_LE(bound, optimum) << title(row);
    EXPECT_GE(evaluate(Shape(tree), *strategy, root_wrong).total, optimum) << title(row);
    ++compared;
  }
  EXPECT_EQ(compared, 46u);
}

}  // namespace
}  // namespace culprit::strategy
