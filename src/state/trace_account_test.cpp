#include "src/state/trace_account.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "src/state/index.h"
#include "src/state/test_text.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

using test::TraceMaker;

constexpr Address kHeap = 0x100000;
constexpr Address kStack = 0x7fff00000000;

/// A trace, its tree and its account, made once the events are written.
class Account : public ::testing::Test {
 protected:
  void finish() {
    trace_ = std::make_unique<trace::Trace>(maker.finish());
    tree_ = std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)));
    account_ = std::move(*make_trace_account(*trace_, *tree_));
  }
  void TearDown() override { std::filesystem::remove(index_path(maker.path())); }
  Facts facts(std::uint32_t node, const Limits& limits = {}) { return account_->facts(NodeId{node}, limits); }
  std::string inputs(std::uint32_t node) { return short_list(facts(node).inputs, ", "); }
  std::string result(std::uint32_t node) {
    const auto value = facts(node).result;
    return value ? short_text(*value) : "none";
  }
  std::string changes(std::uint32_t node) { return short_changes(facts(node)); }
  std::string at(std::uint32_t node, bool after, std::string_view path) {
    const auto value = account_->look_up(NodeId{node}, after, path, {});
    return value ? short_text(*value) : value.error().what + " " + value.error().hint;
  }
  Writer writer(std::uint32_t node, bool after, std::string_view path) {
    const auto found = account_->who_wrote(NodeId{node}, after, path);
    EXPECT_TRUE(found) << (found ? "" : found.error().what);
    return found ? *found : Writer{};
  }

  TraceMaker maker;
  TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  TypeId to_integer = maker.pointer_to(integer, "int *");
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
};

TEST_F(Account, GivesArgumentsAndResultOfACall) {
  const FunctionId add =
      maker.function("add", {.parameters = {{"a", integer}, {"b", integer}}, .result = integer});
  maker.enter(add, 2, 3);
  maker.leave(6);
  finish();
  EXPECT_EQ(inputs(0), "a: 2, b: 3");
  EXPECT_EQ(result(0), "6");
  EXPECT_EQ(facts(0).outcome, Outcome::kReturned);
  EXPECT_EQ(changes(0), "");
}

TEST_F(Account, ShowsOnlyWhatChangedInAnArray) {
  const TypeId list = maker.type("int[5]", CULPRIT_TYPE_ARRAY, 20, integer, 5);
  const FunctionId sort = maker.function("sort", {.parameters = {{"L", list, CULPRIT_PASS_ADDRESS}}});
  maker.allocate(kHeap, 20);
  for (int i = 0; i < 5; ++i) maker.write(kHeap + Address(4 * i), 10 - i);
  maker.enter(sort, kHeap);
  maker.write(kHeap + 8, 99);
  maker.write(kHeap + 12, 7);
  maker.leave();
  finish();
  EXPECT_EQ(short_list(facts(0).before, ", "), "L: [10, 9, 8, 7, 6]");
  EXPECT_EQ(short_list(facts(0).after, ", "), "L: [10, 9, 99, 7, 6]");
  EXPECT_EQ(changes(0), "L[2]: 8 -> 99\n");
}

/// A list of two nodes at kHeap and kHeap + 0x20 with its head at kHeap + 0x100.
class ListAccount : public Account {
 protected:
  ListAccount() {
    maker.type("Node", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"value", integer, 0}, {"next", link, 8}}, node);
    list = maker.type("List", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"head", link, 0}, {"size", integer, 8}});
    method =
        maker.function("List::edit", {.parameters = {{"", maker.pointer_to(list), CULPRIT_PASS_VALUE, true}},
                                      .file = "list.cpp",
                                      .first_line = 10,
                                      .last_line = 30,
                                      .kind = CULPRIT_FUNCTION_METHOD});
    make_node(kHeap, 1, kHeap + 0x20);
    make_node(kHeap + 0x20, 2, 0);
    maker.allocate(kList, 16);
    maker.write(kList, kHeap);
    maker.write(kList + 8, 2);
  }
  void make_node(Address address, std::int32_t value, Address next) {
    maker.allocate(address, 16);
    maker.write(address, value);
    maker.write(address + 8, next);
  }

  static constexpr Address kList = kHeap + 0x100;
  TypeId node = maker.reserve_type();
  TypeId link = maker.pointer_to(node, "Node *");
  TypeId list;
  FunctionId method;
};

TEST_F(ListAccount, NamesPlacesAsAProgrammerWould) {
  maker.enter(method, kList);
  maker.write(kHeap + 0x20, 5);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "this: ->{head: ->{value: 1, next: ->{value: 2, next: null}}, size: 2}");
  EXPECT_EQ(changes(0), "this->head->next->value: 2 -> 5\n");
}

TEST_F(ListAccount, ShowsANewObjectWhereItHangs) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 3, 0);
  maker.write(kHeap + 0x28, kHeap + 0x40);
  maker.write(kList + 8, 3);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->size: 2 -> 3\nthis->head->next->next: null -> ->{value: 3, next: null}\n");
}

TEST_F(ListAccount, LooksThroughNewObjectsForOldOnesThatChanged) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 0, kHeap);
  maker.write(kList, kHeap + 0x40);
  maker.write(kHeap + 0x20, 7);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0),
            "this->head: ->{value: 1, next: ->{value: 2, next: null}} -> "
            "->{value: 0, next: ->{value: 1, next: ->{value: 7, next: null}}}\n"
            "this->head->next->next->value: 2 -> 7\n");
}

TEST_F(ListAccount, SaysThatAnObjectIsGone) {
  maker.enter(method, kList);
  maker.free(kHeap + 0x20);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->head->next: ->{value: 2, next: null} -> gone\n");
}

TEST_F(ListAccount, FollowsALongListAsFarAsPathsAreOfUse) {
  constexpr Address kFirst = 0x800000;
  for (Address i = 0; i < 5000; ++i) make_node(kFirst + 32 * i, 0, kFirst + 32 * (i + 1));
  maker.write(kHeap + 0x28, kFirst);
  maker.enter(method, kList);
  maker.write(kFirst + Address{32 * 300}, 1);
  maker.write(kFirst + Address{32 * 4000}, 2);
  maker.leave();
  finish();
  const Facts found = facts(0);
  ASSERT_EQ(found.changes.size(), 1u);
  EXPECT_TRUE(found.changes[0].path.starts_with("this->head->next->next->next->"));
  EXPECT_TRUE(found.changes[0].path.ends_with("->next->value"));
  EXPECT_EQ(at(0, true, found.changes[0].path), "1");
  EXPECT_TRUE(found.changes_cut);
}

TEST_F(ListAccount, LooksUpPaths) {
  maker.enter(method, kList);
  maker.write(kHeap + 0x20, 5);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "this->head->next->value"), "2");
  EXPECT_EQ(at(0, true, "this->head->next->value"), "5");
  EXPECT_EQ(at(0, false, "(*this).head.value"), "1");
  EXPECT_EQ(at(0, false, "*this->head"), "{value: 1, next: ->{value: 2, next: null}}");
  EXPECT_EQ(at(0, false, "this[0].size"), "2");
}

TEST_F(ListAccount, SaysWhyAPathLeadsNowhere) {
  maker.enter(method, kList);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "this->haed"), "There is no 'haed' in 'List'. The nearest name is 'head'.");
  EXPECT_EQ(at(0, false, "thsi"),
            "There is no 'thsi' in what this node can see. The nearest name is 'this'.");
  EXPECT_EQ(at(0, false, "this->head->next->next->value"),
            "'this->head->next->next->' goes through a null pointer. ");
  EXPECT_EQ(at(0, false, "this->size.x"), "There is no 'x' in 'int'. It has no names.");
  EXPECT_EQ(at(0, false, "this->size[0]"),
            "'this->size[0]' goes through a value that is neither pointer nor array. Its type is 'int'.");
  EXPECT_EQ(at(0, false, "this->"),
            "'this->' is no path: after 'this->' a name is expected, not ''. Write it as in C++, such as "
            "head->next, "
            "items[2].name or *p.");
  EXPECT_EQ(account_->look_up(NodeId{0}, false, "this head", {}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(account_->look_up(NodeId{0}, false, std::string(100000, '('), {}).error().code,
            ErrorCode::kUsage);
}

TEST_F(ListAccount, SaysWhoWroteAValue) {
  const FunctionId inner =
      maker.function("inner", {.parameters = {{"l", maker.pointer_to(list)}, {"n", integer}},
                               .file = "inner.cpp",
                               .first_line = 100,
                               .last_line = 120});
  maker.enter(method, kList);
  maker.enter(inner, kList, 1);
  maker.write(kHeap + 0x20, 5, 4);
  maker.line(777);
  maker.write(kHeap, 6);
  maker.leave();
  maker.write(kList + 8, 9, 3);
  maker.block(kList, std::string_view("\0\0\0\0\0\0\0\0", 8), 0, CULPRIT_BLOCK_FOREIGN);
  maker.leave();
  finish();
  const Writer near = writer(1, true, "l->head->next->value");
  EXPECT_EQ(near.node, NodeId{1});
  EXPECT_EQ(near.file, "inner.cpp");
  EXPECT_EQ(near.line, 103u);
  EXPECT_EQ(writer(1, true, "l->head->value").line, 777u);
  EXPECT_EQ(writer(1, false, "l->head->value").node, kNoNode);
  const Writer size = writer(0, true, "this->size");
  EXPECT_EQ(size.node, NodeId{0});
  EXPECT_EQ(size.file, "list.cpp");
  EXPECT_EQ(size.line, 12u);
  EXPECT_FALSE(size.is_foreign);
  EXPECT_TRUE(writer(0, true, "this->head").is_foreign);
  const Writer passed = writer(1, false, "n");
  EXPECT_EQ(passed.node, NodeId{0});
  EXPECT_EQ(passed.moment, tree_->enter(NodeId{1}));
}

TEST_F(Account, ShowsAPointerToAnIntegerAsWhatItPointsTo) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4);
  maker.enter(f, kHeap);
  maker.write(kHeap, 7);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "*p: ? -> 7\n");
}

TEST_F(Account, ShowsAllElementsOfABlockThatChanged) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4000);
  maker.fill(kHeap, 4000, 0);
  maker.enter(f, kHeap);
  maker.write(kHeap + 4 * 2, 5);
  maker.write(kHeap + 4 * 900, 6);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "p[2]: 0 -> 5\np[900]: 0 -> 6\n");
}

TEST_F(Account, SaysThatThereMayBeMoreChanges) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4000);
  maker.fill(kHeap, 4000, 0);
  maker.enter(f, kHeap);
  maker.fill(kHeap, 4000, 1);
  maker.leave();
  finish();
  EXPECT_TRUE(facts(0).changes_cut);
  EXPECT_EQ(facts(0, {.width = 2}).changes.size(), 8u);
}

TEST_F(Account, ComparesStringsByTheirText) {
  const TypeId text = maker.pointer_to(maker.type("char", CULPRIT_TYPE_CHAR, 1), "char *");
  const FunctionId f = maker.function("f", {.parameters = {{"s", text}, {"t", text}}});
  maker.allocate(kHeap, 64);
  maker.block(kHeap, std::string_view("abc\0", 4));
  maker.block(kHeap + 16, std::string_view("same\0", 5));
  maker.enter(f, kHeap, kHeap + 16);
  maker.write(kHeap + 1, 'X');
  maker.block(kHeap + 16, std::string_view("same\0", 5));
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "s: \"abc\" -> \"aXc\"\n");
}

TEST_F(Account, ComparesBitFieldsAndUnions) {
  const TypeId both =
      maker.type("U", CULPRIT_TYPE_UNION, 4, {}, 0,
                 {{"i", integer, 0}, {"u", maker.type("unsigned", CULPRIT_TYPE_UNSIGNED, 4), 0}});
  const TypeId record = maker.type("S", CULPRIT_TYPE_STRUCT, 8, {}, 0,
                                   {{"a", integer, 0, 4, 0}, {"b", integer, 0, 4, 4}, {"both", both, 4}});
  const FunctionId f = maker.function("f", {.parameters = {{"s", record, CULPRIT_PASS_ADDRESS}}});
  maker.write(kHeap, std::uint32_t{0x21});
  maker.write(kHeap + 4, -1);
  maker.enter(f, kHeap);
  maker.write(kHeap, std::uint32_t{0x31});
  maker.write(kHeap + 4, 1);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "s.b: 2 -> 3\ns.both: <i: -1 | u: 4294967295> -> <i: 1 | u: 1>\n");
}

TEST_F(Account, LooksUpNothingForEverInATypeThatIsItsOwnElement) {
  const TypeId self = maker.reserve_type();
  maker.type("p", CULPRIT_TYPE_POINTER, 8, self, 0, {}, self);
  const FunctionId f = maker.function("f", {.parameters = {{"p", self}}});
  maker.write(kHeap, kHeap);
  maker.enter(f, kHeap);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "p->x"), "There is no 'x' in 'p'. It has no names.");
  EXPECT_EQ(changes(0), "");
}

TEST_F(Account, FollowsReferences) {
  const TypeId reference = maker.type("int &", CULPRIT_TYPE_REFERENCE, 8, integer);
  const FunctionId f = maker.function("f", {.parameters = {{"r", reference}}});
  maker.write(kHeap, 1);
  maker.enter(f, kHeap);
  maker.write(kHeap, 2);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "r: 1");
  EXPECT_EQ(changes(0), "r: 1 -> 2\n");
}

TEST_F(Account, TellsOtherTypesAtAReusedAddressApart) {
  const TypeId real = maker.type("double", CULPRIT_TYPE_FLOAT, 8);
  const FunctionId f = maker.function("f", {.parameters = {{"i", to_integer}}});
  const FunctionId g = maker.function("g", {.parameters = {{"d", maker.pointer_to(real)}}});
  maker.allocate(kHeap, 4);
  maker.write(kHeap, 5);
  maker.enter(f, kHeap);
  maker.leave();
  maker.free(kHeap);
  maker.allocate(kHeap, 8);
  maker.enter(g, kHeap);
  maker.write(kHeap, 1.5);
  maker.leave();
  maker.enter(f, kHeap);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(1), "i: ->5");
  EXPECT_EQ(inputs(2), "d: ->?");
  EXPECT_EQ(changes(2), "*d: ? -> 1.5\n");
}

TEST_F(Account, ShowsADanglingPointerIntoALeftFrame) {
  const FunctionId main = maker.function("main");
  const FunctionId make = maker.function("make", {.result = to_integer});
  const FunctionId use = maker.function("use", {.parameters = {{"p", to_integer}}});
  maker.enter_at(kStack, main);
  maker.enter_at(kStack - 64, make);
  maker.write(kStack - 72, 5);
  maker.leave(kStack - 72);
  maker.enter_at(kStack - 32, use, kStack - 72);
  maker.leave();
  maker.enter_at(kStack - 128, use, kStack - 72);
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(result(1), "->5");
  EXPECT_EQ(inputs(2), "p: ->?");
  EXPECT_EQ(inputs(3), "p: gone");
  EXPECT_EQ(at(0, true, "p"), "There is no 'p' in what this node can see. It has no names.");
}

TEST_F(Account, GivesOutcomes) {
  const TypeId error = maker.type("parse_error", CULPRIT_TYPE_STRUCT, 4, {}, 0, {{"code", integer, 0}});
  const FunctionId f = maker.function("f");
  maker.enter(f);  // 0
  maker.enter(f);  // 1
  maker.allocate(kHeap, 4);
  maker.write(kHeap, 17);
  maker.unwind(1, CULPRIT_UNWIND_EXCEPTION, error, kHeap);
  maker.enter(f);  // 2
  maker.unwind(1, CULPRIT_UNWIND_JUMP);
  maker.enter(f);  // 3
  maker.enter(f);  // 4
  maker.unwind(2, CULPRIT_UNWIND_EXIT);
  finish();
  EXPECT_EQ(facts(0).outcome, Outcome::kUnfinished);
  EXPECT_EQ(facts(1).outcome, Outcome::kThrew);
  EXPECT_EQ(facts(1).exception, "parse_error");
  EXPECT_EQ(result(1), "{code: 17}");
  EXPECT_EQ(facts(2).outcome, Outcome::kJumped);
  EXPECT_EQ(facts(3).outcome, Outcome::kExited);
  EXPECT_EQ(facts(4).outcome, Outcome::kExited);
}

TEST_F(Account, ComparesAnUnfinishedNodeWithTheEndOfTheLog) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.write(kHeap, 1);
  maker.enter(f, kHeap);
  maker.write(kHeap, 2);
  maker.output("still here");
  finish();
  EXPECT_EQ(facts(0).outcome, Outcome::kUnfinished);
  EXPECT_EQ(changes(0), "*p: 1 -> 2\n");
  EXPECT_EQ(facts(0).output, "still here");
}

TEST_F(Account, GivesTheOutputOfASubtree) {
  const FunctionId f = maker.function("f");
  maker.enter(f);  // 0
  maker.output("a");
  maker.enter(f);  // 1
  maker.output("b\n");
  maker.enter(f);  // 2
  maker.output("c", 2);
  maker.leave();
  maker.leave();
  maker.output("d");
  maker.leave();
  finish();
  EXPECT_EQ(facts(0).output, "ab\ncd");
  EXPECT_EQ(facts(1).output, "b\nc");
  EXPECT_EQ(facts(2).output, "c");
}

TEST_F(Account, ShowsIterationsFromHereToTheEndOfTheLoop) {
  const TypeId list = maker.type("int[3]", CULPRIT_TYPE_ARRAY, 12, integer, 3);
  const FunctionId f = maker.function("f");
  const FunctionId loop =
      maker.function("loop", {.parameters = {{"i", integer}, {"a", list, CULPRIT_PASS_ADDRESS}},
                              .kind = CULPRIT_FUNCTION_LOOP,
                              .enclosing = f});
  maker.enter(f);
  maker.loop(loop);
  for (int i = 0; i < 3; ++i) {
    maker.iteration(loop, i, kHeap);
    maker.write(kHeap + Address(4 * i), 10 * i);
  }
  maker.loop_end(loop, 3, kHeap);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(2), "i: 1, a: [0, ?, ?]");
  EXPECT_EQ(short_list(facts(2).after, ", "), "i: 3, a: [0, 10, 20]");
  EXPECT_EQ(changes(2), "i: 1 -> 3\na[1]: ? -> 10\na[2]: ? -> 20\n");
  EXPECT_EQ(changes(3), "i: 2 -> 3\na[2]: ? -> 20\n");
  EXPECT_EQ(account_->pass_of(NodeId{1}), 1u);
  EXPECT_EQ(account_->pass_of(NodeId{3}), 3u);
  EXPECT_EQ(account_->pass_of(NodeId{0}), 0u);
}

TEST_F(Account, LeavesOutVariablesOfALoopThatWasLeftByReturn) {
  const FunctionId f = maker.function("f", {.result = integer});
  const FunctionId loop =
      maker.function("loop", {.parameters = {{"i", integer}}, .kind = CULPRIT_FUNCTION_LOOP, .enclosing = f});
  maker.enter(f);
  maker.loop(loop);
  maker.iteration(loop, 0);
  maker.leave(5);
  finish();
  EXPECT_EQ(facts(1).outcome, Outcome::kReturned);
  EXPECT_EQ(result(1), "none");
  EXPECT_TRUE(facts(1).after.empty());
  EXPECT_EQ(changes(1), "");
}

TEST_F(Account, AddsTheGlobalsThatTheSubtreeNames) {
  const GlobalId counter = maker.global("counter", integer, kHeap);
  const GlobalId other = maker.global("app::other", integer, kHeap + 4);
  const FunctionId main = maker.function("main");
  const FunctionId f = maker.function("f");
  const FunctionId g = maker.function("g", {.globals = {counter}});
  const FunctionId h = maker.function("h", {.globals = {other}});
  maker.write(kHeap, 1);
  maker.write(kHeap + 4, 100);
  maker.enter(main);  // 0
  maker.enter(f);     // 1
  maker.enter(g);     // 2
  maker.write(kHeap, 2);
  maker.leave();
  maker.leave();
  maker.enter(h);  // 3
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(short_list(facts(0).before, ", "), "counter: 1, app::other: 100");
  EXPECT_EQ(short_list(facts(1).before, ", "), "counter: 1");
  EXPECT_EQ(changes(1), "counter: 1 -> 2\n");
  EXPECT_EQ(short_list(facts(3).before, ", "), "app::other: 100");
  EXPECT_EQ(changes(3), "");
  EXPECT_EQ(at(3, false, "app::other"), "100");
  EXPECT_TRUE(account_->brief(NodeId{1}, {}).before.empty());
}

TEST_F(Account, GivesAResultThatIsReturnedInMemory) {
  const TypeId pair =
      maker.type("Pair", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  const FunctionId f = maker.function("f", {.result = pair, .result_passing = CULPRIT_PASS_ADDRESS});
  maker.enter(f);
  maker.write(kHeap, 3);
  maker.write(kHeap + 4, 4);
  maker.leave(kHeap);
  finish();
  EXPECT_EQ(result(0), "{a: 3, b: 4}");
  EXPECT_EQ(at(0, true, "result.b"), "4");
  EXPECT_EQ(writer(0, true, "result.b").node, NodeId{0});
}

TEST_F(Account, GivesFactsOfACommonRoot) {
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.output("x");
  maker.leave();
  maker.enter(f);
  maker.output("y");
  maker.leave();
  finish();
  ASSERT_EQ(tree_->function(tree_->root()).kind, tree::FunctionKind::kProgram);
  EXPECT_EQ(facts(0).outcome, Outcome::kReturned);
  EXPECT_EQ(facts(0).output, "xy");
  EXPECT_TRUE(facts(0).inputs.empty());
}

}  // namespace
}  // namespace culprit::state
