#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"
#include "src/tree/text.h"

namespace culprit::strategy {
namespace {

using testing::ElementsAre;

/// Lines of the naive Fibonacci function whose sum is a product: all results are 1.
void add_fr(int n, int depth, std::string& text) {
  text += std::string(2 * static_cast<std::size_t>(depth), ' ') + "fr(" + std::to_string(n) + ") = 1\n";
  if (n <= 2) return;
  add_fr(n - 1, depth + 1, text);
  add_fr(n - 2, depth + 1, text);
}

std::string text_of(const tree::Tree& tree, NodeId n) {
  const tree::Label label = tree.label(n);
  return tree.function(n).name + "(" + std::string(label.inputs) + ")";
}

TEST(Strategic, AsksAboutARecursionFromItsEnd) {
  std::string text;
  add_fr(12, 0, text);
  const tree::Tree tree = *tree::read_text(text);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  std::vector<std::string> asked;
  for (NodeId n; (n = strategy->select(shape, suspects)) != kNoNode;) {
    asked.push_back(text_of(tree, n));
    const bool is_wrong =
        asked.back().find("(1)") == std::string::npos && asked.back().find("(2)") == std::string::npos;
    suspects.judge(n, is_wrong ? graph::Judgement::kWrong : graph::Judgement::kRight);
    if (is_wrong)
      suspects.set_root(n, true);
    else
      suspects.clear(n);
  }
  EXPECT_THAT(asked, ElementsAre("fr(2)", "fr(3)", "fr(1)"));
  EXPECT_EQ(text_of(tree, suspects.root()), "fr(3)");
}

TEST(Strategic, SaysWhatItAssumes) {
  const tree::Tree tree = *tree::read_text("main()\n  f(1) = 1\n  g(1) = 1\n  f(2) = 2\n");
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  const NodeId first = strategy->select(shape, suspects);
  ASSERT_EQ(first, NodeId{1});
  EXPECT_EQ(strategy->explain(shape, suspects, first),
            "it is a call of f, the part of the program whose judgement leaves the least");
  suspects.judge(first, graph::Judgement::kRight);
  suspects.clear(first);
  const NodeId second = strategy->select(shape, suspects);
  EXPECT_EQ(second, NodeId{2});
  EXPECT_EQ(
      strategy->explain(shape, suspects, second),
      "it is a call of g, the part of the program whose judgement leaves the least; assumed right so far: f");
}

TEST(Strategic, HalvesWhenItsQuestionCannotBeAsked) {
  const tree::Tree tree = *tree::read_text("main()\n  f(1) = 1\n    h() = 1\n  g(1) = 1\n");
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  const NodeId first = strategy->select(shape, suspects);
  suspects.skip(first);
  const auto halving = make_strategy("optimal-divide-and-query").value();
  EXPECT_NE(strategy->select(shape, suspects), kNoNode);
  EXPECT_EQ(strategy->select(shape, suspects), halving->select(shape, suspects));
}

TEST(Strategic, KnowsWhatWasToldOutsideTheRoot) {
  const tree::Tree tree = *tree::read_text("main()\n  f(1) = 1\n    h() = 1\n  g(1) = 1\n    k() = 1\n");
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{3}, true);
  suspects.judge(NodeId{1}, graph::Judgement::kInadmissible);
  EXPECT_EQ(suspects.judged(NodeId{0}), graph::Judgement::kWrong);
  EXPECT_EQ(suspects.judged(NodeId{1}), graph::Judgement::kInadmissible);
  EXPECT_EQ(suspects.judged(NodeId{2}), graph::Judgement::kRight);
  EXPECT_EQ(suspects.judged(NodeId{3}), graph::Judgement::kWrong);
  EXPECT_EQ(suspects.judged(NodeId{4}), graph::Judgement::kUnknown);
  suspects.clear(NodeId{4});
  EXPECT_EQ(suspects.judged(NodeId{4}), graph::Judgement::kRight);
}

}  // namespace
}  // namespace culprit::strategy
