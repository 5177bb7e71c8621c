#include "src/cli/exit_code.h"

#include <gtest/gtest.h>

namespace culprit::cli {
namespace {

TEST(ExitCode, IsOneOfTheDocumentedFew) {
  EXPECT_EQ(exit_code(ErrorCode::kUsage), ExitCode::kUsage);
  EXPECT_EQ(exit_code(ErrorCode::kNotFound), ExitCode::kFile);
  EXPECT_EQ(exit_code(ErrorCode::kIo), ExitCode::kFile);
  EXPECT_EQ(exit_code(ErrorCode::kWrongFormat), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kVersion), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kDamaged), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kBadTree), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kBadSession), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kTooLarge), ExitCode::kContent);
  EXPECT_EQ(exit_code(ErrorCode::kBadAnswer), ExitCode::kAnswer);
}

TEST(ErrorText, HasTheHintOnALineOfItsOwn) {
  EXPECT_EQ(error_text({ErrorCode::kIo, "it broke", "mend it"}), "culprit: it broke\n  hint: mend it\n");
  EXPECT_EQ(error_text({ErrorCode::kIo, "it broke", ""}), "culprit: it broke\n");
}

TEST(ErrorText, CannotSteerATerminal) {
  EXPECT_EQ(error_text({ErrorCode::kNotFound, "no file \x1b[2J", ""}), "culprit: no file \\x1b[2J\n");
}

}  // namespace
}  // namespace culprit::cli
