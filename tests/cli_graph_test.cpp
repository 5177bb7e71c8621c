// Dependency graphs of runs, as users see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class Graph : public CommandLine {
 protected:
  std::string printed(std::vector<std::string> words) {
    words.insert(words.begin(), "graph");
    const Finished run = culprit(std::move(words));
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  }
  /// Records a program of the functional language.
  void record(const std::string& program, const std::string& expression) {
    write("program.fun", program);
    EXPECT_EQ(culprit({"record", "-o", "program.trace", "--", "program.fun", expression}).code, 0);
  }
};

constexpr const char* kMergesort = R"(split(x)={if null(x) then (nil,nil)
          elsif null(cdr(x)) then (x,nil)
          else {(u,v)=split(cddr(x)); return(cons(car(x),u),cons(cadr(x),v))}},
merge(x,y)={if null(x) then y elsif null(y) then x
            elsif car(x)<car(y) then cons(car(x),merge(cdr(x),y)) else cons(car(y),merge(x,cdr(y)))},
mergesort(x)={if null(cdr(x)) then nil
              else {(u,v)=split(x); return(merge(mergesort(u),mergesort(v)))}}.
)";

// Figure 9 of "Strategic Bug Location Method for Functional Programs" (Takahashi, Ono): what mergesort and its functions call, and
// where their parameters come from.
TEST_F(Graph, OfFunctionsHasCallsAndParameters) {
  record(kMergesort, "mergesort((8 2 1 6 4 7 5 3))");
  EXPECT_EQ(printed({"program.trace"}), R"DOT(digraph culprit {
  node [shape=box, fontname="monospace"];
  n0 [label="split (19 calls)"];
  n1 [label="merge (7 calls)"];
  n2 [label="mergesort (15 calls)", penwidth=2];
  n0 -> n0;
  n1 -> n1;
  n2 -> n0;
  n2 -> n1;
  n2 -> n2;
  n0 -> n2 [style=dotted];
  n2 -> n1 [style=dotted];
}
)DOT");
}

TEST_F(Graph, OfValuesHasEqualCallsOnce) {
  record("fr(n) = if n <= 2 then 1 else fr(n-1) * fr(n-2)\n", "fr(6)");
  const json graph = json::parse(printed({"program.trace", "--kind", "value", "--format", "json"}));
  ASSERT_EQ(graph["nodes"].size(), 6u);
  EXPECT_EQ(graph["nodes"][0], json::parse(R"({"label":"fr(2) = 1","calls":5,"node":"4"})"));
  EXPECT_EQ(graph["arcs"].size(), 8u) << "two calls for each of fr(3) to fr(6)";
  const json instances = json::parse(printed({"program.trace", "--kind", "instance", "--format", "json"}));
  EXPECT_EQ(instances["nodes"].size(), 15u);
  EXPECT_EQ(instances["arcs"].size(), 14u);
}

TEST_F(Graph, IsProjectedByTheAnswersOfTheSession) {
  record(kMergesort, "mergesort((8 2 1 6 4 7 5 3))");
  const json first = json::parse(printed({"program.trace", "--kind", "spg", "--format", "json"}));
  EXPECT_EQ(first["nodes"].size(), 3u);
  EXPECT_EQ(first["steps"].size(), 2u);
  // Node 1 is the first split.
  culprit({"debug", "program.trace", "--transform", "loops"}, "jump 1\nyes\nquit\n");
  const json second = json::parse(printed({"program.trace", "--kind", "spg", "--format", "json"}));
  EXPECT_EQ(second["nodes"].size(), 2u);
  EXPECT_EQ(second["steps"].back(), "split is assumed right, since one of its instances is");
  const json early =
      json::parse(printed({"program.trace", "--kind", "spg", "--format", "json", "--step", "1"}));
  ASSERT_EQ(early["nodes"].size(), 1u);
  EXPECT_EQ(early["nodes"][0]["label"], "I(mergesort)");
}

TEST_F(Graph, IsDrawn) {
  EXPECT_THAT(printed({"chess.tree", "--format", "svg"}), StartsWith("<?xml"));
  const json tree = json::parse(printed({"chess.tree", "--format", "json"}));
  EXPECT_EQ(tree["nodes"].size(), 3u) << "castling, right, left";
}

TEST_F(Graph, ThatIsTooLargeIsRefused) {
  record("fr(n) = if n <= 2 then 1 else fr(n-1) + fr(n-2)\n", "fr(20)");
  const Finished run = culprit({"graph", "program.trace", "--kind", "instance"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "culprit: the graph has 13,529 nodes; up to 2,000 can be shown\n"
            "  hint: --kind function and --kind spg have a node for each function\n");
  EXPECT_EQ(culprit({"graph", "program.trace", "--step", "1"}).code, 2);
  EXPECT_EQ(culprit({"graph", "program.trace", "--kind", "call"}).code, 2);
}

}  // namespace
}  // namespace culprit::test
