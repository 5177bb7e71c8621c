#include "src/state/chains.h"

#include <gtest/gtest.h>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

/// Calls below main, which is node 0; the calls are 1, 2, … unless they call others.
class ChainsOfCalls : public ListFixture {
 protected:
  ChainsOfCalls() { maker.enter_at(kStack, program); }
  template <class... Values>
  void call(FunctionId function, const Values&... values) {
    maker.enter_at(kStack - 0x100, function, values...);
    maker.leave();
  }
  void done() {
    maker.leave();
    finish();
  }
  bool continues(std::uint32_t first, std::uint32_t second) {
    return account_->continues(NodeId{first}, NodeId{second});
  }
  TypeId reference_to(TypeId type) { return maker.type("&", CULPRIT_TYPE_REFERENCE, 8, type); }

  FunctionId program = maker.function("main");
  FunctionId square = maker.function("square", {.parameters = {{"x", integer}}});
  FunctionId set = maker.function("set", {.parameters = {{"p", to_integer}}});
};

TEST_F(ChainsOfCalls, GoOnWhereNothingIsWrittenInBetween) {
  call(method, kList);
  maker.output("text");
  call(method, kList);
  call(method, kList);
  done();
  EXPECT_TRUE(continues(1, 2));
  EXPECT_TRUE(continues(2, 3));
}

TEST_F(ChainsOfCalls, HaveEmptyContextsIfTheyAreGivenNumbersOnly) {
  call(square, 3);
  maker.write(kStack - 8, 1);
  call(square, 4);
  call(set, Address{0});
  done();
  EXPECT_TRUE(continues(1, 2));
  EXPECT_TRUE(continues(2, 3)) << "a null pointer leads nowhere";
}

TEST_F(ChainsOfCalls, EndAtAnotherObject) {
  call(method, kList);
  call(method, kList + 0x100);
  call(square, 1);
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_FALSE(continues(2, 3));
}

TEST_F(ChainsOfCalls, AreOfOneObjectWhateverItIsCalled) {
  const FunctionId by_reference = maker.function("f", {.parameters = {{"list", reference_to(list)}}});
  call(method, kList);
  call(by_reference, kList);
  done();
  EXPECT_TRUE(continues(1, 2));
}

TEST_F(ChainsOfCalls, DoNotMindWhatACallWrote) {
  maker.enter(method, kList);
  maker.write(kHeap, 70);
  maker.leave();
  maker.enter(method, kList);
  maker.write(kHeap, 71);
  maker.leave();
  done();
  EXPECT_TRUE(continues(1, 2));
}

TEST_F(ChainsOfCalls, EndWhereTheObjectIsWritten) {
  call(method, kList);
  maker.write(kList + 8, 5);
  call(method, kList);
  done();
  EXPECT_FALSE(continues(1, 2));
}

TEST_F(ChainsOfCalls, EndWhereSomethingFarBehindTheObjectIsWritten) {
  call(method, kList);
  maker.write(kHeap + 0x20, 5);
  call(method, kList);
  maker.block(kHeap + 0x20, "abcd");
  call(method, kList);
  maker.fill(kHeap + 0x18, 16, 0);
  call(method, kList);
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_FALSE(continues(2, 3));
  EXPECT_FALSE(continues(3, 4));
}

TEST_F(ChainsOfCalls, EndAtALongFill) {
  call(method, kList);
  maker.fill(0, kHeap + 0x1000, 0);
  call(method, kList);
  done();
  EXPECT_FALSE(continues(1, 2));
}

TEST_F(ChainsOfCalls, DoNotMindWritesThatNothingReaches) {
  call(method, kList);
  maker.write(kStack - 8, 1);
  maker.write(kHeap + 0x30, 9);
  call(method, kList);
  done();
  EXPECT_TRUE(continues(1, 2));
}

TEST_F(ChainsOfCalls, EndWhereAnObjectIsFreedOrMade) {
  call(method, kList);
  maker.free(kHeap + 0x20);
  call(method, kList);
  maker.write(kStack - 8, 1);
  call(method, kList);
  maker.allocate(kHeap + 0x20, 16);
  call(method, kList);
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_TRUE(continues(2, 3)) << "gone before and after";
  EXPECT_FALSE(continues(3, 4));
}

TEST_F(ChainsOfCalls, EndWhereMoreIsReachedThanCanBeLookedAtCheaply) {
  maker.allocate(0x800000, 4 * 1024);
  maker.allocate(0x900000, 4 * 1025);
  for (const Address at : {0x800000, 0x900000}) {
    call(set, at);
    maker.write(kStack - 8, 1);
    call(set, at);
    call(set, at);
  }
  done();
  EXPECT_TRUE(continues(1, 2));
  EXPECT_FALSE(continues(4, 5));
  EXPECT_TRUE(continues(5, 6)) << "nothing was written, so nothing has to be looked at";
}

TEST_F(ChainsOfCalls, EndWhereAnElementOfAnArrayIsWritten) {
  maker.allocate(kHeap + 0x1000, 400);
  call(set, kHeap + 0x1000);
  maker.write(kHeap + 0x1000 + 396, 1);
  call(set, kHeap + 0x1000);
  done();
  EXPECT_FALSE(continues(1, 2));
}

TEST_F(ChainsOfCalls, EndWhereAGlobalOfTheSubtreeIsWritten) {
  const GlobalId counter = maker.global("counter", integer, 0x4000);
  const FunctionId count = maker.function("count", {.globals = {counter}});
  const FunctionId outer = maker.function("outer");
  const auto call_outer = [&] {
    maker.enter(outer);
    call(count);
    maker.leave();
  };
  call_outer();  // 1, 2
  call_outer();  // 3, 4
  maker.write(Address{0x4000}, 1);
  call_outer();        // 5, 6
  maker.enter(outer);  // 7
  maker.leave();
  done();
  EXPECT_TRUE(continues(1, 3));
  EXPECT_FALSE(continues(3, 5));
  EXPECT_FALSE(continues(5, 7)) << "a call that does not come to the global does not see it";
}

TEST_F(ChainsOfCalls, KnowArraysInStaticMemoryByTheirGlobal) {
  const TypeId row = maker.type("int[4]", CULPRIT_TYPE_ARRAY, 16, integer, 4);
  maker.global("row", row, 0x4000, 0, 16);
  maker.allocate(0x4000, 0x1000, CULPRIT_MEMORY_STATIC);
  call(set, Address{0x4000});
  maker.write(Address{0x400c}, 1);
  call(set, Address{0x4000});
  maker.write(Address{0x4010}, 1);
  call(set, Address{0x4000});
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_TRUE(continues(2, 3));
}

TEST_F(ChainsOfCalls, TakeObjectsByAddressUnlessTheyAreCopies) {
  const TypeId row = maker.type("int[4]", CULPRIT_TYPE_ARRAY, 16, integer, 4);
  const TypeId point = maker.type("Point", CULPRIT_TYPE_STRUCT, 4, {}, 0, {{"x", integer, 0}});
  const FunctionId of_row = maker.function("of_row", {.parameters = {{"row", row, CULPRIT_PASS_ADDRESS}}});
  const FunctionId of_copy = maker.function("of_copy", {.parameters = {{"p", point, CULPRIT_PASS_ADDRESS}}});
  for (const FunctionId function : {of_row, of_copy}) {
    call(function, kHeap + 0x1000);
    call(function, kHeap + 0x2000);
    maker.write(kHeap + 0x2000, 1);
    call(function, kHeap + 0x2000);
  }
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_FALSE(continues(2, 3));
  EXPECT_TRUE(continues(4, 5));
  EXPECT_TRUE(continues(5, 6));
}

TEST_F(ChainsOfCalls, FollowWhatACopyLeadsTo) {
  const TypeId view =
      maker.type("View", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"at", to_integer, 0}, {"n", integer, 8}});
  const FunctionId of_view = maker.function("of_view", {.parameters = {{"view", view}}});
  const auto call_view = [&](Address at, std::int64_t n) { call(of_view, at, n); };
  maker.allocate(kHeap + 0x1000, 16);
  call_view(kHeap + 0x1000, 4);
  maker.write(kStack - 8, 1);
  call_view(kHeap + 0x1000, 2);
  maker.write(kHeap + 0x1004, 1);
  call_view(kHeap + 0x1000, 2);
  call_view(kHeap + 0x2000, 2);
  done();
  EXPECT_TRUE(continues(1, 2));
  EXPECT_FALSE(continues(2, 3));
  EXPECT_FALSE(continues(3, 4));
}

/// Functions with one parameter, which leads to something const.
class ChainsOfShownThings : public ChainsOfCalls {
 protected:
  TypeId to_const(TypeId type) {
    return maker.type("const*", CULPRIT_TYPE_POINTER, 8, type, 0, {}, {}, CULPRIT_TYPE_TO_CONST);
  }
  TypeId structure(const std::vector<test::MemberSpec>& members, std::uint32_t flags = 0) {
    return maker.type("S", CULPRIT_TYPE_STRUCT, 8, {}, 0, members, {}, flags);
  }
  /// Whether two calls with different objects go on.
  bool goes_on(TypeId parameter, bool is_this = false) {
    const FunctionId function =
        maker.function("f", {.parameters = {{"p", parameter, CULPRIT_PASS_VALUE, is_this}}});
    call(function, kHeap);
    call(function, kHeap + 0x20);
    done();
    return continues(1, 2);
  }
};

TEST_F(ChainsOfShownThings, AreNoStateButArguments) {
  EXPECT_TRUE(goes_on(to_const(integer)));
}
TEST_F(ChainsOfShownThings, AreStateIfTheyCanBeChanged) {
  EXPECT_FALSE(goes_on(maker.pointer_to(integer)));
}
TEST_F(ChainsOfShownThings, AreStateIfTheyAreTheObjectOfAMethod) {
  EXPECT_FALSE(goes_on(to_const(integer), true));
}
TEST_F(ChainsOfShownThings, AreStateIfTheyLeadToWhatCanBeChanged) {
  EXPECT_FALSE(goes_on(to_const(structure({{"p", to_integer, 0}}))));
}
TEST_F(ChainsOfShownThings, AreNoStateIfAllTheyLeadToIsConst) {
  EXPECT_TRUE(goes_on(to_const(structure({{"p", to_const(to_const(integer)), 0}}))));
}
TEST_F(ChainsOfShownThings, AreStateIfTheirClassIsNotWhollyKnown) {
  EXPECT_FALSE(goes_on(to_const(structure({}, CULPRIT_TYPE_POLYMORPHIC))));
}
TEST_F(ChainsOfShownThings, AreStateIfTheirClassIsOnlyDeclared) {
  EXPECT_FALSE(goes_on(to_const(structure({}, CULPRIT_TYPE_INCOMPLETE))));
}
TEST_F(ChainsOfShownThings, AreStateIfNothingSaysWhatTheyAre) {
  EXPECT_FALSE(goes_on(to_const(maker.type("void", CULPRIT_TYPE_VOID, 0))));
}

TEST_F(ChainsOfShownThings, AreNotComparedBetweenCalls) {
  const FunctionId show = maker.function("show", {.parameters = {{"p", to_const(integer)}}});
  call(show, kHeap);
  maker.write(kHeap, 70);
  call(show, kHeap);
  maker.spawn();
  done();
  EXPECT_TRUE(continues(1, 2)) << "each call shows the value that it was given";
  EXPECT_TRUE(account_->chain_facts(NodeId{1}, NodeId{2}, {}).changes.empty())
      << "no call of the run changed it";
}

TEST_F(ChainsOfCalls, AreLookedAtInAnyOrder) {
  for (int i = 0; i < 4; ++i) {
    call(method, kList);
    if (i == 1) maker.write(kList + 8, 5);
  }
  done();
  for (const std::uint32_t n : {3u, 1u, 2u, 1u, 3u, 2u}) EXPECT_EQ(continues(n, n + 1), n != 2) << n;
  EXPECT_FALSE(continues(1, 4));
}

TEST_F(ChainsOfCalls, AreLookedForWhileThereIsEffortLeft) {
  call(method, kList);
  call(method, kList);
  maker.write(kStack - 8, 1);
  call(method, kList);
  done();
  Effort effort{2};
  EXPECT_TRUE(account_->continues(NodeId{1}, NodeId{2}, effort));
  EXPECT_EQ(effort.left, 2u) << "nothing was written in between";
  EXPECT_TRUE(account_->continues(NodeId{2}, NodeId{3}, effort));
  EXPECT_EQ(effort.left, 0u);
  EXPECT_FALSE(account_->continues(NodeId{2}, NodeId{3}, effort));
  EXPECT_TRUE(account_->continues(NodeId{1}, NodeId{2}, effort));
}

TEST_F(ChainsOfCalls, EndAtACallThatDidNotFinish) {
  maker.enter(method, kList);
  maker.enter(method, kList);
  finish();
  EXPECT_FALSE(continues(1, 2));
}

TEST_F(ChainsOfCalls, AreNotToldOfMemoryThatOtherThreadsSee) {
  call(method, kList);
  call(method, kList);
  call(square, 1);
  call(square, 2);
  maker.spawn();
  done();
  EXPECT_FALSE(continues(1, 2));
  EXPECT_TRUE(continues(3, 4));
}

TEST_F(ChainsOfCalls, GoThroughManyRecords) {
  call(method, kList);
  for (int i = 0; i < 10000; ++i) maker.output("x");
  call(method, kList);
  for (int i = 0; i < 10000; ++i) maker.output("x");
  maker.write(kList + 8, 5);
  call(method, kList);
  done();
  EXPECT_TRUE(continues(1, 2));
  EXPECT_FALSE(continues(2, 3));
}

/// A loop sees the list by address and a cursor that moves.
class ChainsOfLoops : public ChainsOfCalls {
 protected:
  void run(Address from, Address to) {
    maker.loop(loop, kList);
    maker.iteration(loop, from, 0);
    maker.iteration(loop, kHeap + 0x20, 1);
    maker.loop_end(loop, to, 2);
  }
  FunctionId loop = maker.function(
      "main",
      {.parameters = {{"list", list, CULPRIT_PASS_ADDRESS, false, true}, {"at", link}, {"i", integer}},
       .kind = CULPRIT_FUNCTION_LOOP,
       .enclosing = program});
};

TEST_F(ChainsOfLoops, GoOnWithTheVariablesAsTheyEnded) {
  run(kHeap, kHeap + 0x20);
  run(kHeap + 0x20, kHeap);
  run(kHeap + 0x20, Address{0});
  maker.write(kList + 8, 7);
  run(Address{0}, kHeap);
  done();
  EXPECT_TRUE(continues(1, 3));
  EXPECT_FALSE(continues(3, 5)) << "the cursor was moved";
  EXPECT_FALSE(continues(5, 7)) << "the list was written";
}

class Runs : public ChainsOfCalls {
 protected:
  std::string run_changes(std::uint32_t first, std::uint32_t last) {
    return short_changes(account_->chain_facts(NodeId{first}, NodeId{last}, {}));
  }
};

TEST_F(Runs, ShowTheNetDifferenceOfAll) {
  for (const int value : {10, 20, 1}) {
    maker.enter(method, kList);
    maker.write(kHeap, value);
    maker.write(kHeap + 0x20, 5 * value);
    maker.output(std::to_string(value));
    maker.leave();
    maker.output(",");
  }
  done();
  const Facts run = account_->chain_facts(NodeId{1}, NodeId{3}, {});
  EXPECT_EQ(short_list(run.before, ", "),
            "this: ->{head: ->{value: 1, next: ->{value: 2, next: null}}, size: 2}");
  EXPECT_EQ(short_list(run.after, ", "),
            "this: ->{head: ->{value: 1, next: ->{value: 5, next: null}}, size: 2}");
  EXPECT_EQ(short_changes(run), "this->head->next->value: 2 -> 5\n") << "the first value is as it was";
  EXPECT_EQ(run_changes(1, 2), "this->head->value: 1 -> 20\nthis->head->next->value: 2 -> 100\n");
  EXPECT_EQ(run.output, "10201") << "what the caller printed in between is not theirs";
  EXPECT_TRUE(run.inputs.empty());
  EXPECT_FALSE(run.result);
  EXPECT_EQ(run.outcome, Outcome::kReturned);
}

TEST_F(Runs, EndAsTheirLastCallDoes) {
  call(square, 1);
  maker.enter(square, 2);
  maker.unwind(1, CULPRIT_UNWIND_EXCEPTION, integer);
  maker.enter(square, 3);
  finish();
  const Facts run = account_->chain_facts(NodeId{1}, NodeId{2}, {});
  EXPECT_EQ(run.outcome, Outcome::kThrew);
  EXPECT_EQ(run.exception, "int");
  EXPECT_TRUE(run.before.empty()) << "numbers are no state";
  EXPECT_EQ(account_->chain_facts(NodeId{1}, NodeId{3}, {}).outcome, Outcome::kUnfinished);
}

TEST_F(Runs, ShowGlobalsOfAllTheirCalls) {
  const GlobalId counter = maker.global("counter", integer, 0x4000);
  const FunctionId count = maker.function("count", {.globals = {counter}});
  maker.write(Address{0x4000}, 1);
  call(square, 1);
  maker.enter(count);
  maker.write(Address{0x4000}, 2);
  maker.leave();
  call(square, 1);
  done();
  EXPECT_EQ(run_changes(1, 3), "counter: 1 -> 2\n");
}

TEST_F(Runs, TellThingsWithOneNameApart) {
  maker.enter(set, kHeap);
  maker.write(kHeap, 3);
  maker.leave();
  maker.enter(set, kHeap + 0x20);
  maker.write(kHeap + 0x20, 4);
  maker.leave();
  done();
  EXPECT_EQ(run_changes(1, 2), "p[0]: 1 -> 3\np of set[0]: 2 -> 4\n");
}

class RunsOfLoops : public ChainsOfLoops {};

TEST_F(RunsOfLoops, LeaveOutWhatPassesPrintBetweenTheirCalls) {
  maker.loop(loop, kList);
  for (int i = 0; i < 3; ++i) {
    maker.iteration(loop, kHeap, i);
    maker.enter_at(kStack - 0x100, square, i);
    maker.output(std::to_string(i));
    maker.leave();
    maker.output(",");
  }
  maker.loop_end(loop, kHeap, 3);
  done();
  EXPECT_EQ(account_->chain_facts(NodeId{2}, NodeId{6}, {}).output, "012") << "of the three calls";
  EXPECT_EQ(account_->chain_facts(NodeId{1}, NodeId{1}, {}).output, "0,1,2,") << "of the loop";
}

TEST_F(RunsOfLoops, ShowVariablesThatBothEndsKnow) {
  run(kHeap, kHeap + 0x20);
  run(kHeap + 0x20, Address{0});
  done();
  const Facts facts = account_->chain_facts(NodeId{1}, NodeId{3}, {});
  EXPECT_EQ(short_changes(facts), "at: ->{value: 1, next: ->{value: 2, next: null}} -> null\ni: 0 -> 2\n");
}

}  // namespace
}  // namespace culprit::state
