#include "src/graph/run_facts.h"

#include <gtest/gtest.h>

#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::graph {
namespace {

TEST(RunFacts, OfATraceTellEqualCallsByTheirBytes) {
  test::TraceMaker maker;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const TypeId pointer = maker.pointer_to(integer);
  const FunctionId program = maker.function("main");
  const FunctionId square = maker.function("square", {.parameters = {{"x", integer}}, .result = integer});
  const FunctionId read = maker.function("read", {.parameters = {{"p", pointer}}, .result = integer});
  const culprit_dependency arc{
      .kind = CULPRIT_ARC_PARAMETER, .from = square.value(), .to = read.value(), .parameter = 0};
  culprit_define_arc(maker.raw(), &arc);
  maker.enter(program);
  const auto call = [&](FunctionId function, auto argument, int result) {
    maker.enter(function, argument);
    maker.leave(result);
  };
  call(square, 3, 9);              // node 1
  call(square, 3, 9);              // 2
  call(square, 4, 16);             // 3
  call(square, 3, 8);              // 4
  call(read, Address{0x1000}, 1);  // 5
  call(read, Address{0x1000}, 1);  // 6
  maker.leave();
  const trace::Trace trace = maker.finish();
  const auto tree = tree::read_tree(trace);
  ASSERT_TRUE(tree);
  const RunFacts facts = facts_of(*tree, trace);
  ASSERT_EQ(facts.keys.size(), 7u);
  EXPECT_EQ(facts.keys[1], facts.keys[2]);
  EXPECT_NE(facts.keys[1], facts.keys[3]) << "another argument";
  EXPECT_NE(facts.keys[1], facts.keys[4]) << "another result";
  EXPECT_NE(facts.keys[5], facts.keys[6]) << "what a pointer leads to may have changed";
  EXPECT_EQ(facts.arcs, (std::vector<FunctionArc>{{ArcKind::kParameter, square, read}}));
}

}  // namespace
}  // namespace culprit::graph
