#include "src/cli/wrap.h"

#include <gtest/gtest.h>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

using Lines = std::vector<std::string>;

TEST(WrappedWords, BreakAtBlanks) {
  EXPECT_EQ(wrapped_words("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped_words("one two three", 100), (Lines{"one two three"}));
  EXPECT_EQ(wrapped_words("", 7), (Lines{""}));
}

TEST(WrappedWords, BreakALongWordAnywhere) {
  EXPECT_EQ(wrapped_words("abcdefgh ij", 4), (Lines{"abcd", "efgh", "ij"}));
  EXPECT_EQ(wrapped_words("äöüß", 2), (Lines{"äö", "üß"}));
  EXPECT_EQ(wrapped_words("日本語", 3), (Lines{"日", "本", "語"})) << "two columns each";
  EXPECT_EQ(wrapped_words("日本", 1), (Lines{"日", "本"})) << "wider than the line";
}

TEST(WrappedWords, BearBytesThatAreNoText) {
  const std::string bytes = "\xff\xfe\x80\x80\x80";
  for (std::size_t width = 0; width < 4; ++width) {
    std::string joined;
    for (const std::string& line : wrapped_words(bytes, width)) joined += line;
    EXPECT_EQ(joined, bytes);
  }
}

TEST(WrappedValue, BreaksBehindCommasAndHangsBehindTheBrace) {
  EXPECT_EQ(wrapped_value("{aaa, bbb, ccc}", 11), (Lines{"{aaa, bbb,", " ccc}"}));
  EXPECT_EQ(wrapped_value("{\"a b\", \"c d\"}", 10), (Lines{"{\"a b\",", " \"c d\"}"}));
  EXPECT_EQ(wrapped_value("&{aaa, bbb}", 7), (Lines{"&{aaa,", "  bbb}"}));
}

TEST(FirstLines, EndInDotsBehindAWord) {
  EXPECT_EQ(first_lines({"one two", "three"}, 1, 9, "…"), (Lines{"one two…"}));
  EXPECT_EQ(first_lines({"one two", "three"}, 1, 7, "…"), (Lines{"one…"}));
  EXPECT_EQ(first_lines({"abcdefg", "three"}, 1, 7, "..."), (Lines{"abcd..."}));
  EXPECT_EQ(first_lines({"one", "two"}, 2, 9, "…"), (Lines{"one", "two"}));
}

TEST(CutTo, KeepsWhatFits) {
  EXPECT_EQ(cut_to("abc", 3, "…"), "abc");
  EXPECT_EQ(cut_to("abcd", 3, "…"), "ab…");
  EXPECT_EQ(cut_to("abcdef", 5, "..."), "ab...");
  EXPECT_EQ(cut_to("abcdef", 2, "..."), "ab");
}

}  // namespace
}  // namespace culprit::cli
