#include "src/state/used.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

/// "path value" of each part but for pointers that only lead to others, then what has no name.
std::string used_text(const Used& used) {
  std::string text;
  for (const UsedPart& part : used.parts)
    if (!part.is_link)
      text += part.path + " " + short_text(part.value) + (part.is_written ? " raced" : "") + "\n";
  for (const WrittenCount& count : used.rest)
    text += std::to_string(count.bytes) + " of " + count.owner + "\n";
  return used.is_known ? text : "not known";
}

class UsedOfLists : public ListFixture {
 protected:
  std::string used(std::uint32_t n) { return used_text(facts(n).used); }
};

TEST_F(UsedOfLists, NamesWhatWasReadByPath) {
  maker.option("reads=yes");
  maker.enter(method, kList);
  maker.read(kList, 8);
  maker.read(kHeap + 8, 8);
  maker.read(kHeap + 0x20, 4);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "this->head->next->value 2\n");
}

TEST_F(UsedOfLists, IsNotKnownWithoutReads) {
  maker.enter(method, kList);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "not known");
}

TEST_F(UsedOfLists, WhatTheCallItselfWroteIsNotUsed) {
  maker.option("reads=yes");
  maker.enter(method, kList);
  maker.write(kList + 8, 7);
  maker.read(kList + 8, 4);
  maker.allocate(0x300000, 16);
  maker.read(0x300000, 16);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "");
}

/// The node's value is reached by a pointer that was read before the call began.
TEST_F(UsedOfLists, FollowsPointersThatWereNotUsedIfNeeded) {
  maker.option("reads=yes");
  maker.enter(method, kList);
  maker.read(kHeap + 0x20, 4);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "this->head->next->value 2\n");
}

TEST_F(UsedOfLists, CountsByOwnerWhatHasNoName) {
  maker.option("reads=yes");
  const FunctionId maker_of = maker.function("make");
  maker.enter(method, kList);
  maker.enter(maker_of);
  maker.allocate(0x300000, 64);
  maker.write(0x300010, 5);
  maker.leave();
  maker.enter(maker_of);
  maker.read(0x300010, 3);
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(used(2), "3 of what was allocated in make\n");
  EXPECT_EQ(facts(2).used.rest_bytes, "what was allocated in make+16:050000\n");
  EXPECT_EQ(used(0), "");
}

TEST_F(UsedOfLists, FieldsStandTogetherAndTheOthersAreLeftOut) {
  maker.option("reads=yes");
  const TypeId point = maker.type("Point", CULPRIT_TYPE_STRUCT, 12, {}, 0,
                                  {{"x", integer, 0}, {"y", integer, 4}, {"z", integer, 8}});
  const FunctionId f = maker.function("f", {.parameters = {{"p", maker.pointer_to(point)}}});
  maker.allocate(0x300000, 12);
  for (Address i = 0; i < 3; ++i) maker.write(0x300000 + 4 * i, static_cast<std::int32_t>(i));
  maker.enter(f, Address{0x300000});
  maker.read(0x300000, 4);
  maker.read(0x300008, 4);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "*p {x: 0, z: 2, …0}\n");
}

TEST_F(UsedOfLists, RowsOfElementsAreOnePart) {
  maker.option("reads=yes");
  const TypeId row = maker.type("int [100]", CULPRIT_TYPE_ARRAY, 400, integer, 100);
  const GlobalId table = maker.global("table", row, 0x400000, 0, 400);
  const FunctionId f = maker.function("f", {.globals = {table}});
  for (Address i = 0; i < 100; ++i) maker.write(0x400000 + 4 * i, static_cast<std::int32_t>(i));
  maker.enter(f);
  for (const Address i : {2, 3, 4, 11, 50, 51}) maker.read(0x400000 + 4 * i, 4);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "table[2..4] [2, 3, 4]\ntable[11] 11\ntable[50..51] [50, 51]\n");
}

/// More than are shown are known by their hash.
TEST_F(UsedOfLists, LongRowsAreKnownWhole) {
  maker.option("reads=yes");
  const TypeId row = maker.type("int [100]", CULPRIT_TYPE_ARRAY, 400, integer, 100);
  const GlobalId table = maker.global("table", row, 0x400000, 0, 400);
  const FunctionId f = maker.function("f", {.globals = {table}});
  for (Address i = 0; i < 100; ++i) maker.write(0x400000 + 4 * i, static_cast<std::int32_t>(i));
  for (int call = 0; call < 3; ++call) {
    maker.enter(f);
    maker.read(0x400000, 400);
    maker.leave();
    if (call == 1) maker.write(0x400000 + 4 * 90, 7);
  }
  finish();
  const auto hash = [&](std::uint32_t n) { return facts(n).used.parts.at(0).value.children.back().text; };
  EXPECT_EQ(hash(1), hash(2));
  EXPECT_NE(hash(2), hash(3));
  EXPECT_FALSE(facts(1).used.is_cut);
}

/// However many elements a type declares, what was used of them is what is looked at.
TEST_F(UsedOfLists, ArraysOfAnyDeclaredLength) {
  maker.option("reads=yes");
  const TypeId character = maker.type("char", CULPRIT_TYPE_CHAR, 1);
  const TypeId wide = maker.type("wchar_t", CULPRIT_TYPE_CHAR, 4);
  const TypeId odd = maker.type("odd", CULPRIT_TYPE_STRUCT, ~std::uint64_t{0}, {}, 0, {{"x", integer, 0}});
  constexpr std::uint64_t kMany = std::uint64_t{1} << 40, kAbsurd = ~std::uint64_t{0};
  const auto array = [&](const char* name, TypeId element, std::uint64_t count, Address address) {
    const TypeId type = maker.type("row", CULPRIT_TYPE_ARRAY, kMany, element, count);
    return maker.global(name, type, address, 0, 0x10000);
  };
  const FunctionId functions[] = {
      maker.function("f", {.globals = {array("arena", character, kMany, 0x400000)}}),
      maker.function("g", {.globals = {array("text", character, kAbsurd, 0x410000)}}),
      maker.function("h", {.globals = {array("wide", wide, kAbsurd / 4 + 2, 0x420000)}}),
      maker.function("i", {.globals = {array("odd", odd, 2, 0x430000)}})};
  maker.write(0x408000, 'x');
  maker.block(0x410000, std::string("hello\0", 6));
  for (Address i = 0; i < 3; ++i) maker.write(0x420000 + 4 * i, static_cast<std::int32_t>(i < 2 ? 'w' : 0));
  maker.write(0x430000, 7);
  constexpr std::pair<Address, std::uint64_t> kRead[] = {
      {0x408000, 1}, {0x410000, 2}, {0x420000, 8}, {0x430000, 4}};
  for (std::size_t i = 0; i < std::size(functions); ++i) {
    maker.enter(functions[i]);
    maker.read(kRead[i].first, kRead[i].second);
    maker.leave();
  }
  finish();
  EXPECT_EQ(used(1), "arena[32768] 'x'\n");
  EXPECT_EQ(used(2), "text \"hello\"\n");
  EXPECT_EQ(used(3), "wide \"ww\"\n");
  EXPECT_EQ(used(4), "odd[0].x 7\n");
}

/// "s" and as many of 300 characters as are shown: up to 65 behind the last one that was used without a longer break.
TEST_F(UsedOfLists, TextBehindPointersEndsALittleBehindWhatWasUsed) {
  maker.option("reads=yes");
  const TypeId character = maker.type("char", CULPRIT_TYPE_CHAR, 1);
  const FunctionId f = maker.function("f", {.parameters = {{"s", maker.pointer_to(character)}}});
  constexpr Address kText = 0x400000;
  maker.allocate(kText, std::uint64_t{1} << 40);
  for (Address i = 0; i < 300; ++i) maker.write(kText + i, 'a');
  const auto call = [&](std::initializer_list<Address> places) {
    maker.enter(f, kText);
    for (const Address place : places) maker.read(kText + place, 1);
    maker.leave();
  };
  call({0, 1});
  call({0, 65});
  call({0, 66});
  call({65});
  finish();
  const auto text = [](std::size_t length) { return "s \"" + std::string(length, 'a') + "\"\n"; };
  EXPECT_EQ(used(1), text(66));
  EXPECT_EQ(used(2), text(130));
  EXPECT_EQ(used(3), text(65) + "1 of the heap\n");
  EXPECT_EQ(used(4), "s[65] 'a'\n1 of the heap\n");
}

TEST_F(UsedOfLists, GlobalsThatNoFunctionBelowNames) {
  maker.option("reads=yes");
  maker.global("hidden", integer, 0x400000, 0, 4);
  maker.write(0x400000, 9);
  maker.enter(method, kList);
  maker.read(0x400000, 4);
  maker.leave();
  finish();
  EXPECT_EQ(used(0), "hidden 9\n");
  EXPECT_EQ(facts(0).used.parts.at(0).root, "");
}

TEST_F(UsedOfLists, FramesOfTheCallItselfAreItsOwn) {
  maker.option("reads=yes");
  const FunctionId inner = maker.function("inner", {.parameters = {{"p", to_integer}}});
  maker.enter_at(kStack, method, kList);
  maker.write(kStack - 8, 3);
  maker.enter_at(kStack - 0x100, inner, kStack - 8);
  maker.read(kStack - 8, 4);
  maker.read(kStack - 0x110, 4);
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(used(1), "*p 3\n");
  EXPECT_EQ(used(0), "");
}

TEST_F(UsedOfLists, WhatAnotherThreadWroteMeanwhileIsSaid) {
  maker.option("reads=yes");
  const FunctionId other = maker.function("other");
  maker.sequence();
  maker.enter(method, kList);
  const StreamId thread = maker.spawn();
  maker.sequence();
  maker.enter(method, kList);
  maker.sequence();
  maker.switch_to(thread);
  maker.sequence();
  maker.enter(other);
  maker.write(kList + 8, 5);
  maker.leave();
  maker.sequence();
  maker.switch_to(StreamId{1});
  maker.sequence();
  maker.read(kList + 8, 4);
  maker.leave();
  maker.sequence();
  maker.leave();
  finish();
  std::uint32_t inner = 0;
  for (std::uint32_t n = 1; n < tree_->size(); ++n)
    if (tree_->function(NodeId{n}).name == "List::edit") inner = n;
  EXPECT_EQ(used(inner), "this->size 2 raced\n");
  EXPECT_TRUE(facts(inner).used.is_raced);
  EXPECT_EQ(used(0), "") << "its own thread wrote it before";
}

}  // namespace
}  // namespace culprit::state
