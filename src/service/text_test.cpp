#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/service/dialogue.h"

namespace culprit::service {
namespace {

using nlohmann::json;
using state::Value;
using state::ValueKind;

Value scalar(ValueKind kind, std::string text, std::string name = {}, std::string type = {}) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  value.name = std::move(name);
  value.type = std::move(type);
  return value;
}

Value group(ValueKind kind, std::vector<Value> children, std::string name = {}) {
  Value value;
  value.kind = kind;
  value.children = std::move(children);
  value.name = std::move(name);
  return value;
}

Value pointer(Address address, std::vector<Value> children, std::string name = {}) {
  Value value = group(ValueKind::kPointer, std::move(children), std::move(name));
  value.address = address;
  value.text = address == 0 ? "null" : "0x10";
  return value;
}

Value cut(std::uint64_t count) {
  Value value;
  value.kind = ValueKind::kCut;
  value.count = count;
  return value;
}

Value list() {
  return pointer(0x10, {group(ValueKind::kStruct,
                              {scalar(ValueKind::kSigned, "1", "value"), pointer(0, {}, "next")}, "*")});
}

TEST(ValueJson, KeepsScalarsAsTheyAre) {
  EXPECT_EQ(to_json(scalar(ValueKind::kBool, "true")), json(true));
  EXPECT_EQ(to_json(scalar(ValueKind::kSigned, "-12")), json(-12));
  EXPECT_EQ(to_json(scalar(ValueKind::kFloat, "0.5")), json(0.5));
  EXPECT_EQ(to_json(scalar(ValueKind::kFloat, "1e300")), json(1e300));
  EXPECT_EQ(to_json(scalar(ValueKind::kCharacter, "'a'")), json("'a'"));
  EXPECT_EQ(to_json(scalar(ValueKind::kEnum, "kRed")), json("kRed"));
  EXPECT_EQ(to_json(scalar(ValueKind::kString, "a\"b")), json("a\"b"));
  EXPECT_EQ(to_json(scalar(ValueKind::kVoid, "")), json(nullptr));
}

TEST(ValueJson, GivesAsTextWhatANumberWouldRound) {
  EXPECT_EQ(to_json(scalar(ValueKind::kUnsigned, "9007199254740991")), json(9007199254740991));
  EXPECT_EQ(to_json(scalar(ValueKind::kUnsigned, "9007199254740992")), json("9007199254740992"));
  EXPECT_EQ(to_json(scalar(ValueKind::kSigned, "-9007199254740992")), json("-9007199254740992"));
  EXPECT_EQ(to_json(scalar(ValueKind::kUnsigned, "340282366920938463463374607431768211455")),
            json("340282366920938463463374607431768211455"));
  EXPECT_EQ(to_json(scalar(ValueKind::kFloat, "nan")), json("nan"));
  EXPECT_EQ(to_json(scalar(ValueKind::kFloat, "-inf")), json("-inf"));
  EXPECT_EQ(to_json(scalar(ValueKind::kFloat, "0.1", "", "long double")), json("0.1"));
}

TEST(ValueJson, NestsStructsArraysAndPointers) {
  EXPECT_EQ(to_json(list()), json::parse(R"({"pointer":"0x10","to":{"value":1,"next":null}})"));
  EXPECT_EQ(to_json(pointer(
                0x10, {scalar(ValueKind::kSigned, "1", "[0]"), scalar(ValueKind::kSigned, "2", "[1]")})),
            json::parse(R"({"pointer":"0x10","to":[1,2]})"));
  EXPECT_EQ(to_json(group(ValueKind::kArray, {scalar(ValueKind::kSigned, "1"), cut(9)})),
            json::parse(R"([1,{"cut":9}])"));
  EXPECT_EQ(to_json(group(ValueKind::kStruct, {scalar(ValueKind::kSigned, "1", "x"),
                                               scalar(ValueKind::kSigned, "2", "x"), cut(3)})),
            json::parse(R"({"x":1,"x#2":2,"…":{"cut":3}})"));
}

TEST(ValueJson, SaysWhatIsNotThere) {
  EXPECT_EQ(to_json(scalar(ValueKind::kUninitialised, "")), json::parse(R"({"uninitialised":true})"));
  EXPECT_EQ(to_json(scalar(ValueKind::kWild, "0x99")), json::parse(R"({"wild":true,"pointer":"0x99"})"));
  EXPECT_EQ(to_json(scalar(ValueKind::kFreed, "0x99")), json::parse(R"({"freed":true,"pointer":"0x99"})"));
  EXPECT_EQ(to_json(scalar(ValueKind::kFreed, "")), json::parse(R"({"freed":true})"));
  EXPECT_EQ(to_json(scalar(ValueKind::kSeen, "head->next")), json::parse(R"({"seen":"head->next"})"));
  Value half = scalar(ValueKind::kString, "ab");
  half.children.push_back(cut(0));
  EXPECT_EQ(to_json(half), json::parse(R"({"string":"ab","then":{"cut":0}})"));
}

NodeView view_of(std::vector<Value> inputs) {
  NodeView view;
  view.kind = "call";
  view.function = "parse";
  view.facts.inputs = std::move(inputs);
  return view;
}

TEST(OneLine, ShowsACallWithItsResult) {
  NodeView view =
      view_of({group(ValueKind::kArray, {scalar(ValueKind::kSigned, "1"), scalar(ValueKind::kSigned, "3")}),
               scalar(ValueKind::kString, "a\n")});
  view.facts.result = list();
  EXPECT_EQ(one_line(view, 100), R"(parse({1, 3}, "a\n") = &{value = 1, next = null})");
  EXPECT_EQ(one_line(view, 12), "parse({1, 3…");
}

TEST(OneLine, ShowsHowACallEnded) {
  NodeView view = view_of({scalar(ValueKind::kSigned, "7", "n"), pointer(0x10, {}, "this")});
  view.signature = "int parse(int)";
  EXPECT_EQ(one_line(view, 100), "parse(7)");
  view.facts.outcome = state::Outcome::kThrew;
  view.facts.exception = "syntax_error";
  EXPECT_EQ(one_line(view, 100), "parse(7) threw syntax_error");
  view.facts.outcome = state::Outcome::kUnfinished;
  EXPECT_EQ(one_line(view, 100), "parse(7) did not finish");
}

TEST(OneLine, ShowsAPassOfALoop) {
  NodeView view = view_of({scalar(ValueKind::kSigned, "2", "i"), scalar(ValueKind::kSigned, "7", "sum")});
  view.kind = "iteration";
  view.file = "/src/sort.cpp";
  view.first_line = 12;
  view.iteration = 3;
  EXPECT_EQ(one_line(view, 100), "loop at sort.cpp:12, pass 3 (i = 2, sum = 7)");
}

TEST(OneLine, LetsNothingSteerATerminal) {
  NodeView view = view_of({scalar(ValueKind::kString, "\x1b[2J\xff"), scalar(ValueKind::kText, "a\nb\x1b")});
  view.function = "f\x1b]0;x\a";
  const std::string line = one_line(view, 200);
  for (char c : line) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << line;
}

TEST(ValueText, StopsAtTheWidth) {
  std::vector<Value> many(100000, scalar(ValueKind::kSigned, "123456"));
  EXPECT_EQ(to_text(group(ValueKind::kArray, std::move(many)), 20), "{123456, 123456, 12…");
  EXPECT_EQ(to_text(group(ValueKind::kArray, {cut(1234)}), 20), "{… 1,234 more}");
  EXPECT_EQ(to_text(scalar(ValueKind::kWild, "0x99"), 20), "0x99 (wild)");
  EXPECT_EQ(to_text(scalar(ValueKind::kUninitialised, ""), 20), "uninitialised");
}

}  // namespace
}  // namespace culprit::service
