#include "src/cli/rows.h"

#include <gtest/gtest.h>

#include "src/base/text.h"
#include "src/cli/value_difference.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

using state::Value;
using state::ValueKind;

Value number(std::int64_t n, std::string name = {}) {
  Value value;
  value.kind = ValueKind::kSigned;
  value.name = std::move(name);
  value.text = std::to_string(n);
  return value;
}
Value text(std::string characters) {
  Value value;
  value.kind = ValueKind::kString;
  value.text = std::move(characters);
  return value;
}
Value list(std::vector<Value> children, ValueKind kind = ValueKind::kArray) {
  Value value;
  value.kind = kind;
  value.count = children.size();
  value.children = std::move(children);
  return value;
}
Value numbers(int first, int last) {
  Value value = list({});
  for (int i = first; i <= last; ++i) value.children.push_back(number(i));
  value.count = value.children.size();
  return value;
}

std::string shown(const Row& row, std::size_t columns, bool is_ascii = false) {
  const Room room{columns, 0, is_ascii};
  std::string out;
  for (const StyledLine& line : row_lines({row}, name_column(std::vector<Row>{row}, columns), room))
    out += line.text() + "\n";
  return out;
}
std::string changed(const Value& before, const Value& after, std::size_t columns, bool is_ascii = false) {
  return shown({"name", before, after}, columns, is_ascii);
}

TEST(Change, StandsOnALineOrOnTwoWithTheArrowBelowTheName) {
  EXPECT_EQ(changed(number(4), number(5), 40), "name   4 → 5\n");
  EXPECT_EQ(changed(number(4), number(5), 40, true), "name   4 -> 5\n");
  EXPECT_EQ(changed(numbers(1, 5), numbers(2, 6), 24), "name   {1, 2, 3, 4, 5}\n     → {2, 3, 4, 5, 6}\n");
  EXPECT_EQ(changed(numbers(1, 5), numbers(2, 6), 24, true),
            "name   {1, 2, 3, 4, 5}\n    -> {2, 3, 4, 5, 6}\n");
}

TEST(Change, OfALongValueIsOnlyWhatDiffers) {
  Value before = numbers(1, 60), after = before;
  after.children[30] = number(0);
  EXPECT_EQ(changed(before, after, 40), "name   {…, 31, …} → {…, 0, …}\n");
  before = list({number(7, "number"), text(std::string(200, 'x')), number(3, "rank")}, ValueKind::kStruct);
  before.children[1].name = "name";
  after = before;
  after.children[2].text = "4";
  EXPECT_EQ(changed(before, after, 40), "name   {…, rank = 3} → {…, rank = 4}\n");
}

TEST(Change, OfAGrowingListIsItsEnd) {
  EXPECT_EQ(changed(numbers(1, 60), numbers(1, 61), 40), "name   {…, 60} → {…, 60, 61}\n");
  EXPECT_EQ(changed(numbers(2, 60), numbers(1, 60), 40), "name   {…} → {1, …}\n");
}

TEST(Change, OfALongTextIsWhatStandsAroundIt) {
  const std::string head(300, 'a'), tail(300, 'b');
  EXPECT_EQ(changed(text(head + "old" + tail), text(head + "new" + tail), 60),
            "name   \"…aaaaaaaaoldbbbbbbbb…\" → \"…aaaaaaaanewbbbbbbbb…\"\n");
}

TEST(Change, IsNeverCutToTheSame) {
  for (std::size_t columns = 12; columns < 120; columns += 9) {
    for (const std::size_t at : {0, 5, 29, 59}) {
      Value before = numbers(100000, 100059), after = before;
      after.children[at] = text(std::string(500, 'x') + "y" + std::string(500, 'x'));
      Value other = after;
      other.children[at].text[500] = 'z';
      const std::string lines = changed(after, other, columns);
      EXPECT_NE(lines.find('y'), std::string::npos) << lines;
      EXPECT_NE(lines.find('z'), std::string::npos) << lines;
    }
  }
}

TEST(Change, SaysThatTheDifferenceIsOutOfSight) {
  EXPECT_EQ(changed(numbers(1, 3), numbers(1, 3), 60), "name   differs further in than is shown here\n");
}

TEST(Row, HasItsItemsBelow) {
  EXPECT_EQ(shown({"a", {}, {}, "3 elements:", {"[1]", "[2]", "[13]"}}, 13),
            "a   3 elements:\n  [1] [2]\n  [13]\n");
}

TEST(Row, WithALongNameStandsBelowIt) {
  const Row row{std::string(30, 'n'), {}, {}, "a value that is long"};
  EXPECT_EQ(shown(row, 40), std::string(30, 'n') + "\n    a value that is long\n");
  EXPECT_EQ(shown(row, 60), std::string(30, 'n') + "   a value that is long\n");
}

TEST(Row, KeepsToItsColumns) {
  for (std::size_t columns = 30; columns < 100; columns += 7) {
    const Room room{columns};
    for (const StyledLine& line : row_lines({{"name", numbers(1, 90), numbers(5, 99)},
                                             {"other", {}, {}, std::string(700, 'x')},
                                             {std::string(200, 'n'), number(1), number(2), {}, {}, "a note"}},
                                            8, room))
      EXPECT_LE(line.width(), columns) << line.text();
  }
}

}  // namespace
}  // namespace culprit::cli
