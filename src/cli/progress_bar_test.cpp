#include "src/cli/progress_bar.h"

#include <gtest/gtest.h>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

TEST(ProgressBar, ShowsTheShareAndTheTimeLeft) {
  EXPECT_EQ(bar_text("reading", 50, 100, 10, 80), "reading  ━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌  50 %  10 s left");
  EXPECT_EQ(bar_text("reading", 25, 100, 100, 80), "reading  ━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  25 %  5 min left");
}

TEST(ProgressBar, NeverGoesPastTheEndOrTheWidth) {
  EXPECT_NE(bar_text("x", 300, 100, 10, 80).find("100 %"), std::string::npos);
  EXPECT_LE(display_width(bar_text("a long activity", 1, 2, 10, 20)), 20u);
}

TEST(ProgressBar, CountsWhereTheTotalIsUnknown) {
  EXPECT_EQ(bar_text("reading", 1234567, 0, 3, 80), "reading  1,234,567");
}

}  // namespace
}  // namespace culprit::cli
