// What the papers prove of transformations, on random trees with random verdicts, and the questions that are left.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"
#include "src/transform/transform.h"
#include "src/tree/text.h"
#include "tests/support/chained_trees.h"
#include "tests/support/trees.h"

namespace culprit {
namespace {

using transform::Made;
using transform::Reshaped;
using transform::Transformation;
using List = std::vector<Transformation>;

struct Composition {
  std::string name;
  List list;
  transform::Family family = transform::Family::kTopDown;
  std::uint32_t chain_size = transform::kAnyChainSize;

  bool compresses() const {
    return std::any_of(list.begin(), list.end(), [](Transformation transformation) {
      return transformation == Transformation::kCompress || transformation == Transformation::kCompressAll;
    });
  }
};

/// Every list that parse_transformations() takes, `compress` by both its rules, chains of any length and short ones.
const std::vector<Composition>& compositions() {
  static const std::vector<Composition> kAll = [] {
    std::vector<Composition> all;
    for (const char* compression : {"", ",compress-all", ",compress"}) {
      for (const char* chains : {"", ",collapse", ",balance", ",collapse,balance"}) {
        const std::string name = std::string("loops") + compression + chains;
        for (const auto family : {transform::Family::kTopDown, transform::Family::kDivideAndQuery})
          for (const std::uint32_t chain_size : {transform::kAnyChainSize, 3u})
            all.push_back({name, transform::parse_transformations(name).value(), family, chain_size});
      }
    }
    return all;
  }();
  return kAll;
}

using Bits = std::vector<bool>;

/// Which nodes of an original are wrong: each at random, and the root.
Bits any_verdicts(const tree::Tree& tree) {
  Bits wrong(tree.size());
  const int one_in = *rc::gen::inRange(1, 6);
  for (std::uint32_t n = 0; n < tree.size(); ++n) wrong[n] = n == 0 || *rc::gen::inRange(0, one_in) == 0;
  return wrong;
}

/// Of a reshaped tree: a made node is wrong if one of its parts is.
Bits verdicts(const Reshaped& reshaped, const Bits& original) {
  Bits wrong(reshaped.tree.size());
  for (std::uint32_t n = reshaped.tree.size(); n-- > 0;) {
    const SearchId node{n};
    if (!reshaped.is_made(node)) wrong[n] = original[reshaped.origin_of(node).value()];
    const SearchId parent = reshaped.tree.parent(node);
    if (wrong[n] && parent != kNoSearchId && reshaped.is_made(parent)) wrong[parent.value()] = true;
  }
  return wrong;
}

Bits hidden(const Reshaped& reshaped) {
  Bits result(reshaped.tree.size());
  for (const std::uint32_t node : reshaped.hidden()) result[node] = true;
  return result;
}

/// Wrong nodes without a wrong child, hidden ones aside.
std::set<SearchId> buggy_nodes(const tree::SearchTree& tree, const Bits& wrong, const Bits& hidden) {
  std::set<SearchId> buggy;
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    if (wrong[n] && !hidden[n]) buggy.insert(SearchId{n});
  }
  for (std::uint32_t n = 1; n < tree.size(); ++n) {
    if (wrong[n] && !hidden[n]) buggy.erase(tree.parent(SearchId{n}));
  }
  return buggy;
}

/// A random tree, what is wrong in it, and what a list of transformations makes of both.
struct World {
  tree::Tree tree = support::build(*support::chained_trees());
  Bits wrong = any_verdicts(tree);
  std::set<NodeId> buggy = buggy_in_subject();

  struct View {
    Reshaped reshaped;
    Bits wrong;
    Bits hidden;
    std::set<SearchId> buggy;
  };
  View reshaped_by(const Composition& composition) const {
    View view{transform::transform(tree, {composition.list, composition.family, composition.chain_size},
                                   transform::LabelContexts(tree)),
              {},
              {},
              {}};
    view.wrong = verdicts(view.reshaped, wrong);
    view.hidden = hidden(view.reshaped);
    view.buggy = buggy_nodes(view.reshaped.tree, view.wrong, view.hidden);
    return view;
  }
  bool is_buggy(FunctionId function) const {
    return std::any_of(buggy.begin(), buggy.end(),
                       [&](NodeId node) { return tree.function_id(node) == function; });
  }

 private:
  std::set<NodeId> buggy_in_subject() const {
    std::set<NodeId> result;
    for (const SearchId row : buggy_nodes(tree, wrong, Bits(tree.size()))) result.insert(NodeId{row.value()});
    return result;
  }
};

template <class Law>
void expect_law(const char* name, Law law) {
  EXPECT_TRUE(rc::check(name, [&] {
    const World world;
    for (const Composition& composition : compositions()) {
      RC_LOG() << composition.name << "\n";
      law(world, world.reshaped_by(composition), composition);
    }
  }));
}

struct Search {
  SearchId found = kNoSearchId;
  std::uint32_t questions = 0;
};

/// Asks until nothing is left to ask. Hidden nodes are not asked.
Search search(const Reshaped& reshaped, std::string_view name, const Bits& wrong, bool ask_root) {
  std::vector<SearchId> parts;
  for (const std::uint32_t node : reshaped.hidden()) parts.emplace_back(node);
  const strategy::Shape shape(reshaped.tree,
                              strategy::uniform_prior(reshaped.tree.size(), reshaped.projected(), parts));
  strategy::IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, !ask_root);
  const auto strategy = strategy::make_strategy(name).value();
  Search result;
  for (SearchId n = strategy->select(shape, suspects); n != kNoSearchId;
       n = strategy->select(shape, suspects)) {
    ++result.questions;
    if (wrong[n.value()]) {
      suspects.set_root(n, true);
    } else {
      suspects.clear(n);
    }
  }
  result.found = suspects.root();
  return result;
}

TEST(TransformLaws, AWrongRootLeavesABuggyNode) {
  expect_law("a buggy node", [](const World&, const World::View& view, const Composition&) {
    RC_ASSERT(view.wrong[0]);
    RC_ASSERT(!view.buggy.empty());
  });
}

TEST(TransformLaws, ABuggyNodeBelongsToABuggyFunction) {
  expect_law("a buggy function", [](const World& world, const World::View& view, const Composition&) {
    for (const SearchId node : view.buggy) {
      RC_ASSERT(view.reshaped.made_as(node) != Made::kProjected);
      RC_ASSERT(world.is_buggy(view.reshaped.tree.function_id(node)));
    }
  });
}

TEST(TransformLaws, CollapsingAndProjectingKeepAllBuggyNodes) {
  expect_law("all of them", [](const World& world, const World::View& view, const Composition& composition) {
    if (composition.compresses()) return;  // one call of a recursion then stands for others
    std::set<NodeId> kept;
    for (const SearchId node : view.buggy) {
      const tree::SearchTree& tree = view.reshaped.tree;
      if (!view.reshaped.is_made(node)) kept.insert(view.reshaped.origin_of(node));
      for (SearchId part{node.value() + 1}; view.reshaped.is_made(node) && part < tree.end(node);
           part = tree.end(part)) {
        if (view.wrong[part.value()]) kept.insert(view.reshaped.origin_of(part));
      }
    }
    RC_ASSERT(kept == world.buggy);
  });
}

TEST(TransformLaws, EveryStrategyEndsOnABuggyNode) {
  expect_law("a buggy node", [](const World&, const World::View& view, const Composition&) {
    for (const std::string_view name : strategy::strategy_names()) {
      const Search result = search(view.reshaped, name, view.wrong, false);
      RC_ASSERT(view.buggy.contains(result.found));
      RC_ASSERT(result.questions < view.reshaped.tree.size());
    }
  });
}

std::uint32_t questions(std::string_view text, const List& list, std::string_view strategy,
                        const std::set<std::uint32_t>& wrong_nodes) {
  const tree::Tree tree = *tree::read_text(text);
  const Reshaped reshaped =
      transform::transform(tree, {list, transform::Family::kTopDown}, transform::LabelContexts(tree));
  Bits wrong(tree.size());
  for (const std::uint32_t node : wrong_nodes) wrong[node] = true;
  const Search result = search(reshaped, strategy, verdicts(reshaped, wrong), true);
  EXPECT_EQ(reshaped.origin_of(result.found).value(), *wrong_nodes.rbegin());
  return result.questions;
}

TEST(TransformQuestions, OfTheGameOfChess) {
  const std::string_view chess =
      "castling\n"
      "  t.right\n"
      "  t.right\n"
      "  t.right\n"
      "  k.left\n"
      "  k.left\n";
  for (const std::string_view strategy : {"divide-and-query", "divide-and-query-hirunkitti"}) {
    EXPECT_EQ(questions(chess, {}, strategy, {0}), 6u) << strategy;
    EXPECT_EQ(questions(chess, {Transformation::kCollapse}, strategy, {0}), 3u) << strategy;
    EXPECT_EQ(questions(chess, {Transformation::kBalance}, strategy, {0}), 3u) << strategy;
  }
}

TEST(TransformQuestions, OfMergesort) {
  const std::string_view mergesort =
      "OM({3,1,2}) = {2,3,0}\n"
      "  OM({3,1}) = {1,3}\n"
      "    OM({3}) = {3}\n"
      "    OM({1}) = {1}\n"
      "    merge({3},{1}) = {1,3}\n"
      "      delete({1}) = {}\n"
      "      delete({3}) = {}\n"
      "  OM({2}) = {2}\n"
      "  merge({1,3},{2}) = {2,3,0}\n"
      "    delete({1,3}) = {3}\n"
      "    delete({2}) = {}\n"
      "    delete({3}) = {}\n";
  EXPECT_EQ(questions(mergesort, {}, "top-down", {0, 8}), 7u);
  EXPECT_EQ(questions(mergesort, {Transformation::kCollapse}, "top-down", {0, 8}), 5u);
  EXPECT_EQ(questions(mergesort, {Transformation::kBalance}, "top-down", {0, 8}), 5u);
}

TEST(TransformQuestions, OfAThousandSiblingsAreFew) {
  // Calls of two functions in turns, any of which may be wrong.
  std::string text = "main\n";
  for (int i = 0; i < 1023; ++i) text += i % 2 ? "  f\n" : "  g\n";
  for (const std::string_view strategy : strategy::strategy_names()) {
    if (strategy == "strategic") continue;  // it goes through a function's calls first
    for (const std::uint32_t bug : {1u, 500u, 1023u}) {
      EXPECT_LE(questions(text, {Transformation::kBalance}, strategy, {0, bug}), 22u) << strategy;
    }
  }
}

}  // namespace
}  // namespace culprit
