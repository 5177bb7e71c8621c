#include "src/tree/from_trace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>

#include "src/tree/text.h"
#include "tests/support/trace_maker.h"
#include "tests/support/tree_gen.h"

namespace culprit::tree {
namespace {

using test::FunctionSpec;
using test::TraceMaker;

FunctionSpec loop_in(FunctionId enclosing) {
  FunctionSpec spec;
  spec.kind = CULPRIT_FUNCTION_LOOP;
  spec.enclosing = enclosing;
  return spec;
}

/// A program of a few functions; each test writes what they do.
class FromTrace : public testing::Test {
 protected:
  /// The tree as text, or the error.
  std::string text() {
    trace_.emplace(maker_.finish());
    Result<Tree> tree = read_tree(*trace_);
    if (!tree) return tree.error().what;
    tree_.emplace(std::move(*tree));
    return to_text(*tree_);
  }
  std::uint64_t leave(std::uint32_t node) const { return tree_->leave(NodeId{node}).value(); }
  culprit_event event_at_leave(std::uint32_t node) const {
    return trace_->event_at(tree_->leave(NodeId{node})).kind;
  }

  TraceMaker maker_{4096, "prog"};
  FunctionId main_ =
      maker_.function("main", {.file = "a.c", .first_line = 3, .last_line = 9, .signature = "int main()"});
  FunctionId f_ = maker_.function("f");
  FunctionId g_ = maker_.function("g");
  FunctionId outer_ = maker_.function("outer", loop_in(main_));
  FunctionId inner_ = maker_.function("inner", loop_in(main_));
  std::optional<trace::Trace> trace_;
  std::optional<Tree> tree_;
};

TEST_F(FromTrace, NestsCalls) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.write(0x1000, 1);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  maker_.output("hello");
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  f\n"
            "    g\n"
            "  g\n");
  EXPECT_EQ(tree_->function(NodeId{0}).signature, "int main()");
  EXPECT_EQ(tree_->function_id(NodeId{2}), g_) << "function ids are those of the trace";
  EXPECT_EQ(trace_->event_at(tree_->enter(NodeId{3})).kind, CULPRIT_EVENT_ENTER);
  EXPECT_EQ(trace_->event_at(tree_->enter(NodeId{3})).function, g_);
  EXPECT_EQ(event_at_leave(0), CULPRIT_EVENT_LEAVE);
  EXPECT_LT(leave(2), leave(1));
}

TEST_F(FromTrace, NestsEachIterationInTheOneBeforeIt) {
  maker_.enter(main_);
  maker_.loop(outer_);
  for (int i = 0; i < 2; ++i) {
    maker_.iteration(outer_, i);
    maker_.loop(inner_);
    for (int j = 0; j < 2; ++j) {
      maker_.iteration(inner_, j);
      maker_.enter(f_);
      maker_.leave();
    }
    maker_.loop_end(inner_);
  }
  maker_.loop_end(outer_);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  outer\n"
            "    inner\n"
            "      f\n"
            "      inner\n"
            "        f\n"
            "    outer\n"
            "      inner\n"
            "        f\n"
            "        inner\n"
            "          f\n"
            "  g\n");
  EXPECT_TRUE(tree_->is_iteration(NodeId{1}));
  EXPECT_EQ(leave(1), leave(6)) << "all iterations of a loop end with it";
  EXPECT_EQ(leave(2), leave(4));
  EXPECT_NE(leave(2), leave(7)) << "another activation ends at another moment";
  EXPECT_EQ(event_at_leave(1), CULPRIT_EVENT_LOOP_END);
}

TEST_F(FromTrace, PutsCallsOfAConditionIntoTheIterationBeforeIt) {
  maker_.enter(main_);
  maker_.loop(outer_);
  maker_.enter(g_);
  maker_.leave();
  maker_.iteration(outer_);
  maker_.enter(g_);
  maker_.leave();
  maker_.iteration(outer_);
  maker_.enter(g_);
  maker_.leave();
  maker_.loop_end(outer_);
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  g\n"
            "  outer\n"
            "    g\n"
            "    outer\n"
            "      g\n");
}

TEST_F(FromTrace, ClosesLoopsThatAReturnLeaves) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.loop(inner_);
  maker_.iteration(inner_);
  maker_.leave();
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  f\n"
            "    outer\n"
            "      inner\n"
            "  g\n");
  EXPECT_EQ(leave(2), leave(1));
  EXPECT_EQ(leave(3), leave(1));
}

TEST_F(FromTrace, ClosesInnerLoopsThatAnOuterOneLeaves) {
  maker_.enter(main_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.loop(inner_);
  maker_.iteration(inner_);
  maker_.iteration(outer_);
  maker_.loop(inner_);
  maker_.iteration(inner_);
  maker_.loop_end(outer_);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  outer\n"
            "    inner\n"
            "    outer\n"
            "      inner\n"
            "  g\n");
}

TEST_F(FromTrace, KeepsTheLoopsOfRecursiveCallsApart) {
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.loop_end(outer_);
  maker_.loop_end(outer_);
  maker_.leave();
  maker_.iteration(outer_);
  maker_.loop_end(outer_);
  maker_.leave();
  EXPECT_EQ(text(),
            "f\n"
            "  outer\n"
            "    f\n"
            "      outer\n"
            "    outer\n")
      << "the end of a loop that is not open in the call changes nothing";
}

TEST_F(FromTrace, EndsCallsThatAnExceptionLeaves) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.enter(g_);
  maker_.unwind(2);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  f\n"
            "    outer\n"
            "      g\n"
            "  g\n");
  for (const std::uint32_t node : {1u, 2u, 3u}) {
    EXPECT_EQ(event_at_leave(node), CULPRIT_EVENT_UNWIND);
    EXPECT_EQ(leave(node), leave(1));
  }
}

TEST_F(FromTrace, LeavesCallsThatDidNotFinishOpen) {
  maker_.enter(main_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.enter(f_);
  maker_.leave();
  maker_.enter(g_);
  EXPECT_EQ(text(), "main  @a.c:3-9\n  outer\n    f\n    g\n");
  EXPECT_EQ(tree_->leave(NodeId{0}), kNoMoment);
  EXPECT_EQ(tree_->leave(NodeId{1}), kNoMoment);
  EXPECT_NE(tree_->leave(NodeId{2}), kNoMoment);
  EXPECT_EQ(tree_->leave(NodeId{3}), kNoMoment);
}

TEST_F(FromTrace, GivesSeveralTopLevelCallsTheProgramAsRoot) {
  maker_.enter(f_);
  maker_.leave();
  maker_.leave();
  maker_.unwind(5);
  maker_.enter(main_);
  maker_.leave();
  EXPECT_EQ(text(), "prog\n  f\n  main  @a.c:3-9\n") << "a leave without a call changes nothing";
  EXPECT_EQ(tree_->function(tree_->root()).kind, FunctionKind::kProgram);
}

TEST_F(FromTrace, NamesUnknownFunctions) {
  maker_.enter(main_);
  maker_.enter(FunctionId{999});
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(), "main  @a.c:3-9\n  unknown function\n");
}

TEST_F(FromTrace, HangsAThreadBelowTheCallThatStartedIt) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  const StreamId thread = maker_.spawn();
  maker_.switch_to(thread);
  maker_.enter(g_);
  const StreamId grandchild = maker_.spawn();
  maker_.enter(f_);
  maker_.leave();
  maker_.switch_to(grandchild);
  maker_.enter(inner_);
  maker_.leave();
  maker_.switch_to(StreamId{1});
  maker_.sequence();  // it was waited for
  maker_.enter(main_);
  maker_.leave();
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(text(),
            "main  @a.c:3-9\n"
            "  f\n"
            "    outer\n"
            "      g\n"
            "        inner\n"
            "        f\n"
            "      main  @a.c:3-9\n");
  EXPECT_EQ(tree_->enter(NodeId{3}).stream(), thread);
  EXPECT_EQ(tree_->enter(NodeId{4}).stream(), grandchild);
  EXPECT_EQ(trace_->event_at(tree_->enter(NodeId{5})).function, f_);
  EXPECT_EQ(tree_->leave(NodeId{3}), kNoMoment) << "the thread ended in the middle of the call";
}

/// main calls f, which starts a thread in a loop, then main does something else; the thread calls g.
TEST_F(FromTrace, HangsAThreadBelowTheCallThatWasStillOpenWhenItEnded) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  const StreamId early = maker_.spawn(), late = maker_.spawn(), last = maker_.spawn();
  maker_.iteration(outer_);
  maker_.switch_to(early);
  maker_.enter(g_);
  maker_.leave();
  maker_.sequence();
  maker_.switch_to(StreamId{1});
  maker_.sequence();
  maker_.loop_end(outer_);
  maker_.leave();  // f
  maker_.enter(inner_);
  maker_.leave();
  for (const StreamId thread : {late, last}) {
    maker_.switch_to(thread);
    maker_.enter(g_);
    const StreamId grandchild = maker_.spawn();
    maker_.leave();
    maker_.sequence();
    maker_.switch_to(grandchild);
    maker_.enter(f_);
    maker_.leave();
    maker_.sequence();
    maker_.switch_to(StreamId{1});
    if (thread == late) maker_.sequence();
    if (thread == late) maker_.leave();  // main
  }
  EXPECT_EQ(text(),
            "prog\n"
            "  main  @a.c:3-9\n"
            "    f\n"
            "      outer\n"
            "        g\n"
            "        outer\n"
            "    g\n"
            "    f\n"
            "    inner\n"
            "  g\n"
            "  f\n");
}

TEST_F(FromTrace, HangsThreadsNobodyStartedBelowTheProgram) {
  maker_.enter(main_);
  culprit_stream* stray = culprit_stream_open(maker_.raw(), 0, 0, 0);
  culprit_enter(stray, g_.value(), 0, nullptr, 0);
  culprit_leave(stray, 0, 0, nullptr, 0);
  culprit_spawn(stray, 1);
  culprit_spawn(stray, 2);
  culprit_spawn(stray, 7);
  culprit_stream_close(stray);
  maker_.leave();
  EXPECT_EQ(text(), "prog\n  main  @a.c:3-9\n  g\n") << "a thread is read once, and a missing one not at all";
}

TEST_F(FromTrace, RefusesATraceWithoutCalls) {
  maker_.write(0x1000, 1);
  const std::string path = maker_.path();
  EXPECT_EQ(text(), path + " holds no call; expected at least one");
}

TEST_F(FromTrace, ReadsAPathOfAMillionIterations) {
  maker_.enter(main_);
  maker_.loop(outer_);
  for (int i = 0; i < 1'000'000; ++i) maker_.iteration(outer_);
  maker_.loop_end(outer_);
  maker_.leave();
  trace_.emplace(maker_.finish());
  std::uint64_t reported = 0;
  const Result<Tree> tree =
      read_tree(*trace_, [&](std::string_view, std::uint64_t done, std::uint64_t total) {
        EXPECT_GT(done, reported);
        EXPECT_LE(done, total);
        reported = done;
      });
  ASSERT_TRUE(tree.has_value());
  ASSERT_EQ(tree->size(), 1'000'001u);
  EXPECT_EQ(tree->parent(NodeId{1'000'000}), NodeId{999'999});
  EXPECT_EQ(tree->leave(NodeId{1}), tree->leave(NodeId{1'000'000}));
  EXPECT_GT(reported, 0u);
}

TEST_F(FromTrace, StaysLinearWhenLoopsAreBegunAndNeverEnded) {
  maker_.enter(main_);
  for (int i = 0; i < 200'000; ++i) maker_.loop(inner_);
  for (int i = 0; i < 200'000; ++i) maker_.loop_end(outer_);
  maker_.leave();
  EXPECT_EQ(text(), "main  @a.c:3-9\n");
}

RC_GTEST_PROP(FromTraceLaw, ReadsTheTreeThatWasRecorded, ()) {
  const Tree tree = support::build(*support::plain_trees());
  TraceMaker maker;
  std::vector<FunctionId> functions;
  for (const Function& function : tree.functions()) functions.push_back(maker.function(function.name));
  std::vector<NodeId> open;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    while (!open.empty() && open.back() != tree.parent(NodeId{i})) {
      maker.leave();
      open.pop_back();
    }
    maker.enter(functions[tree.function_id(NodeId{i}).value()]);
    open.push_back(NodeId{i});
  }
  const trace::Trace trace = maker.finish();
  const Result<Tree> read = read_tree(trace);
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->size() == tree.size());
  RC_ASSERT(std::equal(tree.parents(), tree.parents() + tree.size(), read->parents()));
  RC_ASSERT(std::equal(tree.ends(), tree.ends() + tree.size(), read->ends()));
}

}  // namespace
}  // namespace culprit::tree
