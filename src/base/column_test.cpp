#include "src/base/column.h"

#include <gtest/gtest.h>

namespace culprit {
namespace {

TEST(Column, GrowsAndKeepsItsRows) {
  Column<int> column;
  for (int i = 0; i < 100'000; ++i) column.push_back(i);
  ASSERT_EQ(column.size(), 100'000u);
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(column[static_cast<std::size_t>(i)], i);
  Column<int> moved = std::move(column);
  EXPECT_EQ(moved.back(), 99'999);
  EXPECT_TRUE(column.empty());
}

TEST(Column, NewRowsAreZero) {
  Column<long> column(5000);
  for (const long row : column) ASSERT_EQ(row, 0);
}

}  // namespace
}  // namespace culprit
