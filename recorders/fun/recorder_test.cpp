#include "recorders/fun/recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "recorders/fun/test_run.h"
#include "src/trace/trace.h"
#include "tests/support/temporary_path.h"

namespace culprit::fun {
namespace {

/// Records a run, and opens the trace.
class Recording : public testing::Test {
 protected:
  void record(const std::string& program, const std::string& expression, const Limits& limits = {}) {
    const Source text("p.fun", program), start("expression", expression);
    Heap heap;
    const auto code = read_code(text, start, heap);
    ASSERT_TRUE(code) << code.error().what;
    auto recorder =
        Recorder::open({.path = path_.str(), .program = "p.fun", .expression = expression}, *code);
    ASSERT_TRUE(recorder) << recorder.error().what;
    succeeded_ = Machine(*code, heap, limits, recorder->get()).run().has_value();
    recorder->reset();
    auto trace = trace::Trace::open(path_.str());
    ASSERT_TRUE(trace) << trace.error().what;
    trace_ = std::make_unique<trace::Trace>(std::move(*trace));
  }
  std::size_t count(culprit_event kind) const {
    std::size_t found = 0;
    trace::Cursor cursor = trace_->events(StreamId{1});
    while (cursor.next()) found += cursor.event().kind == kind ? 1 : 0;
    return found;
  }
  const trace::Tables& tables() const { return trace_->tables(); }

  test::TemporaryPath path_;
  std::unique_ptr<trace::Trace> trace_;
  bool succeeded_ = false;
};

TEST_F(Recording, DescribesTheProgram) {
  record("f(x) = {\n  g(x, 1)\n}\n\ng(first, second) = first", "f(1)");
  EXPECT_EQ(tables().language, "fun");
  EXPECT_EQ(tables().program, "p.fun");
  EXPECT_EQ(tables().arguments, std::vector<std::string>{"f(1)"});
  ASSERT_EQ(tables().functions.size(), 3);
  const trace::Function& f = tables().functions[1];
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.signature, "f(x)");
  EXPECT_EQ(f.first_line, 1);
  EXPECT_EQ(f.last_line, 3);
  EXPECT_EQ(tables().file(f.file).path, "p.fun");
  const trace::Function& g = tables().functions[2];
  EXPECT_EQ(g.parameters[1].name, "second");
  EXPECT_EQ(g.first_line, 5);
}

TEST_F(Recording, HasTheArcsOfTheDependencyGraph) {
  record("h(x) = g(f(x));\ng(x) = x*x;\nf(x) = x+1;", "h(1)");
  std::string arcs;
  for (const trace::Arc& arc : tables().arcs)
    arcs += tables().function(arc.from).name + (arc.kind == CULPRIT_ARC_CALL ? ">" : "~") +
            tables().function(arc.to).name + " ";
  EXPECT_EQ(arcs, "h>g h>f f~g ");
}

TEST_F(Recording, WritesAnObjectOnce) {
  record("f(x, n) = if n = 0 then x else f(x, n-1)", "f((1 2 3), 100)");
  EXPECT_TRUE(succeeded_);
  EXPECT_EQ(count(CULPRIT_EVENT_ENTER), 101);
  EXPECT_EQ(count(CULPRIT_EVENT_LEAVE), 101);
  EXPECT_EQ(count(CULPRIT_EVENT_WRITE) + count(CULPRIT_EVENT_WRITE_FAR), 6);
}

TEST_F(Recording, EndsOpenCallsWithTheError) {
  record("f(n) = if n = 0 then car(nil) else f(n-1)", "f(3)");
  EXPECT_FALSE(succeeded_);
  EXPECT_EQ(count(CULPRIT_EVENT_ENTER), 4);
  EXPECT_EQ(count(CULPRIT_EVENT_LEAVE), 0);
  EXPECT_EQ(count(CULPRIT_EVENT_UNWIND), 1);
  EXPECT_EQ(trace_->state(), CULPRIT_STATE_CLOSED);
}

TEST_F(Recording, LeavesThePlaceOfAnotherProcessAlone) {
  record("f(n) = n", "f(3)");
  record("f(n) = f(n-1)", "f(3)", {.depth = 3});  // beside it
  EXPECT_EQ(count(CULPRIT_EVENT_LEAVE), 1);
  std::error_code error;
  EXPECT_TRUE(std::filesystem::remove(path_.str() + "." + std::to_string(::getpid()), error));
}

TEST_F(Recording, SurvivesCollectionsOfGarbage) {
  record(
      "upto(a, b) = if a > b then nil else cons(a, upto(a+1, b))\n"
      "churn(n) = if n = 0 then 0 else length(upto(1, 1000)) + churn(n-1)\n",
      "churn(2500)");
  EXPECT_TRUE(succeeded_);
  EXPECT_EQ(count(CULPRIT_EVENT_ENTER), 2501 + 2500 * 1001);
  EXPECT_EQ(count(CULPRIT_EVENT_WRITE) + count(CULPRIT_EVENT_WRITE_FAR), 2500 * 1000 * 2);
}

}  // namespace
}  // namespace culprit::fun
