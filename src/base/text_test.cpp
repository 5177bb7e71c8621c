#include "src/base/text.h"

#include <gtest/gtest.h>

namespace culprit {
namespace {

TEST(Text, GroupsDigits) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

TEST(Text, EscapesWhatCouldSteerATerminal) {
  EXPECT_EQ(escaped("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(escaped("a\"b\\c\n"), "a\\\"b\\\\c\\n");
  EXPECT_EQ(escaped("caf\xc3\xa9"), "caf\xc3\xa9");
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf") << "an overlong form is not UTF-8";
  EXPECT_EQ(escaped("\xe2\x80\xae"), "\\u202e") << "text direction cannot be turned round";
  EXPECT_EQ(printable("say \"hi\"\n\x07"), "say \"hi\"\n\\x07");
}

TEST(Text, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("caf\xc3\xa9"), 4u);
  EXPECT_EQ(display_width("\xe4\xb8\xad"), 2u);
  EXPECT_EQ(clipped("abcdef", 4), "abc…");
  EXPECT_EQ(clipped("abcd", 4), "abcd");
}

TEST(Text, FindsTheNearestName) {
  constexpr std::string_view kNames[] = {"top-down", "heaviest-first", "divide-and-query"};
  EXPECT_EQ(nearest("topdown", kNames), "top-down");
  EXPECT_EQ(nearest("heavy", kNames), "");
  EXPECT_EQ(nearest("heav", kNames), "heaviest-first");
  EXPECT_EQ(nearest("xyzzy", kNames), "");
  constexpr std::string_view kAlike[] = {"compress-all", "compress", "collapse"};
  EXPECT_EQ(nearest("compres", kAlike), "compress");
}

TEST(Text, SplitsAndTrims) {
  EXPECT_EQ(split("a,b,,c", ',').size(), 4u);
  EXPECT_EQ(trimmed("  x y \n"), "x y");
  EXPECT_EQ(trimmed(" \n"), "");
}

}  // namespace
}  // namespace culprit
