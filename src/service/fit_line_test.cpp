#include "src/service/fit_line.h"

#include <gtest/gtest.h>

#include "src/base/text.h"

namespace culprit::service {
namespace {

const LineParts kSum{
    "sum(", {"{0, 1000003, 2000006, 3000009}", "\"the month of March\"", "7"}, ") = {66000198, 1, 2}"};

TEST(FitLine, KeepsWhatFits) {
  EXPECT_EQ(fit_line(kSum, 100),
            "sum({0, 1000003, 2000006, 3000009}, \"the month of March\", 7) = {66000198, 1, 2}");
  EXPECT_EQ(fit_line({"main", {}, " = 1"}, 20), "main = 1");
}

TEST(FitLine, ShortensLongInputsAndKeepsTheResult) {
  EXPECT_EQ(fit_line(kSum, 60), "sum({0, 1000003, …}, \"the month of…\", 7) = {66000198, 1, 2}");
  EXPECT_EQ(fit_line(kSum, 75),
            "sum({0, 1000003, 2000006, …}, \"the month of March\", 7) = {66000198, 1, 2}");
}

TEST(FitLine, ShortensALongResultToItsShare) {
  EXPECT_EQ(fit_line({"f(", {"1"}, ") = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}"}, 30),
            "f(1) = {1, 2, 3, 4, 5, 6, …}");
}

TEST(FitLine, NeverExceedsTheWidth) {
  for (std::size_t width = 1; width < 100; ++width)
    EXPECT_LE(display_width(fit_line(kSum, width)), width) << width;
}

}  // namespace
}  // namespace culprit::service
