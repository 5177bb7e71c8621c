#include <gtest/gtest.h>

#include "src/transform/transform.h"

namespace culprit::transform {
namespace {

using enum Transformation;
using List = std::vector<Transformation>;

/// "what | hint" of the error, or "" if there is none.
std::string complaint(std::string_view list) {
  const auto result = parse_transformations(list);
  if (result) return "";
  EXPECT_EQ(result.error().code, ErrorCode::kUsage);
  return result.error().what + " | " + result.error().hint;
}

constexpr std::string_view kAll =
    "The transformations are loops, compress-all, compress, collapse, balance, or none alone.";

TEST(ParseTransformations, ListsInTheOrderThatMakesSense) {
  EXPECT_EQ(parse_transformations("none").value(), List{});
  EXPECT_EQ(parse_transformations("loops").value(), List{kLoops});
  EXPECT_EQ(parse_transformations("compress-all,balance").value(), (List{kCompressAll, kBalance}));
  EXPECT_EQ(parse_transformations("loops,compress,collapse,balance").value(),
            (List{kLoops, kCompress, kCollapse, kBalance}));
}

TEST(ParseTransformations, EveryNameNamesItself) {
  for (const std::string_view name : transformation_names()) {
    const List list = parse_transformations(name).value();
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(name_of(list.front()), name);
  }
}

TEST(ParseTransformations, UnknownNamesGetTheNearestOne) {
  EXPECT_EQ(complaint("loops,compres"),
            "there is no transformation 'compres' | Did you mean 'compress'? " + std::string(kAll));
  EXPECT_EQ(complaint("xyzzy"), "there is no transformation 'xyzzy' | " + std::string(kAll));
  EXPECT_EQ(complaint("a\x1b"), "there is no transformation 'a\\x1b' | " + std::string(kAll));
}

TEST(ParseTransformations, NoneStandsAlone) {
  EXPECT_EQ(complaint("none,loops"), "there is no transformation 'none' | " + std::string(kAll));
}

TEST(ParseTransformations, ANameMustBeThere) {
  for (const std::string_view list : {"", "loops,", ",loops", "loops,,balance"}) {
    EXPECT_EQ(complaint(list), "a transformation without a name | " + std::string(kAll)) << list;
  }
}

TEST(ParseTransformations, NoneTwice) {
  EXPECT_EQ(complaint("loops,balance,loops"),
            "the transformation 'loops' is given twice | name each one once");
}

TEST(ParseTransformations, OneCompressionOnly) {
  const std::string expected =
      "compress and compress-all do not go together | compress-all leaves nothing for compress to choose "
      "from: "
      "give one of them";
  EXPECT_EQ(complaint("compress,compress-all"), expected);
  EXPECT_EQ(complaint("loops,compress-all,compress"), expected);
}

TEST(ParseTransformations, AnOrderThatMakesNoSenseGetsTheOneThatDoes) {
  EXPECT_EQ(complaint("balance,loops"),
            "'loops' makes no sense after 'balance' | the order that does: loops,balance");
  EXPECT_EQ(complaint("loops,balance,compress"),
            "'compress' makes no sense after 'balance' | the order that does: loops,compress,balance");
}

}  // namespace
}  // namespace culprit::transform
