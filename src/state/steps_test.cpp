// Passes of a loop by themselves, and what was set to the value that it had.
#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

/// A loop over a[0..3]: pass k prints k, calls bump(&a[k - 1]) and writes the sum so far, which does not change in pass 3.
class Steps : public AccountFixture {
 protected:
  Steps() {
    const FunctionId main = maker.function("main", {.first_line = 10});
    const FunctionId bump = maker.function("bump", {.parameters = {{"x", to_integer}}});
    const FunctionId loop = maker.function(
        "main", {.parameters = {{.name = "sum", .type = integer, .passing = CULPRIT_PASS_ADDRESS},
                                {.name = "i", .type = integer, .is_own = true}},
                 .kind = CULPRIT_FUNCTION_LOOP,
                 .enclosing = main});
    maker.option("reads=yes");
    maker.enter(main);
    maker.allocate(kHeap, 16);
    maker.allocate(kSum, 4);
    maker.write(kSum, std::int32_t{0});
    for (std::int32_t i = 0; i < 4; ++i) maker.write(kHeap + 4 * static_cast<Address>(i), i == 2 ? 0 : i + 1);
    maker.loop(loop);
    std::int32_t sum = 0;
    for (std::int32_t i = 0; i < 4; ++i) {
      const Address element = kHeap + 4 * static_cast<Address>(i);
      maker.iteration(loop, std::uint64_t{kSum}, i);
      maker.output(std::to_string(i + 1));
      maker.enter(bump, std::uint64_t{element});
      maker.read(element, 4);
      maker.write(element, std::int32_t{10 + i});
      maker.leave();
      maker.read(kSum, 4);
      maker.write(kSum, sum += i == 2 ? 0 : i + 1);
    }
    maker.loop_end(loop, std::uint64_t{kSum}, std::int32_t{4});
    maker.leave();
    finish();
  }
  Facts step(std::uint64_t first, std::uint64_t last) {
    return account_->step_facts(account_->pass(NodeId{1}, first), account_->pass(NodeId{1}, last), {});
  }
  static std::string set_again(const Facts& facts) {
    std::string out;
    for (const Change& same : facts.set_again)
      out += (out.empty() ? "" : ", ") + same.path + ": " + short_text(same.after);
    return out;
  }

  static constexpr Address kSum = kHeap + 0x100;
};

TEST_F(Steps, PassesAreFoundByTheirNumber) {
  for (const std::uint32_t any : {1u, 3u, 7u}) {
    EXPECT_EQ(account_->pass(NodeId{any}, 1), NodeId{1});
    EXPECT_EQ(account_->pass(NodeId{any}, 3), NodeId{5});
    EXPECT_EQ(account_->pass(NodeId{any}, 4), NodeId{7});
    EXPECT_EQ(account_->pass(NodeId{any}, 5), kNoNode);
    EXPECT_EQ(account_->pass(NodeId{any}, 0), kNoNode);
    EXPECT_EQ(account_->call_of(NodeId{any}), NodeId{0});
  }
  EXPECT_EQ(account_->pass(NodeId{2}, 1), kNoNode) << "a call";
}

TEST_F(Steps, APassAloneEndsWhereTheNextOneBegins) {
  EXPECT_EQ(short_changes(facts(3)),
            "sum: 1 -> 7\nbyte 4 of 16 allocated in main: 2 -> 11\nbyte 8 of 16 allocated in main: 0 -> 12\n"
            "byte 12 of 16 allocated in main: 4 -> 13\n")
      << "the pass and all behind it";
  const Facts second = step(2, 2);
  EXPECT_EQ(short_changes(second), "sum: 1 -> 3\ni: 1 -> 2\nbyte 4 of 16 allocated in main: 2 -> 11\n");
  EXPECT_EQ(second.output, "2");
  EXPECT_FALSE(second.left);
  EXPECT_EQ(short_list(second.inputs, ", "), "sum: 1, i: 1");
}

TEST_F(Steps, SeveralPassesAreOneStretch) {
  const Facts middle = step(2, 3);
  EXPECT_EQ(short_changes(middle),
            "sum: 1 -> 3\ni: 1 -> 3\nbyte 4 of 16 allocated in main: 2 -> 11\n"
            "byte 8 of 16 allocated in main: 0 -> 12\n");
  EXPECT_EQ(middle.output, "23");
}

TEST_F(Steps, TheLastPassEndsWithItsLoop) {
  const Facts last = step(4, 4);
  EXPECT_EQ(short_changes(last), "sum: 3 -> 7\nbyte 12 of 16 allocated in main: 4 -> 13\n");
  ASSERT_TRUE(last.left);
  EXPECT_EQ(last.left->how, LoopExit::kRanOut);
  EXPECT_EQ(short_list(last.left->own, ", "), "i: 4");
}

TEST_F(Steps, WhatWasWrittenWithItsOldValueIsToldApart) {
  EXPECT_EQ(set_again(step(3, 3)), "sum: 3");
  EXPECT_EQ(set_again(step(2, 2)), "") << "it changed";
  EXPECT_EQ(short_changes(facts(6)), "x[0]: 0 -> 12\n");
}

}  // namespace
}  // namespace culprit::state
