#include "src/session/open_passes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/session/session.h"
#include "src/session/test_space.h"
#include "src/tree/json.h"

namespace culprit::session {
namespace {

using Nodes = std::set<std::uint32_t>;

/// Some nodes were open when the run ended.
class Ended final : public Spaces {
 public:
  Ended(const Spaces& spaces, Nodes open) : spaces_(spaces), open_(std::move(open)) {}
  std::shared_ptr<const Space> make(const transform::Form& form,
                                    const transform::Wishes& wishes) const override {
    return spaces_.make(form, wishes);
  }
  bool did_not_finish(NodeId node) const override { return open_.contains(node.value()); }

 private:
  const Spaces& spaces_;
  Nodes open_;
};

struct Loop {
  std::string tree;
  Nodes open;
};

/// main, f, and a loop in f with a call of g in each pass, up to the last pass: that one has the calls of `last`, of which the first
/// one was open when the run ended.
Loop endless(unsigned passes, unsigned last = 0) {
  std::string parents = "-1, 0", methods = R"("main", "f")", kinds = R"("function", "function")";
  Nodes open{0, 1};
  std::uint32_t rows = 2, above = 1;
  const auto add = [&](const char* method, const char* kind) {
    parents += ", " + std::to_string(above);
    methods += std::string(", \"") + method + "\"";
    kinds += std::string(", \"") + kind + "\"";
    return rows++;
  };
  for (unsigned pass = 1; pass <= passes; ++pass) {
    above = add("loop", "loop");
    open.insert(above);
    if (pass < passes) add("g", "function");
  }
  for (unsigned call = 0; call < last; ++call) add("h", "function");
  if (last > 0) open.insert(above + last);
  return {R"({"parent": [)" + parents + R"(], "method": [)" + methods + R"(], "kind": [)" + kinds + "]}",
          open};
}

/// The nodes that are asked, with the answer to each, and then the verdict.
std::string play(const Loop& run, const Nodes& wrong, const std::string& strategy = {},
                 const std::string& transform = "loops") {
  const TestSubject subject(std::move(*tree::read_json(run.tree)), true);
  const Ended spaces(subject.spaces(), run.open);
  SessionOptions options;
  if (!strategy.empty()) options.strategy = strategy;
  options.transform = transform;
  Session session = std::move(*Session::start(subject.tree(), spaces, subject.order(), options));
  std::string asked;
  while (session.question_row() != kNoSearchId) {
    const About about = session.question();
    bool is_wrong = false;
    for (const NodeId call : session.calls(session.question_row()))
      is_wrong = is_wrong || wrong.contains(call.value());
    asked += std::to_string(about.first.value()) + (is_wrong ? " no, " : " yes, ");
    Request request;
    request.answer = {.kind = is_wrong ? AnswerKind::kNo : AnswerKind::kYes, .about = about};
    session.apply(request);
  }
  return asked + "-> " + std::to_string(session.about(session.verdict().culprit).first.value());
}

/// Passes are 2, 4, 6 and 8, the calls in them 3, 5, 7, and 9 and 10, the last of which was open.
const Loop kEndless = endless(4, 2);

TEST(OpenPasses, AreJudgedWithTheStepBeforeThem) {
  EXPECT_EQ(play(kEndless, {1, 2, 3, 4, 5, 6, 7, 8}), "4 no, 6 no, 7 no, -> 7") << "g never gets on";
  EXPECT_EQ(play(kEndless, {1, 2, 3}), "4 yes, 2 no, 3 no, -> 3");
}

TEST(OpenPasses, AreAskedIfTheyFinished) {
  Loop loop = kEndless;
  loop.open.clear();
  EXPECT_EQ(play(loop, {1, 2, 3, 4, 5, 6, 7, 8}), "4 no, 8 no, 9 yes, 10 yes, -> 8");
}

TEST(OpenPasses, AreAskedWhenAllElseInThatStepIsRight) {
  EXPECT_EQ(play(kEndless, {1, 2, 4, 6, 8}), "4 no, 6 no, 7 yes, 8 no, 9 yes, 10 yes, -> 8")
      << "it crashed there";
  EXPECT_EQ(play(kEndless, {1, 2, 4, 6}), "4 no, 6 no, 7 yes, 8 yes, -> 6");
}

TEST(OpenPasses, LeaveTheCallsInThemToBeAsked) {
  EXPECT_EQ(play(kEndless, {1, 2, 4, 6, 8, 10}), "4 no, 6 no, 7 yes, 8 no, 9 yes, 10 no, -> 10");
}

TEST(OpenPasses, AreAskedIfTheyAreTheFirstOfTheirLoop) {
  EXPECT_EQ(play(endless(1, 2), {1, 2}), "2 no, 3 yes, 4 yes, -> 2");
}

TEST(OpenPasses, AreNoEndOfAChain) {
  EXPECT_EQ(play(kEndless, {1, 2, 3, 4, 5, 6, 7, 8}, "", "loops,balance"), "4 no, 6 no, 7 no, -> 7");
}

TEST(OpenPasses, AreAskedByOtherStrategies) {
  EXPECT_EQ(play(kEndless, {1, 2, 3, 4, 5, 6, 7, 8}, "heaviest-first"),
            "1 no, 2 no, 4 no, 6 no, 8 no, 9 yes, 10 yes, -> 8");
}

}  // namespace
}  // namespace culprit::session
