#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>
#include <vector>

#include "src/transform/drop.h"
#include "src/transform/test_text.h"
#include "src/transform/transformations.h"
#include "tests/support/tree_gen.h"

namespace culprit::transform {
namespace {

std::string compressed(std::string_view text) {
  const Reshaped from = from_text(text);
  const Reshaped result = compress(from);
  EXPECT_EQ(broken_law(result, original_of(from)), "");
  return to_text(result);
}

TEST(Compress, ARecursiveCallWithoutChildrenGoes) {
  EXPECT_EQ(compressed("f\n"
                       "  g\n"
                       "  f\n"
                       "  g\n"),
            "f\n"
            "  g\n"
            "  g\n");
}

TEST(Compress, AChainWithoutOtherCallsGoes) {
  EXPECT_EQ(compressed("f\n"
                       "  f\n"
                       "    f\n"
                       "      f\n"
                       "        g\n"),
            "f\n"
            "  g\n");
}

TEST(Compress, OfTwoBranchesThatAreWorthTheSameTheFirstGoes) {
  // Both: cost 13 + 9 of 9 nodes against 28 of 8; then the other one: 28 + 9 of 8 nodes against 36 of 7.
  EXPECT_EQ(compressed("f\n"
                       "  f\n"
                       "    a\n"
                       "    a\n"
                       "    a\n"
                       "  f\n"
                       "    b\n"
                       "    b\n"
                       "    b\n"),
            "f\n"
            "  a\n"
            "  a\n"
            "  a\n"
            "  f\n"
            "    b\n"
            "    b\n"
            "    b\n");
}

TEST(Compress, ACallAmongManyOthersStays) {
  // 16 + 5 of 7 nodes against 21 of 6.
  const std::string_view text =
      "f\n"
      "  g\n"
      "  f\n"
      "    a\n"
      "    b\n"
      "  g\n"
      "  g\n";
  EXPECT_EQ(compressed(text), text);
}

TEST(Compress, CollapsedCallsWeighOneAndStay) {
  // With the hidden calls counted the inner f would weigh 5 and go: 20 + 9 of 9 nodes against 21 of 8.
  const std::string_view text =
      "f\n"
      "  g\n"
      "  f\n"
      "    f collapsed\n"
      "      f\n"
      "      f\n"
      "    b\n"
      "  g\n"
      "  g\n";
  EXPECT_EQ(compressed(text), text);
}

__extension__ using Wide = __int128;

/// Algorithm 1 as it is written, with the whole tree looked at again for each figure.
class Literal {
 public:
  explicit Literal(const Reshaped& from)
      : from_(from), children_(from.tree.size()), parent_(from.tree.size()) {
    const Column<std::uint32_t> hidden = from.hidden();
    for (std::uint32_t n = 1; n < from.tree.size(); ++n) {
      if (std::binary_search(hidden.begin(), hidden.end(), n)) continue;
      parent_[n] = from.tree.parent(SearchId{n}).value();
      children_[parent_[n]].push_back(n);
    }
  }

  RowBits run() {
    RowBits dropped(from_.tree.size());
    for (std::uint32_t n = from_.tree.size(); n-- > 0;) {
      for (std::uint32_t best = 0; (best = best_child(n)) != 0;) {
        compress(n, best);
        dropped.add(SearchId{best});
      }
    }
    return dropped;
  }

 private:
  using Nodes = std::vector<std::uint32_t>;

  bool same_function(std::uint32_t a, std::uint32_t b) const {
    return !from_.is_made(SearchId{a}) && !from_.is_made(SearchId{b}) &&
           from_.tree.function_id(SearchId{a}) == from_.tree.function_id(SearchId{b});
  }
  std::int64_t weight(std::uint32_t node) const {
    std::int64_t result = 0;
    Nodes left{node};
    while (!left.empty()) {
      const Nodes& more = children_[left.back()];
      left.pop_back();
      ++result;
      left.insert(left.end(), more.begin(), more.end());
    }
    return result;
  }
  std::int64_t cost(const Nodes& nodes) const {
    std::vector<std::int64_t> weights;
    for (const std::uint32_t node : nodes) weights.push_back(weight(node));
    std::sort(weights.rbegin(), weights.rend());
    auto result = static_cast<std::int64_t>(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) result += static_cast<std::int64_t>(i + 1) * weights[i];
    return result;
  }
  Nodes combined(std::uint32_t parent, std::uint32_t child) const {
    Nodes result = children_[parent];
    const auto at = result.erase(std::find(result.begin(), result.end(), child));
    result.insert(at, children_[child].begin(), children_[child].end());
    return result;
  }
  /// 0 if none is better than nothing.
  std::uint32_t best_child(std::uint32_t parent) const {
    const std::int64_t w = weight(parent);
    std::uint32_t best = 0;
    Wide most = 0;  // over most_below
    Wide most_below = 1;
    for (const std::uint32_t child : children_[parent]) {
      if (!same_function(parent, child)) continue;
      const Wide apart = cost(children_[parent]) + cost(children_[child]);
      const Wide improvement = apart * (w - 1) - Wide{cost(combined(parent, child))} * w;
      const Wide below = Wide{w} * (w - 1);
      if (improvement * most_below <= most * below) continue;
      best = child;
      most = improvement;
      most_below = below;
    }
    return best;
  }
  void compress(std::uint32_t parent, std::uint32_t child) {
    children_[parent] = combined(parent, child);
    for (const std::uint32_t node : children_[child]) parent_[node] = parent;
    children_[child].clear();
  }

  const Reshaped& from_;
  std::vector<Nodes> children_;
  Nodes parent_;
};

/// Empty, or both results.
std::string difference(const Reshaped& from, std::uint8_t few = 16) {
  const Reshaped result = compress(from, {}, few);
  const Reshaped expected = drop(from, Literal(from).run());
  const std::string law = broken_law(result, original_of(from));
  if (!law.empty()) return law;
  const bool is_same = origins(result) == origins(expected) && to_text(result) == to_text(expected);
  if (is_same) return "";
  return "of\n" + to_text(from) + "\nwas expected\n" + to_text(expected) + "\nbut it is\n" + to_text(result);
}

TEST(Compress, IsAlgorithm1OnAnyTree) {
  EXPECT_TRUE(rc::check("as written", [] {
    const std::string found = difference(unchanged(support::build(*support::plain_trees())));
    if (!found.empty()) RC_FAIL(found);
  }));
}

/// How deep the next node hangs: anywhere above the last one, mostly far below or mostly far above it.
enum class Shape { kAny, kDeep, kWide };

std::string random_text(std::mt19937& random, Shape shape, std::uint32_t nodes, std::uint32_t functions) {
  std::string text = "f0\n";
  std::uint32_t depth = 0;
  for (std::uint32_t i = 1; i < nodes; ++i) {
    const auto draw = static_cast<std::uint32_t>(random() % (depth + 1));
    const std::uint32_t few = depth < 3 ? depth : depth - static_cast<std::uint32_t>(random() % 3);
    const std::uint32_t parent = shape == Shape::kAny ? draw
                                 : shape == Shape::kDeep
                                     ? few
                                     : std::min(draw, static_cast<std::uint32_t>(random() % 4));
    depth = parent + 1;
    text += std::string(2 * depth, ' ') + "f" + std::to_string(random() % functions) + "\n";
  }
  return text;
}

TEST(Compress, IsAlgorithm1OnWideDeepAndMixedTrees) {
  std::mt19937 random(4);
  std::size_t dropped = 0;
  std::size_t kept = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto shape = static_cast<Shape>(i % 3);
    const auto nodes = static_cast<std::uint32_t>(2 + random() % (i % 50 == 0 ? 200 : 60));
    const auto functions = static_cast<std::uint32_t>(1 + i / 3 % 3);
    const Reshaped from = from_text(random_text(random, shape, nodes, functions));
    const std::string found = difference(from);
    ASSERT_EQ(found, "");
    const std::uint32_t left = compress(from).tree.size();
    dropped += nodes - left;
    kept += left - compress_all(from).tree.size();
  }
  EXPECT_GT(dropped, 10'000u);
  EXPECT_GT(kept, 500u) << "recursive calls that are better not compressed";
}

/// One node with many recursive calls below it, some alike, with some calls of their own, or chains.
TEST(Compress, IsAlgorithm1BelowNodesWithManyRecursiveCalls) {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    std::string text = "f0\n";
    const std::size_t calls = 2 + random() % 40;
    for (std::size_t call = 0; call < calls; ++call) {
      std::size_t level = 1;
      text += "  f0\n";
      for (std::size_t below = random() % 8; below > 0; --below) {
        level = 2 + random() % level;
        const bool is_recursive = i % 2 == 1 && random() % 3 == 0;
        text += std::string(2 * level, ' ') + (is_recursive ? "f0\n" : "f1\n");
      }
    }
    const std::string found = difference(from_text(text));
    ASSERT_EQ(found, "");
  }
}

/// A path of recursive calls, each of which makes others as well; the last one many.
TEST(Compress, IsAlgorithm1AlongPathsOfCallsThatKeepMany) {
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    std::string text;
    const std::size_t depth = 2 + random() % 5;
    for (std::size_t level = 0; level < depth; ++level) {
      const auto add = [&](std::size_t below, std::string_view function) {
        text += std::string(2 * (level + below), ' ') + std::string(function) + "\n";
      };
      add(0, "f");
      for (std::size_t calls = random() % (level + 1 == depth ? 12 : 3); calls > 0; --calls) {
        add(1, "f");
        for (std::size_t leaves = 2 + random() % 7; leaves > 0; --leaves) add(2, "g");
      }
      for (std::size_t others = random() % 6; others > 0; --others) {
        add(1, "g");
        for (std::size_t leaves = random() % 4 == 0 ? random() % 30 : 0; leaves > 0; --leaves) add(2, "g");
      }
    }
    const std::string found = difference(from_text(text));
    ASSERT_EQ(found, "");
  }
}

/// Calls that were better not compressed into their caller, and are when it is compressed itself: what is stored of them
/// must still be there.
TEST(Compress, GoesOnWithCallsThatACompressedOneKept) {
  const std::string text =
      "f0\n  f0\n    f0\n  f1\n    f0\n  f0\n    f0\n    f0\n      f0\n        f1\n    f0\n    f0\n"
      "      f1\n        f1\n    f1\n    f1\n    f1\n";
  const auto functions_of = [&](std::string_view whole) {
    return to_text(compress(from_text(whole), {}, 0));
  };
  const std::string below =
      functions_of("f0\n  f0\n  f0\n    f0\n      f1\n  f0\n  f0\n    f1\n      f1\n  f1\n  f1\n  f1\n");
  EXPECT_NE(below.find("\n  f0"), std::string::npos) << "the last recursive call stays:\n" << below;
  for (const int few : {0, 1, 4, 16})
    EXPECT_EQ(difference(from_text(text), static_cast<std::uint8_t>(few)), "");
}

TEST(Compress, StoresOrFindsAgainTheSame) {
  std::mt19937 random(8);
  for (int i = 0; i < 4000; ++i) {
    const auto shape = static_cast<Shape>(i % 3);
    const auto nodes = static_cast<std::uint32_t>(8 + random() % 30);
    const Reshaped from = from_text(random_text(random, shape, nodes, 1 + i % 2));
    ASSERT_EQ(difference(from, static_cast<std::uint8_t>(i % 5)), "");
  }
}

TEST(Compress, IsAlgorithm1OnTreesThatHaveMadeNodes) {
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    std::string text = "f0\n";
    std::size_t level = 0;
    bool is_inside_leaf = false;
    for (std::size_t n = 1; n < 40; ++n) {
      level = 1 + random() % (level + (is_inside_leaf ? 0 : 1));
      const std::string indent(2 * level, ' ');
      const std::string function = "f" + std::to_string(random() % 2);
      is_inside_leaf = random() % 6 == 0;
      if (is_inside_leaf) {
        text += indent + function + " collapsed\n" + indent + "  " + function + "\n" + indent + "  " +
                function + "\n";
      } else {
        text += indent + (random() % 8 == 0 ? "chain projected" : function) + "\n";
      }
    }
    text += "  f1\n";  // the last run has a node
    const Reshaped from = from_text(text);
    const Reshaped result = compress(from);
    const Reshaped expected = drop(from, Literal(from).run());
    ASSERT_EQ(to_text(result), to_text(expected)) << text;
    ASSERT_EQ(broken_law(result, original_of(from)), "") << text;
    ASSERT_EQ(result.made.size(), from.made.size());
  }
}

}  // namespace
}  // namespace culprit::transform
