#include <gtest/gtest.h>

#include "src/state/account.h"
#include "src/tree/json.h"

namespace culprit::state {
namespace {

tree::Tree labelled(std::string_view inputs, std::string_view result, bool has_result = true) {
  tree::TreeBuilder builder;
  tree::Function function;
  function.name = "f";
  builder.open(builder.add_function(function));
  builder.label(inputs, result, has_result);
  builder.close();
  return builder.finish();
}

std::string inputs_of(std::string_view text) {
  const tree::Tree tree = labelled(text, "");
  std::string out;
  for (const Value& value : make_label_account(tree)->facts(tree.root(), Limits{}).inputs) {
    EXPECT_EQ(value.kind, ValueKind::kText);
    out += "<" + value.name + "|" + value.text + ">";
  }
  return out;
}

TEST(LabelAccount, SplitsInputsAtTopLevelCommasOnly) {
  EXPECT_EQ(inputs_of("1, [2, 3], (4, {5, 6})"), "<|1><|[2, 3]><|(4, {5, 6})>");
  EXPECT_EQ(inputs_of(R"("a, \"b", 'c', x', y)"), R"(<|"a, \"b"><|'c'><|x'><|y>)");
  EXPECT_EQ(inputs_of(""), "");
}

TEST(LabelAccount, KeepsNamesOfNamedInputs) {
  EXPECT_EQ(inputs_of("n = 3, list: [1, 2]"), "<n|3><list|[1, 2]>");
  EXPECT_EQ(inputs_of("a == b, std::max, 3 = x"), "<|a == b><|std::max><|3 = x>");
}

TEST(LabelAccount, TakesUnbalancedTextAsItStands) {
  EXPECT_EQ(inputs_of("[1, 2"), "<|[1, 2>");
  EXPECT_EQ(inputs_of("1], \"2"), "<|1]><|\"2>");
  EXPECT_EQ(inputs_of("a, \"b\\"), "<|a><|\"b\\>");
}

TEST(LabelAccount, GivesTheResultIfThereIsOne) {
  const tree::Tree with = labelled("1", "[2, 3]");
  const Facts facts = make_label_account(with)->facts(with.root(), Limits{});
  ASSERT_TRUE(facts.result);
  EXPECT_EQ(facts.result->text, "[2, 3]");
  const tree::Tree without = labelled("1", "", false);
  EXPECT_FALSE(make_label_account(without)->brief(without.root(), Limits{}).result);
}

TEST(LabelAccount, CutsAtTheWidth) {
  const tree::Tree tree = labelled("1, 2, 3, 4", "");
  const auto inputs = make_label_account(tree)->facts(tree.root(), Limits{.width = 3}).inputs;
  ASSERT_EQ(inputs.size(), 4u);
  EXPECT_EQ(inputs[3].kind, ValueKind::kCut);
  EXPECT_EQ(inputs[3].count, 1u);
}

TEST(LabelAccount, LooksUpInputsByNameAndPlace) {
  const tree::Tree tree = labelled("count = 3, 7", "9");
  const auto account = make_label_account(tree);
  EXPECT_EQ(account->look_up(tree.root(), false, "count", {})->text, "3");
  EXPECT_EQ(account->look_up(tree.root(), false, "[1]", {})->text, "7");
  EXPECT_EQ(account->look_up(tree.root(), true, "result", {})->text, "9");
  const auto missing = account->look_up(tree.root(), false, "conut", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().hint, "The nearest name is 'count'.");
}

TEST(LabelAccount, TellsChainsByTheIdsOfContexts) {
  const tree::Tree with = std::move(*tree::read_json(
      R"({"parent":[-1,0,0,0],"method":["m","f","f","f"],"before":[1,2,3,3],"after":[9,3,4,0]})"));
  const auto account = make_label_account(with);
  EXPECT_TRUE(account->continues(NodeId{1}, NodeId{2}));
  EXPECT_FALSE(account->continues(NodeId{2}, NodeId{3}));
  const tree::Tree without = std::move(*tree::read_json(R"({"parent":[-1,0,0],"method":["m","f","f"]})"));
  EXPECT_TRUE(make_label_account(without)->continues(NodeId{1}, NodeId{2})) << "empty contexts match";
}

TEST(LabelAccount, HasNothingToSayOfRuns) {
  const tree::Tree tree = labelled("1", "2");
  const Facts run = make_label_account(tree)->chain_facts(tree.root(), tree.root(), {});
  EXPECT_TRUE(run.inputs.empty() && run.before.empty() && run.after.empty() && run.changes.empty());
  EXPECT_FALSE(run.result);
  EXPECT_EQ(run.outcome, Outcome::kReturned);
}

TEST(LabelAccount, SaysThatTextHasNoWriters) {
  const tree::Tree tree = labelled("1", "2");
  EXPECT_EQ(make_label_account(tree)->who_wrote(tree.root(), false, "[0]").error().code,
            ErrorCode::kNotFound);
}

}  // namespace
}  // namespace culprit::state
