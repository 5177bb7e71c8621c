#include "src/state/packed_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <span>

#include <vector>

namespace culprit::state {
namespace {

std::vector<WrittenRow> rows_in(RowList list) {
  std::vector<WrittenRow> rows;
  for (; !list.empty(); list.advance()) rows.push_back(list.front());
  return rows;
}

bool same(const std::vector<WrittenRow>& a, const std::vector<WrittenRow>& b) {
  return std::ranges::equal(a, b, [](const WrittenRow& x, const WrittenRow& y) {
    return x.granule == y.granule && x.mask == y.mask;
  });
}

/// Ascending, near each other and far apart, often side by side with one mask, and with masks of every form.
std::vector<WrittenRow> random_rows() {
  const auto masks = rc::gen::oneOf(rc::gen::element<std::uint64_t>(~std::uint64_t{0}, 0xff, 0xff00ff, 0xf0,
                                                                    0x1, 0x7e, std::uint64_t{1} << 63),
                                    rc::gen::nonZero<std::uint64_t>());
  std::vector<WrittenRow> rows;
  std::uint64_t granule = *rc::gen::element<std::uint64_t>(0, 7, std::uint64_t{1} << 57);
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    const std::uint64_t mask = *masks;
    granule += *rc::gen::element<std::uint64_t>(0, 1, 15, 16, 3000, std::uint64_t{1} << 40);
    for (int same = *rc::gen::element(1, 1, 2, 3, 40); same > 0; --same) rows.push_back({granule++, mask});
  }
  return rows;
}

TEST(PackedRows, AreTheSameUnpacked) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<WrittenRow> rows = random_rows();
    Column<std::byte> bytes;
    bytes.push_back(std::byte{0});  // they may begin anywhere
    pack(std::span(rows), bytes);
    const RowList list = RowList::packed(bytes.span().subspan(1));
    RC_ASSERT(list.empty() == rows.empty());
    RC_ASSERT(same(rows_in(list), rows));
    RC_ASSERT(same(rows_in(RowList(rows)), rows));
  }));
}

TEST(PackedRows, ArePassedOverUpToAGranule) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<WrittenRow> rows = random_rows();
    Column<std::byte> bytes;
    pack(std::span(rows), bytes);
    const std::uint64_t border =
        rows.empty() ? 5
                     : rows[*rc::gen::inRange<std::size_t>(0, rows.size())].granule + *rc::gen::inRange(0, 2);
    std::vector<WrittenRow> below, rest;
    for (const WrittenRow& row : rows) (row.granule < border ? below : rest).push_back(row);
    for (RowList list : {RowList(rows), RowList::packed(bytes.span())}) {
      RowList skipped = list;
      std::vector<WrittenRow> taken;
      const std::uint64_t last =
          list.take_below(border, 1, [&](const WrittenRow& row) { taken.push_back(row); });
      RC_ASSERT(last == (below.empty() ? 1 : below.back().granule));
      RC_ASSERT(same(taken, below));
      RC_ASSERT(same(rows_in(list), rest));
      skipped.skip_below(border);
      RC_ASSERT(same(rows_in(skipped), rest));
    }
  }));
}

/// What lies side by side is one number, and words take a byte or two.
TEST(PackedRows, AreSmall) {
  std::vector<WrittenRow> rows;
  for (std::uint64_t i = 0; i < 100'000; ++i) rows.push_back({1000 + i, ~std::uint64_t{0}});
  Column<std::byte> bytes;
  pack(std::span(rows), bytes);
  EXPECT_LT(bytes.size(), 8u);
  rows.clear();
  for (std::uint64_t i = 0; i < 1000; ++i) rows.push_back({10 * i, i % 2 == 0 ? 0xff00u : 0xf0u});
  bytes.clear();
  pack(std::span(rows), bytes);
  EXPECT_LE(bytes.size(), 2500u + 8);
}

TEST(PackedRanges, AreTheSameUnpacked) {
  const std::vector<MadeRow> ranges{
      {0, 1}, {5, 6}, {1000, 1'000'000}, {std::uint64_t{1} << 60, (std::uint64_t{1} << 60) + 8}};
  Column<std::byte> bytes;
  pack(std::span(ranges), bytes);
  for (RangeList list : {RangeList(ranges), RangeList::packed(bytes.span())}) {
    for (const MadeRow& range : ranges) {
      ASSERT_FALSE(list.empty());
      EXPECT_EQ(list.front().start, range.start);
      EXPECT_EQ(list.front().end, range.end);
      list.advance();
    }
    EXPECT_TRUE(list.empty());
  }
  EXPECT_TRUE(RangeList::packed({}).empty());
}

}  // namespace
}  // namespace culprit::state
