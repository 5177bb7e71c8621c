// `culprit evaluate --json --strategy all` over the golden trees gives the totals listed there.
#include <map>
#include <nlohmann/json.hpp>

#include "src/strategy/strategy.h"
#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using nlohmann::json;

TEST_F(CommandLine, EvaluateGivesTheTotalOfEveryGoldenRow) {
  const std::string golden = std::string(CULPRIT_SOURCE_DIR) + "/tests/golden/strategies.jsonl";
  const Finished run = culprit({"evaluate", "--json", "--strategy", "all", golden});
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream rows(run.out);
  std::ifstream trees(golden);
  std::size_t compared = 0;
  for (std::string line; std::getline(trees, line);) {
    const json tree = json::parse(line);
    for (const std::string_view name : strategy::strategy_names()) {
      std::string text;
      ASSERT_TRUE(std::getline(rows, text));
      const json row = json::parse(text);
      const std::string where = tree["name"].get<std::string>() + ", " + std::string(name);
      EXPECT_EQ(row["name"], tree["name"]) << where;
      EXPECT_EQ(row["strategy"], name) << where;
      EXPECT_EQ(row["root_wrong"], tree["root_wrong"]) << where;
      EXPECT_EQ(row["transform"], "loops") << where;
      EXPECT_EQ(row["nodes"], tree["parent"].size()) << where;
      if (name == "strategic") {
        EXPECT_FALSE(tree["totals"].contains(name))
            << where;  // it looks at functions, of which these trees have one
      } else if (name == "least-effort") {
        EXPECT_EQ(row["looks"]["total"], tree["looks"]) << where;
        EXPECT_LE(row["looks"]["median"], row["looks"]["worst"]) << where;
        EXPECT_LE(row["effort"].get<double>(), 6 * row["mean"].get<double>() + 1e-9) << where;
      } else if (name == "worst-case") {
        EXPECT_EQ(row["worst"], tree["min-max"]) << where;
      } else {
        ASSERT_TRUE(tree["totals"].contains(name)) << where;
        EXPECT_EQ(row["total"], tree["totals"][std::string(name)]) << where;
      }
      if (name !=
          "least-effort") {  // a look for each question, at a call: its line, and five that every look has
        EXPECT_EQ(row["looks"]["total"], row["total"]) << where;
        EXPECT_EQ(row["looks"]["worst"], row["worst"]) << where;
        EXPECT_NEAR(row["effort"].get<double>(), 6 * row["mean"].get<double>(), 1e-9) << where;
      }
      EXPECT_DOUBLE_EQ(row["mean"].get<double>(), row["total"].get<double>() / row["nodes"].get<double>())
          << where;
      EXPECT_LE(row["information_bound"], row["total"]) << where;
      EXPECT_LE(row["mean"].get<double>(), row["worst"].get<double>()) << where;
      ++compared;
    }
  }
  std::string rest;
  EXPECT_FALSE(std::getline(rows, rest)) << rest;
  EXPECT_EQ(compared, 200 * strategy::strategy_names().size());
}

TEST_F(CommandLine, RootOptionOverridesTheTree) {
  write("star.json", R"({"parent":[-1,0,0],"root_wrong":false,"name":"star"})");
  const auto total = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"evaluate", "star.json", "--json", "--strategy", "top-down"});
    return json::parse(culprit(more).out)["total"].get<int>();
  };
  EXPECT_EQ(total({"--root", "undefined"}), total({}));
  EXPECT_EQ(total({"--root", "wrong"}) + 3, total({}))
      << "top-down asks an undefined root first, whichever node is wrong";
}

}  // namespace
}  // namespace culprit::test
