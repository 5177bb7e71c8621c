// Words that say themselves what they are, as docs/format.md lays them out.
#include <gtest/gtest.h>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

constexpr std::uint64_t kNil = 0x01, kFalse = 0x11, kTrue = 0x21;

constexpr std::uint64_t number(std::int64_t value) {
  return static_cast<std::uint64_t>(value) * 2;
}

class Dynamic : public AccountFixture {
 protected:
  std::uint64_t cell(std::uint64_t head, std::uint64_t tail) {
    const Address at = next();
    maker.write(at, head);
    maker.write(at + 8, tail);
    return at | 3;
  }
  std::uint64_t list(const std::vector<std::uint64_t>& words) {
    std::uint64_t rest = kNil;
    for (std::size_t i = words.size(); i-- > 0;) rest = cell(words[i], rest);
    return rest;
  }
  std::uint64_t tuple(const std::vector<std::uint64_t>& words) {
    const Address at = next();
    maker.write(at, std::uint64_t{words.size()});
    for (std::size_t i = 0; i < words.size(); ++i) maker.write(at + 8 + 8 * i, words[i]);
    return at | 5;
  }
  std::uint64_t text(std::string_view bytes, std::uint64_t tag) {
    const Address at = next();
    maker.write(at, std::uint64_t{bytes.size()});
    maker.block(at + 8, bytes);
    return at | tag;
  }
  std::string shown(std::uint64_t word, const Limits& limits = {}) {
    maker.enter(function, word);
    maker.leave(word);
    finish();
    const Facts found = facts(0, limits);
    EXPECT_TRUE(found.changes.empty());
    EXPECT_EQ(short_text(*found.result), short_text(found.inputs.at(0)));
    return short_text(found.inputs.at(0));
  }
  Address next() { return next_ += 0x1000; }

  Address next_ = kHeap;
  TypeId whole = maker.type("integer", CULPRIT_TYPE_SIGNED, 8);
  TypeId truth = maker.type("boolean", CULPRIT_TYPE_BOOL, 1);
  TypeId character = maker.type("character", CULPRIT_TYPE_CHAR, 1);
  TypeId value = maker.type("value", CULPRIT_TYPE_STRUCT, 8, {}, 0,
                            {{"integer", whole, 0, 63, 1},
                             {"boolean", truth, 0, 1, 5},
                             {"character", character, 0, 0, -1, false, CULPRIT_MEMBER_ARGUMENT}},
                            {}, CULPRIT_TYPE_DYNAMIC);
  FunctionId function = maker.function("f", {.parameters = {{"x", value}}, .result = value});
};

TEST_F(Dynamic, NumbersAreHalfTheWord) {
  EXPECT_EQ(shown(number(-7)), "-7");
}
TEST_F(Dynamic, NumbersHave63Bits) {
  EXPECT_EQ(shown(number(-(std::int64_t{1} << 62))), "-4611686018427387904");
}
TEST_F(Dynamic, LargeNumbersAreWrittenOut) {
  EXPECT_EQ(shown(text("-123456789012345678901234567890", 9)), "-123456789012345678901234567890");
}
TEST_F(Dynamic, OfVeryLargeNumbersTheFirstDigitsAreShown) {
  EXPECT_EQ(shown(text(std::string(5000, '7'), 9)), std::string(1000, '7') + "…");
}
TEST_F(Dynamic, ListsAreSequences) {
  EXPECT_EQ(shown(list({number(8), kTrue, kFalse, kNil, list({number(2)})})), "(8 true false nil (2))");
}
TEST_F(Dynamic, NilIsAListOfNone) {
  EXPECT_EQ(shown(kNil), "nil");
}
TEST_F(Dynamic, TuplesAndStringsNest) {
  EXPECT_EQ(shown(tuple({list({number(8)}), text("a\"b", 7), text("", 7)})), "((8), \"a\"b\", \"\")");
}
TEST_F(Dynamic, LongListsSayHowManyMore) {
  EXPECT_EQ(shown(list(std::vector<std::uint64_t>(500, number(1))), {.width = 3}), "(1 1 1 …497)");
}
TEST_F(Dynamic, OfVeryLongListsNobodyCounts) {
  EXPECT_EQ(shown(list(std::vector<std::uint64_t>(5000, number(1))), {.width = 3}), "(1 1 1 …0)");
}
TEST_F(Dynamic, DeepOnesAreCut) {
  const std::uint64_t inner = list({number(1), number(2)});
  EXPECT_EQ(shown(list({list({list({inner}), number(3)})}), {.depth = 2}), "((((…2)) 3))");
}
TEST_F(Dynamic, PathsLeadIntoLists) {
  maker.enter(function, list({number(8), list({number(2), number(3)})}));
  maker.leave(kNil);
  finish();
  EXPECT_EQ(at(0, false, "x[1][0]"), "2");
  EXPECT_EQ(at(0, false, "x[0]"), "8");
}
TEST_F(Dynamic, CallsHaveNothingInCommonThatCouldChange) {
  const std::uint64_t shared = list({number(1)});
  maker.enter(function, kNil);
  for (int i = 0; i < 2; ++i) {
    maker.enter(function, shared);
    maker.leave(kNil);
    cell(kNil, shared);
  }
  maker.leave(kNil);
  finish();
  EXPECT_TRUE(account_->continues(NodeId{1}, NodeId{2}));
}

/// Whatever a damaged trace holds, the reader comes to an end.
TEST_F(Dynamic, GarbageIsShownAsSuch) {
  const Address ring = next();
  maker.write(ring, number(1));
  maker.write(ring + 8, std::uint64_t{ring | 3});
  const Address wide = next();
  maker.write(wide, ~std::uint64_t{0});
  maker.enter(function, std::uint64_t{ring | 3});
  for (const std::uint64_t word :
       {std::uint64_t{wide | 5}, std::uint64_t{wide | 7}, std::uint64_t{wide | 9}, std::uint64_t{0x500003},
        std::uint64_t{0x500005}, std::uint64_t{0x500007}, std::uint64_t{0x31}, ~std::uint64_t{0}}) {
    maker.enter(function, word);
    maker.leave(kNil);
  }
  maker.leave(kNil);
  finish();
  EXPECT_EQ(short_text(facts(0, {.width = 2}).inputs.at(0)), "(1 1 …0)");
  EXPECT_EQ(inputs(1), "x: {integer: 528386, boolean: false}");
  for (std::uint32_t node = 1; node < 9; ++node) EXPECT_NE(inputs(node), "") << node;
}

}  // namespace
}  // namespace culprit::state
