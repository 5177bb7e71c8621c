#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "src/service/dialogue.h"
#include "tests/support/trace_maker.h"

namespace culprit::service {
namespace {

using nlohmann::json;
using session::AnswerKind;

/// main calls bump(int*) on three counters, the last one wrongly, and then runs a loop of three passes.
class TraceDialogue : public ::testing::Test {
 protected:
  TraceDialogue() {
    const TypeId integer = maker_.type("int", CULPRIT_TYPE_SIGNED, 4);
    const TypeId pointer = maker_.pointer_to(integer, "int *");
    const FunctionId main =
        maker_.function("main", {.result = integer, .file = "main.cpp", .first_line = 20});
    const FunctionId bump = maker_.function("bump", {.parameters = {{"counter", pointer}},
                                                     .file = "main.cpp",
                                                     .first_line = 3,
                                                     .last_line = 5,
                                                     .signature = "void bump(int *)"});
    const FunctionId loop = maker_.function("main", {.parameters = {{"i", integer}},
                                                     .file = "main.cpp",
                                                     .first_line = 25,
                                                     .last_line = 27,
                                                     .kind = CULPRIT_FUNCTION_LOOP,
                                                     .enclosing = main});
    maker_.enter(main);
    for (Address counter : {0x2000, 0x3000, 0x4000}) {
      maker_.allocate(counter, 4);
      maker_.write(counter, std::int32_t{1}, 2);
      maker_.enter(bump, std::uint64_t{counter});
      maker_.write(counter, std::int32_t{counter == 0x4000 ? 7 : 2}, 2);
      maker_.output("bump\n");
      maker_.leave();
    }
    maker_.loop(loop);
    for (std::int32_t i = 0; i < 3; ++i) maker_.iteration(loop, i);
    maker_.loop_end(loop, std::int32_t{3});
    maker_.leave(std::int32_t{11});
    maker_.close();
  }
  ~TraceDialogue() override { remove_derived(); }
  /// The index of writes and the session stand beside the trace.
  void remove_derived() {
    const std::filesystem::path trace = maker_.path();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(trace.parent_path(), ignored)) {
      const std::string name = entry.path().filename().string();
      if (name != trace.filename() && name.starts_with(trace.filename().string())) {
        std::filesystem::remove(entry.path(), ignored);
      }
    }
  }

  test::TraceMaker maker_;
};

TEST_F(TraceDialogue, ShowsWhatACallChanged) {
  const Result<Subject> subject = Subject::open(maker_.path());
  ASSERT_TRUE(subject) << subject.error().what;
  Result<Dialogue> dialogue = Dialogue::start(*subject, {.strategy = "top-down", .transform = "loops"});
  ASSERT_TRUE(dialogue) << dialogue.error().what;
  const json event = to_json(dialogue->turn());
  EXPECT_EQ(event["function"], "bump");
  EXPECT_EQ(event["signature"], "void bump(int *)");
  EXPECT_EQ(event["inputs"],
            json::parse(R"([{"name":"counter","type":"int *","value":{"pointer":"0x2000","to":1}}])"));
  EXPECT_EQ(event["changes"], json::parse(R"([{"path":"*counter","before":1,"after":2}])"));
  EXPECT_EQ(event["output"], "bump\n");
  EXPECT_EQ(one_line(std::get<Question>(dialogue->turn()).about, 80), "bump(&1)");
}

TEST_F(TraceDialogue, AsksOnceAboutEqualEffectsOnDifferentObjects) {
  const Result<Subject> subject = Subject::open(maker_.path());
  Result<Dialogue> dialogue = Dialogue::start(*subject, {.strategy = "top-down", .transform = "loops"});
  ASSERT_TRUE(dialogue->answer(AnswerKind::kYes, NodeId{1}));
  EXPECT_EQ(std::get<Question>(dialogue->turn()).about.name, "3");
  EXPECT_EQ(dialogue->log().back().who, "earlier answer");
  const auto found = dialogue->answer(AnswerKind::kNo, NodeId{2});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].earlier, session::About(NodeId{1}));
  EXPECT_EQ((*found)[0].later, session::About(NodeId{2}));
}

TEST_F(TraceDialogue, AsksAboutPassesOfALoop) {
  const Result<Subject> subject = Subject::open(maker_.path());
  Result<Dialogue> dialogue = Dialogue::start(*subject, {.strategy = "top-down", .transform = "loops"});
  ASSERT_TRUE(dialogue->jump(NodeId{6}));
  const NodeView& pass = std::get<Question>(dialogue->turn()).about;
  EXPECT_EQ(pass.kind, "iteration");
  EXPECT_EQ(pass.iteration, 3u);
  EXPECT_EQ(one_line(pass, 80), "loop at main.cpp:25, pass 3 of 3 (i = 2)");
}

TEST_F(TraceDialogue, ResumesBesideACopiedTrace) {
  const std::string session = maker_.path() + ".session";
  {
    const Result<Subject> subject = Subject::open(maker_.path());
    Result<Dialogue> dialogue = Dialogue::start(*subject, {.session_path = session});
    ASSERT_TRUE(dialogue->answer(AnswerKind::kNo, NodeId{3}));
  }
  const std::string copy = maker_.path() + ".copy";
  std::filesystem::copy_file(maker_.path(), copy);
  const Result<Subject> subject = Subject::open(copy);
  Result<Dialogue> dialogue = Dialogue::start(*subject, {.session_path = session, .resume = true});
  ASSERT_TRUE(dialogue) << dialogue.error().what;
  const json verdict = to_json(dialogue->turn());
  EXPECT_EQ(verdict["verdict"], "buggy");
  EXPECT_EQ(verdict["function"], "bump");
  EXPECT_EQ(verdict["changes"], json::parse(R"([{"path":"*counter","before":1,"after":7}])"));
}

}  // namespace
}  // namespace culprit::service
