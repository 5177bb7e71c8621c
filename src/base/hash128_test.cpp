#include "src/base/hash128.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

namespace culprit {
namespace {

TEST(Hash128, IsTheSameForYears) {
  EXPECT_EQ(to_hex(hash128("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(to_hex(hash128("a")), "a96faf705af16834e6c632b61e964e1f");
}

TEST(Hash128, ParsesNothingButItsOwnText) {
  EXPECT_FALSE(parse_hash128(""));
  EXPECT_FALSE(parse_hash128("99aa06d3014798d86001c324468d497"));
  EXPECT_FALSE(parse_hash128("99aa06d3014798d86001c324468d497f0"));
  EXPECT_FALSE(parse_hash128("99AA06d3014798d86001c324468d497f"));
  EXPECT_FALSE(parse_hash128("-9aa06d3014798d86001c324468d497f"));
  EXPECT_FALSE(parse_hash128("99aa06d3014798d8 001c324468d497f"));
}

RC_GTEST_PROP(Hash128, TextAndBackIsIdentity, (std::uint64_t high, std::uint64_t low)) {
  const Hash128 hash{high, low};
  RC_ASSERT(parse_hash128(to_hex(hash)) == hash);
}

RC_GTEST_PROP(Hash128, PiecesGiveTheHashOfTheWhole, (const std::string& begin, const std::string& end)) {
  Hasher128 hasher;
  hasher.add(begin);
  RC_ASSERT(hasher.hash() == hash128(begin));
  hasher.add(end);
  RC_ASSERT(hasher.hash() == hash128(begin + end));
}

TEST(Hash128, NumbersAreBytesLowestFirst) {
  Hasher128 hasher;
  hasher.add(std::uint64_t{0x4142});
  EXPECT_EQ(hasher.hash(), hash128(std::string_view("BA\0\0\0\0\0\0", 8)));
}

/// One bit of the input turns about half of the output.
RC_GTEST_PROP(Hash128, AvalanchesFromEachBit, ()) {
  std::string bytes = *rc::gen::nonEmpty(rc::gen::arbitrary<std::string>());
  const Hash128 one = hash128(bytes);
  const std::size_t bit = *rc::gen::inRange<std::size_t>(0, bytes.size() * 8);
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  const Hash128 other = hash128(bytes);
  const int turned = std::popcount(one.high ^ other.high) + std::popcount(one.low ^ other.low);
  // 64 on the average, 5.7 the deviation: six of them.
  RC_ASSERT(turned > 30 && turned < 98);
}

}  // namespace
}  // namespace culprit
