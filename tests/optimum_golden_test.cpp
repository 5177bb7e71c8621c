// The least total: against totals worked out independently, the examples of its paper, and the paper's own
// algorithms.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/strategy/evaluate.h"
#include "src/strategy/optimum.h"
#include "tests/support/exhaustive.h"
#include "tests/support/places.h"
#include "tests/support/trees.h"
#include "tests/support/valid_sequences.h"

namespace culprit::strategy {
namespace {

using nlohmann::json;
using Parents = std::vector<std::int64_t>;
using Rows = std::vector<std::uint32_t>;

const OptimumLimits kNoLimits{};

std::vector<json> read_rows(const std::string& name) {
  std::ifstream in(std::string(CULPRIT_SOURCE_DIR) + "/tests/golden/" + name);
  std::vector<json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  return rows;
}

ReducedTree suspects_of(const Parents& parents, bool root_wrong) {
  return reduced(support::from_parents(parents), {}, root_wrong);
}

Optimum optimum_of(const Parents& parents, bool root_wrong) {
  return optimum(suspects_of(parents, root_wrong), kNoLimits);
}

Rows firsts_of(const Parents& parents) {
  Rows result;
  const ReducedTree suspects = suspects_of(parents, true);
  const std::vector<SearchId> firsts = optimal_first_questions(suspects, kNoLimits).value();
  for (const SearchId node : firsts) result.push_back(node.value());
  return result;
}

void expect_listed_optima(const std::string& file, std::size_t count) {
  const std::vector<json> rows = read_rows(file);
  for (const json& row : rows) {
    const auto expected = row["totals"]["divide-by-queries"].get<std::uint64_t>();
    const Optimum found = optimum_of(row["parent"].get<Parents>(), row["root_wrong"]);
    EXPECT_EQ(found.lower, expected) << row["name"];
    EXPECT_EQ(found.upper, expected) << row["name"];
  }
  EXPECT_EQ(rows.size(), count);
}

TEST(GoldenOptimum, IsTheListedOneOnEverySmallTree) {
  expect_listed_optima("strategies.jsonl", 200);
}

TEST(GoldenOptimum, IsTheListedOneOnEveryLargeTree) {
  expect_listed_optima("optimal.jsonl", 46);
}

/// What "parent and its children" cost, apart from what `first` leaves on both sides.
std::uint64_t total_from(const Parents& parents, std::uint32_t first) {
  const tree::Tree tree = support::from_parents(parents);
  Parents inside;
  Parents rest;
  std::vector<std::int64_t> moved(parents.size());
  for (std::uint32_t i = 0; i < parents.size(); ++i) {
    Parents& part = tree.contains(NodeId{first}, NodeId{i}) ? inside : rest;
    moved[i] = static_cast<std::int64_t>(part.size());
    part.push_back(part.empty() ? -1 : moved[static_cast<std::size_t>(parents[i])]);
  }
  return parents.size() + optimum_of(inside, true).upper + optimum_of(rest, true).upper;
}

TEST(GoldenOptimum, Example24StartsWithTheStarAndOnlyWithIt) {
  const Parents parents{-1, 0, 1, 2, 3, 0, 5, 5, 5};
  EXPECT_EQ(optimum_of(parents, true).upper, 30u);
  EXPECT_EQ(optimum_of(parents, true).first, SearchId{5});
  EXPECT_EQ(firsts_of(parents), (Rows{5}));
  EXPECT_EQ(total_from(parents, 1), 31u);
}

TEST(GoldenOptimum, Example26StartsWithTheStarThoughItIsLighter) {
  Parents parents{-1};
  for (std::int64_t i = 0; i < 63; ++i) parents.push_back(i);  // a chain of 63
  const auto star = static_cast<std::uint32_t>(parents.size());
  parents.push_back(0);
  parents.insert(parents.end(), 49, star);
  ASSERT_EQ(parents.size(), 114u);
  EXPECT_EQ(optimum_of(parents, true).lower, 1772u);
  EXPECT_EQ(optimum_of(parents, true).upper, 1772u);
  EXPECT_EQ(firsts_of(parents), (Rows{star}));
  EXPECT_EQ(total_from(parents, 7), 1800u) << "from the node of weight 57, which halving takes";
}

TEST(GoldenOptimum, Example33CountsTheRootFirst) {
  const Parents parents{-1, 0, 1, 1, 1, 1, 0, 6, 6, 0};
  support::ValidSequences sequences(parents);
  EXPECT_EQ(sequences.q_of({1, 6, 9}), 46u);
  EXPECT_EQ(sequences.q_of({1, 9, 6}), 48u);
  EXPECT_EQ(sequences.q_of({6, 1, 9}), 48u);
  EXPECT_EQ(sequences.optimal().q, 46u);
  EXPECT_EQ(optimum_of(parents, true).upper, 36u);
  EXPECT_EQ(optimum_of(parents, false).upper, 37u);
}

TEST(GoldenOptimum, BaseCasesAreThoseOfThePaper) {
  for (std::uint64_t children = 0; children <= 40; ++children) {
    Parents parents{-1};
    parents.insert(parents.end(), children, 0);
    std::uint64_t q = children + 1;  // with the root asked first
    for (std::uint64_t i = 2; i <= children + 1; ++i) q += i;
    EXPECT_EQ(optimum_of(parents, true).upper + parents.size(), q) << children << " children";
  }
}

TEST(GoldenOptimum, IsThatOfTheBestValidSequenceOnEveryTreeOfUpToNineNodes) {
  for (std::uint32_t nodes = 1; nodes <= 9; ++nodes) {
    support::for_each_unordered_tree(nodes, [&](const Parents& parents) {
      const auto expected = support::ValidSequences(parents).optimal();
      const Optimum found = optimum_of(parents, true);
      ASSERT_EQ(found.upper + nodes, expected.q) << ::testing::PrintToString(parents);
      if (expected.first.empty()) return;  // a base case names one sequence of many
      ASSERT_EQ(firsts_of(parents), Rows(expected.first.begin(), expected.first.end()))
          << ::testing::PrintToString(parents);
    });
  }
}

}  // namespace
}  // namespace culprit::strategy
