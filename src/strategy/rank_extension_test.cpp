#include "src/strategy/rank_extension.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace culprit::strategy {
namespace {

using Visible = RankExtension::Visible;
using Children = std::vector<RankExtension::Child>;

/// A set of ranks as a number: the least set is the least number.
std::uint64_t bits(const Visible& visible) {
  std::uint64_t result = 0;
  for (const std::uint32_t rank : visible) result |= std::uint64_t{1} << rank;
  return result;
}

Visible behind(const Visible& visible, std::uint32_t rank) {
  Visible result;
  for (const std::uint32_t other : visible) {
    if (other > rank) result.push_back(other);
  }
  result.push_back(rank);
  return result;
}

/// The least set over all choices of ranks.
std::uint64_t least(const std::vector<Visible>& sets, std::size_t child, std::uint64_t used,
                    std::uint32_t most) {
  if (child == sets.size()) return used;
  std::uint64_t best = ~std::uint64_t{0};
  for (std::uint32_t rank = 1; rank <= most; ++rank) {
    if (std::count(sets[child].begin(), sets[child].end(), rank)) continue;
    const std::uint64_t seen = bits(behind(sets[child], rank));
    if ((used & seen) == 0) best = std::min(best, least(sets, child + 1, used | seen, most));
  }
  return best;
}

std::vector<Visible> random_sets(std::uint32_t children, std::uint32_t most, std::mt19937& random) {
  std::vector<Visible> sets(children);
  for (Visible& set : sets) {
    const std::uint32_t tenths = static_cast<std::uint32_t>(1 + random() % 9);
    for (std::uint32_t rank = most; rank > 0; --rank) {
      if (random() % 10 < tenths) set.push_back(rank);
    }
  }
  return sets;
}

/// Runs the extension, and checks that its ranks keep the law.
Visible extended(const std::vector<Visible>& sets) {
  Children children;
  for (const Visible& set : sets) children.push_back({set});
  RankExtension extension;
  const Visible result = extension.run(children);
  Visible seen;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_GT(children[i].rank, 0u);
    EXPECT_EQ(std::count(sets[i].begin(), sets[i].end(), children[i].rank), 0);
    const Visible its = behind(sets[i], children[i].rank);
    seen.insert(seen.end(), its.begin(), its.end());
  }
  std::sort(seen.rbegin(), seen.rend());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << "seen from two children";
  EXPECT_EQ(result, seen);
  return result;
}

TEST(RankExtension, ShowsTheLeastRanksOfAllChoices) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const auto count = static_cast<std::uint32_t>(1 + random() % 4);
    const auto most = static_cast<std::uint32_t>(1 + random() % 6);
    const std::vector<Visible> sets = random_sets(count, most, random);
    ASSERT_EQ(bits(extended(sets)), least(sets, 0, 0, most + count)) << ::testing::PrintToString(sets);
  }
}

/// Whether ranks can be given so that only `allowed` ones are seen: from the highest down, a rank that nobody
/// sees goes to the child that sees most below it.
bool is_enough(const std::vector<Visible>& sets, std::uint64_t allowed, std::uint32_t most) {
  std::vector<std::uint64_t> open;
  for (const Visible& set : sets) open.push_back(bits(set));
  for (std::uint32_t rank = most; rank > 0; --rank) {
    const auto sees = [&](std::uint64_t set) { return (set >> rank & 1) != 0; };
    const auto seen_by = std::count_if(open.begin(), open.end(), sees);
    const bool is_allowed = (allowed >> rank & 1) != 0;
    if (seen_by > (is_allowed ? 1 : 0)) return false;
    if (!is_allowed || seen_by == 1 || open.empty()) continue;
    const std::uint64_t below = (std::uint64_t{1} << rank) - 1;
    open.erase(std::max_element(open.begin(), open.end(),
                                [&](std::uint64_t a, std::uint64_t b) { return (a & below) < (b & below); }));
  }
  return open.empty();
}

TEST(RankExtension, ShowsNoRankThatCouldBeLeftOut) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto count = static_cast<std::uint32_t>(1 + random() % 16);
    const auto highest = static_cast<std::uint32_t>(1 + random() % 16);
    const std::vector<Visible> sets = random_sets(count, highest, random);
    const std::uint32_t most = count + highest;
    std::uint64_t expected = (std::uint64_t{2} << most) - 2;
    for (std::uint32_t rank = most; rank > 0; --rank) {
      const std::uint64_t without = expected & ~(std::uint64_t{1} << rank);
      if (is_enough(sets, without, most)) expected = without;
    }
    ASSERT_EQ(bits(extended(sets)), expected) << ::testing::PrintToString(sets);
  }
}

TEST(RankExtension, KeepsTheLawWithManyChildren) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    extended(random_sets(static_cast<std::uint32_t>(1 + random() % 60),
                         static_cast<std::uint32_t>(1 + random() % 40), random));
  }
}

TEST(RankExtension, CountsLikeABinaryCounterAlongAPath) {
  Visible visible;
  RankExtension extension;
  for (std::uint32_t nodes = 1; nodes <= 100; ++nodes) {
    Children children{{visible}};
    visible = extension.run(children);
    EXPECT_EQ(bits(visible) >> 1, nodes);
  }
}

TEST(RankExtension, GivesLeavesTheLowestRanks) {
  Children children(5);
  EXPECT_EQ(RankExtension().run(children), (Visible{5, 4, 3, 2, 1}));
  EXPECT_EQ(RankExtension().run({}), Visible{});
}

}  // namespace
}  // namespace culprit::strategy
