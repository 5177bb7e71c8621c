// The golden trees: totals that every strategy has to reach, worked out independently by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/strategy/dynamic_tree.h"
#include "src/strategy/evaluate.h"
#include "src/strategy/fix_tree.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/standard_tree.h"
#include "tests/support/places.h"
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

TEST(Golden, EveryStrategyReachesItsTotalOrItsWorstCaseInEveryRow) {
  std::size_t compared = 0;
  for (const json& row : read_rows("strategies.jsonl")) {
    const tree::Tree tree = tree_of(row);
    const Shape shape(tree);
    for (const std::string_view name : strategy_names()) {
      if (name == "strategic") continue;  // looks at functions, of which these trees have one
      const auto strategy = make_strategy(name).value();
      const Evaluation result = evaluate(shape, *strategy, row["root_wrong"]);
      EXPECT_EQ(result.nodes, tree.size());
      if (name == "least-effort") {  // what it would ask in single questions is nobody's promise
        EXPECT_EQ(result.looks.total, row["looks"].get<std::uint64_t>()) << title(row);
      } else if (name == "worst-case") {
        EXPECT_EQ(result.worst, row["min-max"].get<std::uint32_t>()) << title(row);
      } else {
        EXPECT_EQ(result.total, row["totals"][std::string(name)].get<std::uint64_t>())
            << name << " on " << title(row);
      }
      ++compared;
    }
  }
  EXPECT_EQ(compared, 200u * 8);
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

using Questions = std::vector<std::uint32_t>;

/// What a session asks until it finds `bug`; the first question is `first`, unless that is kNoSearchId.
Questions session(const Shape& shape, std::string_view name, bool root_wrong, SearchId bug,
                  SearchId first = kNoSearchId) {
  const auto strategy = make_strategy(name).value();
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, root_wrong);
  Questions asked;
  for (;;) {
    const bool is_forced = asked.empty() && first != kNoSearchId;
    const SearchId node = is_forced ? first : strategy->select(shape, suspects);
    if (node == kNoSearchId) break;
    asked.push_back(node.value());
    if (shape.tree().contains(node, bug)) {
      suspects.set_root(node, true);
    } else {
      suspects.clear(node);
    }
  }
  EXPECT_EQ(suspects.root(), bug);
  return asked;
}

Questions session(MarkedTree& met, const tree::SearchTree& tree, SearchId bug) {
  Questions asked;
  const SearchId found = find_buggy_node(met, [&](SearchId node) {
    asked.push_back(node.value());
    return !tree.contains(node, bug);
  });
  EXPECT_EQ(found, bug);
  return asked;
}

DynamicTree grown(const tree::SearchTree& tree, bool root_wrong) {
  DynamicTree result(root_wrong);
  std::vector<SearchId> open;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    for (; !open.empty() && open.back() != tree.parent(SearchId{i}); open.pop_back()) result.complete();
    open.push_back(result.enter());
  }
  for (; !open.empty(); open.pop_back()) result.complete();
  return result;
}

TEST(Golden, TheThreeArchitecturesAskTheSameQuestionsForEveryBug) {
  std::size_t sessions = 0;
  for (const json& row : read_rows("strategies.jsonl")) {
    const tree::Tree tree = tree_of(row);
    const Shape shape(tree);
    const bool root_wrong = row["root_wrong"];
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const SearchId bug{i};
      const Questions expected = session(shape, "optimal-divide-and-query", root_wrong, bug);
      StandardTree standard(tree, root_wrong);
      FixTree fix(tree, root_wrong);
      DynamicTree dynamic = grown(tree, root_wrong);
      EXPECT_EQ(session(standard, tree, bug), expected) << "standard, bug in " << i << " of " << title(row);
      EXPECT_EQ(session(fix, tree, bug), expected) << "fix, bug in " << i << " of " << title(row);
      EXPECT_EQ(session(dynamic, tree, bug), expected) << "dynamic, bug in " << i << " of " << title(row);
      EXPECT_EQ(expected.size(), row["optimal-divide-and-query-per-node"][i].get<std::size_t>());
      ++sessions;
    }
  }
  EXPECT_GT(sessions, 1000u);
}

/// D. Insa and J. Silva, "Hacia una Estrategia Optima para la Depuracion Algoritmica", Definition 2.3 and
/// Example 2.4: sp(bug, first) are the questions asked if the first is about `first`. Nodes n1 to n9 are 0 to
/// 8 here.
///
/// Their D&Q is the one that takes the weight closest to half on either side, and of two equally close ones
/// the heavier: after n6 is right, n3 and not n4 (3 and 2 of 5); after n2 is right, n6 and not its leaves (4
/// and 1 of 5). n4 after n2 is wrong is no tie (2 of 4), and the leaves of n6 are asked in call order.
TEST(Golden, Example24AsksTheFourSequencesOfThePaper) {
  const std::vector<std::int64_t> parents{-1, 0, 1, 2, 3, 0, 5, 5, 5};
  const tree::Tree tree = support::from_parents(parents);
  const Shape shape(tree);
  const SearchId n2{1};
  const SearchId n6{5};
  for (const std::string_view name : {"divide-and-query-hirunkitti", "optimal-divide-and-query"}) {
    EXPECT_EQ(session(shape, name, true, n2, n6), (Questions{5, 2, 1})) << name;
    EXPECT_EQ(session(shape, name, true, n2, n2), (Questions{1, 3, 2})) << name;
    EXPECT_EQ(session(shape, name, true, n6, n2), (Questions{1, 5, 6, 7, 8})) << name;
    EXPECT_EQ(session(shape, name, true, n6, n6), (Questions{5, 6, 7, 8})) << name;
    std::size_t from_n2 = 0;
    std::size_t from_n6 = 0;
    for (std::uint32_t bug = 0; bug < tree.size(); ++bug) {
      from_n2 += session(shape, name, true, SearchId{bug}, n2).size();
      from_n6 += session(shape, name, true, SearchId{bug}, n6).size();
    }
    EXPECT_EQ(from_n2, 31u) << name;
    EXPECT_EQ(from_n6, 30u) << name;
  }
}

}  // namespace
}  // namespace culprit::strategy
