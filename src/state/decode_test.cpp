#include "src/state/decode.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "src/state/test_text.h"
#include "src/state/trace_account.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

using test::MemberSpec;
using test::TraceMaker;

constexpr Address kHere = 0x10000;

/// Writes what a test wants at kHere, which is allocated, and shows it as the test's type, seen through a
/// parameter `x` that is passed by address.
class Shown : public ::testing::Test {
 protected:
  Shown() { maker.allocate(kHere, 4096, CULPRIT_MEMORY_STATIC); }

  TypeId scalar(culprit_type_kind kind, std::uint64_t size) { return maker.type("t", kind, size); }
  Value value(TypeId type, const Limits& limits = {}) {
    const FunctionId f = maker.function("f", {.parameters = {{"x", type, CULPRIT_PASS_ADDRESS}}});
    maker.enter(f, kHere);
    maker.leave();
    const trace::Trace trace = maker.finish();
    const auto tree = tree::read_tree(trace);
    const auto account = make_trace_account(trace, *tree);
    std::remove((trace.path() + ".index").c_str());
    return account->get()->brief(tree->root(), limits).inputs.at(0);
  }
  std::string shown(TypeId type, const Limits& limits = {}) { return short_text(value(type, limits)); }
  template <class T>
  std::string shown_as(T bits, TypeId type) {
    maker.write(kHere, bits);
    return shown(type);
  }

  TraceMaker maker;
};

TEST_F(Shown, Signed8) {
  EXPECT_EQ(shown_as(std::int8_t{-128}, scalar(CULPRIT_TYPE_SIGNED, 1)), "-128");
}
TEST_F(Shown, Signed16) {
  EXPECT_EQ(shown_as(std::int16_t{-2}, scalar(CULPRIT_TYPE_SIGNED, 2)), "-2");
}
TEST_F(Shown, Signed64) {
  EXPECT_EQ(shown_as(std::numeric_limits<std::int64_t>::min(), scalar(CULPRIT_TYPE_SIGNED, 8)),
            "-9223372036854775808");
}
TEST_F(Shown, Unsigned32) {
  EXPECT_EQ(shown_as(0xffffffffu, scalar(CULPRIT_TYPE_UNSIGNED, 4)), "4294967295");
}
TEST_F(Shown, Signed128) {
  maker.write(kHere, std::uint64_t{0});
  maker.write(kHere + 8, std::uint64_t{1} << 63);
  EXPECT_EQ(shown(scalar(CULPRIT_TYPE_SIGNED, 16)), "-170141183460469231731687303715884105728");
}
TEST_F(Shown, Unsigned128) {
  maker.write(kHere, ~std::uint64_t{0});
  maker.write(kHere + 8, ~std::uint64_t{0});
  EXPECT_EQ(shown(scalar(CULPRIT_TYPE_UNSIGNED, 16)), "340282366920938463463374607431768211455");
}
TEST_F(Shown, Bool) {
  EXPECT_EQ(shown_as(true, scalar(CULPRIT_TYPE_BOOL, 1)), "true");
}
TEST_F(Shown, BoolThatIsNone) {
  EXPECT_EQ(shown_as(std::uint8_t{7}, scalar(CULPRIT_TYPE_BOOL, 1)), "7");
}
TEST_F(Shown, Character) {
  EXPECT_EQ(shown_as('a', scalar(CULPRIT_TYPE_CHAR, 1)), "'a'");
}
TEST_F(Shown, WideCharacter) {
  EXPECT_EQ(shown_as(U'€', scalar(CULPRIT_TYPE_CHAR, 4)), "'€'");
}
TEST_F(Shown, WideCharacterThatIsNone) {
  EXPECT_EQ(shown_as(0x110000u, scalar(CULPRIT_TYPE_CHAR, 4)), "1114112");
}
TEST_F(Shown, Float) {
  EXPECT_EQ(shown_as(0.1f, scalar(CULPRIT_TYPE_FLOAT, 4)), "0.1");
}
TEST_F(Shown, WholeDouble) {
  EXPECT_EQ(shown_as(-3.0, scalar(CULPRIT_TYPE_FLOAT, 8)), "-3.0");
}
TEST_F(Shown, Infinity) {
  EXPECT_EQ(shown_as(std::numeric_limits<double>::infinity(), scalar(CULPRIT_TYPE_FLOAT, 8)), "inf");
}
TEST_F(Shown, ExtendedFloat) {
  char bytes[16]{};
  const long double number = 2.5L;
  std::memcpy(bytes, &number, 10);
  maker.block(kHere, {bytes, 16});
  EXPECT_EQ(shown(scalar(CULPRIT_TYPE_FLOAT, 16)), "2.5");
}
TEST_F(Shown, FloatOfAnOddSize) {
  EXPECT_EQ(shown_as(std::uint16_t{0x1234}, scalar(CULPRIT_TYPE_FLOAT, 2)), "#34 12");
}
TEST_F(Shown, OpaqueBytes) {
  EXPECT_EQ(shown_as(0x04030201u, scalar(CULPRIT_TYPE_OPAQUE, 4)), "#01 02 03 04");
}
TEST_F(Shown, NotWrittenIsUninitialised) {
  EXPECT_EQ(shown(scalar(CULPRIT_TYPE_SIGNED, 4)), "?");
}
TEST_F(Shown, PartlyWrittenIsUninitialised) {
  EXPECT_EQ(shown_as(std::int16_t{1}, scalar(CULPRIT_TYPE_SIGNED, 4)), "?");
}

class Enums : public Shown {
 protected:
  std::string shown_in(const std::vector<MemberSpec>& members, std::int32_t number) {
    return shown_as(number, maker.type("E", CULPRIT_TYPE_ENUM, 4, {}, 0, members));
  }
  const std::vector<MemberSpec> colours{
      {"kRed", {}, 0}, {"kGreen", {}, 1}, {"kBlue", {}, 2}, {"kGrey", {}, 3}, {"kPink", {}, 4}};
  const std::vector<MemberSpec> flags{
      {"kNone", {}, 0}, {"kRead", {}, 1}, {"kWrite", {}, 2}, {"kRun", {}, 4}, {"kAll", {}, 7}};
};
TEST_F(Enums, Name) {
  EXPECT_EQ(shown_in(colours, 2), "kBlue");
}
TEST_F(Enums, NegativeName) {
  EXPECT_EQ(shown_in({{"kError", {}, -1}, {"kFine", {}, 0}}, -1), "kError");
}
TEST_F(Enums, UnknownNumber) {
  EXPECT_EQ(shown_in(colours, 6), "6");
}
TEST_F(Enums, UnknownNegativeNumber) {
  EXPECT_EQ(shown_in({{"kError", {}, -1}}, -5), "-5");
}
TEST_F(Enums, Flags) {
  EXPECT_EQ(shown_in(flags, 5), "kRead | kRun");
}
TEST_F(Enums, UnionOfFlagsByItsName) {
  EXPECT_EQ(shown_in(flags, 7), "kAll");
}
TEST_F(Enums, FlagsWithAnUnknownOne) {
  EXPECT_EQ(shown_in(flags, 9), "9");
}

class Objects : public Shown {
 protected:
  TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  TypeId byte = maker.type("unsigned char", CULPRIT_TYPE_UNSIGNED, 1);
  TypeId character = maker.type("char", CULPRIT_TYPE_CHAR, 1);
  TypeId structure(std::uint64_t size, const std::vector<MemberSpec>& members, TypeId id = {}) {
    return maker.type("S", CULPRIT_TYPE_STRUCT, size, {}, 0, members, id);
  }
};

TEST_F(Objects, StructFieldByField) {
  maker.write(kHere, 1);
  EXPECT_EQ(shown(structure(8, {{"a", integer, 0}, {"b", integer, 4}})), "{a: 1, b: ?}");
}
TEST_F(Objects, WhollyUninitialisedStructSaysSoOnce) {
  EXPECT_EQ(shown(structure(8, {{"a", integer, 0}, {"b", integer, 4}})), "?");
}
TEST_F(Objects, BasesStandBesideOwnFields) {
  maker.write(kHere, 1);
  maker.write(kHere + 4, 2);
  maker.write(kHere + 8, 3);
  const TypeId base =
      maker.type("Base", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  EXPECT_EQ(shown(structure(12, {{"", base, 0, 0, -1, true}, {"a", integer, 8}})),
            "{Base::a: 1, b: 2, a: 3}");
}
TEST_F(Objects, UnionWithAllMembers) {
  maker.write(kHere, 0x3f800000);
  const TypeId real = maker.type("float", CULPRIT_TYPE_FLOAT, 4);
  EXPECT_EQ(shown(maker.type("U", CULPRIT_TYPE_UNION, 4, {}, 0, {{"i", integer, 0}, {"f", real, 0}})),
            "<i: 1065353216 | f: 1.0>");
}
TEST_F(Objects, BitFields) {
  maker.write(kHere, std::uint32_t{0b1'101'0'0111});
  const TypeId flag = maker.type("bool", CULPRIT_TYPE_BOOL, 1);
  EXPECT_EQ(shown(structure(4, {{"low", integer, 0, 4, 0},
                                {"off", flag, 0, 1, 4},
                                {"minus", integer, 0, 3, 5},
                                {"on", flag, 0, 1, 8}})),
            "{low: 7, off: false, minus: -3, on: true}");
}
TEST_F(Objects, BitFieldAcrossBytes) {
  maker.write(kHere, std::uint64_t{0xabcdef0123456789});
  const TypeId wide = maker.type("unsigned long", CULPRIT_TYPE_UNSIGNED, 8);
  EXPECT_EQ(shown(structure(8, {{"x", wide, 0, 40, 4}})),
            "{x: " + std::to_string(0xabcdef0123456789u >> 4 & 0xffffffffffu) + "}");
}
TEST_F(Objects, ArrayOfArrays) {
  for (int i = 0; i < 6; ++i) maker.write(kHere + Address(4 * i), i);
  const TypeId row = maker.type("int[3]", CULPRIT_TYPE_ARRAY, 12, integer, 3);
  EXPECT_EQ(shown(maker.type("int[2][3]", CULPRIT_TYPE_ARRAY, 24, row, 2)), "[[0, 1, 2], [3, 4, 5]]");
}
TEST_F(Objects, ArrayCutAtTheWidth) {
  maker.fill(kHere, 400, 1);
  EXPECT_EQ(shown(maker.type("b[100]", CULPRIT_TYPE_ARRAY, 100, byte, 100), {.width = 3}), "[1, 1, 1, …97]");
}
TEST_F(Objects, CharacterArrayIsAString) {
  maker.block(kHere, std::string_view("hi\0??", 5));
  EXPECT_EQ(shown(maker.type("char[5]", CULPRIT_TYPE_ARRAY, 5, character, 5)), "\"hi\"");
}
TEST_F(Objects, CharacterArrayWithoutTerminator) {
  maker.block(kHere, "hello");
  EXPECT_EQ(shown(maker.type("char[5]", CULPRIT_TYPE_ARRAY, 5, character, 5)), "\"hello\"");
}
TEST_F(Objects, CharacterArrayThatIsPartlyUninitialised) {
  maker.block(kHere, "ab");
  EXPECT_EQ(shown(maker.type("char[5]", CULPRIT_TYPE_ARRAY, 5, character, 5)), "\"ab\"?");
}
TEST_F(Objects, StringBehindAPointer) {
  maker.write(kHere, kHere + 100);
  maker.block(kHere + 100, std::string_view("a\"b\n\0", 5));
  EXPECT_EQ(shown(maker.pointer_to(character)), "\"a\"b\n\"");
}
TEST_F(Objects, LongStringIsCut) {
  maker.write(kHere, kHere + 100);
  maker.fill(kHere + 100, 500, 'x');
  EXPECT_EQ(shown(maker.pointer_to(character), {.characters = 4}), "\"xxxx\"…0");
}
TEST_F(Objects, NullPointer) {
  EXPECT_EQ(shown_as(std::uint64_t{0}, maker.pointer_to(integer)), "null");
}
TEST_F(Objects, PointerToAnObject) {
  maker.write(kHere, kHere + 64);
  maker.write(kHere + 64, 42);
  EXPECT_EQ(shown(maker.pointer_to(integer)), "->42");
}
TEST_F(Objects, WildPointer) {
  EXPECT_EQ(shown_as(std::uint64_t{0xdeadbeef000}, maker.pointer_to(integer)), "wild");
}
TEST_F(Objects, FunctionPointerIsNotFollowed) {
  const TypeId code = maker.type("void()", CULPRIT_TYPE_FUNCTION, 0);
  EXPECT_EQ(shown_as(std::uint64_t{0x401000}, maker.pointer_to(code)), "pointer");
}
TEST_F(Objects, FreedPointer) {
  maker.allocate(0x90000, 4);
  maker.write(0x90000, 5);
  maker.free(0x90000);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(integer)), "gone");
}
TEST_F(Objects, PointerToTheEndOfABlockIsNotWild) {
  maker.allocate(0x90000, 4);
  EXPECT_EQ(shown_as(std::uint64_t{0x90004}, maker.pointer_to(integer)), "pointer");
}
TEST_F(Objects, PointerToABlockOfElementsShowsAll) {
  maker.allocate(0x90000, 12);
  for (int i = 0; i < 3; ++i) maker.write(0x90000 + Address(4 * i), i);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(integer)), "->[0, 1, 2]");
}
TEST_F(Objects, PointerToTheBaseOfALargerObjectShowsOne) {
  const TypeId base =
      maker.type("Base", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  structure(16, {{"base", base, 0}, {"x", integer, 8}, {"y", integer, 12}});
  maker.allocate(0x90000, 16);
  for (int i = 0; i < 4; ++i) maker.write(0x90000 + Address(4 * i), i);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(base)), "->{a: 0, b: 1}");
}
TEST_F(Objects, PointerToABlockThatNoLargerObjectFitsShowsAll) {
  const TypeId base =
      maker.type("Base", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  structure(16, {{"base", base, 0}, {"x", integer, 8}, {"y", integer, 12}});
  maker.allocate(0x90000, 24);
  for (int i = 0; i < 6; ++i) maker.write(0x90000 + Address(4 * i), i);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(base)),
            "->[{a: 0, b: 1}, {a: 2, b: 3}, {a: 4, b: 5}]");
}
TEST_F(Objects, PointerToAHeadWithAnOpenEndShowsOne) {
  const TypeId head =
      maker.type("Head", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  const TypeId tail = maker.type("int[]", CULPRIT_TYPE_ARRAY, 0, integer, 0);
  structure(8 + 4, {{"head", head, 0}, {"n", integer, 8}, {"rest", tail, 12}});
  maker.allocate(0x90000, 24);
  for (int i = 0; i < 6; ++i) maker.write(0x90000 + Address(4 * i), i);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(head)), "->{a: 0, b: 1}");
}
TEST_F(Objects, WhatIsWrittenAcrossFieldsIsNoElement) {
  const TypeId base =
      maker.type("Base", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"a", integer, 0}, {"b", integer, 4}});
  maker.allocate(0x90000, 16);
  maker.write(0x90000, 1);
  maker.write(0x90004, 2);
  maker.block(0x90008, "hello");
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(base)), "->{a: 1, b: 2}");
}
/// Two words and the null that ends them, at 0x7fff0000e000.
TypeId make_words(TraceMaker& maker, std::uint32_t flags) {
  const std::uint64_t list[] = {0x7fff0000f000, 0x7fff0000f004, 0, 0x7fff0000f004};
  maker.block(0x7fff0000f000, std::string("one\0two\0", 8), 0, CULPRIT_BLOCK_INITIAL);
  maker.block(0x7fff0000e000, {reinterpret_cast<const char*>(list), sizeof list}, 0, flags);
  return maker.pointer_to(maker.pointer_to(maker.type("char", CULPRIT_TYPE_CHAR, 1)));
}
TEST_F(Objects, TheArgumentsOfAProgramAreAllShown) {
  const TypeId words = make_words(maker, CULPRIT_BLOCK_INITIAL);
  EXPECT_EQ(shown_as(std::uint64_t{0x7fff0000e000}, words), "->[\"one\", \"two\"]");
}
TEST_F(Objects, AListOfTheProgramsOwnMayEndAnywhere) {
  const TypeId words = make_words(maker, 0);
  EXPECT_EQ(shown_as(std::uint64_t{0x7fff0000e000}, words), "->\"one\"");
}
TEST_F(Objects, StreamsHaveNamesAndNoInsides) {
  const TypeId file = maker.type("_IO_FILE", CULPRIT_TYPE_STRUCT, 216, {}, 0, {{"_flags", integer, 0}}, {},
                                 CULPRIT_TYPE_SYSTEM);
  maker.global("stdout", {}, 0x7f0000000000, 0, 216);
  EXPECT_EQ(shown_as(std::uint64_t{0x7f0000000000}, maker.pointer_to(file)), "stdout");
}
TEST_F(Objects, FunctionsHaveNames) {
  const TypeId pointer = maker.pointer_to(maker.type("int(int)", CULPRIT_TYPE_FUNCTION, 0));
  maker.global("twice", {}, 0x401000, 0, 0, CULPRIT_GLOBAL_FUNCTION);
  EXPECT_EQ(shown_as(std::uint64_t{0x401000}, pointer), "twice");
}
TEST_F(Objects, PointersToMemberFunctionsAreTheirNames) {
  const TypeId code = maker.type("int(int)", CULPRIT_TYPE_FUNCTION, 0);
  const TypeId pointer = maker.type("int (Base::*)(int)", CULPRIT_TYPE_OPAQUE, 16, code, 0,
                                    {{"Base::f", {}, 0, 0, 17, false, CULPRIT_MEMBER_ARGUMENT}});
  maker.global("Base::g", {}, 0x401000, 0, 0, CULPRIT_GLOBAL_FUNCTION);
  Address at = kHere;
  for (const std::uint64_t word : {0x401000, 0, 17, 0, 17, 8, 0, 0, 0x402000, 0, 25, 0})
    maker.write(at, word), at += 8;
  EXPECT_EQ(
      shown(maker.type("int (Base::*[6])(int)", CULPRIT_TYPE_ARRAY, 96, pointer, 6)),
      "[Base::g, Base::f, Base::f of the part at 8, null, #00 20 40 00 00 00 00 00 00 00 00 00 00 00 00 00, "
      "#19 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00]");
}
TEST_F(Objects, WhatAFunctionHoldsIsToldByWhatItCalls) {
  const TypeId word = maker.type("unsigned long", CULPRIT_TYPE_UNSIGNED, 8);
  const TypeId room =
      maker.type("std::_Any_data", CULPRIT_TYPE_UNION, 16, {}, 0, {}, {}, CULPRIT_TYPE_SYSTEM);
  const TypeId function = maker.type(
      "std::function<int (int)>", CULPRIT_TYPE_STRUCT, 32, {}, 0,
      {{"_M_functor", room, 0}, {"_M_manager", word, 16}, {"_M_invoker", word, 24}}, {}, CULPRIT_TYPE_SYSTEM);
  const TypeId lambda = maker.type("main::lambda@3", CULPRIT_TYPE_STRUCT, 4, {}, 0, {{"n", integer, 0}});
  maker.global("main::lambda@3", lambda, 0x401000, 0, 4, CULPRIT_GLOBAL_FUNCTION);
  maker.global("main::lambda@3", lambda, 0x402000, 0, 0, CULPRIT_GLOBAL_FUNCTION);
  maker.allocate(0x90000, 4);
  maker.write(0x90000, 8);
  const auto log = [&](Address at, std::uint64_t held, std::uint64_t invoker) {
    for (const std::uint64_t part : {held, std::uint64_t{0}, std::uint64_t{0x400500}, invoker})
      maker.write(at, part), at += 8;
  };
  log(kHere, 7, 0x401000);
  log(kHere + 32, 0x90000, 0x402000);
  log(kHere + 64, 0x90000, 0x403000);
  EXPECT_EQ(shown(maker.type("std::function<int (int)>[3]", CULPRIT_TYPE_ARRAY, 96, function, 3)),
            "[main::lambda@3{n: 7}, main::lambda@3{n: 8}, callable]");
}
TEST_F(Objects, AStreamThatWasOpenedIsCalledSo) {
  const TypeId file = maker.type("_IO_FILE", CULPRIT_TYPE_STRUCT, 216, {}, 0, {{"_flags", integer, 0}}, {},
                                 CULPRIT_TYPE_SYSTEM);
  maker.allocate(0x90000, 552);
  EXPECT_EQ(shown_as(std::uint64_t{0x90000}, maker.pointer_to(file)), "stream");
}
TEST_F(Objects, ReferenceShowsWhatItRefersTo) {
  maker.write(kHere, kHere + 64);
  maker.write(kHere + 64, 42);
  const Value shown = value(maker.type("int &", CULPRIT_TYPE_REFERENCE, 8, integer));
  EXPECT_EQ(short_text(shown), "42");
  EXPECT_EQ(shown.type, "int &");
  EXPECT_EQ(shown.name, "x");
}
TEST_F(Objects, CircularListIsShownOnce) {
  const TypeId node = maker.reserve_type();
  const TypeId link = maker.pointer_to(node);
  structure(16, {{"value", integer, 0}, {"next", link, 8}}, node);
  maker.write(kHere, 1);
  maker.write(kHere + 8, kHere + 32);
  maker.write(kHere + 32, 2);
  maker.write(kHere + 40, kHere);
  EXPECT_EQ(shown(node), "{value: 1, next: ->{value: 2, next: ->@x}}");
}
TEST_F(Objects, SharedObjectIsShownOnce) {
  const TypeId pair = structure(8, {{"a", integer, 0}, {"b", integer, 4}});
  const TypeId link = maker.pointer_to(pair);
  maker.write(kHere, kHere + 64);
  maker.write(kHere + 8, kHere + 64);
  maker.write(kHere + 64, 1);
  EXPECT_EQ(shown(structure(16, {{"p", link, 0}, {"q", link, 8}})), "{p: ->{a: 1, b: ?}, q: ->@*x.p}");
}
TEST_F(Objects, DepthLimitCutsWhatIsBehindPointers) {
  const TypeId node = maker.reserve_type();
  const TypeId link = maker.pointer_to(node);
  structure(16, {{"value", integer, 0}, {"next", link, 8}}, node);
  for (Address i = 0; i < 4; ++i) {
    maker.write(kHere + 16 * i, static_cast<std::int32_t>(i));
    maker.write(kHere + 16 * i + 8, kHere + 16 * (i + 1));
  }
  EXPECT_EQ(shown(node, {.depth = 1}), "{value: 0, next: ->{value: 1, next: ->…1}}");
}
TEST_F(Objects, NodeLimitHoldsForTheWholeValue) {
  maker.fill(kHere, 400, 1);
  const TypeId row = maker.type("b[10]", CULPRIT_TYPE_ARRAY, 10, byte, 10);
  EXPECT_EQ(shown(maker.type("b[10][10]", CULPRIT_TYPE_ARRAY, 100, row, 10), {.nodes = 5}),
            "[[1, 1, 1, …7], …9]");
}

// Type tables as no compiler writes them.
TEST_F(Objects, StructThatContainsItselfEndsAtTheDepth) {
  const TypeId self = maker.reserve_type();
  maker.fill(kHere, 64, 1);
  structure(4, {{"again", self, 0}, {"x", integer, 0}}, self);
  EXPECT_LE(shown(self, {.depth = 3}).size(), 200u);
}
TEST_F(Objects, BaseThatIsItselfEnds) {
  const TypeId self = maker.reserve_type();
  maker.fill(kHere, 64, 1);
  structure(4, {{"", self, 0, 0, -1, true}, {"", self, 0, 0, -1, true}, {"x", integer, 0}}, self);
  EXPECT_LE(value(self).children.size(), 33u);
}
TEST_F(Objects, ArrayOfAbsurdCountIsCut) {
  maker.fill(kHere, 64, 1);
  const Value shown = value(maker.type("a", CULPRIT_TYPE_ARRAY, ~0ull, integer, ~0ull));
  EXPECT_EQ(shown.children.size(), 33u);
  EXPECT_EQ(shown.children.back().count, ~0ull - 32);
}
TEST_F(Objects, PointerThatIsItsOwnElementEndsAtTheDepth) {
  const TypeId self = maker.reserve_type();
  maker.type("p", CULPRIT_TYPE_POINTER, 8, self, 0, {}, self);
  EXPECT_EQ(shown_as(kHere, self), "->->->->->…1");
}
TEST_F(Objects, ReferenceToItselfEndsAtTheDepth) {
  const TypeId self = maker.reserve_type();
  maker.type("r", CULPRIT_TYPE_REFERENCE, 8, self, 0, {}, self);
  maker.write(kHere, kHere);
  EXPECT_EQ(shown(self, {.depth = 3, .nodes = 1'000'000}), "…1");
}
TEST_F(Objects, MembersOutsideTheObjectAreNotRead) {
  maker.fill(kHere, 64, 1);
  EXPECT_EQ(
      shown(structure(
          4,
          {{"in", integer, 0}, {"out", integer, 4}, {"before", integer, -8}, {"far", integer, 1ll << 58}})),
      "{in: 16843009, out: #, before: #, far: #}");
}
TEST_F(Objects, ScalarOfAbsurdSizeIsOpaque) {
  maker.fill(kHere, 64, 1);
  EXPECT_EQ(value(scalar(CULPRIT_TYPE_SIGNED, 1ull << 62)).kind, ValueKind::kOpaque);
}

}  // namespace
}  // namespace culprit::state
