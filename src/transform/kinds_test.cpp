#include "src/transform/kinds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace culprit::transform {
namespace {

using Weights = std::vector<std::uint32_t>;

SiblingWeights siblings(Weights weights) {
  return SiblingWeights(weights);
}

std::uint64_t cost(Weights weights) {
  std::sort(weights.rbegin(), weights.rend());
  std::uint64_t result = weights.size();
  for (std::size_t i = 0; i < weights.size(); ++i) result += (i + 1) * weights[i];
  return result;
}

Weights random_weights(std::mt19937& random, std::size_t most, std::uint32_t heaviest) {
  Weights weights(random() % (most + 1));
  for (std::uint32_t& weight : weights) weight = static_cast<std::uint32_t>(1 + random() % heaviest);
  return weights;
}

TEST(SiblingWeights, KeepTheirCostWhenAChildIsReplaced) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t heaviest = i % 2 == 0 ? 5 : 200;
    const Weights inside = random_weights(random, 12, heaviest);
    Weights all = random_weights(random, i % 3 == 0 ? 3 : 40, heaviest);
    const auto child = static_cast<std::uint32_t>(siblings(inside).sum() + 1);
    Weights combined = all;
    combined.insert(combined.end(), inside.begin(), inside.end());
    all.push_back(child);
    SiblingWeights replaced = siblings(all);
    ASSERT_EQ(replaced.cost(), cost(all));
    ASSERT_EQ(replaced.saving(siblings(inside)), static_cast<std::int64_t>(cost(all) + cost(inside)) -
                                                     static_cast<std::int64_t>(cost(combined)));
    replaced.replace_by(siblings(inside));
    ASSERT_EQ(replaced.cost(), cost(combined));
    ASSERT_TRUE(replaced == siblings(combined));
    for (std::uint32_t weight = 0; weight < 10; ++weight) {
      const auto expected =
          std::count_if(combined.begin(), combined.end(), [=](auto w) { return w >= weight; });
      ASSERT_EQ(replaced.count_from(weight), expected);
    }
  }
}

/// A node with recursive children, and a plain list of these beside the kinds that remember.
struct Parent {
  SiblingWeights weights;
  Kinds kinds;
  std::map<std::uint32_t, SiblingWeights> children;

  Parent(std::mt19937& random, Weights others, std::uint32_t first_id, std::size_t calls) {
    for (std::uint32_t id = first_id; id < first_id + calls; ++id) {
      const SiblingWeights inside = siblings(random_weights(random, 6, 8));
      others.push_back(static_cast<std::uint32_t>(inside.sum() + 1));
      kinds.add(inside, SearchId{id});
      children.emplace(id, inside);
    }
    weights = siblings(others);
  }
  /// What is taken if nothing is remembered; kNoSearchId if nothing is.
  SearchId expected() const {
    Kinds all;
    for (const auto& [id, inside] : children) all.add(inside, SearchId{id});
    const auto best = all.take_best(weights);
    return best ? best->node : kNoSearchId;
  }
  /// Takes the best child, with what is below it.
  SearchId compress(Parent* below = nullptr) {
    auto best = kinds.take_best(weights);
    if (!best) return kNoSearchId;
    const bool is_parent = below && best->inside == below->weights;
    kinds.replace(best->inside, is_parent ? std::move(below->kinds) : Kinds(), weights);
    weights.replace_by(best->inside);
    children.erase(best->node.value());
    if (is_parent) children.merge(below->children);
    return best->node;
  }
};

TEST(Kinds, TakeWhatIsBestThoughFewAreJudgedAgain) {
  std::mt19937 random(2);
  std::size_t taken = 0;
  std::size_t kept_first = 0;
  for (int i = 0; i < 2000; ++i) {
    Parent below(random, random_weights(random, 8, 20), 100, random() % 30);
    SearchId expected;
    do {
      expected = below.expected();
      ASSERT_EQ(below.compress(), expected);
    } while (expected != kNoSearchId);
    const std::size_t kept = below.children.size();

    // Many heavy siblings make up for what kept the children from being compressed.
    Weights others = random_weights(random, 30, i % 2 == 0 ? 400 : 10);
    others.push_back(static_cast<std::uint32_t>(below.weights.sum() + 1));
    Parent above(random, others, 0, random() % 4);
    above.kinds.add(below.weights, SearchId{99});
    above.children.emplace(99, below.weights);
    do {
      expected = above.expected();
      ASSERT_EQ(above.compress(&below), expected);
      if (expected >= SearchId{100} && expected != kNoSearchId) ++taken;
    } while (expected != kNoSearchId);
    kept_first += kept;
  }
  EXPECT_GT(taken, 10u);
  EXPECT_GT(kept_first - taken, 100u);
}

TEST(Kinds, OfEqualOnesTheFirstInCallOrder) {
  Kinds kinds;
  kinds.add(siblings({1}), SearchId{4});
  kinds.add(siblings({}), SearchId{5});
  kinds.add(siblings({}), SearchId{7});
  kinds.add(siblings({}), SearchId{9});
  SiblingWeights weights = siblings({2, 1, 1, 1});
  for (const std::uint32_t expected : {5u, 7u, 9u, 4u}) {
    auto best = kinds.take_best(weights);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->node, SearchId{expected});
    kinds.replace(best->inside, {}, weights);
    weights.replace_by(std::move(best->inside));
  }
  EXPECT_TRUE(kinds.empty());
}

}  // namespace
}  // namespace culprit::transform
