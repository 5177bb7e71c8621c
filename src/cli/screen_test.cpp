#include "src/cli/screen.h"

#include <gtest/gtest.h>

namespace culprit::cli {
namespace {

std::string text_of(const StyledLines& lines) {
  std::string out;
  for (const StyledLine& line : lines) out += line.text() + "\n";
  return out;
}

Block block(const std::string& label, std::size_t lines) {
  Block made{label, {}};
  for (std::size_t i = 1; i <= lines; ++i) made.lines.emplace_back("line " + std::to_string(i));
  return made;
}

Screen screen(std::vector<Block> blocks) {
  return {StyledLine("rule"),
          {StyledLine("head")},
          std::move(blocks),
          {},
          {StyledLine("question"), StyledLine("answers")}};
}

TEST(RuleLine, FillsTheLine) {
  EXPECT_EQ(rule_line("a call", "look 3 · about 2 to go", {50}).text(),
            "── a call ────────────── look 3 · about 2 to go ──");
  EXPECT_EQ(rule_line("a call", "look 3 · about 2 to go", {50, 0, true}).text(),
            "-- a call -------------- look 3 - about 2 to go --");
  EXPECT_EQ(rule_line("a call", "look 3 · about 2 to go", {20}).width(), 20u);
}

TEST(Place, StandsOnTheFirstLineWithRoom) {
  EXPECT_EQ(text_of(with_place({StyledLine("f()")}, "a.c:1", {12})), "f()    a.c:1\n");
  EXPECT_EQ(text_of(with_place({StyledLine("f(12345)"), StyledLine("// g")}, "a.c:1", {12})),
            "f(12345)\n// g   a.c:1\n");
  EXPECT_EQ(text_of(with_place({StyledLine("f(12345)")}, "a.c:1", {12})), "f(12345)\n       a.c:1\n");
  EXPECT_EQ(text_of(with_place({StyledLine("f()")}, "", {12})), "f()\n");
}

TEST(Layout, HasLabelsInAColumn) {
  EXPECT_EQ(
      text_of(laid_out(screen({block("returned", 1), block("changed", 0), block("only read", 2)}), {80})),
      "rule\n\nhead\n\n"
      "  returned   line 1\n"
      "  only read  line 1\n"
      "             line 2\n"
      "\nquestion\nanswers\n");
}

TEST(Layout, LosesEmptyLinesFirst) {
  const std::vector<Block> blocks{block("changed", 4)};
  EXPECT_EQ(laid_out(screen(blocks), {80, 12}).size(), 11u);
  EXPECT_EQ(text_of(laid_out(screen(blocks), {80, 10})),
            "rule\nhead\n"
            "  changed    line 1\n             line 2\n             line 3\n             line 4\n"
            "\nquestion\nanswers\n");
  EXPECT_EQ(laid_out(screen(blocks), {80, 9}).size(), 8u);
}

TEST(Layout, FoldsWhatIsLongest) {
  EXPECT_EQ(text_of(laid_out(screen({block("changed", 9), block("only read", 2)}), {80, 10})),
            "rule\nhead\n"
            "  changed    line 1\n             line 2\n             … 7 lines more; 'more' shows all\n"
            "  only read  line 1\n             line 2\n"
            "question\nanswers\n");
}

TEST(Layout, FoldsWhatStaysLast) {
  Block calls = block("", 6);
  calls.stays = true;
  EXPECT_EQ(text_of(laid_out(screen({calls, block("changed", 4)}), {80, 13})),
            "rule\nhead\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n"
            "  changed    line 1\n             … 3 lines more; 'more' shows all\nquestion\nanswers\n");
  EXPECT_EQ(text_of(laid_out(screen({calls, block("changed", 4)}), {80, 11})),
            "rule\nhead\nline 1\nline 2\nline 3\n  … 3 lines more; 'more' shows all\n"
            "  changed    line 1\n             … 3 lines more; 'more' shows all\nquestion\nanswers\n");
}

TEST(Layout, KeepsQuestionAndAnswersInAnyHeight) {
  for (std::size_t rows = 1; rows < 40; ++rows) {
    const StyledLines lines = laid_out(screen({block("changed", 30), block("only read", 30)}), {80, rows});
    EXPECT_EQ(lines.back().text(), "answers");
    EXPECT_LE(lines.size() + 1, std::max<std::size_t>(rows, 9)) << rows;
  }
}

}  // namespace
}  // namespace culprit::cli
