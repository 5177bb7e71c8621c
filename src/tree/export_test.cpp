#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "src/tree/export_chrome.h"
#include "src/tree/export_dot.h"
#include "src/tree/export_speedscope.h"
#include "src/tree/text.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::tree {
namespace {

using nlohmann::json;

template <class Write>
std::string written(Write write, const Tree& tree, const ExportOptions& options = {}) {
  std::ostringstream out;
  const Status ok = write(tree, out, options);
  EXPECT_TRUE(ok.has_value());
  return std::move(out).str();
}
const auto dot = [](auto&... args) { return write_dot(args...); };
const auto chrome = [](auto&... args) { return write_chrome(args...); };
const auto speedscope = [](auto&... args) { return write_speedscope(args...); };

/// Rebuilds the indented tree from begin and end events, to compare with the original.
class Nesting {
 public:
  void open(const std::string& name, std::uint64_t time) {
    EXPECT_GE(time, last_);
    last_ = time;
    text_ += std::string(2 * open_.size(), ' ') + name + "\n";
    open_.push_back(name);
  }
  void close(std::uint64_t time) {
    EXPECT_GE(time, last_);
    last_ = time;
    ASSERT_FALSE(open_.empty());
    open_.pop_back();
  }
  const std::string& innermost() const { return open_.back(); }
  bool is_closed() const { return open_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string> open_;
  std::uint64_t last_ = 0;
};

std::map<int, Nesting> nesting_of_chrome(const json& events) {
  std::map<int, Nesting> threads;
  for (const json& event : events) {
    if (event["ph"] == "B") threads[event["tid"]].open(event["name"], event["ts"]);
    if (event["ph"] == "E") threads[event["tid"]].close(event["ts"]);
  }
  return threads;
}

std::vector<Nesting> nesting_of_speedscope(const json& file) {
  std::vector<Nesting> profiles;
  for (const json& profile : file["profiles"]) {
    Nesting& nesting = profiles.emplace_back();
    for (const json& event : profile["events"]) {
      const std::string name = file["shared"]["frames"].at(event["frame"].get<std::size_t>())["name"];
      EXPECT_GE(event["at"], profile["startValue"]);
      EXPECT_LE(event["at"], profile["endValue"]);
      if (event["type"] == "O") {
        nesting.open(name, event["at"]);
      } else {
        EXPECT_EQ(event["type"], "C");
        EXPECT_EQ(nesting.innermost(), name);
        nesting.close(event["at"]);
      }
    }
  }
  return profiles;
}

constexpr const char* kTree = "main\n  f\n    g\n  h\n";

TEST(Dot, DrawsNodesAndEdges) {
  const Tree tree = *read_text("f(\"a\\b\") = 1  @x.c:3\n  g\n");
  EXPECT_EQ(written(dot, tree),
            "digraph culprit {\n"
            "  ordering=out;\n"
            "  node [shape=box, fontname=\"monospace\"];\n"
            "  n0 [label=\"f(\\\"a\\\\b\\\") = 1\", tooltip=\"x.c:3\"];\n"
            "  n1 [label=\"g\"];\n"
            "  n0 -> n1;\n"
            "}\n");
}

TEST(Dot, SaysWhatItDoesNotDraw) {
  ExportOptions options;
  options.max_nodes = 3;
  const std::string text = written(dot, *read_text(kTree), options);
  EXPECT_NE(text.find("n0 -> n3;"), std::string::npos) << "levels come before depths\n" << text;
  EXPECT_EQ(text.find("n2"), std::string::npos) << text;
  EXPECT_NE(text.find("label=\"1 more node is not drawn\""), std::string::npos) << text;
}

TEST(Dot, DrawsThePartAskedFor) {
  ExportOptions options;
  options.from = NodeId{1};
  const std::string text = written(dot, *read_text(kTree), options);
  EXPECT_EQ(text.find("n0"), std::string::npos) << text;
  EXPECT_NE(text.find("n1 -> n2;"), std::string::npos) << text;
}

TEST(Chrome, BeginsAndEndsNodesInOrder) {
  const Tree tree = *read_text("main\n  f(\"1\") = ä  @a.c:7\n    g\n  h\n");
  const json events = json::parse(written(chrome, tree));
  const auto threads = nesting_of_chrome(events);
  ASSERT_EQ(threads.size(), 1u);
  EXPECT_EQ(threads.at(1).text(), kTree);
  EXPECT_TRUE(threads.at(1).is_closed());
  const json& f = events[3];
  EXPECT_EQ(f["name"], "f");
  EXPECT_EQ(f["cat"], "function");
  EXPECT_EQ(f["ts"], 1);
  EXPECT_EQ(f["args"],
            (json{{"file", "a.c"}, {"line", 7}, {"node", 1}, {"inputs", "\"1\""}, {"result", "ä"}}));
}

/// main(0..) starts a thread at 4 that outlives it; the call at 2 never returned.
Tree threaded() {
  TreeBuilder builder;
  std::vector<FunctionId> f;
  for (const char* name : {"main", "f", "thread", "work"}) {
    Function function;
    function.name = name;
    f.push_back(builder.add_function(function));
  }
  builder.open(f[0], Moment{10});
  builder.open(f[1], Moment{12});
  builder.open(f[2], Moment{14});
  builder.open(f[3], Moment{15});
  builder.close(Moment{90});
  builder.close();
  builder.close(Moment{16});
  builder.open(f[1], Moment{20});
  builder.close();
  builder.close(Moment{30});
  return builder.finish();
}

ExportOptions threads_of_threaded() {
  ExportOptions options;
  options.thread = [](NodeId n) { return n == NodeId{2} || n == NodeId{3} ? 2u : 1u; };
  return options;
}

TEST(Chrome, PutsThreadsOnLinesOfTheirOwn) {
  const json events = json::parse(written(chrome, threaded(), threads_of_threaded()));
  const auto threads = nesting_of_chrome(events);
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads.at(1).text(), "main\n  f\n  f\n");
  EXPECT_EQ(threads.at(2).text(), "thread\n  work\n");
  EXPECT_TRUE(threads.at(1).is_closed());
  EXPECT_TRUE(threads.at(2).is_closed());
  std::map<std::pair<int, int>, int> ends;
  for (const json& event : events) {
    if (event["ph"] == "E") ++ends[{event["tid"].get<int>(), event["ts"].get<int>()}];
  }
  EXPECT_EQ(ends,
            (std::map<std::pair<int, int>, int>{{{1, 16}, 1}, {{1, 20}, 1}, {{1, 30}, 1}, {{2, 90}, 2}}));
}

TEST(Speedscope, WritesAnEventedProfile) {
  const json file = json::parse(written(speedscope, *read_text("main\n  f  @a.c:7\n    g\n  h\n")));
  EXPECT_EQ(file["$schema"], "https://www.speedscope.app/file-format-schema.json");
  EXPECT_EQ(file["shared"]["frames"][1], (json{{"name", "f"}, {"file", "a.c"}, {"line", 7}}));
  ASSERT_EQ(file["profiles"].size(), 1u);
  EXPECT_EQ(file["profiles"][0]["type"], "evented");
  EXPECT_EQ(file["profiles"][0]["unit"], "none");
  EXPECT_EQ(file["profiles"][0]["startValue"], 0);
  EXPECT_EQ(file["profiles"][0]["endValue"], 4);
  EXPECT_EQ(nesting_of_speedscope(file)[0].text(), kTree);
}

TEST(Speedscope, WritesAProfileAThread) {
  const json file = json::parse(written(speedscope, threaded(), threads_of_threaded()));
  const auto profiles = nesting_of_speedscope(file);
  ASSERT_EQ(profiles.size(), 2u);
  EXPECT_EQ(profiles[0].text(), "main\n  f\n  f\n");
  EXPECT_EQ(profiles[1].text(), "thread\n  work\n");
  EXPECT_EQ(file["profiles"][1]["startValue"], 14);
  EXPECT_EQ(file["profiles"][1]["endValue"], 90);
}

TEST(Exports, CarryAPathOfAMillionNodes) {
  const Tree tree = support::path(1'000'000);
  const std::string events = written(chrome, tree);
  EXPECT_EQ(std::count(events.begin(), events.end(), '\n'), 2'000'000 + 4) << "an event a line";
  EXPECT_TRUE(events.ends_with("\"tid\":1,\"ts\":1000000}\n]\n"));
  const std::string profile = written(speedscope, tree);
  EXPECT_EQ(std::count(profile.begin(), profile.end(), '\n'), 2'000'000 + 501)
      << "an event a line, after the frames";
  EXPECT_TRUE(profile.ends_with("\"at\":1000000}],\"endValue\":1000000}]}\n"));
  const std::string drawn = written(dot, tree);
  EXPECT_NE(drawn.find("998,000 more nodes are not drawn"), std::string::npos);
}

TEST(Exports, FailWhenTheStreamDoes) {
  const Tree tree = support::path(3);
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  for (const Status& status : {write_dot(tree, out), write_chrome(tree, out), write_speedscope(tree, out)}) {
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
  }
}

RC_GTEST_PROP(Exports, KeepTheNesting, ()) {
  const Tree tree = support::build(*support::plain_trees());
  const std::string expected = to_text(tree);
  const auto threads = nesting_of_chrome(json::parse(written(chrome, tree)));
  const auto profiles = nesting_of_speedscope(json::parse(written(speedscope, tree)));
  if (tree.function(tree.root()).name.empty()) return;  // the lone nameless root prints as a backslash
  RC_ASSERT(threads.at(1).text() == expected);
  RC_ASSERT(profiles[0].text() == expected);
}

}  // namespace
}  // namespace culprit::tree
