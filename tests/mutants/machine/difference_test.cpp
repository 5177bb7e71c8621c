#include <gmock/gmock.h>

#include <cstring>

#include "tests/mutants/machine/effect.h"

namespace culprit::mutants {
namespace {

using ::testing::IsEmpty;

constexpr Address kVariable = 0x7fffffffe000;

void put(Effect& effect, Address address, std::uint64_t word) {
  std::byte bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  effect.image.write(address, bytes, sizeof word);
}

/// A call that left a word in its caller's variable.
Effect storing(std::uint64_t word) {
  Effect effect;
  effect.left = Left::kReturned;
  effect.words.insert(kVariable);
  put(effect, kVariable, word);
  return effect;
}

/// The same, with the address of a new block, which holds a number.
Effect making(Address block, std::uint64_t number) {
  Effect effect = storing(block);
  effect.born.add(block, 8);
  put(effect, block, number);
  return effect;
}

TEST(Difference, WordsCount) {
  EXPECT_THAT(difference(storing(1), storing(1), false), IsEmpty());
  EXPECT_EQ(difference(storing(1), storing(2), false), "memory at 0x7fffffffe000");
}

TEST(Difference, WhatOnlyOneOfThemWroteCounts) {
  Effect nothing;
  nothing.left = Left::kReturned;
  EXPECT_EQ(difference(storing(1), nothing, false), "memory at 0x7fffffffe000");
  EXPECT_THAT(difference(storing(0), nothing, false), IsEmpty()) << "it was 0 before";
}

TEST(Difference, NewBlocksAreTheSameWhereverTheyLie) {
  EXPECT_THAT(difference(making(0x5000, 7), making(0x6000, 7), false), IsEmpty());
  EXPECT_EQ(difference(making(0x5000, 7), making(0x6000, 8), false), "memory of a new block");
}

TEST(Difference, NewBlocksArePairedOneToOne) {
  const auto two_pointers = [](Address first, Address second) {
    Effect effect = making(first, 7);
    effect.born.add(second, 8);
    put(effect, second, 7);
    effect.words.insert(kVariable + 8);
    put(effect, kVariable + 8, second);
    return effect;
  };
  EXPECT_THAT(difference(two_pointers(0x5000, 0x5100), two_pointers(0x6100, 0x6000), false), IsEmpty());
  EXPECT_EQ(difference(two_pointers(0x5000, 0x5100), two_pointers(0x6000, 0x6000), false),
            "memory at 0x7fffffffe008");
}

TEST(Difference, HowItWasLeftCounts) {
  Effect threw = storing(1);
  threw.left = Left::kThrew;
  EXPECT_EQ(difference(threw, storing(1), false), "threw, and with the right code returned");
}

TEST(Difference, OfARunThatWasCutLessMayFollow) {
  Effect cut = storing(1), whole = storing(1);
  cut.after = {"calls f()"};
  cut.after_is_cut = true;
  whole.after = {"calls f()", "leaves 3 0"};
  EXPECT_THAT(difference(cut, whole, true), IsEmpty());
  EXPECT_EQ(difference(cut, whole, false), "what follows the loop");
}

}  // namespace
}  // namespace culprit::mutants
