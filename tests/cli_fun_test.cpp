// Programs in the functional language: evaluated, recorded and debugged from the command line.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Functional : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    for (const char* name : {"fr.fun", "mergesort.fun"})
      std::filesystem::copy_file(std::filesystem::path(CULPRIT_SOURCE_DIR) / "examples/fun" / name,
                                 folder_ / name);
  }
  Finished fun(std::vector<std::string> words) {
    words.insert(words.begin(), std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-fun");
    return run_program(words, {}, folder_);
  }
};

TEST_F(Functional, ProgramsPrintTheValueOfAnExpression) {
  const Finished run = fun({"mergesort.fun", "merge((1 5 8), (2 3))"});
  EXPECT_EQ(run.out, "(1 2 3 5 8)\n");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(fun({"fr.fun", "-fr(10)"}).out, "-1\n");
  EXPECT_FALSE(exists("fr.trace"));
}

TEST_F(Functional, EachKindOfFailureHasItsExitCode) {
  write("bad.fun", "f(x) = car(x)\ng(x) = 1 / x\nh(x) = h(x+1)\n");
  write("wrong.fun", "f(x) = g(x)\n");
  const std::vector<std::pair<std::vector<std::string>, int>> rows = {
      {{"bad.fun", "f(nil)"}, 1},
      {{"bad.fun", "g(0)"}, 1},
      {{"bad.fun", "h(0)"}, 1},
      {{"--steps", "10", "fr.fun", "fr(10)"}, 1},
      {{"bad.fun"}, 2},
      {{"bad.fun", "f(nil)", "g(0)"}, 2},
      {{"--deep", "bad.fun", "f(nil)"}, 2},
      {{"--depth", "0", "bad.fun", "f(nil)"}, 2},
      {{"--depth=many", "bad.fun", "f(nil)"}, 2},
      {{"missing.fun", "f(nil)"}, 3},
      {{".", "f(nil)"}, 3},
      {{"bad.fun", "f(nil"}, 4},
      {{"bad.fun", "f(nil, nil)"}, 4},
      {{"bad.fun", "k(nil)"}, 4},
      {{"wrong.fun", "f(1)"}, 4},
      {{"--check", "wrong.fun", "f(1)"}, 4},
      {{"--check", "bad.fun", "f(nil)"}, 0},
      {{"--help"}, 0},
      {{"--version"}, 0},
  };
  for (const auto& [words, code] : rows) {
    const Finished run = fun(words);
    EXPECT_EQ(run.code, code) << testing::PrintToString(words) << run.err;
    EXPECT_EQ(run.err.empty(), code == 0);
    EXPECT_TRUE(code == 0 || run.err.starts_with("culprit-fun: ")) << run.err;
  }
}

TEST_F(Functional, ErrorsHaveTheirPlaceAndAHint) {
  write("bad.fun", "f(x) =\n  if null(x) then car(x)\n  else 0\n");
  EXPECT_EQ(fun({"bad.fun", "f(nil)"}).err,
            "culprit-fun: bad.fun:2:19: car of nil\n"
            "  2 |   if null(x) then car(x)\n"
            "    |                   ^\n"
            "  hint: null(x) says whether a list is empty\n");
  EXPECT_EQ(fun({"missing.fun", "f(nil)"}).err,
            "culprit-fun: cannot read missing.fun: No such file or directory\n");
  EXPECT_EQ(fun({"bad.fun"}).err,
            "culprit-fun: EXPRESSION is missing: what to evaluate\n"
            "  hint: for example: culprit-fun mergesort.fun 'mergesort((8 2 1))'\n");
}

TEST_F(Functional, RunAsksInTheNotationOfTheLanguage) {
  const Finished run = culprit({"run", "mergesort.fun", "--strategy", "top-down", "--transform", "loops",
                                "--", "mergesort((8 2 1 6))"},
                               "y\nn\ny\nn\n");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, R"(nil
mergesort.trace: 17 nodes. The result of the run is taken to be wrong.

── a call ──────────────────────────────────────────────────────────────── look 1 · about 5 to go ──

  split(x = (8 2 1 6))                                                               mergesort.fun:2
  called by  mergesort

  returned   ((8 1), (2 6))

Given this input, did it do the right thing?
> y

── a call ──────────────────────────────────────────────────────────────── look 2 · about 4 to go ──

  mergesort(x = (8 1))                                                              mergesort.fun:11
  called by  mergesort

  returned   nil

Given this input, did it do the right thing?
> n

── a call ──────────────────────────────────────────────────────────────── look 3 · about 3 to go ──

  split(x = (8 1))                                                                   mergesort.fun:2
  called by  mergesort

  returned   ((8), (1))

Given this input, did it do the right thing?
> y

── a call ──────────────────────────────────────────────────────────────── look 4 · about 2 to go ──

  mergesort(x = (8))                                                                mergesort.fun:11
  called by  mergesort

  returned   nil

Given this input, did it do the right thing?
> n

The bug is in mergesort, mergesort.fun:11-13.

  mergesort((8)) = nil
  It is wrong, and there is nothing below it.

  11 │ mergesort(x)={if null(cdr(x)) then nil
  12 │               else {(u,v)=split(x);
  13 │                     return(merge(mergesort(u),mergesort(v)))}}.

Found with 4 answers.
)");
}

TEST_F(Functional, RunLeavesWhatIsWrongWithAProgramToItsInterpreter) {
  const Finished run = culprit({"run", "fr.fun", "--", "fr(10"});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "culprit-fun: expression:1:6: found the end, expected ',' or ')'\n"
            "  1 | fr(10\n"
            "    |      ^\n"
            "  hint: the '(' of line 1, column 3 is still open\n");
  EXPECT_FALSE(exists("fr.trace"));
  EXPECT_EQ(culprit({"run", "fr.fun"}).code, 2);
  EXPECT_EQ(culprit({"run", "fr.fun", "--depth", "-1", "--", "fr(10)"}).code, 2);
}

TEST_F(Functional, RecordTakesProgramsOfTheLanguage) {
  const Finished run = culprit({"record", "--", "fr.fun", "fr(10)"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "1\n");
  EXPECT_THAT(run.err, HasSubstr("fr.trace has 109 calls, 0 iterations and 0 writes of 1 thread"));
  EXPECT_THAT(culprit({"tree", "fr.trace", "--depth", "1"}).out,
              StartsWith("  0 fr(10) = 1  (109)\n"
                         "  1 ├─ fr(9) = 1  … 66 below\n"
                         " 68 └─ fr(8) = 1  … 40 below\n"));
  const Finished broken = culprit({"record", "-o", "b.trace", "--", "fr.fun", "f(10)"});
  EXPECT_EQ(broken.code, 4);
  EXPECT_THAT(broken.err, Not(HasSubstr("culprit-cc")));
}

TEST_F(Functional, RunTakesTheOptionsOfASessionTogether) {
  const Finished run =
      culprit({"run", "fr.fun", "--no-save", "--strategy", "top-down", "--transform", "none", "--", "fr(10)"},
              "quit\n");
  EXPECT_THAT(run.out, HasSubstr("\n  fr(n = 9)  ")) << run.err;
  EXPECT_FALSE(exists("fr.trace.session"));
}

TEST_F(Functional, RunsThatFailCanBeDebugged) {
  write("last.fun", "last(x) = if null(x) then car(x) else last(cdr(x))\nfirst(x) = last(reverse(x))\n");
  const Finished run =
      culprit({"run", "last.fun", "--strategy", "top-down", "--transform", "loops", "--", "first((1 2))"},
              "n\nn\nn\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, StartsWith("culprit-fun: last.fun:1:27: car of nil\n"));
  EXPECT_THAT(run.out, HasSubstr("  threw      error: \"car of nil, line 1, column 27\"\n"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in last, last.fun:1.\n\n"
                                 "  last(nil) threw error(\"car of nil, line 1, column 27\")\n"));
}

TEST_F(Functional, EndlessRecursionIsATreeOfUnfinishedWork) {
  write("loop.fun", "loop(n) = 1 + loop(n + 1)\n");
  const Finished run = culprit({"record", "--", "loop.fun", "loop(1)"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("more than 2,000,000 calls in one another"));
  EXPECT_THAT(
      culprit({"tree", "loop.trace", "--depth", "0"}).out,
      HasSubstr("0 loop(1) threw error(\"more than 2,000,000 calls in one another, line 1, column 15\")"));
}

TEST_F(Functional, AnExpressionMayMakeSeveralCalls) {
  culprit({"record", "--", "fr.fun", "fr(3) + fr(1)"});
  const std::string tree = culprit({"tree", "fr.trace"}).out;
  EXPECT_THAT(tree, HasSubstr("├─ fr(3) = 1"));
  EXPECT_THAT(tree, HasSubstr("└─ fr(1) = 1"));
}

TEST_F(Functional, ValuesOfAllKindsAreShownAndExported) {
  write("id.fun", "id(x, y) = (x, y)\n");
  culprit({"record", "--", "id.fun", "id((1 \"a\" nil (true)), 4611686018427387904)"});
  EXPECT_EQ(
      culprit({"tree", "id.trace"}).out,
      "0 id((1 \"a\" nil (true)), 4611686018427387904) = ((1 \"a\" nil (true)), 4611686018427387904)\n");
  const auto question = nlohmann::json::parse(culprit({"show", "id.trace", "0", "--json"}).out);
  EXPECT_EQ(question["inputs"][0]["value"], nlohmann::json::parse(R"([1, "a", [], [true]])"));
  EXPECT_EQ(question["inputs"][1]["value"], "4611686018427387904");
}

TEST_F(Functional, EveryStrategyAndTransformationTakesItsTraces) {
  culprit({"record", "--", "mergesort.fun", "mergesort((8 2 1 6 4 7 5 3))"});
  for (const char* transform : {"compress-all", "compress", "collapse", "balance", "collapse,balance"}) {
    const Finished run =
        culprit({"evaluate", "mergesort.trace", "--strategy", "all", "--transform", transform});
    EXPECT_EQ(run.code, 0) << transform << run.err;
    EXPECT_THAT(run.out, HasSubstr("optimal-divide-and-query"));
  }
}

}  // namespace
}  // namespace culprit::test
