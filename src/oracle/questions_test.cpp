#include "src/oracle/questions.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "src/oracle/test_facts.h"
#include "src/state/index.h"
#include "src/state/trace_account.h"
#include "src/tree/from_trace.h"
#include "src/tree/json.h"
#include "src/tree/text.h"
#include "tests/support/account_fixture.h"
#include "tests/support/described_types.h"
#include "tests/support/trace_maker.h"

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

/// A tree in text, and the questions in it.
class Labelled {
 public:
  explicit Labelled(std::string_view text) : Labelled(std::move(*tree::read_text(text))) {}
  explicit Labelled(tree::Tree tree)
      : tree_(std::make_unique<tree::Tree>(std::move(tree))),
        account_(state::make_label_account(*tree_)),
        questions_(*tree_, *account_, "") {}
  Question operator[](std::uint32_t node) const { return questions_.of(NodeId{node}); }
  const Questions& all() const { return questions_; }

 private:
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
  Questions questions_;
};

TEST(Questions, AreTheSameForEqualTexts) {
  const Labelled run("m = 0\n  f(1) = 1\n  f(1) = 2\n  f(2) = 1\n  f(1) = 1\n  g(1) = 1\n");
  EXPECT_TRUE(same(run[1], run[4]));
  EXPECT_FALSE(same(run[1], run[2])) << "another result";
  EXPECT_FALSE(same(run[1], run[3])) << "another input";
  EXPECT_FALSE(same(run[1], run[5])) << "another function";
  EXPECT_EQ(run[1].uses, run[2].uses);
  EXPECT_EQ(run[1].did, run[3].did);
  EXPECT_EQ(run[1].function, run.all().function_of(NodeId{2}));
}

TEST(Questions, AreTheSameInAnotherTree) {
  const Labelled run("m = 0\n  f(1) = 1\n"), other("k = 3\n  g = 1\n    f(1) = 1\n");
  EXPECT_TRUE(same(run[1], other[2]));
}

TEST(Questions, AreIncompleteWhereThereIsNothingButAName) {
  const Labelled run("m\n  f\n  f(1)\n  f = 1\n");
  EXPECT_EQ(run[1].incomplete, Reason::kNameOnly);
  EXPECT_EQ(run[2].incomplete, Reason::kNameOnly) << "no result to judge";
  EXPECT_TRUE(run[3].is_complete());
}

TEST(Questions, AreIncompleteWhereInputsWereCut) {
  std::string text = "f(0";
  for (int i = 1; i < 300; ++i) text += ", " + std::to_string(i);
  const Labelled run(text + ") = 1\n");
  EXPECT_EQ(run[0].incomplete, Reason::kCut);
}

TEST(Questions, CompareContextsOfOneJsonTree) {
  const auto tree = [](std::string_view contexts) {
    return std::move(*tree::read_json(R"({"parent":[-1,0,0,0],"method":["m","f","f","f"],)" +
                                      std::string(contexts) + "}"));
  };
  const Labelled run(tree(R"("before":[1,2,2,2],"after":[9,3,3,4])"));
  EXPECT_TRUE(same(run[1], run[2]));
  EXPECT_FALSE(same(run[1], run[3]));
  EXPECT_TRUE(same(run[1], Labelled(tree(R"("before":[1,2,2,2],"after":[9,3,3,4])"))[2])) << "read again";
  EXPECT_FALSE(same(run[1], Labelled(tree(R"("before":[1,2,2,2],"after":[9,3,3,5])"))[1]))
      << "numbers of another file";
}

TEST(Questions, OfLostCallsAndThoseAboveAreIncomplete) {
  tree::TreeBuilder builder;
  const FunctionId f = builder.add_function({"f", {}, {}, 0, 0, tree::FunctionKind::kFunction, {}});
  const FunctionId lost = builder.add_function({"lost call", {}, {}, 0, 0, tree::FunctionKind::kLost, {}});
  builder.open(f);
  builder.open(f);
  builder.close();
  builder.open(f);
  builder.open(lost);
  const tree::Tree tree = builder.finish();
  const FixedAccount account(std::vector<Facts>(4, call({number("x", "1")}, "2")));
  const Questions questions(tree, account, "C");
  EXPECT_TRUE(questions.of(NodeId{1}).is_complete());
  for (const std::uint32_t node : {0u, 2u, 3u})
    EXPECT_EQ(questions.of(NodeId{node}).incomplete, Reason::kLost) << node;
}

TEST(Questions, OfFunctionsThatAreNotInTheTableAreIncomplete) {
  tree::TreeBuilder builder;
  builder.add_function({"unknown function", {}, {}, 0, 0, tree::FunctionKind::kFunction, {}});
  builder.open(FunctionId{0}, Moment{1});
  builder.close(Moment{2});
  const tree::Tree tree = builder.finish();
  const FixedAccount account({call({number("x", "1")}, "2")});
  EXPECT_EQ(Questions(tree, account, "C").of(NodeId{0}).incomplete, Reason::kLost);
}

TEST(Questions, AreMadeOnce) {
  const tree::Tree tree = std::move(*tree::read_text("f = 0\n"));
  const FixedAccount account({call({number("x", "1")}, "2")});
  const Questions questions(tree, account, "");
  questions.function_of(NodeId{0});
  EXPECT_EQ(account.asked, 0);
  questions.of(NodeId{0});
  questions.of(NodeId{0});
  EXPECT_EQ(account.asked, 1);
}

std::vector<NodeId> nodes(std::initializer_list<std::uint32_t> numbers) {
  std::vector<NodeId> result;
  for (const std::uint32_t number : numbers) result.push_back(NodeId{number});
  return result;
}

TEST(Questions, OfChainsAreThoseOfTheirCalls) {
  const Labelled run(
      "m = 0\n  f(1) = 1\n  f(2) = 2\n  f(1) = 1\n  f(2) = 2\n  f(3) = 3\n  g(2) = 2\n  f(4)\n");
  const auto chain = [&](std::initializer_list<std::uint32_t> numbers) {
    return run.all().of_chain(nodes(numbers));
  };
  EXPECT_TRUE(same(chain({1, 2}), chain({3, 4})));
  EXPECT_FALSE(same(chain({1, 2}), chain({4, 3}))) << "in another order";
  EXPECT_FALSE(same(chain({1, 2}), chain({1, 5})));
  EXPECT_FALSE(same(chain({1, 2}), chain({1, 6})));
  EXPECT_FALSE(same(chain({1, 2}), chain({1, 2, 5})));
  EXPECT_FALSE(same(chain({1, 1}), run[1]));
  EXPECT_TRUE(same(chain({1}), run[3]));
  EXPECT_EQ(chain({1, 7}).incomplete, Reason::kNameOnly);
  EXPECT_EQ(chain({1, 2}).function, run.all().function_of_chain(nodes({3, 4})));
  EXPECT_NE(chain({1, 2}).function, run.all().function_of_chain(nodes({3, 6})));
}

/// Two objects without contents look alike, before and after; what their methods were given does not.
TEST(Questions, OfChainsOnObjectsThatLookAlikeDifferByTheArguments) {
  const tree::Tree tree = std::move(*tree::read_text("main = 4\n  e = 1\n  e = 0\n  e = 1\n  e = 1\n"));
  const auto even = [](Address object, std::string x, std::string result) {
    const Value self = pointer("this", object, {at(object, value(ValueKind::kStruct, "*"))});
    Facts facts = call({self, number("x", std::move(x))}, std::move(result));
    facts.before = facts.after = {self};
    return facts;
  };
  const FixedAccount account({call({}, "4"), even(0x10, "0", "1"), even(0x10, "1", "0"), even(0x20, "6", "1"),
                              even(0x20, "9", "1")});
  const Questions questions(tree, account, "C++");
  const Question first = questions.of_chain(nodes({1, 2})), second = questions.of_chain(nodes({3, 4}));
  EXPECT_TRUE(first.is_complete());
  EXPECT_TRUE(second.is_complete());
  EXPECT_FALSE(same(first, second));
}

/// A run of a small program, whose objects lie at `heap`. Another build has it elsewhere, and numbers functions otherwise.
class Recorded {
 public:
  explicit Recorded(Address heap, bool is_other_build) {
    const TypeId integer = maker_.type("int", CULPRIT_TYPE_SIGNED, 4);
    const TypeId link = maker_.pointer_to(integer, "int *");
    if (is_other_build) maker_.function("unused", {.file = "/b/x.c"});
    const std::string file = is_other_build ? "/b/x.c" : "/a/x.c";
    const std::uint32_t line = is_other_build ? 40 : 10;
    const GlobalId total = maker_.global("total", integer, heap + 0x100);
    const FunctionId scale = maker_.function("scale", {.parameters = {{"p", link}, {"by", integer}},
                                                       .result = integer,
                                                       .file = file,
                                                       .first_line = line,
                                                       .globals = {total},
                                                       .signature = "scale(int *, int)"});
    const FunctionId program = maker_.function("main", {.file = file, .first_line = line + 20});
    const FunctionId loop = maker_.function("for", {.parameters = {{"i", integer}},
                                                    .file = file,
                                                    .first_line = line + 22,
                                                    .kind = CULPRIT_FUNCTION_LOOP,
                                                    .enclosing = program});
    const auto call = [&](Address object, int by, int result) {
      maker_.enter(scale, object, by);
      maker_.write(object, result);
      maker_.write(heap + 0x100, result);
      maker_.leave(result);
    };
    maker_.allocate(heap, 4);
    maker_.allocate(heap + 0x20, 4);
    maker_.write(heap, 5);
    maker_.write(heap + 0x20, 5);
    maker_.write(heap + 0x100, 0);
    maker_.enter(program);  // 0
    maker_.loop(loop);
    maker_.iteration(loop, 1);  // 1
    call(heap, 3, 15);          // 2
    maker_.write(heap + 0x100, 0);
    call(heap + 0x20, 3, 15);  // 3
    maker_.loop_end(loop, 2);
    maker_.enter(scale, heap, 4);  // 4
    trace_ = std::make_unique<trace::Trace>(maker_.finish());
    tree_ = std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)));
    account_ = std::move(*state::make_trace_account(*trace_, *tree_));
    questions_ = std::make_unique<Questions>(*tree_, *account_, "C");
  }
  ~Recorded() { std::filesystem::remove(state::index_path(maker_.path())); }
  Question operator[](std::uint32_t node) const { return questions_->of(NodeId{node}); }

 private:
  test::TraceMaker maker_;
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
  std::unique_ptr<Questions> questions_;
};

TEST(Questions, AreTheSameInAnotherRunOfTheProgram) {
  const Recorded run(0x100000, false), other(0x7700000, true);
  EXPECT_TRUE(same(run[2], run[3])) << "on another object with the same contents";
  EXPECT_TRUE(same(run[2], other[2]));
  EXPECT_TRUE(same(run[2], other[3]));
  EXPECT_TRUE(same(run[1], other[1])) << "a pass of a loop: " << describe(run[1].incomplete);
  EXPECT_EQ(run[4].incomplete, Reason::kUnfinished);
  EXPECT_FALSE(same(run[4], other[4]));
  EXPECT_EQ(run[4].function, other[2].function);
}

/// Of collections that the recorder described.
class QuestionsOfCollections : public state::AccountFixture {
 protected:
  void call(TypeId type, Address object) {
    const FunctionId f = maker.function(
        "f", {.parameters = {{"x", maker.type("T&", CULPRIT_TYPE_REFERENCE, 8, type)}}, .result = integer});
    maker.enter(f, object);
    maker.leave(1);
  }
  test::DescribedTypes types{maker, integer, state::kHeap};
};

TEST_F(QuestionsOfCollections, LeaveOutAnOrderThatSaysNothing) {
  call(types.set, types.make_set({{"a", 1, 0}, {"b", 1, 1}}));
  call(types.set, types.make_set({{"a", 1, 1}, {"b", 1, 0}}));
  call(types.set, types.make_set({{"a", 1, 0}, {"c", 1, 1}}));
  call(types.chain, types.make_chain({1, 2}));
  call(types.chain, types.make_chain({1, 2}));
  call(types.chain, types.make_chain({2, 1}));
  finish();
  const Questions questions(*tree_, *account_, "");
  const auto of = [&](std::uint32_t node) { return questions.of(NodeId{node}); };
  EXPECT_NE(inputs(1), inputs(2)) << "the order is another";
  EXPECT_TRUE(of(1).is_complete()) << describe(of(1).incomplete);
  EXPECT_TRUE(same(of(1), of(2)));
  EXPECT_FALSE(same(of(1), of(3))) << "another element";
  EXPECT_TRUE(same(of(4), of(5)));
  EXPECT_FALSE(same(of(5), of(6))) << "another order";
}

}  // namespace
}  // namespace culprit::oracle
