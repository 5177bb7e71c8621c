#include <gtest/gtest.h>

#include "src/cli/command.h"

namespace culprit::cli {
namespace {

Command sample() {
  return {.name = "sample",
          .summary = "a command for tests",
          .details = "",
          .operands = {{"FILE", "a file"}, {"NODE", "a number", Takes::kNumber, true}},
          .options = {{"--depth", "", Takes::kNumber, "N", "levels"},
                      {"--output", "-o", Takes::kFile, "OUT", "where to"},
                      {"--json", "", Takes::kNothing, "", "as JSON"},
                      {"--strategy", "", Takes::kStrategy, "NAME", "how"},
                      {"--root", "", Takes::kChoice, "HOW", "which", {"wrong", "undefined"}}},
          .run = nullptr};
}

Result<Arguments> read(std::vector<std::string> words) {
  return read_arguments(sample(), words);
}

std::string refusal(std::vector<std::string> words) {
  const auto arguments = read(std::move(words));
  if (arguments) return "accepted";
  EXPECT_EQ(arguments.error().code, ErrorCode::kUsage);
  return arguments.error().what + " | " + arguments.error().hint;
}

TEST(Arguments, KeepOptionsAndOperandsInAnyOrder) {
  const auto arguments = read({"--depth", "3", "run.trace", "--json", "-o", "out", "7"});
  ASSERT_TRUE(arguments) << arguments.error().what;
  EXPECT_EQ(arguments->number("--depth", 9), 3u);
  EXPECT_TRUE(arguments->has("--json"));
  EXPECT_EQ(arguments->text("--output"), "out");
  EXPECT_EQ(arguments->operands(), (std::vector<std::string>{"run.trace", "7"}));
}

TEST(Arguments, TakeAValueAfterAnEqualsSign) {
  const auto arguments = read({"x", "--depth=12"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->number("--depth", 0), 12u);
}

TEST(Arguments, FallBackWhenAnOptionIsMissing) {
  const auto arguments = read({"x"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->number("--depth", 4), 4u);
  EXPECT_EQ(arguments->text("--root", "wrong"), "wrong");
  EXPECT_FALSE(arguments->has("--json"));
}

TEST(Arguments, TakeFilesThatLookLikeOptionsAfterTwoDashes) {
  const auto arguments = read({"--json", "--", "-odd-name"});
  ASSERT_TRUE(arguments) << arguments.error().what;
  EXPECT_EQ(arguments->operand(), "-odd-name");
}

TEST(Arguments, RefuseWhatTheTableDoesNotHave) {
  EXPECT_EQ(refusal({"x", "--jsno"}), "'sample' has no option '--jsno' | did you mean --json?");
  EXPECT_EQ(refusal({"x", "--quite-different"}),
            "'sample' has no option '--quite-different' | 'culprit sample --help' shows what it takes");
  EXPECT_EQ(refusal({}), "'sample' needs FILE: a file | 'culprit sample --help' shows what it takes");
  EXPECT_EQ(refusal({"x", "1", "y"}),
            "'y' is one argument too many for 'sample' | 'culprit sample --help' shows what it takes");
}

TEST(Arguments, RefuseValuesOfTheWrongKind) {
  const std::string hint = " | 'culprit sample --help' shows what it takes";
  EXPECT_EQ(refusal({"x", "--depth", "deep"}),
            "--depth takes a number from 0 to 4294967295, not 'deep'" + hint);
  EXPECT_EQ(refusal({"x", "--depth", "4294967296"}),
            "--depth takes a number from 0 to 4294967295, not '4294967296'" + hint);
  EXPECT_EQ(refusal({"x", "--depth"}), "--depth needs a value (N)" + hint);
  EXPECT_EQ(refusal({"x", "--root", "maybe"}), "--root takes wrong or undefined, not 'maybe'" + hint);
  EXPECT_EQ(refusal({"x", "--output", ""}), "--output must not be empty" + hint);
  EXPECT_EQ(refusal({"x", "--depth", "1", "--depth", "2"}), "--depth was given 2 times | give it once");
  EXPECT_EQ(refusal({"x", "1z"}), "NODE takes a number from 0 to 4294967295, not '1z'" + hint);
}

TEST(Arguments, NameTheNearestStrategy) {
  EXPECT_NE(refusal({"x", "--strategy", "topdown"}).find("top-down"), std::string::npos);
  EXPECT_EQ(refusal({"x", "--strategy", "top-down,heaviest-first"}),
            "--strategy takes one strategy, not 'top-down,heaviest-first' | 'culprit sample --help' shows "
            "what it takes");
}

TEST(Arguments, LeaveToAProgramWhatIsIts) {
  Command command = sample();
  command.rest = Rest::kProgram;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--depth", "3", "-o", "x", "prog", "--depth", "y", "--help"},
        std::vector<std::string>{"--depth=3", "-o", "x", "--", "prog", "--depth", "y", "--help"}}) {
    const auto arguments = read_arguments(command, words);
    ASSERT_TRUE(arguments) << arguments.error().what;
    EXPECT_EQ(arguments->number("--depth", 0), 3u);
    EXPECT_EQ(arguments->text("--output"), "x");
    EXPECT_EQ(arguments->operands().size(), 0u);
    EXPECT_EQ(arguments->rest(), (std::vector<std::string>{"prog", "--depth", "y", "--help"}));
  }
  EXPECT_EQ(read_arguments(command, std::vector<std::string>{"--jsno", "prog"}).error().what,
            "'sample' has no option '--jsno'");
  EXPECT_EQ(read_arguments(command, std::vector<std::string>{"--", "--", "-x"})->rest(),
            (std::vector<std::string>{"--", "-x"}));
}

TEST(Arguments, LeaveToACompilerWhatTheyDoNotKnow) {
  Command command = sample();
  command.rest = Rest::kCompiler;
  const auto arguments = read_arguments(
      command, std::vector<std::string>{"a.cpp", "-O1", "-o", "x", "-I", "dir", "-lm", "--json", "-std=c++20",
                                        "--depth", "2", "b.cpp", "--", "-o", "y"});
  ASSERT_TRUE(arguments) << arguments.error().what;
  EXPECT_EQ(arguments->operands(),
            (std::vector<std::string>{"a.cpp", "-O1", "-I", "dir", "-lm", "-std=c++20", "b.cpp"}));
  EXPECT_EQ(arguments->rest(), (std::vector<std::string>{"-o", "y"}));
  EXPECT_EQ(arguments->text("--output"), "x");
  EXPECT_TRUE(arguments->has("--json"));
  EXPECT_EQ(arguments->number("--depth", 0), 2u);
}

TEST(Commands, SuggestTheNearestName) {
  const auto command = find_command("debgu");
  ASSERT_FALSE(command);
  EXPECT_EQ(command.error().what, "there is no command 'debgu'");
  EXPECT_EQ(command.error().hint, "did you mean 'debug'?");
}

TEST(Commands, AreListedOnceAndCompletely) {
  for (const Command& command : commands()) {
    EXPECT_NE(command.run, nullptr) << command.name;
    EXPECT_FALSE(command.summary.empty()) << command.name;
    EXPECT_GT(command.details.size(), 80u) << command.name;
    EXPECT_EQ(*find_command(command.name), &command);
    for (const Option& option : command.options) {
      EXPECT_TRUE(option.flag.starts_with("--")) << option.flag;
      EXPECT_FALSE(option.help.empty()) << option.flag;
      EXPECT_EQ(option.takes == Takes::kNothing, option.value.empty()) << option.flag;
      EXPECT_EQ(option.takes == Takes::kChoice, !option.choices.empty()) << option.flag;
    }
  }
}

}  // namespace
}  // namespace culprit::cli
