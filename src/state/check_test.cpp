#include "src/state/check.h"

#include <gtest/gtest.h>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

/// An int at kHeap, 1 in the log, and a function that works on it.
class Checks : public AccountFixture {
 protected:
  Checks() {
    maker.allocate(kHeap, 8);
    maker.write(kHeap, 1);
  }
  CheckReport report(std::size_t most = 100) {
    finish();
    return *check_writes(*trace_, *tree_, most);
  }
  static std::string bytes(std::int32_t number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof number);
  }
  const FunctionId f = maker.function("f");
  const FunctionId g = maker.function("g");
};

TEST_F(Checks, FindNothingWhereTheLogExplainsMemory) {
  maker.enter(f);
  maker.check(kHeap, bytes(1));
  maker.write(kHeap, 2);
  maker.check(kHeap, bytes(2));
  maker.leave();
  const CheckReport found = report();
  EXPECT_EQ(found.checks, 2u);
  EXPECT_EQ(found.bytes, 8u);
  EXPECT_EQ(found.compared, 8u);
  EXPECT_EQ(found.missed, 0u);
}

TEST_F(Checks, NameTheCallInWhichAWriteWasMissed) {
  maker.enter(f);  // 0
  maker.check(kHeap, bytes(1));
  maker.enter(g);  // 1
  maker.check(kHeap, bytes(1));
  maker.check(kHeap, bytes(0x0601));  // one byte was written in g
  maker.leave();
  maker.check(kHeap, bytes(0x0601));
  maker.leave();
  const CheckReport found = report();
  ASSERT_EQ(found.missed, 1u) << "what stays the same is reported once";
  EXPECT_EQ(found.list[0].node, NodeId{1});
  EXPECT_EQ(found.list[0].address, kHeap + 1);
  EXPECT_EQ(found.list[0].logged, std::string(1, '\0'));
  EXPECT_EQ(found.list[0].held, std::string(1, '\6'));
}

TEST_F(Checks, BlameTheCallerForWhatIsFoundAtAnEnter) {
  maker.enter(f);  // 0
  maker.check(kHeap, bytes(1));
  maker.enter(g);  // 1
  maker.check(kHeap, bytes(5));
  maker.leave();
  maker.enter(g);  // 2
  maker.leave();
  maker.check(kHeap, bytes(7));
  maker.leave();
  const CheckReport found = report();
  ASSERT_EQ(found.missed, 2u);
  EXPECT_EQ(found.list[0].node, NodeId{0});
  EXPECT_EQ(found.list[0].logged, std::string(1, '\1'));
  EXPECT_EQ(found.list[0].held, std::string(1, '\5'));
  EXPECT_EQ(found.list[1].node, NodeId{0}) << "behind a leave it is the call that goes on";
  EXPECT_EQ(found.list[1].held, std::string(1, '\7'));
}

TEST_F(Checks, LeaveOutWhatAReaderDoesNotClaimToKnow) {
  maker.enter(f);
  maker.check(kHeap + 4, bytes(9));        // allocated, never written
  maker.check(kHeap + 0x10000, bytes(9));  // nowhere
  maker.free(kHeap);
  maker.check(kHeap, bytes(9));  // freed
  maker.leave();
  const CheckReport found = report();
  EXPECT_EQ(found.bytes, 12u);
  EXPECT_EQ(found.compared, 0u);
  EXPECT_EQ(found.missed, 0u);
}

TEST_F(Checks, LeaveOutAnObjectUntilItsConstructorHasRun) {
  const TypeId pair = maker.type("Pair", CULPRIT_TYPE_STRUCT, 2);
  const FunctionId make =
      maker.function("Pair::Pair", {.parameters = {{"", maker.pointer_to(pair), CULPRIT_PASS_VALUE, true}},
                                    .kind = CULPRIT_FUNCTION_CONSTRUCTOR});
  maker.enter(f);  // 0
  maker.enter(make, kHeap);
  maker.check(kHeap, bytes(0x09080706));
  maker.write(kHeap, std::uint16_t{0x0504});
  maker.check(kHeap, bytes(0x09080503));
  maker.leave();
  maker.leave();
  const CheckReport found = report();
  ASSERT_EQ(found.missed, 2u);
  EXPECT_EQ(found.list[0].address, kHeap + 2) << "what lies behind it is compared";
  EXPECT_EQ(found.list[0].node, NodeId{0});
  EXPECT_EQ(found.list[1].address, kHeap) << "and it, when the constructor is left";
  EXPECT_EQ(found.list[1].node, NodeId{1});
}

/// The other thread writes 2 over the 1 and takes no number afterwards.
class ChecksWithThreads : public Checks {
 protected:
  ChecksWithThreads() {
    maker.enter(f);
    maker.sequence();
    other = maker.spawn();
    maker.switch_to(other);
    maker.sequence();
    maker.write(kHeap, 2);
    maker.switch_to(StreamId{1});
    maker.sequence();
  }
  StreamId other;
};

TEST_F(ChecksWithThreads, AllowForAWriteThatMayHaveComeLater) {
  maker.check(kHeap, bytes(1));
  maker.check(kHeap, bytes(2));
  maker.leave();
  const CheckReport found = report();
  EXPECT_EQ(found.missed, 0u);
  EXPECT_EQ(found.unordered, 1u) << "one of the two differs from what the order of the trace says";
}

TEST_F(ChecksWithThreads, ReportWhatNoThreadHasWritten) {
  maker.check(kHeap, bytes(3));
  maker.leave();
  const CheckReport found = report();
  ASSERT_EQ(found.missed, 1u);
  EXPECT_EQ(found.list[0].held, std::string(1, '\3'));
}

TEST_F(ChecksWithThreads, HoldToTheOrderThatNumbersGive) {
  maker.switch_to(other);
  maker.sequence();
  maker.switch_to(StreamId{1});
  maker.sequence();
  maker.check(kHeap, bytes(1));
  maker.leave();
  const CheckReport found = report();
  ASSERT_EQ(found.missed, 1u);
  EXPECT_EQ(found.list[0].logged, std::string(1, '\2'));
}

TEST_F(ChecksWithThreads, AllowForWritesUntilTheNextNumber) {
  maker.check(kHeap, bytes(4));
  maker.sequence();
  maker.leave();
  maker.switch_to(other);
  maker.sequence();
  maker.write(kHeap, 4);  // after the check, by these numbers
  EXPECT_EQ(report().missed, 1u);
}

TEST_F(ChecksWithThreads, AllowForWritesUntilTheEndIfNoNumberFollows) {
  maker.check(kHeap, bytes(4));
  maker.leave();
  maker.switch_to(other);
  maker.sequence();
  maker.write(kHeap, 4);
  EXPECT_EQ(report().missed, 0u);
}

TEST_F(ChecksWithThreads, LeaveOutWhatAnotherThreadMayHaveFreed) {
  maker.switch_to(other);
  maker.sequence();
  maker.free(kHeap);
  maker.switch_to(StreamId{1});
  maker.check(kHeap, bytes(9));
  maker.leave();
  const CheckReport found = report();
  EXPECT_EQ(found.missed, 0u);
}

TEST_F(Checks, LeaveOutALockUntilItsBytesAreWrittenAgain) {
  maker.enter(f);
  maker.unlogged(kHeap, 4);
  maker.check(kHeap, bytes(5));
  maker.write(kHeap, 1);
  maker.check(kHeap, bytes(5));
  maker.leave();
  const CheckReport found = report();
  EXPECT_EQ(found.missed, 1u) << "the second";
}

TEST_F(Checks, CountAllAndListTheFirst) {
  maker.enter(f);
  for (int i = 2; i < 7; ++i) maker.check(kHeap, bytes(i));
  maker.leave();
  const CheckReport found = report(2);
  EXPECT_EQ(found.missed, 5u);
  EXPECT_EQ(found.list.size(), 2u);
}

}  // namespace
}  // namespace culprit::state
