#include "src/cli/set_again_rows.h"

#include <gtest/gtest.h>

namespace culprit::cli {
namespace {

state::Change same(std::string path, std::string text) {
  state::Value value;
  value.kind = state::ValueKind::kSigned;
  value.text = std::move(text);
  return {std::move(path), value, value};
}

std::string lines(const state::Facts& facts) {
  const Room room{.columns = 60};
  const std::vector<Row> rows = set_again_rows(facts, room);
  std::string out;
  for (const StyledLine& line : row_lines(rows, name_column(rows, room.columns), room))
    out += line.text() + "\n";
  return out;
}

TEST(SetAgainRows, FewPlacesHaveRowsOfTheirOwn) {
  state::Facts facts;
  facts.set_again = {same("this->size_", "3"), same("a[0]", "1"), same("a[1]", "2")};
  EXPECT_EQ(lines(facts),
            "size_   3\n"
            "a[0]    1\n"
            "a[1]    2\n");
  EXPECT_EQ(lines({}), "");
}

TEST(SetAgainRows, ManyElementsOfOneContainerStandTogether) {
  state::Facts facts;
  for (int i = 0; i < 5; ++i) facts.set_again.push_back(same("a[" + std::to_string(i) + "]", "7"));
  facts.set_again.push_back(same("n", "1"));
  EXPECT_EQ(lines(facts),
            "a   5 elements, each was 7 already:\n"
            "  [0] [1] [2] [3] [4]\n"
            "n   1\n");
  facts.set_again[2] = same("a[2]", "8");
  EXPECT_EQ(lines(facts),
            "a   5 elements:\n"
            "  [0] 7   [1] 7   [2] 8   [3] 7   [4] 7\n"
            "n   1\n");
}

}  // namespace
}  // namespace culprit::cli
