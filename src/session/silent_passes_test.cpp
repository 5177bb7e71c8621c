#include "src/session/silent_passes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/session/session.h"
#include "src/session/test_space.h"
#include "src/tree/json.h"

namespace culprit::session {
namespace {

/// main, f, and a loop in f of some passes, of which the later ones are silent; in the last one, if wanted, a call.
std::string loop_of(unsigned passes, bool has_call) {
  std::string parents = "-1, 0", methods = R"("main", "f")", kinds = R"("function", "function")";
  for (unsigned pass = 1; pass <= passes; ++pass) {
    parents += ", " + std::to_string(pass);
    methods += R"(, "loop")";
    kinds += R"(, "loop")";
  }
  if (has_call) {
    parents += ", " + std::to_string(passes + 1);
    methods += R"(, "g")";
    kinds += R"(, "function")";
  }
  return R"({"parent": [)" + parents + R"(], "method": [)" + methods + R"(], "kind": [)" + kinds + "]}";
}

/// Passes from a node on are silent.
class QuietEnd final : public Spaces {
 public:
  QuietEnd(const Spaces& spaces, std::uint32_t first) : spaces_(spaces), first_(first) {}
  std::shared_ptr<const Space> make(const transform::Form& form,
                                    const transform::Wishes& wishes) const override {
    return spaces_.make(form, wishes);
  }
  bool is_silent(NodeId pass) const override {
    looked_at_.insert(pass.value());
    return pass.value() >= first_;
  }
  std::size_t looked_at() const { return looked_at_.size(); }

 private:
  const Spaces& spaces_;
  std::uint32_t first_;
  mutable std::set<std::uint32_t> looked_at_;
};

/// The nodes that are asked, with the answer to each, and then the verdict.
std::string play(const std::string& tree, std::uint32_t first_silent, const std::set<std::uint32_t>& wrong,
                 std::string_view strategy = strategy::kDefaultStrategy) {
  const TestSubject subject(std::move(*tree::read_json(tree)));
  const QuietEnd spaces(subject.spaces(), first_silent);
  SessionOptions options;
  options.strategy = strategy;
  Session session = std::move(*Session::start(subject.tree(), spaces, subject.order(), options));
  std::string asked;
  while (session.question_row() != kNoSearchId) {
    const NodeId node = session.question().first;
    const bool is_wrong = wrong.contains(node.value());
    asked += std::to_string(node.value()) + (is_wrong ? " no, " : " yes, ");
    Request request;
    request.answer = {.kind = is_wrong ? AnswerKind::kNo : AnswerKind::kYes, .about = {node, node}};
    session.apply(request);
  }
  return asked + "-> " + std::to_string(session.about(session.verdict().culprit).first.value());
}

TEST(SilentPasses, AreJudgedWithThePassAboveThem) {
  const std::string tree = loop_of(7, false);  // nodes 2 to 8
  EXPECT_EQ(play(tree, 99, {1, 2, 3, 4, 5, 6}), "4 no, 6 no, 7 yes, -> 6") << "none is silent";
  EXPECT_EQ(play(tree, 5, {1, 2, 3, 4, 5, 6}), "4 no, -> 4");
  EXPECT_EQ(play(tree, 5, {1, 2, 3}), "4 yes, 2 no, 3 no, -> 3");
}

TEST(SilentPasses, AreNotAskedIfAllAre) {
  EXPECT_EQ(play(loop_of(7, false), 2, {1, 2, 3}), "1 no, -> 1") << "the function is to blame";
  EXPECT_EQ(play(loop_of(7, false), 2, {}), "1 yes, -> 0");
}

/// A chain of a call and a silent loop, known to be wrong, while the call is right.
TEST(SilentPasses, AreAskedIfNothingElseCanBeToBlame) {
  const std::string tree =
      R"({"parent": [-1, 0, 0, 2, 0, 0], "method": ["main", "f", "loop", "loop", "g", "h"],
          "kind": ["function", "function", "loop", "loop", "function", "function"]})";
  const TestSubject subject(std::move(*tree::read_json(tree)), true);
  const QuietEnd spaces(subject.spaces(), 2);
  SessionOptions options;
  options.transform = "loops,balance";
  Session session = std::move(*Session::start(subject.tree(), spaces, subject.order(), options));
  std::string asked;
  while (session.question_row() != kNoSearchId) {
    const About about = session.question();
    const bool is_wrong = about.is_chain() || subject.tree().is_iteration(about.first);
    asked += std::to_string(about.first.value()) + (about.is_chain() ? " chain, " : ", ");
    Request request;
    request.answer = {.kind = is_wrong ? AnswerKind::kNo : AnswerKind::kYes, .about = about};
    session.apply(request);
  }
  EXPECT_EQ(asked, "1 chain, 1, 2, ");
  ASSERT_EQ(session.verdict().kind, VerdictKind::kBuggy);
  EXPECT_EQ(session.about(session.verdict().culprit).first.value(), 2u);
}

TEST(SilentPasses, LeaveTheCallsInThemToBeAsked) {
  EXPECT_EQ(play(loop_of(7, true), 2, {1, 9}), "1 no, 9 no, -> 9");
}

TEST(SilentPasses, AreAskedByOtherStrategies) {
  EXPECT_EQ(play(loop_of(3, false), 2, {1, 2, 3}, "top-down"), "1 no, 2 no, 3 no, 4 yes, -> 3");
}

TEST(SilentPasses, AreFoundByFewLooks) {
  const TestSubject subject(std::move(*tree::read_json(loop_of(2000, false))));
  const QuietEnd spaces(subject.spaces(), 12);
  const Session session =
      std::move(*Session::start(subject.tree(), spaces, subject.order(), SessionOptions()));
  EXPECT_EQ(session.question().first.value(), 11u);
  EXPECT_LT(spaces.looked_at(), 30u) << "of two thousand";
}

}  // namespace
}  // namespace culprit::session
