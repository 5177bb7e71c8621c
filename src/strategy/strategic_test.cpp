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

std::string text_of(const tree::Tree& tree, SearchId row) {
  const NodeId n{row.value()};
  const tree::Label label = tree.label(n);
  return tree.function(n).name + "(" + std::string(label.inputs) + ")";
}

TEST(Strategic, AsksAboutARecursionFromItsEnd) {
  std::string text;
  add_fr(12, 0, text);
  const tree::Tree tree = *tree::read_text(text);
  Shape shape(tree);
  shape.set_facts([&] { return graph::facts_of(tree); });
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  std::vector<std::string> asked;
  for (SearchId n; (n = strategy->select(shape, suspects)) != kNoSearchId;) {
    asked.push_back(text_of(tree, n));
    const bool is_wrong =
        asked.back().find("(1)") == std::string::npos && asked.back().find("(2)") == std::string::npos;
    suspects.judge(n, is_wrong ? Mark::kWrong : Mark::kRight);
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
  Shape shape(tree);
  shape.set_facts([&] { return graph::facts_of(tree); });
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  const SearchId first = strategy->select(shape, suspects);
  ASSERT_EQ(first, SearchId{1});
  EXPECT_EQ(strategy->explain(shape, suspects, first),
            "it is a call of f, the part of the program whose judgement leaves the least");
  suspects.judge(first, Mark::kRight);
  suspects.clear(first);
  const SearchId second = strategy->select(shape, suspects);
  EXPECT_EQ(second, SearchId{2});
  EXPECT_EQ(
      strategy->explain(shape, suspects, second),
      "it is a call of g, the part of the program whose judgement leaves the least; assumed right so far: f");
}

TEST(Strategic, HalvesWhenItsQuestionCannotBeAsked) {
  const tree::Tree tree = *tree::read_text("main()\n  f(1) = 1\n    h() = 1\n  g(1) = 1\n");
  Shape shape(tree);
  shape.set_facts([&] { return graph::facts_of(tree); });
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_strategy("strategic").value();
  const SearchId first = strategy->select(shape, suspects);
  suspects.skip(first);
  const auto halving = make_strategy("optimal-divide-and-query").value();
  EXPECT_NE(strategy->select(shape, suspects), kNoSearchId);
  EXPECT_EQ(strategy->select(shape, suspects), halving->select(shape, suspects));
}

TEST(Strategic, KnowsWhatWasToldOutsideTheRoot) {
  const tree::Tree tree = *tree::read_text("main()\n  f(1) = 1\n    h() = 1\n  g(1) = 1\n    k() = 1\n");
  Shape shape(tree);
  shape.set_facts([&] { return graph::facts_of(tree); });
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{3}, true);
  suspects.judge(SearchId{1}, Mark::kInadmissible);
  EXPECT_EQ(suspects.judged(SearchId{0}), Mark::kWrong);
  EXPECT_EQ(suspects.judged(SearchId{1}), Mark::kInadmissible);
  EXPECT_EQ(suspects.judged(SearchId{2}), Mark::kRight);
  EXPECT_EQ(suspects.judged(SearchId{3}), Mark::kWrong);
  EXPECT_EQ(suspects.judged(SearchId{4}), Mark::kUndefined);
  suspects.clear(SearchId{4});
  EXPECT_EQ(suspects.judged(SearchId{4}), Mark::kRight);
}

}  // namespace
}  // namespace culprit::strategy
