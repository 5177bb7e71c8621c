#include "src/service/source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "src/base/text.h"
#include "src/service/source_lines.h"

namespace culprit::service {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
  return lines;
}

class Source : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("source_test." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "run.tree") << "Heap::push  @code.cpp:4\n";
    write("// Adds it.\n//\n\n// push\nint f();\n");
    subject_.emplace(*Subject::open(folder_ / "run.tree"));
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(std::string_view code) { std::ofstream(folder_ / "code.cpp") << code; }
  std::string comment() { return comment_of(*subject_, subject_->tree().function(NodeId{0})); }

  fs::path folder_;
  std::optional<Subject> subject_;
};

TEST_F(Source, IsReadOnce) {
  EXPECT_EQ(line_of(*subject_, "code.cpp", 5), "int f();");
  write("changed\n");
  EXPECT_EQ(line_of(*subject_, "code.cpp", 5), "int f();");
}

TEST_F(Source, GivesNothingForLinesAndFilesThatAreNotThere) {
  EXPECT_EQ(line_of(*subject_, "code.cpp", 0), "");
  EXPECT_EQ(line_of(*subject_, "code.cpp", 70), "");
  EXPECT_EQ(line_of(*subject_, "other.cpp", 1), "");
  EXPECT_EQ(statement_at(*subject_, "other.cpp", 1), "");
  fs::remove(folder_ / "code.cpp");
  EXPECT_EQ(comment(), "");
}

TEST_F(Source, TakesTheCommentAboveAFunction) {
  write("int g();\n\n// adds a task\nvoid push(int task) {\n}\n");
  EXPECT_EQ(comment(), "adds a task");
}

TEST_F(Source, TakesTheEntryOfItsFileForAFunctionWithoutComment) {
  write("/* push(task)  adds a task\n * pop()       takes one */\n\nvoid push(int task) {}\n");
  EXPECT_EQ(comment(), "adds a task");
}

TEST_F(Source, PrefersTheEntryWithTheClass) {
  write("// push(x)  of another class\n// Heap::push(task)  adds a task\n\nvoid push(int task) {}\n");
  EXPECT_EQ(comment(), "adds a task");
}

TEST_F(Source, TakesTheEntryOfATemplate) {
  write("// Heap::push(task)  adds a task\n\nvoid push(int task) {}\n");
  tree::Function function = subject_->tree().function(NodeId{0});
  function.name = "Heap<std::pair<int, int>>::push<long>";
  EXPECT_EQ(comment_of(*subject_, function), "adds a task");
  function.name = "Heap<int>::operator()";
  EXPECT_EQ(comment_of(*subject_, function), "");
}

TEST_F(Source, TakesTheEntryOfAListRightAboveTheFirstFunction) {
  write("// A heap.\n//   push(task)   adds a task\n//   pop()   takes one\nvoid push(int task) {}\n");
  EXPECT_EQ(comment(), "adds a task");
}

std::string above(std::string_view text, std::size_t line, std::string_view sign = "//") {
  return comment_above(lines_of(text), line, sign);
}

TEST(CommentAbove, LosesItsSigns) {
  EXPECT_EQ(above("/// One\n/// two.\nint f();", 3), "One two.");
  EXPECT_EQ(above("//! @brief One\nint f();", 2), "One");
  EXPECT_EQ(above("/* One */\nint f();", 2), "One");
  EXPECT_EQ(above("/**\n * One\n *   two\n * @return the third\n */\nint f();", 6),
            "One two return the third");
  EXPECT_EQ(above("/***********\n * One      *\n ***********/\nint f();", 4), "One");
  EXPECT_EQ(above("// -------\n// One\n// -------\nint f();", 4), "One");
  EXPECT_EQ(above("\n# One\n## two\nf(x) = x", 4, "#"), "One two");
}

TEST(CommentAbove, MayHaveTheBeginningOfTheDeclarationBelow) {
  EXPECT_EQ(above("// One\ntemplate <class T>\n[[nodiscard]]\nstatic T\nf(T t) {", 5), "One");
  EXPECT_EQ(above("// One\nint g();\nint f();", 3), "");
  EXPECT_EQ(above("// One\n#define X\nint f();", 3), "");
  EXPECT_EQ(above("# One\ng(x) = 1\nf(x) = x", 3, "#"), "");
}

TEST(CommentAbove, EndsAtAnEmptyLine) {
  EXPECT_EQ(above("// One\n\nint f();", 3), "");
  EXPECT_EQ(above("// One\n\n// two\nint f();", 4), "two");
  EXPECT_EQ(above("/* One */\n/* two */\nint f();", 3), "two");
}

TEST(CommentAbove, IsNoLicenceAndNoCode) {
  EXPECT_EQ(above("// Copyright 2020 X\n// All of it.\nint f();", 3), "");
  EXPECT_EQ(above("/* SPDX-License-Identifier: MIT */\nint f();", 2), "");
  EXPECT_EQ(above("// int old() {\n//   return 2\n// }\nint f();", 4), "");
  EXPECT_EQ(above("// One.\n//\n// f(2);\nint f();", 4), "One.");
}

TEST(CommentAbove, IsNotTheHeadingOfAProgramOfTheFunctionalLanguage) {
  EXPECT_EQ(above("# Sorts.\nf(x) = x\n# Merges.\ng(x) = x", 2, "#"), "");
  EXPECT_EQ(above("# Sorts.\nf(x) = x\n# Merges.\ng(x) = x", 4, "#"), "Merges.");
}

TEST(CommentAbove, IsNotTheOneBehindCode) {
  EXPECT_EQ(above("int x;  // One\nint f();", 2), "");
  EXPECT_EQ(above("int x;  /* One\n  two */\nint f();", 3), "");
  EXPECT_EQ(above("const char* x = \"/*\";\n// One\nint f();", 3), "One");
}

TEST(CommentAbove, BearsAnyLine) {
  EXPECT_EQ(above("", 0), "");
  EXPECT_EQ(above("//", 1), "");
  EXPECT_EQ(above("/*\n*/\n", 3), "");
  EXPECT_EQ(above("/*/\nint f();", 2), "");
  EXPECT_EQ(above("int f();", 7), "");
}

std::string entry(std::string_view text, std::string_view name, std::string_view sign = "//") {
  return comment_entry(lines_of(text), name, sign);
}

TEST(CommentEntry, EndsWhereTheNextOneBegins) {
  const std::string_view list =
      "// Sorts.\n"
      "//\n"
      "//   swap(a, i, j)    swaps\n"
      "//   part(a, i, j)    a[i..j]: arranges them.\n"
      "//                    All of them.\n"
      "//   sort(a)          sorts a\n";
  EXPECT_EQ(entry(list, "swap"), "swaps");
  EXPECT_EQ(entry(list, "part"), "a[i..j]: arranges them. All of them.");
  EXPECT_EQ(entry(list, "sort"), "sorts a");
  EXPECT_EQ(entry(list, "so"), "");
}

TEST(CommentEntry, IsNoCallInACommentOfAFunction) {
  EXPECT_EQ(entry("void g() {\n  // push(x) comes first\n}\n", "push"), "");
  EXPECT_EQ(entry("// push(x);\n", "push"), "");
  EXPECT_EQ(entry("// push(x)\n", "push"), "");
  EXPECT_EQ(entry("// push(x): adds x\n", "push"), "adds x");
}

std::string statement(std::string_view text, std::size_t line, std::string_view sign = "//") {
  return statement_around(lines_of(text), line, sign);
}

TEST(Statement, IsALineIfItEndsThere) {
  EXPECT_EQ(statement("  a();\n  b(1);  // two\n  c();\n", 2), "b(1);");
  EXPECT_EQ(statement("while (x) {\n  b(1);\n}\n", 2), "b(1);");
  EXPECT_EQ(statement("if (x)\n  b(1);\n", 2), "b(1);");
}

TEST(Statement, BeginsOnItsFirstLineAndEndsOnItsLast) {
  const std::string_view text = "a();\nprint(\"(\", due,\n      late(1,\n           2));\nc();\n";
  for (const std::size_t line : {2, 3, 4}) EXPECT_EQ(statement(text, line), "print(\"(\", due, late(1, 2));");
  EXPECT_EQ(statement("a();\nint x =\n    f(2)\n    + 3;\n", 3), "int x = f(2) + 3;");
  EXPECT_EQ(statement("list\n  .add(1)\n  .add(2);\n", 2), "list .add(1) .add(2);");
}

TEST(Statement, IsNothingOutsideCode) {
  EXPECT_EQ(statement("// a\n", 1), "");
  EXPECT_EQ(statement("\n", 1), "");
  EXPECT_EQ(statement("a();\n", 9), "");
}

}  // namespace
}  // namespace culprit::service
