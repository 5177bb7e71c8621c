// The debugging sessions that the papers print, question by question.
#include <gtest/gtest.h>

#include "tests/support/player.h"

namespace culprit {
namespace {

using support::Player;

const session::SessionOptions kAskRoot{.ask_root = true};

// D. Insa, J. Silva, A. Riesco, "Speeding Up Algorithmic Debugging Using Balanced Execution Trees": the game
// of chess of Fig. 1, whose castling moves the tower to the right. The numbers are the paper's.

constexpr std::string_view kChess =
    "(1) castling\n"
    "  (2) t.right\n"
    "  (3) t.right\n"
    "  (4) t.right\n"
    "  (5) k.left\n"
    "  (6) k.left\n";

constexpr std::string_view kChessProjected =
    "(1) castling\n"
    "  (2) t.right; t.right; t.right\n"
    "    (4) t.right\n"
    "    (5) t.right\n"
    "    (6) t.right\n"
    "  (3) k.left; k.left\n"
    "    (7) k.left\n"
    "    (8) k.left\n";

TEST(Papers, ChessTakesSixQuestionsOnThePlainTree) {
  for (std::string_view strategy : {"divide-and-query", "divide-and-query-hirunkitti"}) {
    Player player(kChess, strategy, kAskRoot);
    EXPECT_EQ(player.play("yes, yes, yes, yes, yes, no"),
              "(2) t.right yes, (3) t.right yes, (4) t.right yes, (5) k.left yes, (6) k.left yes, "
              "(1) castling no, -> (1) castling")
        << strategy;
    EXPECT_EQ(player.session().answers(), 6u);
  }
}

TEST(Papers, ChessTakesThreeQuestionsOnTheProjectedTree) {
  // The paper's session needs ties to go to the heavier node.
  Player player(kChessProjected, "divide-and-query-hirunkitti", kAskRoot);
  EXPECT_EQ(player.play("yes, yes, no"),
            "(2) t.right; t.right; t.right yes, (3) k.left; k.left yes, (1) castling no, -> (1) castling");
}

// The same paper: mergesort of {3,1,2} with a merge that overwrites, Fig. 7 (12 nodes, top-down) and Fig. 8,
// in which chains of calls of one method are one node. OM is OrderMerge.

constexpr std::string_view kMergesort =
    "(1) OM({3,1,2}) = {2,3,0}\n"
    "  (2) OM({3,1}) = {1,3}\n"
    "    (5) OM({3}) = {3}\n"
    "    (6) OM({1}) = {1}\n"
    "    (7) merge({3},{1}) = {1,3}\n"
    "      (11) delete({1}) = {}\n"
    "      (12) delete({3}) = {}\n"
    "  (3) OM({2}) = {2}\n"
    "  (4) merge({1,3},{2}) = {2,3,0}\n"
    "    (8) delete({1,3}) = {3}\n"
    "    (9) delete({2}) = {}\n"
    "    (10) delete({3}) = {}\n";

constexpr std::string_view kMergesortCollapsed =
    "(1) OM({3,1,2}) = {2,3,0}\n"
    "  (2) OM({3,1}) = {1,3}\n"
    "    (5) OM({3}); OM({1}) = {3}; {1}\n"
    "    (6) merge({3},{1}) = {1,3}\n"
    "      (8) delete({1}); delete({3}) = {}; {}\n"
    "  (3) OM({2}) = {2}\n"
    "  (4) merge({1,3},{2}) = {2,3,0}\n"
    "    (7) delete({1,3}); delete({2}); delete({3}) = {3}; {}; {}\n";

TEST(Papers, MergesortTakesSevenQuestionsTopDown) {
  Player player(kMergesort, "top-down", kAskRoot);
  EXPECT_EQ(player.play("no, yes, yes, no, yes, yes, yes"),
            "(1) OM({3,1,2}) = {2,3,0} no, "
            "(2) OM({3,1}) = {1,3} yes, "
            "(3) OM({2}) = {2} yes, "
            "(4) merge({1,3},{2}) = {2,3,0} no, "
            "(8) delete({1,3}) = {3} yes, "
            "(9) delete({2}) = {} yes, "
            "(10) delete({3}) = {} yes, "
            "-> (4) merge({1,3},{2}) = {2,3,0}");
}

TEST(Papers, MergesortTakesFiveQuestionsWithCollapsedChains) {
  Player player(kMergesortCollapsed, "top-down", kAskRoot);
  player.play("no, yes, yes, no, yes");
  EXPECT_EQ(player.now(), "-> (4) merge({1,3},{2}) = {2,3,0}");
  EXPECT_EQ(player.session().answers(), 5u);
  EXPECT_EQ(player.session().log().back().names(), player.find("(7)"));
}

// D. Insa, J. Silva, "Hacia una Estrategia Óptima para la Depuración Algorítmica", Ex. 1.1: mergesort of
// [2,1,3] whose merge drops an element. The printed session asks about mergeSort [2,1], which is never
// called: div 3 2 = 1 splits [2,1,3] into [2] and [1,3]. This is the tree of the real execution; the bug is
// found in the same rule.

constexpr std::string_view kHaskellMergesort =
    "mergeSort([2,1,3]) = [2,3]\n"
    "  mergeSort([2]) = [2]\n"
    "  mergeSort([1,3]) = [1,3]\n"
    "    mergeSort([1]) = [1]\n"
    "    mergeSort([3]) = [3]\n"
    "    merge([1], [3]) = [1,3]\n"
    "      merge([], [3]) = [3]\n"
    "  merge([2], [1,3]) = [2,3]\n"
    "    merge([2], [3]) = [2,3]\n"
    "      merge([], [3]) = [3]\n";

TEST(Papers, HaskellMergesortBlamesTheRuleThatDropsAnElement) {
  Player player(kHaskellMergesort, "divide-and-query");
  EXPECT_EQ(player.play("yes, yes, yes, no"),
            "mergeSort([1,3]) = [1,3] yes, merge([2], [3]) = [2,3] yes, mergeSort([2]) = [2] yes, "
            "merge([2], [1,3]) = [2,3] no, -> merge([2], [1,3]) = [2,3]");
}

TEST(Papers, HaskellMergesortIsBlamedAlikeByEveryStrategy) {
  for (std::string_view strategy : strategy::strategy_names()) {
    Player player(kHaskellMergesort, strategy);
    while (!player.session().question().is_nothing()) {
      const bool wrong = player.session().question() == player.find("merge([2], [1,3])");
      player.play(wrong ? "no" : "yes");
    }
    EXPECT_EQ(player.now(), "-> merge([2], [1,3]) = [2,3]") << strategy;
    // Two functions were found right before, and assumed so: taking that back costs questions.
    EXPECT_LE(player.session().answers(), strategy == "strategic" ? 6u : 4u) << strategy;
  }
}

// D. Insa, J. Silva, "Implementation of an Optimal Strategy for Algorithmic Debugging", Ex. 1.1: subset with
// "or" for "and".

constexpr std::string_view kEqualSets =
    "equal_sets([1,3], [3]) = True\n"
    "  subset([1,3], [3]) = True\n"
    "    element(1, [3]) = False\n"
    "      element(1, []) = False\n"
    "    subset([3], [3]) = True\n"
    "      element(3, [3]) = True\n"
    "  subset([3], [1,3]) = True\n"
    "    element(3, [1,3]) = True\n"
    "      element(3, [3]) = True\n";

TEST(Papers, EqualSetsTakesThreeQuestions) {
  Player player(kEqualSets, "divide-and-query-hirunkitti");
  EXPECT_EQ(player.play("no, yes, yes"),
            "subset([1,3], [3]) = True no, element(1, [3]) = False yes, subset([3], [3]) = True yes, "
            "-> subset([1,3], [3]) = True");
}

}  // namespace
}  // namespace culprit
