#include "src/oracle/memory.h"

#include <gtest/gtest.h>

#include "src/tree/json.h"
#include "src/tree/text.h"

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

/// Facts made by hand, one a node.
class FixedAccount final : public state::Account {
 public:
  explicit FixedAccount(std::vector<Facts> facts) : facts_(std::move(facts)) {}
  Facts facts(NodeId node, const state::Limits&) const override { return facts_[node.value()]; }
  Facts brief(NodeId node, const state::Limits& limits) const override { return facts(node, limits); }
  Result<Value> look_up(NodeId, bool, std::string_view, const state::Limits&) const override {
    return Value{};
  }
  Result<state::Writer> who_wrote(NodeId, bool, std::string_view) const override { return state::Writer{}; }
  Facts run_facts(NodeId, NodeId last, const state::Limits& limits) const override {
    return facts(last, limits);
  }
  using Account::continues;
  bool continues(NodeId, NodeId, state::Effort&) const override { return true; }

 private:
  std::vector<Facts> facts_;
};

tree::Tree labelled(std::string_view text) {
  return std::move(*tree::read_text(text));
}

TEST(Memory, FindsEqualQuestions) {
  const tree::Tree tree = labelled("m = 0\n  f(1) = 1\n  f(1) = 2\n  f(2) = 1\n  f(1) = 1\n  g(1) = 1\n");
  const auto account = state::make_label_account(tree);
  Memory memory(tree, *account);
  EXPECT_TRUE(memory.same_question(NodeId{4}).empty());
  for (std::uint32_t n : {1u, 2u, 3u, 5u}) memory.add(NodeId{n});
  memory.add(NodeId{1});
  EXPECT_EQ(memory.same_question(NodeId{4}), std::vector<NodeId>{NodeId{1}});
  memory.add(NodeId{4});
  EXPECT_EQ(memory.same_question(NodeId{1}), (std::vector<NodeId>{NodeId{1}, NodeId{4}}));
}

TEST(Memory, ComparesContextsOfJsonTrees) {
  const tree::Tree tree = std::move(*tree::read_json(
      R"({"parent":[-1,0,0,0],"method":["m","f","f","f"],"before":[1,2,2,2],"after":[9,3,3,4]})"));
  const auto account = state::make_label_account(tree);
  EXPECT_EQ(question_text(tree, *account, NodeId{1}), question_text(tree, *account, NodeId{2}));
  EXPECT_NE(question_text(tree, *account, NodeId{1}), question_text(tree, *account, NodeId{3}));
}

TEST(Memory, DoesNotCompareNamesAlone) {
  const tree::Tree tree = labelled("m\n  f\n  f(1)\n");
  const auto account = state::make_label_account(tree);
  EXPECT_FALSE(question_text(tree, *account, NodeId{1}));
  EXPECT_FALSE(question_text(tree, *account, NodeId{2})) << "no result to judge";
}

Value number(std::string name, std::string text) {
  Value value;
  value.kind = ValueKind::kSigned;
  value.name = std::move(name);
  value.text = std::move(text);
  return value;
}

Value pointer(std::string name, Address address, std::string to) {
  Value value;
  value.kind = ValueKind::kPointer;
  value.name = std::move(name);
  value.address = address;
  value.children.push_back(number("*", std::move(to)));
  return value;
}

Facts facts_of(std::vector<Value> inputs, std::string result) {
  Facts facts;
  facts.inputs = std::move(inputs);
  facts.result = number("", std::move(result));
  return facts;
}

class RecordedMemory : public ::testing::Test {
 protected:
  /// The texts of two calls of one function with these facts.
  static bool same(Facts a, Facts b) {
    const tree::Tree tree = labelled("f = 0\n  f = 0\n");
    const FixedAccount account({std::move(a), std::move(b)});
    const auto first = question_text(tree, account, NodeId{0});
    const auto second = question_text(tree, account, NodeId{1});
    return first && second && *first == *second;
  }
};

TEST_F(RecordedMemory, TakesAnotherObjectWithTheSameContentsForTheSame) {
  EXPECT_TRUE(same(facts_of({pointer("p", 0x10, "1")}, "2"), facts_of({pointer("p", 0x20, "1")}, "2")));
  EXPECT_FALSE(same(facts_of({pointer("p", 0x10, "1")}, "2"), facts_of({pointer("p", 0x20, "3")}, "2")));
}

TEST_F(RecordedMemory, TellsPointersThatShowNothingApartByAddress) {
  Value one = pointer("handler", 0x10, "1"), other = pointer("handler", 0x20, "1");
  for (Value* value : {&one, &other}) value->children.clear();
  one.text = "0x10";
  other.text = "0x20";
  EXPECT_TRUE(same(facts_of({one}, "2"), facts_of({one}, "2")));
  EXPECT_FALSE(same(facts_of({one}, "2"), facts_of({other}, "2")));
}

TEST_F(RecordedMemory, TellsAliasesFromCopies) {
  EXPECT_FALSE(same(facts_of({pointer("p", 0x10, "1"), pointer("q", 0x10, "1")}, "2"),
                    facts_of({pointer("p", 0x10, "1"), pointer("q", 0x20, "1")}, "2")));
}

TEST_F(RecordedMemory, ComparesOutcomeOutputAndContext) {
  const Facts plain = facts_of({number("x", "1")}, "2");
  EXPECT_TRUE(same(plain, plain));
  Facts other = plain;
  other.outcome = state::Outcome::kThrew;
  EXPECT_FALSE(same(plain, other));
  other = plain;
  other.output = "hello";
  EXPECT_FALSE(same(plain, other));
  other = plain;
  other.after.push_back(number("total", "5"));
  EXPECT_FALSE(same(plain, other));
  Facts before = plain;
  before.before.push_back(number("total", "5"));
  EXPECT_FALSE(same(before, other));
}

TEST_F(RecordedMemory, ComparesNothingThatIsCutOrUnfinished) {
  Facts cut = facts_of({number("x", "1")}, "2");
  cut.inputs.push_back(Value{});
  cut.inputs.back().kind = ValueKind::kCut;
  EXPECT_FALSE(same(cut, cut));
  Facts unfinished = facts_of({number("x", "1")}, "2");
  unfinished.outcome = state::Outcome::kUnfinished;
  EXPECT_FALSE(same(unfinished, unfinished));
}

}  // namespace
}  // namespace culprit::oracle
