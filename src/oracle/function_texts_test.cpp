#include "src/oracle/function_texts.h"

#include <gtest/gtest.h>

namespace culprit::oracle {
namespace {

using tree::Function;
using tree::FunctionKind;

Function function(std::string name, std::string signature, std::string file = "/home/me/a.c",
                  std::uint32_t line = 1, FunctionKind kind = FunctionKind::kFunction) {
  return {std::move(name), std::move(signature), std::move(file), line, line + 5, kind, FunctionId{}};
}

Function loop(FunctionId in, std::uint32_t first, std::uint32_t last) {
  return {"for", "", "/home/me/a.c", first, last, FunctionKind::kLoop, in};
}

tree::Tree with(std::vector<Function> functions) {
  tree::TreeBuilder builder;
  for (Function& row : functions) builder.add_function(std::move(row));
  builder.open(FunctionId{0});
  return builder.finish();
}

/// The text of each function.
std::vector<std::string> texts(std::vector<Function> functions) {
  const tree::Tree tree = with(std::move(functions));
  const FunctionTexts all(tree, "C");
  std::vector<std::string> result;
  for (std::uint32_t f = 0; f < tree.functions().size(); ++f)
    result.push_back(all.text(FunctionId{f}) + (all.incomplete(FunctionId{f}).empty()
                                                    ? ""
                                                    : " " + to_text(all.incomplete(FunctionId{f}))));
  return result;
}

TEST(FunctionTexts, TellLanguageFileNameAndSignature) {
  EXPECT_EQ(texts({function("f", "f(int)")})[0], "q5f1:C3:a.c1:f6:f(int)");
  const tree::Tree tree = with({function("f", "f(int)")});
  EXPECT_NE(FunctionTexts(tree, "C").hash(FunctionId{0}), FunctionTexts(tree, "C++").hash(FunctionId{0}));
}

TEST(FunctionTexts, DoNotKnowFoldersLinesAndIds) {
  const auto one = texts({function("f", "f(int)", "/a/x.c", 3), function("g", "g()", "/a/x.c", 9)});
  const auto other = texts({function("g", "g()", "/b/c/x.c", 20), function("f", "f(int)", "/b/c/x.c", 10)});
  EXPECT_EQ(one[0], other[1]);
  EXPECT_EQ(one[1], other[0]);
}

TEST(FunctionTexts, TellOverloadsAndStaticFunctionsOfOtherFilesApart) {
  const auto found =
      texts({function("f", "f(int)"), function("f", "f(char)"), function("f", "f(int)", "b.c")});
  EXPECT_NE(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

TEST(FunctionTexts, SayWhichAreNotToldApart) {
  const auto found = texts({function("f", "f()", "/a/x.c", 3), function("f", "f()", "/b/x.c", 3),
                            function("T", "T()", "/a/t.h", 3, FunctionKind::kConstructor),
                            function("T", "T()", "/a/t.h", 3, FunctionKind::kConstructor),
                            function("m::lambda@3", "m::lambda@3(int)", "/a/x.c", 3, FunctionKind::kLambda),
                            function("m::lambda@3", "m::lambda@3(int)", "/a/x.c", 3, FunctionKind::kLambda)});
  EXPECT_EQ(found[0], "q5f1:C3:x.c1:f3:f() ambiguous");
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[2], "q5c1:C3:t.h1:T3:T()") << "both objects' constructors have the same code";
  EXPECT_TRUE(found[4].ends_with("ambiguous")) << "two lambdas in one line";
  EXPECT_TRUE(found[5].ends_with("ambiguous"));
}

TEST(FunctionTexts, CountLoopsBySourceOrder) {
  const FunctionId f{0}, g{1};
  const auto found = texts({function("f", "f()"), function("g", "g()"), loop(f, 30, 40), loop(f, 10, 20),
                            loop(g, 60, 61), loop(f, 10, 12), loop(FunctionId{3}, 14, 15)});
  EXPECT_EQ(found[3], "q5o0 " + found[0]);
  EXPECT_EQ(found[5], "q5o1 " + found[0]) << "begins where the one around it does";
  EXPECT_EQ(found[6], "q5o2 " + found[0]) << "stands in another loop";
  EXPECT_EQ(found[2], "q5o3 " + found[0]);
  EXPECT_EQ(found[4], "q5o0 " + found[1]);
}

TEST(FunctionTexts, CountLinesOfLambdasFromTheirFunction) {
  const std::string_view inner = "(anonymous namespace)::f::lambda@";
  const auto at = [&](std::uint32_t line) {
    const std::string name = std::string(inner) + std::to_string(line + 2);
    return texts({function("(anonymous namespace)::f", "(anonymous namespace)::f()", "a.c", line),
                  function(name, name + "(int)", "a.c", line + 2, FunctionKind::kLambda)});
  };
  EXPECT_EQ(at(10), at(50));
  EXPECT_NE(at(10)[1].find("lambda@+2"), std::string::npos) << at(10)[1];
  EXPECT_NE(texts({function("g::lambda@7", "g::lambda@7()")})[0].find("lambda@7"), std::string::npos);
}

TEST(FunctionTexts, AreMadeOfDamagedTables) {
  const auto found =
      texts({loop(FunctionId{1}, 1, 2), loop(FunctionId{0}, 3, 4), loop(FunctionId{99}, 5, 6)});
  EXPECT_EQ(found.size(), 3u);
}

}  // namespace
}  // namespace culprit::oracle
