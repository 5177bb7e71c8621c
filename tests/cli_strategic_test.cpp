// The worked runs of "Strategic Bug Location Method for Functional Programs" (Takahashi, Ono) as sessions, for its language and for
// C++.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Strategic : public CommandLine {
 protected:
  std::string example(const std::string& path) const {
    return (std::filesystem::path(CULPRIT_SOURCE_DIR) / "examples" / path).string();
  }
  void record_fun(const std::string& program, const std::string& expression) {
    const Finished run = culprit({"record", "-o", "run.trace", "--", example(program), expression});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  void record_cxx(const std::string& source) {
    const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-c++";
    ASSERT_EQ(run_program({compiler, "-std=c++20", example(source), "-o", "program"}, {}, folder_).code, 0);
    ASSERT_EQ(culprit({"record", "-o", "run.trace", "--", "./program"}).code, 0);
  }
  Finished session(const std::string& answers) {
    return culprit({"debug", "run.trace", "--no-save", "--strategy", "strategic"}, answers);
  }
  /// What each question is about, with its result, and the verdict.
  static std::vector<std::string> dialogue(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      std::smatch found;
      if (std::regex_search(line, found, std::regex("^  ([a-z]+\\(.*\\))  +[^ ]+:[0-9]+$")))
        lines.push_back(found[1]);
      if (line.rfind("  returned   ", 0) == 0 && !lines.empty()) lines.back() += " = " + line.substr(13);
      if (line.rfind("The bug is in ", 0) == 0) lines.push_back(line.substr(0, line.find(',')));
      if (line.rfind("Found with ", 0) == 0) lines.push_back(line);
    }
    return lines;
  }
};

// Example 4: a call that ends the recursion is asked first, then one that does not, then the other way to end it.
TEST_F(Strategic, FindsTheRecursivePartOfFr) {
  for (const char* size : {"fr(10)", "fr(25)", "fr(30)"}) {
    record_fun("fun/fr.fun", size);
    const Finished run = session("yes\nno\nyes\n");
    EXPECT_THAT(dialogue(run.out), ElementsAre("fr(n = 2) = 1", "fr(n = 3) = 1", "fr(n = 1) = 1",
                                               "The bug is in fr", "Found with 3 answers."))
        << size << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("\n  fr(3) = 1\n")) << size;
    EXPECT_THAT(run.out,
                HasSubstr("\n  fr.1 is assumed right, since one of its instances is\n  fr(n = 3)  "));
    EXPECT_THAT(run.out, HasSubstr("\n  that fr.1 is right is taken back: "));
  }
}

// Example 6.
TEST_F(Strategic, FindsTheTerminationPartOfMergesort) {
  record_fun("fun/mergesort.fun", "mergesort((8 2 1 6 4 7 5 3))");
  const Finished run = session("yes\nyes\nno\n");
  EXPECT_THAT(dialogue(run.out), ElementsAre("split(x = (8 2 1 6 4 7 5 3)) = ((8 1 4 5), (2 6 7 3))",
                                             "merge(x = nil, y = nil) = nil", "mergesort(x = (8)) = nil",
                                             "The bug is in mergesort", "Found with 3 answers."))
      << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("\n  merge is assumed right, since one of its instances is\n"));
}

TEST_F(Strategic, FindsTheSameInCxx) {
  record_cxx("fibonacci/fibonacci.cpp");
  const Finished fr = session("no\nyes\nno\nyes\n");
  EXPECT_THAT(fr.out, HasSubstr("The bug is in fr,")) << fr.out << fr.err;
  EXPECT_THAT(fr.out, HasSubstr("\n  fr(3) = 1\n"));

  record_cxx("mergesort_lists/mergesort_lists.cpp");
  const Finished sort = session("no\nyes\nyes\nno\n");
  EXPECT_THAT(dialogue(sort.out),
              ElementsAre("mergesort(x = {8, 2, 1, 6, 4, 7, 5, 3}) = {}",
                          "split(x = {8, 2, 1, 6, 4, 7, 5, 3}) = ({8, 1, 4, 5}, {2, 6, 7, 3})",
                          "merge(x = {}, y = {}) = {}", "mergesort(x = {8}) = {}", "The bug is in mergesort",
                          "Found with 4 answers."))
      << "main is not asked about, what it calls is";
}

/// Whatever a strategy assumes, it ends where the bug is: the first question of the run is wrong in another place.
TEST_F(Strategic, TakesInadmissibleInputsForAFaultBefore) {
  write("caller.fun",
        "insert(e,x) = if null(x) then list(e) elsif e <= car(x) then cons(e,x) else cons(car(x), "
        "insert(e,cdr(x)))\n"
        "isort(x) = if null(x) then nil else insert(car(x), cdr(x))\n");
  ASSERT_EQ(culprit({"record", "-o", "run.trace", "--", "caller.fun", "isort((3 1 2))"}).code, 0);
  const Finished run = session("inadmissible\n");
  EXPECT_THAT(dialogue(run.out), ElementsAre("insert(e = 3, x = (1 2)) = (1 2 3)", "The bug is in isort",
                                             "Found with 1 answer."))
      << run.out;
}

}  // namespace
}  // namespace culprit::test
