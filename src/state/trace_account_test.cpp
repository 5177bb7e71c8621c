#include "src/state/trace_account.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/account_fixture.h"
#include "tests/support/places.h"

namespace culprit::state {
namespace {

class TraceAccount : public AccountFixture {};

/// Blanks a segment in the middle of the first thread's.
void lose_a_part(const std::string& path, std::uint32_t segment_size) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  std::vector<std::streamoff> segments;
  culprit_segment_header header;
  for (std::streamoff at = CULPRIT_FILE_HEADER_SIZE;
       file.seekg(at) && file.read(reinterpret_cast<char*>(&header), sizeof header); at += segment_size)
    if (header.stream == 1) segments.push_back(at);
  ASSERT_GE(segments.size(), 3u);
  file.clear();
  file.seekp(segments[segments.size() / 2]);
  const std::string zeros(segment_size, '\0');
  file.write(zeros.data(), segment_size);
}

/// What was there when a call wrote is not known either.
TEST(TraceAccountOfALostPart, CallsThatOnlyWriteFoundWhatMayHaveBeenAnother) {
  constexpr std::uint32_t kSegment = 4096;
  test::TraceMaker maker(kSegment);
  maker.option("reads=yes");
  const FunctionId main = maker.function("main"), f = maker.function("f");
  maker.enter(main);
  maker.allocate(kHeap, 0x10000);
  for (std::uint64_t i = 0; i < 2000; ++i) maker.write(kHeap + 8 * (i % 64), i);
  maker.enter(f);
  maker.write(kHeap + 8, 5);
  maker.leave();
  maker.enter(f);
  maker.leave();
  maker.leave();
  maker.close();
  lose_a_part(maker.path(), kSegment);
  const trace::Trace trace = std::move(*trace::Trace::open(maker.path()));
  const tree::Tree tree = std::move(*tree::read_tree(trace));
  const auto account = std::move(*make_trace_account(trace, tree));
  ASSERT_EQ(tree.size(), 3u);
  const Facts wrote = account->facts(NodeId{1}, {});
  EXPECT_TRUE(!wrote.changes.empty() || !wrote.written.empty());
  EXPECT_TRUE(wrote.unrecorded.before);
  EXPECT_FALSE(account->facts(NodeId{2}, {}).unrecorded.before) << "it found nothing";
  std::filesystem::remove(index_path(maker.path()));
}

struct ReadsCase {
  std::vector<const char*> options;
  const char* language;
  bool reads;
  bool partly;
};

TEST(TraceAccountOfOptions, SayWhetherItIsKnownWhatWasUsed) {
  const ReadsCase cases[] = {
      {{"reads=yes"}, "C", false, false}, {{"reads=yes", "reads=partly"}, "C++", true, true},
      {{"reads=no"}, "C", true, false},   {{}, "C", true, false},
      {{}, "C++", true, false},           {{}, "fun", false, false},
      {{"reads=no"}, "fun", true, false}, {{"reads=yes"}, "fun", false, false},
  };
  for (const ReadsCase& row : cases) {
    test::TraceMaker maker;
    culprit_define_meta(maker.raw(), CULPRIT_META_LANGUAGE, row.language);
    std::string name = row.language;
    for (const char* option : row.options) {
      maker.option(option);
      name += std::string(" ") + option;
    }
    SCOPED_TRACE(name);
    maker.enter(maker.function("f"));
    maker.leave();
    const trace::Trace trace = maker.finish();
    const tree::Tree tree = std::move(*tree::read_tree(trace));
    const auto account = std::move(*make_trace_account(trace, tree));
    const Facts facts = account->facts(NodeId{0}, {});
    EXPECT_EQ(facts.unrecorded.reads, row.reads);
    EXPECT_EQ(facts.unrecorded.partly, row.partly);
    EXPECT_EQ(facts.used.is_known, !row.options.empty() && !row.reads);
    std::filesystem::remove(index_path(maker.path()));
  }
}

TEST_F(TraceAccount, GivesArgumentsAndResultOfACall) {
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

TEST_F(TraceAccount, TellsOtherTypesAtAReusedAddressApart) {
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

TEST_F(TraceAccount, ShowsADanglingPointerIntoALeftFrame) {
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

TEST_F(TraceAccount, GivesOutcomes) {
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

TEST_F(TraceAccount, SaysThatNoValueWasReturned) {
  const FunctionId f = maker.function("f", {.result = integer});
  maker.enter(f);  // 0
  maker.enter(f);  // 1
  culprit_no_value(maker.stream());
  maker.leave();
  maker.leave(7);
  finish();
  EXPECT_EQ(facts(1).outcome, Outcome::kReturned);
  EXPECT_EQ(result(1), "<no value>");
  EXPECT_EQ(result(0), "7");
  EXPECT_FALSE(account_->look_up(NodeId{1}, true, "result", {}));
}

TEST_F(TraceAccount, ShowsVariableArguments) {
  const FunctionId f = maker.function(
      "f", {.parameters = {{"n", integer}, {"...", {}, CULPRIT_PASS_ABSENT, false, false, false, true}}});
  const TypeId real = maker.type("double", CULPRIT_TYPE_FLOAT, 8);
  maker.allocate(kHeap, 4);
  maker.write(kHeap, 8);
  maker.varargs({integer, real, to_integer}, 1, 7, 2.5, kHeap);
  maker.enter(f, 3);  // 0
  maker.write(kHeap, 9);
  maker.varargs({}, 1);
  maker.enter(f, 0);  // 1
  maker.leave();
  maker.enter(f, 2);  // 2: who called it is not recorded
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "n: 3, argument2: 7, argument3: 2.5, argument4: ->8");
  EXPECT_EQ(changes(0), "*argument4: 8 -> 9\n");
  EXPECT_EQ(at(0, false, "argument3"), "2.5");
  EXPECT_EQ(inputs(1), "n: 0");
  EXPECT_EQ(inputs(2), "n: 2, ...: … unknown");
}

TEST_F(TraceAccount, DoesNotBelieveVariableArgumentsBeyondTheirBytes) {
  const FunctionId f =
      maker.function("f", {.parameters = {{"...", {}, CULPRIT_PASS_ABSENT, false, false, false, true}}});
  const std::uint32_t too_long[] = {integer.value(), 1, 7, integer.value(), 900'000, 8};
  culprit_varargs(maker.stream(), 2, too_long, 6, 0);
  maker.enter(f);  // 0
  const std::uint32_t too_many[] = {integer.value(), 1, 7};
  culprit_varargs(maker.stream(), ~0u, too_many, 3, 0);
  maker.enter(f);  // 1
  const std::uint32_t too_short[] = {999'999, 1, 7, to_integer.value(), 1, 7};
  culprit_varargs(maker.stream(), 2, too_short, 6, 0);
  maker.enter(f);  // 2
  finish();
  EXPECT_EQ(inputs(0), "argument1: 7");
  EXPECT_EQ(inputs(1), "argument1: 7");
  EXPECT_EQ(facts(2).inputs.size(), 1u) << "of a type that is not known; the pointer has no bytes";
}

TEST_F(TraceAccount, ComparesAnUnfinishedNodeWithTheEndOfTheLog) {
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

/// Writes to an array that none of its names reaches.
class ManyWrites : public AccountFixture {
 protected:
  /// An int to each granule of a block, and to a global; also to what it frees, makes, and has in its frame.
  void record(std::uint64_t granules) {
    const FunctionId main = maker.function("main"), make = maker.function("make"),
                     work = maker.function("work");
    maker.global("counter", integer, kHeap - 64);
    maker.write(kHeap - 64, 0);
    maker.enter_at(kStack, main);
    maker.enter_at(kStack - 64, make);
    maker.allocate(kHeap, granules * 64);
    maker.allocate(kHeap + granules * 64, 4);
    maker.leave();
    maker.enter_at(kStack - 64, work);
    maker.write(kHeap - 64, 1);
    for (std::uint64_t i = 0; i < granules; ++i) maker.write(kHeap + i * 64, static_cast<int>(i));
    maker.write(kHeap + granules * 64, 7);
    maker.free(kHeap + granules * 64);
    maker.allocate(2 * kHeap + granules * 64, 64);
    maker.write(2 * kHeap + granules * 64, 5);
    maker.write(kStack - 72, 5);
    maker.leave();
    maker.leave();
    finish();
  }
};

TEST_F(ManyWrites, AreCountedByOwnerIfTheyCannotAllBeLookedAt) {
  record(5000);
  const Facts facts = this->facts(2);
  EXPECT_TRUE(facts.changes_cut);
  ASSERT_EQ(facts.written.size(), 2u) << "not what it freed, made, or had in its frame";
  EXPECT_EQ(facts.written[0].owner, "what was allocated in make");
  EXPECT_EQ(facts.written[0].bytes, 20'000u);
  EXPECT_FALSE(facts.written[0].is_about);
  EXPECT_EQ(facts.written[1].owner, "counter");
  EXPECT_EQ(facts.written[1].bytes, 4u);
}

TEST_F(ManyWrites, AreReckonedFromSomeOfThemIfThereAreVeryMany) {
  record(200'000);
  const Facts facts = this->facts(2);
  EXPECT_TRUE(facts.changes_cut);
  ASSERT_FALSE(facts.written.empty());
  EXPECT_EQ(facts.written[0].owner, "what was allocated in make");
  EXPECT_TRUE(facts.written[0].is_about);
  EXPECT_NEAR(static_cast<double>(facts.written[0].bytes), 800'000, 8'000);
}

TEST_F(ManyWrites, AreNotCountedWhereAllIsShown) {
  record(20);
  const Facts facts = this->facts(2);
  EXPECT_FALSE(facts.changes_cut);
  EXPECT_TRUE(facts.written.empty());
}

TEST_F(TraceAccount, SaysThatALongFillIsNotAllLookedAt) {
  constexpr std::uint64_t kSize = 1 << 20;
  const FunctionId main = maker.function("main"), clear = maker.function("clear");
  maker.enter_at(kStack, main);
  maker.allocate(kHeap, kSize);
  maker.fill(kHeap, kSize, 0);
  maker.write(kHeap + kSize / 2, 5);
  maker.enter_at(kStack - 64, clear);
  maker.fill(kHeap, kSize, 0);
  maker.leave();
  maker.leave();
  finish();
  const Facts facts = this->facts(1);
  EXPECT_TRUE(facts.changes_cut);
  ASSERT_EQ(facts.written.size(), 1u);
  EXPECT_EQ(facts.written[0].owner, "what was allocated in main");
  EXPECT_EQ(facts.written[0].bytes, kSize);
}

TEST_F(TraceAccount, APointerToWhatWasFreedHasChangedThoughNothingWasWritten) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", maker.pointer_to(to_integer)}}});
  maker.allocate(kHeap, 8);
  maker.allocate(kHeap + 64, 4);
  maker.write(kHeap, kHeap + 64);
  maker.write(kHeap + 64, 5);
  maker.enter(f, kHeap);  // 1, below the common root
  maker.free(kHeap + 64);
  maker.leave();
  maker.enter(f, kHeap);  // 2
  maker.leave();
  finish();
  EXPECT_EQ(changes(1), "*p: ->5 -> gone\n");
  EXPECT_EQ(changes(2), "");
}

TEST_F(TraceAccount, GivesTheOutputOfASubtree) {
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

TEST_F(TraceAccount, SaysWhetherThereWasMoreOutput) {
  const FunctionId f = maker.function("f");
  maker.enter(f);  // 0
  maker.output("a");
  maker.enter(f);  // 1
  maker.output(std::string(16 * 1024, 'b'));
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(facts(0).output, "a" + std::string(16 * 1024 - 1, 'b') + "…");
  EXPECT_TRUE(facts(0).output_cut);
  EXPECT_FALSE(facts(1).output_cut);
}

TEST_F(TraceAccount, ShowsIterationsFromHereToTheEndOfTheLoop) {
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

/// A loop over `i` with a fixed `n` before it and a fixed address `a` behind it, in a function that its own
/// condition calls.
class FixedVariables : public AccountFixture {
 protected:
  const FunctionId f = maker.function("f");
  const FunctionId loop =
      maker.function("loop", {.parameters = {{"n", integer, CULPRIT_PASS_VALUE, false, true},
                                             {"i", integer},
                                             {"a", integer, CULPRIT_PASS_ADDRESS, false, true}},
                              .kind = CULPRIT_FUNCTION_LOOP,
                              .enclosing = f});
};

TEST_F(FixedVariables, StandWithTheOthersInTheOrderOfTheTable) {
  maker.enter(f);
  maker.loop(loop, 2, kHeap);
  for (int i = 0; i < 2; ++i) {
    maker.iteration(loop, i);
    maker.write(kHeap, 10 * i);
  }
  maker.loop_end(loop, 2);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(2), "n: 2, i: 1, a: 0");
  EXPECT_EQ(short_list(facts(2).after, ", "), "n: 2, i: 2, a: 10");
  EXPECT_EQ(changes(2), "i: 1 -> 2\na: 0 -> 10\n");
}

TEST_F(FixedVariables, AreThoseOfTheIterationsOwnLoop) {
  maker.enter(f);  // 0
  maker.loop(loop, 1, kHeap);
  maker.enter(f);  // 1, called by the condition
  maker.loop(loop, 7, kHeap);
  maker.iteration(loop, 5);    // 2
  maker.leave();               // ends that loop
  maker.loop(loop, 8, kHeap);  // an older beginning without an end
  maker.loop(loop, 9, kHeap);
  maker.iteration(loop, 0);  // 3
  maker.loop_end(loop, 1);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(2), "n: 7, i: 5, a: ?");
  EXPECT_EQ(inputs(3), "n: 9, i: 0, a: ?");
}

TEST_F(FixedVariables, AreMissingWhereTheLoopsBeginningIs) {
  maker.enter(f);
  maker.iteration(loop, 4);
  maker.loop_end(loop, 5);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(1), "i: 4");
  EXPECT_EQ(changes(1), "i: 4 -> 5\n");
}

TEST_F(TraceAccount, IsNotDisturbedByEndsWithoutBeginningsAndByChecks) {
  const FunctionId f = maker.function("f", {.parameters = {{"x", integer}}});
  const FunctionId loop =
      maker.function("loop", {.parameters = {{"i", integer}}, .kind = CULPRIT_FUNCTION_LOOP, .enclosing = f});
  maker.leave();
  maker.loop_end(loop, 1);
  maker.unwind(3);
  maker.iteration(loop, 0);
  maker.enter(f, 1);
  maker.thrown(integer, kHeap);
  maker.thrown(integer, kHeap, 0, true);
  maker.check(kHeap, "abcd");
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(tree_->size(), 2u);
  EXPECT_EQ(inputs(0), "i: 0");
  EXPECT_EQ(inputs(1), "x: 1");
}

TEST_F(TraceAccount, LeavesOutVariablesOfALoopThatWasLeftByReturn) {
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

TEST_F(TraceAccount, AddsTheGlobalsThatTheSubtreeNames) {
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

TEST_F(TraceAccount, GivesAResultThatIsReturnedInMemory) {
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

TEST_F(TraceAccount, GivesFactsOfACommonRoot) {
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

/// A search that returns from its loop: for (int i = 0; …) if (a[i] == x) return i;
class LeftLoop : public AccountFixture {
 protected:
  Facts facts_of_last_pass(std::optional<enum culprit_loop_exit> how) {
    const FunctionId find = maker.function("find", {.result = integer, .first_line = 10, .last_line = 20});
    test::ParameterSpec counter{"i", integer};
    counter.is_own = true;
    const FunctionId loop = maker.function("find loop", {.parameters = {{"best", integer}, counter},
                                                         .first_line = 12,
                                                         .last_line = 14,
                                                         .kind = CULPRIT_FUNCTION_LOOP,
                                                         .enclosing = find});
    maker.enter(find);
    maker.loop(loop);
    maker.iteration(loop, 5, 0);
    maker.iteration(loop, 5, 1);
    if (how)
      maker.loop_exit(loop, *how, 4, 6, 1);
    else
      maker.loop_end(loop, 6, 2);
    maker.leave(77);
    finish();
    EXPECT_EQ(account_->passes_of(NodeId{1}), 2u);
    EXPECT_EQ(account_->passes_of(NodeId{2}), 2u);
    EXPECT_EQ(account_->passes_of(NodeId{0}), 0u);
    return facts(2);
  }
};

TEST_F(LeftLoop, SaysHowAndWithWhatItReturned) {
  const Facts facts = facts_of_last_pass(CULPRIT_EXIT_RETURNED);
  ASSERT_TRUE(facts.left);
  EXPECT_EQ(facts.left->how, LoopExit::kReturned);
  EXPECT_EQ(facts.left->line, 13u) << "the fourth line of the function";
  ASSERT_TRUE(facts.left->result);
  EXPECT_EQ(facts.left->result->text, "77");
}

TEST_F(LeftLoop, HasNoResultIfItWasLeftOtherwise) {
  const Facts facts = facts_of_last_pass(CULPRIT_EXIT_BROKE);
  ASSERT_TRUE(facts.left);
  EXPECT_EQ(facts.left->how, LoopExit::kBroke);
  EXPECT_FALSE(facts.left->result);
}

TEST_F(LeftLoop, WithoutARecordItsConditionEndedIt) {
  const Facts facts = facts_of_last_pass({});
  ASSERT_TRUE(facts.left);
  EXPECT_EQ(facts.left->how, LoopExit::kRanOut);
  EXPECT_EQ(facts.left->line, 0u);
}

TEST_F(LeftLoop, WhatItsHeadDeclaresIsNobodysAfterwards) {
  const Facts facts = facts_of_last_pass({});
  ASSERT_EQ(facts.inputs.size(), 2u);
  EXPECT_EQ(facts.inputs[1].name, "i");
  ASSERT_EQ(facts.changes.size(), 1u);
  EXPECT_EQ(facts.changes[0].path, "best");
}

TEST_F(TraceAccount, OfAnOldTraceSaysThatTheEndOfALoopWasNotRecorded) {
  const std::filesystem::path copy = maker.path() + ".old";
  std::filesystem::copy_file(CULPRIT_SOURCE_DIR "/tests/fixtures/version_2.trace", copy);
  const auto trace = trace::Trace::open(copy.string());
  ASSERT_TRUE(trace);
  const auto tree = tree::read_tree(*trace);
  ASSERT_TRUE(tree);
  const auto account = make_trace_account(*trace, *tree);
  ASSERT_TRUE(account);
  int passes = 0;
  for (std::uint32_t n = 0; n < tree->size(); ++n) {
    if (!tree->is_iteration(NodeId{n})) continue;
    ++passes;
    const Facts facts = (*account)->facts(NodeId{n}, {});
    ASSERT_TRUE(facts.left);
    EXPECT_EQ(facts.left->how, LoopExit::kUnknown);
  }
  EXPECT_EQ(passes, 3);
  std::filesystem::remove(index_path(copy.string()));
  std::filesystem::remove(copy);
}

}  // namespace
}  // namespace culprit::state
