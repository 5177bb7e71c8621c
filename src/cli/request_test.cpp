#include "src/cli/request.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace culprit::cli {
namespace {

RequestKind kind_of(std::string_view line) {
  const auto request = parse_request(line);
  EXPECT_TRUE(request) << line;
  return request ? request->kind : RequestKind::kHelp;
}

std::string refusal(std::string_view line) {
  const auto request = parse_request(line);
  if (request) return "accepted";
  EXPECT_EQ(request.error().code, ErrorCode::kBadAnswer);
  return request.error().what + " | " + request.error().hint;
}

TEST(Request, TakesEveryAnswerOfTheManual) {
  using session::AnswerKind;
  const std::pair<std::string_view, AnswerKind> answers[] = {
      {"y", AnswerKind::kYes},
      {"YES", AnswerKind::kYes},
      {"n", AnswerKind::kNo},
      {"no", AnswerKind::kNo},
      {"s", AnswerKind::kSkip},
      {"d", AnswerKind::kSkip},
      {"skip", AnswerKind::kSkip},
      {"i", AnswerKind::kInadmissible},
      {"t", AnswerKind::kTrustFunction},
      {"trust file", AnswerKind::kTrustFile},
      {" trust  namespace ", AnswerKind::kTrustNamespace},
  };
  for (const auto& [text, kind] : answers) {
    const auto request = parse_request(text);
    ASSERT_TRUE(request) << text;
    EXPECT_EQ(request->kind, RequestKind::kAnswer) << text;
    EXPECT_EQ(request->answer, kind) << text;
  }
}

TEST(Request, TakesEveryWordOfTheHelp) {
  for (const DialogueWord& word : dialogue_words()) {
    std::string line(word.word);
    for (const auto& [place, value] :
         {std::pair("[N]", "2"), std::pair("[NODE]", "7"), std::pair("NODE", "7"),
          std::pair("NAME", "top-down"), std::pair("PATH", "L[2]"), std::pair("no N", "no 2"),
          std::pair("N?", "3?")}) {
      if (const std::size_t at = line.find(place); at != std::string::npos)
        line.replace(at, std::string_view(place).size(), value);
    }
    if (line == "N") line = "3";
    EXPECT_TRUE(parse_request(line)) << line;
    for (const char key : word.key) {
      if (key == ' ') continue;
      const std::string operand = line.find("L[2]") != std::string::npos ? " L[2]" : "";
      EXPECT_TRUE(parse_request(std::string(1, key) + operand)) << key;
    }
  }
}

TEST(Request, ReadsOperands) {
  EXPECT_EQ(parse_request("undo")->number, 1u);
  EXPECT_EQ(parse_request("u 3")->number, 3u);
  EXPECT_EQ(parse_request("jump 2:17")->text, "2:17");
  EXPECT_EQ(parse_request("mode top-down")->text, "top-down");
  EXPECT_EQ(parse_request("strategy top-down")->kind, RequestKind::kStrategy);
  EXPECT_EQ(parse_request("reshape loops,compress")->text, "loops,compress");
  EXPECT_EQ(parse_request("plain")->kind, RequestKind::kPlain);
  EXPECT_EQ(parse_request("input")->answer, session::AnswerKind::kInadmissible);
  EXPECT_EQ(parse_request("print  head->next ")->text, "head->next");
  EXPECT_EQ(parse_request("no")->part, 0u);
  for (const char* line : {"no 5", "N 5", "wrong  5"}) {
    const auto request = parse_request(line);
    ASSERT_TRUE(request) << line;
    EXPECT_EQ(request->answer, session::AnswerKind::kNo) << line;
    EXPECT_EQ(request->part, 5u) << line;
  }
  using Kind = service::Choice::Kind;
  EXPECT_EQ(kind_of("12"), RequestKind::kChoose);
  EXPECT_EQ(parse_request("12")->choice.number, 12u);
  EXPECT_EQ(parse_request("own")->choice.kind, Kind::kOwn);
  EXPECT_EQ(parse_request("start")->choice.kind, Kind::kStart);
  EXPECT_EQ(parse_request("end")->choice.kind, Kind::kEnd);
  EXPECT_EQ(parse_request("OK")->choice.kind, Kind::kOk);
  EXPECT_EQ(kind_of("2?"), RequestKind::kDetail);
  EXPECT_EQ(parse_request("2?")->choice.number, 2u);
  EXPECT_EQ(parse_request("open")->text, "");
  EXPECT_EQ(parse_request("o 2:3")->text, "2:3");
  EXPECT_EQ(parse_request("wrong input")->answer, session::AnswerKind::kInadmissible);
  EXPECT_EQ(kind_of("?"), RequestKind::kHelp);
  EXPECT_EQ(kind_of("Q"), RequestKind::kQuit);
}

TEST(Request, SaysWhatIsWrongWithALine) {
  const std::string all = "type yes, no, skip, trust or input; help lists all words";
  EXPECT_EQ(refusal("perhaps"), "'perhaps' is no answer | " + all);
  EXPECT_EQ(refusal("inptu"), "'inptu' is no answer | did you mean 'input'? " + all);
  EXPECT_EQ(refusal("\x1b[2J"), "'\\x1b[2J' is no answer | " + all);
  EXPECT_EQ(refusal("jump"), "'jump' needs something after it | for example 'jump 7'");
  EXPECT_EQ(refusal("jump"), "'jump' needs something after it | for example 'jump 7'");
  EXPECT_EQ(refusal("undo -1"), "'undo' needs a number, not '-1' | for example 'undo 2'");
  const std::string example = " | for example 'no 2'; 'no' alone judges what is asked";
  for (const std::string text : {"0", "-1", "2:17", "idea", "99999999999"})
    EXPECT_EQ(refusal("no " + text),
              "'no' takes the number of a call in the list, from 1, not '" + text + "'" + example);
  EXPECT_EQ(refusal("yes 5"), "'yes 5' is no answer | did you mean 'yes'? " + all);
  EXPECT_EQ(refusal("quit now"), "'quit' stands alone, without 'now' | type it alone");
}

TEST(Request, CompletesWordsUpToTheirOperand) {
  const auto words = completion_of_words();
  for (const std::string_view expected : {"yes", "trust file", "no ", "jump ", "undo ", "strategy top-down"})
    EXPECT_NE(std::find(words.begin(), words.end(), expected), words.end()) << expected;
}

}  // namespace
}  // namespace culprit::cli
