#include "src/cli/help.h"

#include <gtest/gtest.h>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

TEST(Help, FlowsWordsAndKeepsIndentedLines) {
  EXPECT_EQ(wrapped("one two three\n\n  kept  as it is\nfour", 2, 10),
            "  one two\n"
            "  three\n"
            "\n"
            "    kept  as it is\n"
            "  four\n");
}

TEST(Help, NeverGoesPastItsWidth) {
  const Console console(ColorChoice::kNever);
  for (const Command& command : commands()) {
    const std::string help = command_help(command, console);
    for (const std::string_view line : split(help, '\n'))
      EXPECT_LE(display_width(line), 100u) << command.name << ": " << line;
  }
}

TEST(Help, NamesEveryCommandAndOption) {
  const Console console(ColorChoice::kNever);
  const std::string program = program_help(console);
  for (const Command& command : commands()) {
    EXPECT_NE(program.find("\n  " + std::string(command.name) + " "), std::string::npos) << command.name;
    const std::string text = command_help(command, console);
    for (const Option& option : command.options)
      EXPECT_NE(text.find(option.flag), std::string::npos) << option.flag;
    EXPECT_NE(text.find("--color WHEN"), std::string::npos);
  }
}

TEST(Help, UsageLineHasOperandsThenOptions) {
  const auto command = find_command("export");
  ASSERT_TRUE(command);
  EXPECT_EQ(
      usage_line(**command),
      "culprit export FILE [-f FORMAT] [-o OUT] [--depth N] [--transform LIST] [--chain-size N] [--row N]");
}

}  // namespace
}  // namespace culprit::cli
