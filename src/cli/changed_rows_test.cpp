#include "src/cli/changed_rows.h"

#include <gtest/gtest.h>

#include "src/cli/used_rows.h"

namespace culprit::cli {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

Value scalar(std::string text, std::string name = {}) {
  Value value;
  value.kind = ValueKind::kSigned;
  value.name = std::move(name);
  value.text = std::move(text);
  return value;
}
Value list(std::string name, const std::vector<std::string>& elements) {
  Value value;
  value.kind = ValueKind::kArray;
  value.name = std::move(name);
  value.count = elements.size();
  for (std::size_t i = 0; i < elements.size(); ++i)
    value.children.push_back(scalar(elements[i], "[" + std::to_string(i) + "]"));
  return value;
}
Value object(std::string name, std::vector<Value> members) {
  Value value;
  value.kind = ValueKind::kStruct;
  value.name = std::move(name);
  value.children = std::move(members);
  return value;
}

/// Facts in which the elements of a list changed.
Facts changed_list(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  Facts facts;
  facts.before = {list("a", before)};
  facts.after = {list("a", after)};
  if (before.size() != after.size())
    facts.changes.push_back(
        {"a.size()", scalar(std::to_string(before.size())), scalar(std::to_string(after.size()))});
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
    if (before[i] != after[i])
      facts.changes.push_back({"a[" + std::to_string(i) + "]", scalar(before[i]), scalar(after[i])});
  return facts;
}

std::string text_of(const std::vector<Row>& rows, const Room& room) {
  std::string out;
  for (const StyledLine& line : row_lines(rows, name_column(rows, room.columns), room))
    out += line.text() + "\n";
  return out;
}
std::string changed(const Facts& facts, std::size_t columns = 67) {
  const Room room{columns};
  return text_of(changed_rows(facts, room).rows, room);
}
void use(Facts& facts, const std::string& path, Value value) {
  facts.used.is_known = true;
  state::UsedPart part;
  part.path = path;
  part.root = path.substr(0, path.find_first_of("[-."));
  part.value = std::move(value);
  facts.used.parts.push_back(part);
}
std::string only_read(const Facts& facts) {
  const Room room{67};
  const auto none = [](std::string_view) { return false; };
  return text_of(used_rows(facts, changed_rows(facts, room), none, true), room);
}

TEST(ChangedRows, ShowAShortListWhole) {
  EXPECT_EQ(changed(changed_list({"3", "9", "6"}, {"12", "9", "6"})), "a   {3, 9, 6} → {12, 9, 6}\n");
}

TEST(ChangedRows, ShowTheElementsFromTheFirstToTheLastThatChanged) {
  EXPECT_EQ(changed(changed_list({"1", "2", "3", "4", "5", "6"}, {"1", "2", "4", "3", "5", "6"}), 40),
            "a[2..3]   {3, 4} → {4, 3}\n");
  EXPECT_EQ(changed(changed_list({"1", "2", "3", "4", "5", "6"}, {"2", "2", "3", "4", "5", "7"}), 40),
            "a   {1, 2, 3, 4, 5, 6}\n  → {2, 2, 3, 4, 5, 7}\n")
      << "they are far apart";
}

TEST(ChangedRows, ShowOneElementOfALongListAlone) {
  std::vector<std::string> before(60, "0"), after = before;
  after[8] = "1";
  EXPECT_EQ(changed(changed_list(before, after)), "a[8]   0 → 1\n");
}

TEST(ChangedRows, ListElementsThatChangedAlike) {
  std::vector<std::string> before(120, "false"), after = before;
  for (const std::size_t i : {25, 35, 55, 65, 85, 95, 115}) after[i] = "true";
  EXPECT_EQ(changed(changed_list(before, after)),
            "a   7 of 120 elements, each false → true:\n  [25] [35] [55] [65] [85] [95] [115]\n");
}

TEST(ChangedRows, ListElementsThatChangedInTheirOwnWays) {
  std::vector<std::string> before(120, "0"), after = before;
  for (std::size_t i = 0; i < 120; i += 20) after[i] = std::to_string(i + 1);
  EXPECT_EQ(changed(changed_list(before, after)),
            "a   6 of 120 elements:\n"
            "  [0] 0 → 1   [20] 0 → 21   [40] 0 → 41   [60] 0 → 61   [80] 0 → 81\n  [100] 0 → 101\n");
}

TEST(ChangedRows, ShowOfAGrowingListItsEnd) {
  std::vector<std::string> before(60, "7"), after = before;
  after.emplace_back("46");
  EXPECT_EQ(changed(changed_list(before, after)), "a   {…, 7} → {…, 7, 46}  (61 elements)\n");
  EXPECT_EQ(changed(changed_list({}, {"4"})), "a   {} → {4}\n");
}

TEST(ChangedRows, ShowAnObjectOfWhichSeveralFieldsChangedAsOne) {
  Facts facts;
  facts.before = {object("p", {scalar("2", "x"), scalar("0", "y")})};
  facts.after = {object("p", {scalar("0", "x"), scalar("2", "y")})};
  facts.changes = {{"p.x", scalar("2"), scalar("0")}, {"p.y", scalar("0"), scalar("2")}};
  EXPECT_EQ(changed(facts), "p   {x = 2, y = 0} → {x = 0, y = 2}\n");
}

TEST(ChangedRows, NameMembersAlone) {
  Facts facts;
  facts.changes = {{"this->size_", scalar("0"), scalar("1")}, {"this->first_", scalar("2"), scalar("3")}};
  EXPECT_EQ(changed(facts), "size_    0 → 1\nfirst_   2 → 3\n");
}

TEST(ChangedRows, KeepNotesAndSayWhatIsMissing) {
  Facts facts;
  facts.changes = {{"a variable of f", scalar("0"), scalar("1"), true, "4 bytes, line 6"}};
  facts.changes_cut = true;
  facts.written = {{"what was allocated in f", 12, true}};
  EXPECT_EQ(changed(facts),
            "a variable of f   0 → 1  (4 bytes, line 6)\n"
            "about 12 bytes of what was allocated in f\n"
            "… and there may be more; 'browse' shows all\n");
}

TEST(UsedRows, LeaveOutWhatChanged) {
  Facts facts = changed_list({"1", "2", "3", "4"}, {"1", "3", "2", "4"});
  for (std::size_t i = 0; i < 4; ++i)
    use(facts, "a[" + std::to_string(i) + "]", scalar(std::to_string(i + 1)));
  EXPECT_EQ(only_read(facts), "") << "the whole list is shown";
  Facts row;
  row.changes = {{"b[3]", scalar("0"), scalar("1")}};
  use(row, "b[2..5]", list("", {"7", "0", "8", "9"}));
  use(row, "b.size()", scalar("9"));
  EXPECT_EQ(only_read(row), "b[2]      7\nb[4..5]   {8, 9}\n");
}

TEST(UsedRows, ShowMembersByTheirNames) {
  Facts facts;
  facts.changes = {{"this->size_", scalar("0"), scalar("1")}};
  use(facts, "*this", object("", {scalar("3", "first_"), scalar("0", "size_")}));
  use(facts, "*p", object("", {scalar("5", "x"), scalar("6", "y")}));
  EXPECT_EQ(only_read(facts), "first_   3\n*p       {x = 5, y = 6}\n");
  facts.changes.push_back({"p->x", scalar("5"), scalar("7")});
  EXPECT_EQ(only_read(facts), "first_   3\n*p       {y = 6, …}\n");
}

TEST(UsedRows, SayHowLongAListIsOnlyIfNothingElseOfItWasUsed) {
  Facts facts;
  use(facts, "a.size()", scalar("3"));
  EXPECT_EQ(only_read(facts), "a.size()   3\n");
  use(facts, "a[1]", scalar("7"));
  EXPECT_EQ(only_read(facts), "a[1]   7\n");
}

TEST(UsedRows, SayWhatIsNotKnown) {
  Facts facts;
  facts.before = {scalar("4", "total"), scalar("5", "x")};
  const auto is_x = [](std::string_view name) { return name == "x"; };
  EXPECT_TRUE(used_rows(facts, {}, is_x, true).empty());
  const Room room{67};
  EXPECT_EQ(text_of(visible_rows(facts, {}, is_x), room), "total   4\n");
  facts.used.is_known = true;
  EXPECT_TRUE(visible_rows(facts, {}, is_x).empty());
  facts.used.is_cut = true;
  facts.used.rest = {{"variables of main", 20, false}};
  EXPECT_EQ(only_read(facts), "20 bytes of variables of main\n… it used more than could be told apart\n");
}

}  // namespace
}  // namespace culprit::cli
