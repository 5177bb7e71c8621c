#include "tests/mutants/machine/cells.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace culprit::mutants {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json row(const char* kind, const char* head, bool is_killed) {
  json row{{"features", {"threads", "globals"}},
           {"site", {{"operator", kind}, {"head", head}, {"is_node", true}}}};
  if (is_killed) row["shown"] = json::object();
  return row;
}

TEST(Cells, CountKilledMutantsByOperatorAndFeature) {
  Cells cells;
  cells.add(row("call", "", true));
  cells.add(row("call", "bound", true));
  cells.add(row("call", "", false));
  EXPECT_EQ(cells.count("call", "threads"), 2u);
  EXPECT_EQ(cells.count("call", "globals"), 2u);
  EXPECT_EQ(cells.count("call", "loop head"), 1u);
  EXPECT_EQ(cells.count("call", "files"), 0u);
  EXPECT_EQ(cells.count("store", "threads"), 0u);
  EXPECT_THAT(cells.table(), HasSubstr("call                           2               1               2\n"));
}

TEST(Cells, HaveFewerIfOneOfAMutantsHas) {
  Cells cells;
  cells.add(row("call", "", true));
  Site site;
  site.kind = "call";
  site.is_node = true;
  EXPECT_FALSE(cells.has_fewer(site, {"threads"}, 1));
  EXPECT_TRUE(cells.has_fewer(site, {"threads"}, 2));
  EXPECT_TRUE(cells.has_fewer(site, {"threads", "files"}, 1));
  site.head = "step";
  EXPECT_TRUE(cells.has_fewer(site, {"threads"}, 1)) << "none is in the head of a loop";
}

}  // namespace
}  // namespace culprit::mutants
