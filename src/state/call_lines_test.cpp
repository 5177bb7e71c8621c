#include <gtest/gtest.h>

#include "src/base/text.h"
#include "src/tree/text.h"
#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

class CallLinesOfATrace : public AccountFixture {
 protected:
  void row(FunctionId caller, FunctionId callee, std::uint32_t line) {
    const culprit_call_site site{caller.value(), callee.value(), line, 0};
    culprit_define_call_site(maker.raw(), &site);
  }
  void call(FunctionId callee, std::uint32_t line = 0) {
    if (line != 0) culprit_call_line(maker.stream(), line, 0, 0);
    maker.enter(callee);
    maker.leave();
  }
  std::uint32_t line(std::uint32_t node) const { return account_->call_line(NodeId{node}); }

  const FunctionId main = maker.function("main", {.file = "a.cpp", .first_line = 10, .last_line = 30});
  const FunctionId f = maker.function("f", {.file = "a.cpp", .first_line = 2, .last_line = 8});
  const FunctionId g = maker.function("g");
  const FunctionId loop =
      maker.function("", {.first_line = 12, .kind = CULPRIT_FUNCTION_LOOP, .enclosing = main});
};

TEST_F(CallLinesOfATrace, StandInARowOrBeforeTheCall) {
  row(main, f, 4);
  row(main, g, 5);
  row(main, g, 6);
  maker.enter(main);
  call(f);
  call(f, 8);
  call(g, 6);
  call(g);
  maker.leave();
  finish();
  EXPECT_EQ(line(0), 0u) << "nobody called it";
  EXPECT_EQ(line(1), 13u) << "by the row";
  EXPECT_EQ(line(2), 17u) << "its own line comes first";
  EXPECT_EQ(line(3), 15u);
  EXPECT_EQ(line(4), 0u) << "of several rows none";
}

TEST_F(CallLinesOfATrace, OfCallsInALoopAreThoseOfTheFunctionItStandsIn) {
  row(main, f, 4);
  maker.enter(main);
  maker.loop(loop);
  maker.iteration(loop);
  call(f);
  call(f, 9);
  maker.iteration(loop);
  call(f);
  maker.loop_end(loop);
  maker.leave();
  finish();
  ASSERT_TRUE(tree_->is_iteration(NodeId{1}));
  EXPECT_EQ(line(1), 0u) << "a pass is not called";
  EXPECT_EQ(line(2), 13u);
  EXPECT_EQ(line(3), 18u);
  EXPECT_EQ(line(5), 13u) << "in the second pass";
}

TEST_F(CallLinesOfATrace, AreNotKnownAcrossThreadsAndWhereTheyCannotBeRight) {
  row(main, f, 4);
  maker.enter(main);
  const StreamId second = maker.spawn();
  call(f, 22);
  call(f, ~0u);
  maker.switch_to(second);
  call(f);
  maker.switch_to(StreamId{1});
  maker.enter(g);
  call(f, 3);
  maker.leave();
  maker.leave();
  finish();
  std::vector<std::uint32_t> lines;
  for (std::uint32_t node = 0; node < tree_->size(); ++node)
    if (tree_->function(NodeId{node}).name == "f") lines.push_back(line(node));
  EXPECT_EQ(lines, std::vector<std::uint32_t>(4))
      << "of a thread's first call, past the caller's end, in no file";
}

TEST(CallLinesOfLabels, AreNotKnown) {
  const auto tree = tree::read_text("main\n  f(1) = 2  @a.cpp:3\n");
  ASSERT_TRUE(tree);
  EXPECT_EQ(make_label_account(*tree)->call_line(NodeId{1}), 0u);
}

}  // namespace
}  // namespace culprit::state
