#include "src/session/trust.h"

#include <gtest/gtest.h>

namespace culprit::session {
namespace {

using tree::Function;
using tree::FunctionKind;

std::string_view scope(const std::string& name, FunctionKind kind = FunctionKind::kFunction) {
  static Function function;
  function = Function{};
  function.name = name;
  function.kind = kind;
  return namespace_of(function);
}

TEST(Trust, FindsTheNamespaceInAName) {
  EXPECT_EQ(scope("f"), "");
  EXPECT_EQ(scope("a::f"), "a");
  EXPECT_EQ(scope("a::b::f<x::y, std::map<int, z::t>>"), "a::b");
  EXPECT_EQ(scope("(anonymous namespace)::f"), "(anonymous namespace)");
  EXPECT_EQ(scope("org.acme.Main.run"), "org.acme.Main");
  EXPECT_EQ(scope("a::operator<"), "a");
  EXPECT_EQ(scope("a::operator>"), "a");
  EXPECT_EQ(scope("a::operator()"), "a");
  EXPECT_EQ(scope("operator->"), "");
}

TEST(Trust, LeavesTheClassOutOfAMethodsNamespace) {
  EXPECT_EQ(scope("a::Stack<b::T>::push", FunctionKind::kMethod), "a");
  EXPECT_EQ(scope("Stack::Stack", FunctionKind::kConstructor), "Stack") << "the class, for want of more";
  EXPECT_EQ(scope("org.acme.Main.run", FunctionKind::kMethod), "org.acme");
}

/// main calls f; f's loop, and the loop in it, are in the table after it; g stands in the same file.
tree::Tree loops() {
  tree::TreeBuilder builder;
  const auto add = [&](std::string name, FunctionKind kind, std::uint32_t enclosing, std::string file) {
    Function function;
    function.name = std::move(name);
    function.kind = kind;
    function.enclosing = FunctionId{enclosing};
    function.file = std::move(file);
    return builder.add_function(std::move(function));
  };
  add("main", FunctionKind::kFunction, 0, "m.cpp");
  add("n::f", FunctionKind::kFunction, 0, "f.cpp");
  add("n::f loop", FunctionKind::kLoop, 1, "");
  add("n::f inner loop", FunctionKind::kLoop, 2, "");
  add("g", FunctionKind::kFunction, 0, "f.cpp");
  add("knot", FunctionKind::kLoop, 5, "");
  for (std::uint32_t i = 0; i < 6; ++i) builder.open(FunctionId{i});
  return builder.finish();
}

std::vector<bool> trusted(AnswerKind kind, std::uint32_t node) {
  const tree::Tree tree = loops();
  std::vector<bool> functions(tree.functions().size());
  add_trusted(tree.functions(), tree.function_id(NodeId{node}), kind, functions);
  return functions;
}

TEST(Trust, CoversTheLoopsOfAFunction) {
  EXPECT_EQ(trusted(AnswerKind::kTrustFunction, 1),
            (std::vector<bool>{false, true, true, true, false, false}));
  EXPECT_EQ(trusted(AnswerKind::kTrustFunction, 2),
            (std::vector<bool>{false, false, true, true, false, false}));
  EXPECT_EQ(trusted(AnswerKind::kTrustFunction, 4),
            (std::vector<bool>{false, false, false, false, true, false}));
}

TEST(Trust, TakesTheFileAndNamespaceOfALoopFromItsFunction) {
  EXPECT_EQ(trusted(AnswerKind::kTrustFile, 3), (std::vector<bool>{false, true, true, true, true, false}));
  EXPECT_EQ(trusted(AnswerKind::kTrustNamespace, 3),
            (std::vector<bool>{false, true, true, true, false, false}));
}

TEST(Trust, EndsOnALoopThatStandsInItself) {
  EXPECT_EQ(trusted(AnswerKind::kTrustFunction, 5),
            (std::vector<bool>{false, false, false, false, false, true}));
}

}  // namespace
}  // namespace culprit::session
