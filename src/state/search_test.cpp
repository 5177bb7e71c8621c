#include "src/state/search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace culprit::state {
namespace {

RC_GTEST_PROP(SearchEven, FindsWhatLowerBoundFinds,
              (std::vector<std::uint64_t> values, std::uint64_t wanted)) {
  // Squares and shifts make the values uneven; some are equal.
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i % 3 == 0 ? values[i] >> 40 : values[i] / 7 * 7;
  std::sort(values.begin(), values.end());
  const std::uint64_t some =
      values.empty() || wanted % 2 == 0 ? wanted : values[wanted % values.size()] + wanted / 2 % 2;
  const auto expected = std::lower_bound(values.begin(), values.end(), some) - values.begin();
  RC_ASSERT(search_even(0, values.size(), some, [&](std::size_t i) { return values[i]; }) ==
            static_cast<std::size_t>(expected));
}

TEST(SearchEven, LooksAtFewValuesEvenWhereTheyAreUneven) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 1 << 16; ++i)
    values.push_back(i < 65000 ? i : std::uint64_t{1} << (i - 65000) % 64);
  std::sort(values.begin(), values.end());
  for (std::size_t wanted = 0; wanted < values.size(); wanted += 97) {
    int looks = 0;
    search_even(0, values.size(), values[wanted], [&](std::size_t i) { return ++looks, values[i]; });
    EXPECT_LE(looks, 3 * 16 + 2);
  }
}

}  // namespace
}  // namespace culprit::state
