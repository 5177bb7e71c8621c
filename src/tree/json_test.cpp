#include "src/tree/json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "src/tree/text.h"
#include "tests/support/places.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::tree {
namespace {

std::string written(const Tree& tree, const JsonOptions& options = {}) {
  std::ostringstream out;
  EXPECT_TRUE(write_json(tree, out, options).has_value());
  return std::move(out).str();
}

std::string error_of(std::string_view text) {
  const Result<Tree> tree = read_json(text);
  return tree ? "no error" : tree.error().what;
}

TEST(JsonTree, ReadsParentsAndMethods) {
  const Result<Tree> tree = read_json(R"({"parent": [-1, 0, 1, 0], "method": ["main", "f", "g", "f"]})");
  ASSERT_TRUE(tree.has_value()) << tree.error().what;
  EXPECT_EQ(to_text(*tree), "main\n  f\n    g\n  f\n");
  EXPECT_EQ(tree->function_id(NodeId{1}), tree->function_id(NodeId{3}));
  EXPECT_FALSE(tree->labels().root_wrong_given);
  EXPECT_TRUE(tree->labels().before.empty());
}

TEST(JsonTree, ReadsEverythingOptional) {
  const Result<Tree> tree =
      read_json(R"({"name": "t", "root_wrong": false, "totals": {"x": [[1], {"parent": 3}]},
    "result": ["1", null, 2.5], "inputs": ["a", "", true], "before": [0, 7, 8], "after": [1, 8, 4294967295],
    "file": ["a.c", null, "b.c"], "line": [3, 0, 5], "last_line": [9, 0, 6], "kind": ["method", "loop", "function"],
    "method": ["m", "l", "f"], "parent": [-1, 0, 1]})");
  ASSERT_TRUE(tree.has_value()) << tree.error().what;
  EXPECT_EQ(to_text(*tree), "m(a) = 1  @a.c:3-9\n  l()\n    f(true) = 2.5  @b.c:5-6\n");
  EXPECT_EQ(tree->labels().name, "t");
  EXPECT_TRUE(tree->labels().root_wrong_given);
  EXPECT_FALSE(tree->labels().root_wrong);
  EXPECT_TRUE(tree->is_iteration(NodeId{1}));
  EXPECT_EQ(tree->labels().before[1], 7u);
  EXPECT_EQ(tree->labels().after[2], 4294967295u);
}

TEST(JsonTree, ReadsWeights) {
  const Result<Tree> tree = read_json(R"({"parent": [-1, 0, 0, 0], "weight": [0, 50, null, 4294967295]})");
  ASSERT_TRUE(tree.has_value()) << tree.error().what;
  const auto weights = tree->labels().weights.span();
  EXPECT_EQ(std::vector(weights.begin(), weights.end()), (std::vector<std::uint32_t>{0, 50, 1, 4294967295}));
  EXPECT_TRUE(read_json(R"({"parent": [-1]})")->labels().weights.empty());
}

TEST(JsonTree, NeedsNoMethods) {
  const Result<Tree> tree = read_json(R"({"parent":[-1,0]})");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(to_text(*tree), "node\n  node\n");
}

TEST(JsonTree, SaysWhichParentIsWrong) {
  EXPECT_EQ(error_of(R"({"parent":[]})"), "found an empty `parent`; expected at least the root, -1");
  EXPECT_EQ(error_of(R"({"parent":[0]})"),
            "`parent[0]`: found 0; expected -1, since the first row is the root");
  EXPECT_EQ(error_of(R"({"parent":[-1,0,-1]})"),
            "`parent[2]`: found -1, a second root; expected one root only, row 0");
  EXPECT_EQ(error_of(R"({"parent":[-1,1]})"),
            "`parent[1]`: found 1, the row itself: a cycle; expected a row before it");
  EXPECT_EQ(error_of(R"({"parent":[-1,2,1]})"),
            "`parent[1]`: found 2: a cycle, or parents out of order; expected a row before 1");
  EXPECT_EQ(error_of(R"({"parent":[-1,0,0,1]})"),
            "`parent[3]`: found 1: parents out of order; expected row 2 or an ancestor of it");
  EXPECT_EQ(error_of(R"({"parent":[-1,0.5]})"),
            "`parent[1]`: found 0.5; expected the row of the caller, or -1 for the root");
  EXPECT_EQ(error_of(R"({"parent":[-1,-2]})"),
            "`parent[1]`: found -2; expected the row of the caller, or -1 for the root");
  EXPECT_EQ(error_of(R"({"parent":[-1,"0"]})"),
            "`parent[1]`: found the string \"0\"; expected the row of the caller, or -1 for the root");
  EXPECT_EQ(error_of(R"({"parent":[-1,4294967295]})"),
            "`parent[1]`: found 4294967295; expected the row of the caller, or -1 for the root");
  EXPECT_EQ(error_of(R"({"parent":[-1,18446744073709551615]})"),
            "`parent[1]`: found 9223372036854775807; expected the row of the caller, or -1 for the root");
  EXPECT_FALSE(read_json(R"({"parent":[-1,2,1]})").error().hint.empty());
  EXPECT_EQ(read_json(R"({"parent":[-1,2,1]})").error().code, ErrorCode::kBadTree);
}

TEST(JsonTree, SaysWhichValueIsWrong) {
  EXPECT_EQ(error_of(R"({"method":["f"]})"),
            "found no `parent`; expected an array with the caller of each node");
  EXPECT_EQ(error_of(R"({"parent":[-1,0],"method":["f"]})"),
            "found 1 rows in `method`, but 2 in `parent`; expected arrays of one length");
  EXPECT_EQ(error_of(R"({"parent":[-1],"method":[3]})"), "`method[0]`: found 3; expected a string");
  EXPECT_EQ(error_of(R"({"parent":[-1],"method":[null]})"), "`method[0]`: found null; expected a string");
  EXPECT_EQ(error_of(R"({"parent":[[-1]]})"),
            "`parent[0]`: found an array; expected one value a row, not nested");
  EXPECT_EQ(error_of(R"({"parent":3})"), "`parent`: found 3; expected an array");
  EXPECT_EQ(error_of(R"({"parent":{}})"), "`parent`: found an object; expected an array");
  EXPECT_EQ(error_of(R"({"parent":[-1],"parent":[-1]})"), "`parent`: found it twice; expected it once");
  EXPECT_EQ(error_of(R"({"parent":[-1],"name":1})"), "`name`: found 1; expected a string");
  EXPECT_EQ(error_of(R"({"parent":[-1],"name":[]})"), "`name`: found an array; expected a string");
  EXPECT_EQ(error_of(R"({"parent":[-1],"root_wrong":1})"), "`root_wrong`: found 1; expected true or false");
  EXPECT_EQ(error_of(R"({"parent":[-1],"before":[-1]})"),
            "`before[0]`: found -1; expected a whole number from 0 to 4294967295");
  EXPECT_EQ(error_of(R"({"parent":[-1],"line":[4294967296]})"),
            "`line[0]`: found 4294967296; expected a whole number from 0 to 4294967295");
  const auto weight_error = [](std::string_view weight) {
    return error_of("{\"parent\":[-1],\"weight\":[" + std::string(weight) + "]}");
  };
  for (const std::string found : {"-1", "0.5", "1e3", "4294967296", "true"}) {
    EXPECT_EQ(weight_error(found), "`weight[0]`: found " + found +
                                       "; expected a whole number from 0 to 4294967295, or null for 1");
  }
  EXPECT_EQ(read_json(R"({"parent":[-1],"weight":[-1]})").error().hint,
            "A weight says how likely a call is to be at fault; with 0 it cannot be.");
  EXPECT_EQ(error_of(R"({"parent":[-1],"weight":[1,2]})"),
            "found 2 rows in `weight`, but 1 in `parent`; expected arrays of one length");
  EXPECT_EQ(
      error_of(R"({"parent":[-1],"kind":["x"]})"),
      "`kind[0]`: found the string \"x\"; expected function, method, constructor, destructor, lambda, loop, "
      "program or lost");
}

TEST(JsonTree, RefusesWhatIsNoObject) {
  EXPECT_EQ(error_of("[]"), "the tree: found an array; expected an object");
  EXPECT_EQ(error_of("3"), "the tree: found 3; expected an object");
  for (const char* text : {"", "{", "{\"parent\":[-1}",
                           "\x7f"
                           "ELF",
                           "{\"parent\":[-1]} x", "{\"name\":\"\xff\"}"}) {
    const Result<Tree> tree = read_json(text);
    ASSERT_FALSE(tree.has_value()) << text;
    EXPECT_EQ(tree.error().code, ErrorCode::kWrongFormat) << text;
    EXPECT_EQ(tree.error().what.substr(0, 31), "not JSON: parse error at line 1") << text;
  }
  EXPECT_EQ(error_of("{\"x\":" + std::string(5000, '[')),
            "found more than 1000 levels of nesting; expected fewer");
}

TEST(JsonTree, TakesLinesApart) {
  const std::string text = "\n{\"parent\":[-1]}\r\n\n{\"parent\":[-1,0]}\n";
  const auto trees = read_json_lines(text);
  ASSERT_TRUE(trees.has_value()) << trees.error().what;
  ASSERT_EQ(trees->size(), 2u);
  EXPECT_EQ((*trees)[1].size(), 2u);
  EXPECT_EQ(json_documents(text)[1].line, 4u);
}

TEST(JsonTree, ReadsOneTreeOverSeveralLines) {
  const auto trees = read_json_lines("{\n\"parent\":\n[-1]\n}\n");
  ASSERT_TRUE(trees.has_value()) << trees.error().what;
  EXPECT_EQ(trees->size(), 1u);
}

TEST(JsonTree, NamesTheLineOfABadTree) {
  const auto trees = read_json_lines("{\"parent\":[-1]}\n{\"parent\":[-1]\n");
  ASSERT_FALSE(trees.has_value());
  EXPECT_EQ(trees.error().what.substr(0, 17), "line 2: not JSON:");
  EXPECT_EQ(read_json_lines(" \n").error().what,
            "found an empty file; expected a tree in JSON, or one a line");
}

TEST(JsonTree, StopsWhenTheCallerDoes) {
  int seen = 0;
  const Status stopped =
      read_json_lines("{\"parent\":[-1]}\n{\"parent\":[-1]}\n", [&](Tree, std::uint64_t) -> Status {
        ++seen;
        return fail(ErrorCode::kUsage, "enough");
      });
  EXPECT_EQ(stopped.error().what, "enough");
  EXPECT_EQ(seen, 1);
}

TEST(JsonTree, ReadsTheGoldenFiles) {
  for (const auto& [file, count] : {std::pair("strategies", 200u), std::pair("optimal", 46u)}) {
    std::ifstream in(std::string(CULPRIT_SOURCE_DIR "/tests/golden/") + file + ".jsonl");
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto trees = read_json_lines(text);
    ASSERT_TRUE(trees.has_value()) << trees.error().what;
    ASSERT_EQ(trees->size(), count);
    const auto first = nlohmann::json::parse(json_documents(text)[0].text);
    for (std::uint32_t i = 1; i < trees->front().size(); ++i) {
      ASSERT_EQ(trees->front().parents()[i], first["parent"][i]);
    }
    EXPECT_EQ(trees->front().labels().name, first["name"]);
    EXPECT_TRUE(trees->front().labels().root_wrong_given);
  }
}

TEST(JsonTree, WritesOneLine) {
  const Tree tree = *read_text("f(\"x\") = 1  @a.c:3\n  g\n");
  EXPECT_EQ(written(tree),
            "{\"parent\":[-1,0],\"method\":[\"f\",\"g\"],\"file\":[\"a.c\",\"\"],\"line\":[3,0],\"last_"
            "line\":[3,0],"
            "\"inputs\":[\"\\\"x\\\"\",null],\"result\":[\"1\",null]}\n");
}

TEST(JsonTree, AsksTheCallerForTexts) {
  const Tree tree = *read_text("f\n  g\n");
  JsonOptions options;
  std::string text;
  options.label = [&](NodeId n) {
    text = std::to_string(n.value());
    return Label{text, text, n.value() > 0, true};
  };
  EXPECT_EQ(
      written(tree, options),
      "{\"parent\":[-1,0],\"method\":[\"f\",\"g\"],\"inputs\":[\"0\",\"1\"],\"result\":[null,\"1\"]}\n");
}

TEST(JsonTree, WritesInvalidUtf8AsReplacement) {
  TreeBuilder builder;
  Function function;
  function.name = "f\xff";
  builder.open(builder.add_function(function));
  EXPECT_EQ(written(builder.finish()), "{\"parent\":[-1],\"method\":[\"f\xef\xbf\xbd\"]}\n");
}

TEST(JsonTree, CarriesAPathOfAMillionNodes) {
  const Tree tree = support::path(1'000'000);
  const Result<Tree> read = read_json(written(tree));
  ASSERT_TRUE(read.has_value()) << read.error().what;
  ASSERT_EQ(read->size(), tree.size());
  EXPECT_TRUE(std::equal(tree.parents(), tree.parents() + tree.size(), read->parents()));
}

TEST(JsonTree, FailsWhenTheStreamDoes) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  const Status status = write_json(support::path(3), out);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);
}

RC_GTEST_PROP(JsonTree, ReadsWhatItWrote, ()) {
  auto text =
      rc::gen::oneOf(support::hostile_text(),
                     rc::gen::element<std::string>("\n", "\t", std::string(1, '\0'), " ", "\x7f", "\\u0041"));
  const Tree tree = support::build(*support::labelled_trees(text));
  const Result<Tree> read = read_json(written(tree));
  RC_ASSERT(read.has_value());
  RC_ASSERT(support::dump(*read) == support::dump(tree));
}

RC_GTEST_PROP(JsonTree, AcceptsParentsIfAndOnlyIfTheyAreInPreorder, ()) {
  const Tree valid = support::build(*support::plain_trees());
  std::vector<int> parents(valid.parents(), valid.parents() + valid.size());
  const auto row = *rc::gen::inRange<std::size_t>(0, parents.size());
  parents[row] = *rc::gen::inRange(-1, static_cast<int>(parents.size()) + 1);
  std::vector<int> open;
  bool is_tree = true;
  for (std::size_t i = 0; i < parents.size() && is_tree; ++i) {
    while (!open.empty() && open.back() != parents[i]) open.pop_back();
    is_tree = (i == 0) == (parents[i] == -1) && (i == 0 || !open.empty());
    open.push_back(static_cast<int>(i));
  }
  const Result<Tree> tree = read_json(nlohmann::json{{"parent", parents}}.dump());
  RC_CLASSIFY(is_tree);
  RC_ASSERT(tree.has_value() == is_tree);
}

}  // namespace
}  // namespace culprit::tree
