// Collections as a trace describes them: no class name is known to the reader.
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/account_fixture.h"
#include "tests/support/described_types.h"

namespace culprit::state {
namespace {

constexpr Limits kWide{.depth = 4, .width = 64, .characters = 200, .nodes = 2000};

class Described : public AccountFixture {
 protected:
  /// Of objects that were made one after the other, each with what it leads to.
  static Address nth(Address first, Address n) { return first + n * test::DescribedTypes::kStep; }
  /// A function that is given a reference to an object, which programmers of the language know by its name.
  FunctionId taking(TypeId type) {
    return maker.function("f", {.parameters = {{"x", maker.type("T&", CULPRIT_TYPE_REFERENCE, 8, type)}}});
  }
  std::string shown(TypeId type, Address object, const Limits& limits = kWide) {
    maker.enter(taking(type), object);
    maker.leave();
    finish();
    return short_text(facts(0, limits).inputs.at(0));
  }
  template <class Edit>
  std::string changed(TypeId type, Address object, Edit edit) {
    maker.enter(taking(type), object);
    edit();
    maker.leave();
    finish();
    return changes(0);
  }
  std::string used_by(TypeId type, Address object,
                      const std::vector<std::pair<Address, std::uint64_t>>& reads) {
    maker.option("reads=yes");
    maker.enter(taking(type), object);
    for (const auto& [address, size] : reads) maker.read(address, size);
    maker.leave();
    finish();
    std::string text;
    const Used used = facts(0).used;
    for (const UsedPart& part : used.parts)
      if (!part.is_link) text += part.path + " " + short_text(part.value) + "\n";
    for (const WrittenCount& rest : used.rest)
      text += std::to_string(rest.bytes) + " of " + rest.owner + "\n";
    return text;
  }

  test::DescribedTypes types{maker, integer, kHeap};
};

TEST_F(Described, Text) {
  EXPECT_EQ(shown(types.text, types.make_text("a text")), "\"a text\"");
}
TEST_F(Described, EmptyText) {
  EXPECT_EQ(shown(types.text, types.make_text("")), "\"\"");
}
TEST_F(Described, Array) {
  EXPECT_EQ(shown(types.integers, types.make_integers({1, 2, 3})), "[1, 2, 3]");
}
TEST_F(Described, ListWithRoomForMore) {
  EXPECT_EQ(shown(types.list, types.make_list({1, 2, 3})), "[1, 2, 3]");
}
TEST_F(Described, RingThatIsStraight) {
  EXPECT_EQ(shown(types.deque, types.make_deque({1, 2, 3, 4}, 1, 3)), "[2, 3]");
}
TEST_F(Described, RingThatGoesRound) {
  EXPECT_EQ(shown(types.deque, types.make_deque({1, 2, 3, 4}, 3, 2)), "[4, 1, 2]");
}
TEST_F(Described, EmptyRing) {
  EXPECT_EQ(shown(types.deque, types.make_deque({1, 2, 3, 4}, 2, 2)), "[]");
}
TEST_F(Described, Chain) {
  EXPECT_EQ(shown(types.chain, types.make_chain({1, 2, 3})), "[1, 2, 3]");
}
TEST_F(Described, ChainsInBuckets) {
  const Address map = types.make_map({{"a", 1, 1}, {"b", 2, 0}, {"c", 3, 1}});
  EXPECT_EQ(shown(types.map, map), "{->\"b\": 2, ->\"a\": 1, ->\"c\": 3}");
  EXPECT_TRUE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Described, KeysOfWhatIsInside) {
  const Address set = types.make_set({{"a", 1, 1}, {"b", 2, 0}});
  EXPECT_EQ(shown(types.set, set), "[->\"b\", ->\"a\"]");
  EXPECT_TRUE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Described, TreeInOrder) {
  const Address left = types.make_tree_node(1, 10, 0, types.make_tree_node(2, 20, 0, 0));
  const Address tree =
      types.make_tree(4, types.make_tree_node(3, 30, left, types.make_tree_node(4, 40, 0, 0)));
  EXPECT_EQ(shown(types.tree, tree), "{1: 10, 2: 20, 3: 30, 4: 40}");
  EXPECT_FALSE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Described, LargeTreesAreWalkedWhole) {
  std::vector<Address> row;
  for (std::int32_t i = 0; i < 1023; ++i) row.push_back(types.make_tree_node(i, i, 0, 0));
  // Every odd one is a leaf, every one that is odd times two above those, and so on.
  for (std::size_t step = 1; step < 512; step *= 2) {
    for (std::size_t i = 2 * step - 1; i < row.size(); i += 4 * step) {
      maker.write(row[i] + 16, row[i - step]);
      maker.write(row[i] + 24, row[i + step]);
    }
    for (std::size_t i = 6 * step - 1; i < row.size(); i += 4 * step) {
      maker.write(row[i - 2 * step] + 16, row[i - 3 * step]);
      maker.write(row[i - 2 * step] + 24, row[i - step]);
    }
  }
  maker.enter(taking(types.tree), types.make_tree(1023, row[511]));
  maker.leave();
  finish();
  const auto value = facts(0, {.depth = 4, .width = 2000, .characters = 9, .nodes = 100000}).inputs.at(0);
  ASSERT_EQ(value.children.size(), 1023u);
  EXPECT_EQ(value.children[1022].children[0].text, "1022");
}
TEST_F(Described, BoxThatIsFull) {
  const Address box = types.make(16);
  maker.write(box + 8, types.make_text("in it"));
  EXPECT_EQ(shown(types.box, box), "->\"in it\"");
}
TEST_F(Described, BoxThatLeadsToNothing) {
  EXPECT_EQ(shown(types.box, types.make(16)), "<empty>");
}
TEST_F(Described, BoxThatSaysWhetherItIsFull) {
  const Address full = types.make(16), empty = types.make(16);
  maker.write(full + 8, std::uint8_t{1});
  maker.write(full + 12, 7);
  maker.enter(taking(types.number), full);
  maker.leave();
  maker.enter(taking(types.number), empty);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(1), "x: 7");
  EXPECT_EQ(inputs(2), "x: <empty>");
}
TEST_F(Described, ArrayInMemoryOfNoTypeAndARowWithoutOrder) {
  // Of two elements, in a block of three: without a length all that the block has.
  const TypeId bag = types.record("Bag", 16, {{"data", types.address, 8}});
  auto row = test::DescribedTypes::row_of(bag, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_ARRAY, integer, false);
  row.data = 8, row.length_bytes = 0;
  types.describe(row);
  const Address object = types.make(16), block = types.make(12);
  maker.write(object + 8, block);
  maker.write(block + 4, 5);
  EXPECT_EQ(shown(bag, object), "[0, 5, 0]");
  EXPECT_TRUE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Described, PairsSideBySideAndWhatTheyLeadTo) {
  const TypeId pairs = types.record("Pairs", 16, {{"length", integer, 8}});
  auto row = test::DescribedTypes::row_of(pairs, CULPRIT_CONTAINER_PAIRS, CULPRIT_LAYOUT_ARRAY, integer);
  row.length = 8, row.key = 16, row.mapped = integer.value();
  types.describe(row);
  const TypeId values = types.record("Values", 24, {{"pairs", maker.pointer_to(pairs), 16}});
  row = test::DescribedTypes::row_of(values, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_INSIDE, integer);
  row.data = 16;
  types.describe(row);
  const Address held = types.make(32), view = types.make(24);
  maker.write(held + 8, 2);
  for (std::int32_t i = 0; i < 4; ++i) maker.write(held + 16 + 4 * static_cast<Address>(i), 10 + i);
  maker.write(view + 16, held);
  maker.enter(taking(pairs), held);
  maker.leave();
  maker.enter(taking(values), view);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(1), "x: {10: 11, 12: 13}");
  EXPECT_EQ(inputs(2), "x: [11, 13]");
}

TEST_F(Described, ChangeOfAnElement) {
  const Address list = types.make_list({1, 2, 3});
  const Address data = nth(list, 1);
  EXPECT_EQ(changed(types.list, list, [&] { maker.write(data + 16 + 8, 9); }), "x[2]: 3 -> 9\n");
}
TEST_F(Described, ChangeInARing) {
  const Address deque = types.make_deque({1, 2, 3, 4}, 3, 2);
  EXPECT_EQ(changed(types.deque, deque, [&] { maker.write(nth(deque, 1) + 16, 9); }), "x[1]: 1 -> 9\n");
}
TEST_F(Described, ChangeInAChain) {
  const Address chain = types.make_chain({1, 2, 3});
  EXPECT_EQ(changed(types.chain, chain, [&] { maker.write(nth(chain, 2) + 8, 9); }), "x[1]: 2 -> 9\n");
}
TEST_F(Described, ChangeOfAnOrder) {
  const Address chain = types.make_chain({1, 2, 3});
  const Address first = nth(chain, 1), second = nth(chain, 2), third = nth(chain, 3);
  // Only links are written: 1, 3, 2.
  EXPECT_EQ(changed(types.chain, chain,
                    [&] {
                      maker.write(first + 16, third);
                      maker.write(third + 16, second);
                      maker.write(second + 16, Address{0});
                    }),
            "x[1]: 2 -> 3\nx[2]: 3 -> 2\n");
}
TEST_F(Described, ChangeOfWhatAKeyLeadsTo) {
  const Address map = types.make_map({{"a", 1, 1}, {"b", 2, 0}});
  const Address first = nth(map, 2);
  EXPECT_EQ(changed(types.map, map, [&] { maker.write(first + 24, 9); }), "x[&\"a\"]: 1 -> 9\n");
}
TEST_F(Described, KeyThatIsNew) {
  const Address map = types.make_map({{"a", 1, 1}});
  const Address node = types.make(40);
  maker.write(node + 16, types.make_text("new"));
  maker.write(node + 24, 5);
  EXPECT_EQ(changed(types.map, map,
                    [&] {
                      maker.write(nth(map, 1) + 16, node);
                      maker.write(map + 8, 2);
                    }),
            "x[&\"new\"]: <not there> -> 5\n");
}
TEST_F(Described, ElementOfASetThatIsNew) {
  const Address set = types.make_set({{"a", 1, 1}});
  const Address map = nth(set, 1), node = types.make(40);
  maker.write(node + 16, types.make_text("new"));
  // The set itself is not written.
  EXPECT_EQ(changed(types.set, set,
                    [&] {
                      maker.write(nth(map, 1) + 16, node);
                      maker.write(map + 8, 2);
                    }),
            "x: [->\"a\"] -> [->\"new\", ->\"a\"]\n");
}
TEST_F(Described, NothingWhereOnlyTheOrderOfASetIsAnother) {
  const Address set = types.make_set({{"a", 1, 1}, {"b", 2, 0}});
  const Address table = nth(set, 2), a = nth(set, 3), b = nth(set, 5);
  EXPECT_EQ(changed(types.set, set,
                    [&] {
                      maker.write(table + 16, a);
                      maker.write(table + 24, b);
                    }),
            "");
}
TEST_F(Described, ChangeInATree) {
  const Address left = types.make_tree_node(1, 10, 0, 0), root = types.make_tree_node(2, 20, left, 0);
  EXPECT_EQ(changed(types.tree, types.make_tree(2, root), [&] { maker.write(left + 12, 11); }),
            "x[1]: 10 -> 11\n");
}
TEST_F(Described, BoxThatWasFilled) {
  const Address box = types.make(16);
  EXPECT_EQ(changed(types.number, box,
                    [&] {
                      maker.write(box + 8, std::uint8_t{1});
                      maker.write(box + 12, 4);
                    }),
            "x: <empty> -> 4\n");
}

TEST_F(Described, PartsAreFoundByTheirPaths) {
  const Address map = types.make_map({{"a", 1, 1}, {"b", 2, 0}});
  const Address list = types.make_list({1, 2, 3});
  const FunctionId f = maker.function("f", {.parameters = {{"m", maker.pointer_to(types.map, "Map")},
                                                           {"v", maker.pointer_to(types.list, "List")}}});
  maker.enter(f, map, list);
  maker.write(nth(map, 2) + 24, 9);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "m[\"a\"]"), "1");
  EXPECT_EQ(at(0, true, "m[\"a\"]"), "9");
  EXPECT_EQ(at(0, true, "m[a]"), "9");
  EXPECT_EQ(at(0, true, "(*m)[&\"b\"]"), "2");
  EXPECT_EQ(at(0, true, "m[\"c\"]"), "'m[\\\"c\\\"]' is not there. The first keys are &\"b\", &\"a\".");
  EXPECT_EQ(at(0, true, "v[2]"), "3");
  EXPECT_EQ(at(0, true, "v[3]"), "'v[3]' is past the end: there are 3 elements. ");
  EXPECT_EQ(writer(0, true, "m[\"a\"]").node, NodeId{0});
}

TEST_F(Described, WhatIsUsedOfAListIsNamed) {
  const Address list = types.make_list({1, 2, 3});
  EXPECT_EQ(used_by(types.list, list, {{list + 8, 4}, {list + 16, 8}, {nth(list, 1) + 16 + 8, 4}}),
            "x.size() 3\nx[2] 3\n");
}
TEST_F(Described, WhatIsUsedOfAMapIsNamed) {
  const Address map = types.make_map({{"a", 1, 1}, {"b", 2, 0}});
  const Address table = nth(map, 1), a = nth(map, 2);
  // The table, the node with its key and its next one, and the value.
  EXPECT_EQ(used_by(types.map, map,
                    {{map + 16, 8}, {table + 8, 4}, {table + 24, 8}, {a + 16, 8}, {a + 32, 8}, {a + 24, 4}}),
            "x.size() 2\nx[&\"a\"] 1\n");
}

/// Descriptions and memory are not trusted.
class HostileDescription : public Described {
 protected:
  /// A list whose description is `row` with one thing wrong.
  template <class Damage>
  std::string with(Damage damage) {
    const Address chain = types.make_chain({1, 2, 3});
    auto row =
        test::DescribedTypes::row_of(types.chain, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_CHAIN, integer);
    const TypeId link = types.record("L", 24, {});
    row.length = 8, row.data = 16, row.link = link.value(), row.next = 16, row.key = 8;
    damage(row);
    types.describe(row);
    return shown(types.chain, chain, Limits{.width = 4});
  }
};

TEST_F(HostileDescription, IsReadIfNothingIsWrong) {
  EXPECT_EQ(with([](culprit_container&) {}), "[1, 2, 3]");
}
TEST_F(HostileDescription, OffsetsOutsideTheObject) {
  EXPECT_EQ(with([](culprit_container& row) { row.data = 24; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, OffsetsThatWrap) {
  EXPECT_EQ(with([](culprit_container& row) { row.length = ~std::uint64_t{0} - 2; }),
            "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, OffsetsOutsideALink) {
  EXPECT_EQ(with([](culprit_container& row) { row.next = 20; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, ElementsThatReachOutOfALink) {
  EXPECT_EQ(with([](culprit_container& row) { row.key = 22; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, LengthsOfMoreThanEightBytes) {
  EXPECT_EQ(with([](culprit_container& row) { row.length_bytes = 9; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, ElementsOfNoSize) {
  EXPECT_EQ(with([](culprit_container& row) { row.element = 0; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, LinksOfNoType) {
  EXPECT_EQ(with([](culprit_container& row) { row.link = 0; }), "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, TypesThatAreNotThereAreAsIfNothingWereSaid) {
  EXPECT_EQ(with([](culprit_container& row) { row.element = 1'000'000; }), "[1, 2, 3]");
}
TEST_F(HostileDescription, PairsThatLeadToNothing) {
  EXPECT_EQ(with([](culprit_container& row) { row.kind = CULPRIT_CONTAINER_PAIRS; }),
            "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, TextInLinks) {
  EXPECT_EQ(with([](culprit_container& row) { row.kind = CULPRIT_CONTAINER_TEXT; }),
            "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, RingsWithoutIndices) {
  EXPECT_EQ(with([](culprit_container& row) { row.layout = CULPRIT_LAYOUT_RING; }),
            "{size: 3, first: pointer}");
}
TEST_F(HostileDescription, InsideOfNoContainer) {
  EXPECT_EQ(with([](culprit_container& row) { row.layout = CULPRIT_LAYOUT_INSIDE; }),
            "{size: 3, first: pointer}");
}

TEST_F(HostileDescription, LengthThatCannotBe) {
  const Address list = types.make_list({1});
  maker.write(list + 8, std::int32_t{-1});
  EXPECT_TRUE(shown(types.list, list).starts_with("{size: -1, data: ")) << inputs(0);
}
TEST_F(HostileDescription, LengthOfMoreThanTheArrayHas) {
  const Address list = types.make_list({1});
  maker.write(list + 8, 4);
  EXPECT_TRUE(shown(types.list, list).starts_with("{size: 4, data: ")) << inputs(0);
}
TEST_F(HostileDescription, TextOfAbsurdLengthIsCut) {
  const Address text = types.make_text("abc");
  maker.write(text + 8, std::int32_t{0x7fffffff});
  EXPECT_EQ(shown(types.text, text, Limits{.characters = 2}), "\"ab\"…2147483645");
}
TEST_F(HostileDescription, RingWhoseIndicesLieOutside) {
  const Address deque = types.make_deque({1, 2}, 2, 1);
  EXPECT_TRUE(shown(types.deque, deque).starts_with("{data: ")) << inputs(0);
}
TEST_F(HostileDescription, ChainThatIsARingEndsWhereItBegan) {
  const Address chain = types.make_chain({1, 2});
  maker.write(nth(chain, 2) + 16, nth(chain, 1));
  maker.write(chain + 8, 1'000'000);
  EXPECT_EQ(shown(types.chain, chain), "[1, 2, …999998]");
}
TEST_F(HostileDescription, ChainThatNeverComesBackEnds) {
  const Address chain = types.make_chain({1, 2, 3});
  maker.write(nth(chain, 3) + 16, nth(chain, 2));
  maker.write(chain + 8, 1'000'000);
  EXPECT_EQ(shown(types.chain, chain, Limits{.width = 5}), "[1, 2, 3, 2, 3, …999995]");
}
TEST_F(HostileDescription, LinkToNowhere) {
  const Address chain = types.make_chain({1, 2});
  maker.write(nth(chain, 2) + 16, Address{0x7000});
  maker.write(chain + 8, 5);
  EXPECT_EQ(shown(types.chain, chain), "[1, 2, ?, …2]");
}
TEST_F(HostileDescription, TreeThatIsACycle) {
  const Address root = types.make_tree_node(1, 10, 0, 0);
  maker.write(root + 16, root);
  EXPECT_EQ(shown(types.tree, types.make_tree(1'000'000, root)), "{…1000000}");
}
TEST_F(HostileDescription, TreeThatIsACycleToTheRight) {
  const Address root = types.make_tree_node(1, 10, 0, 0);
  maker.write(root + 24, root);
  EXPECT_EQ(shown(types.tree, types.make_tree(1'000'000, root), Limits{.width = 2}),
            "{1: 10, 1: 10, …999998}");
}
TEST_F(HostileDescription, EmptyBucketsWithoutEnd) {
  const Address map = types.make_map({{"a", 1, 1}});
  maker.write(nth(map, 1) + 8, std::int32_t{0x7fffffff});
  maker.fill(nth(map, 1) + 16, 1 << 20, 0);
  EXPECT_EQ(shown(types.map, map), "{…1}");
}
TEST_F(HostileDescription, ContainersInsideThemselves) {
  const TypeId self = maker.reserve_type();
  types.record("Self", 16, {{"inner", maker.pointer_to(self), 8}}, self);
  auto row = test::DescribedTypes::row_of(self, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_INSIDE, integer);
  row.data = 8;
  types.describe(row);
  const Address object = types.make(16);
  maker.write(object + 8, object);
  EXPECT_TRUE(shown(self, object).starts_with("{inner: ")) << inputs(0);
}
TEST_F(HostileDescription, ABoxThatHoldsItselfEnds) {
  const TypeId self = maker.reserve_type();
  types.record("Self", 16, {}, self);
  auto row = test::DescribedTypes::row_of(self, CULPRIT_CONTAINER_BOX, CULPRIT_LAYOUT_ARRAY, self);
  row.key = 0;
  types.describe(row);
  const Address object = types.make(16);
  EXPECT_EQ(changed(self, object, [&] { maker.write(object + 8, 1); }), "…\n");
  EXPECT_EQ(inputs(0), "x: …1");
}
TEST_F(HostileDescription, OfWhatIsNoClassIsNotRead) {
  auto row = test::DescribedTypes::row_of(integer, CULPRIT_CONTAINER_BOX, CULPRIT_LAYOUT_ARRAY, integer);
  row.key = 0;
  types.describe(row);
  const Address object = types.make(16);
  EXPECT_EQ(shown(integer, object), "0");
}
TEST_F(HostileDescription, ListThatWasFreedIsGone) {
  const Address list = types.make_list({1});
  maker.free(list);
  EXPECT_EQ(shown(types.list, list), "gone");
}

}  // namespace
}  // namespace culprit::state
