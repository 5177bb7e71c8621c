#include "src/state/compare.h"

#include <gtest/gtest.h>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

class Changes : public AccountFixture {};
class ChangesInLists : public ListFixture {};

TEST_F(Changes, ShowsOnlyWhatChangedInAnArray) {
  const TypeId list = maker.type("int[5]", CULPRIT_TYPE_ARRAY, 20, integer, 5);
  const FunctionId sort = maker.function("sort", {.parameters = {{"L", list, CULPRIT_PASS_ADDRESS}}});
  maker.allocate(kHeap, 20);
  for (int i = 0; i < 5; ++i) maker.write(kHeap + Address(4 * i), 10 - i);
  maker.enter(sort, kHeap);
  maker.write(kHeap + 8, 99);
  maker.write(kHeap + 12, 7);
  maker.leave();
  finish();
  EXPECT_EQ(short_list(facts(0).before, ", "), "L: [10, 9, 8, 7, 6]");
  EXPECT_EQ(short_list(facts(0).after, ", "), "L: [10, 9, 99, 7, 6]");
  EXPECT_EQ(changes(0), "L[2]: 8 -> 99\n");
}

TEST_F(ChangesInLists, NamesPlacesAsAProgrammerWould) {
  maker.enter(method, kList);
  maker.write(kHeap + 0x20, 5);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "this: ->{head: ->{value: 1, next: ->{value: 2, next: null}}, size: 2}");
  EXPECT_EQ(changes(0), "this->head->next->value: 2 -> 5\n");
}

TEST_F(ChangesInLists, ShowsANewObjectWhereItHangs) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 3, 0);
  maker.write(kHeap + 0x28, kHeap + 0x40);
  maker.write(kList + 8, 3);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->size: 2 -> 3\nthis->head->next->next: null -> ->{value: 3, next: null}\n");
}

TEST_F(ChangesInLists, LooksThroughNewObjectsForOldOnesThatChanged) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 0, kHeap);
  maker.write(kList, kHeap + 0x40);
  maker.write(kHeap + 0x20, 7);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0),
            "this->head: ->{value: 1, next: ->{value: 2, next: null}} -> "
            "->{value: 0, next: ->{value: 1, next: ->{value: 7, next: null}}}\n"
            "this->head->next->value: 2 -> 7\n");
  EXPECT_EQ(facts(0).changes[1].note, "now this->head->next->next->value");
}

// The list is reversed: every place has another name afterwards.
TEST_F(ChangesInLists, NamesAPlaceByWhatItWasCalledBefore) {
  maker.enter(method, kList);
  maker.write(kHeap + 8, std::uint64_t{0});
  maker.write(kHeap + 0x28, kHeap);
  maker.write(kList, kHeap + 0x20);
  maker.leave();
  finish();
  const Facts found = facts(0);
  EXPECT_EQ(short_changes(found),
            "this->head: ->{value: 1, next: ->{value: 2, next: null}} -> "
            "->{value: 2, next: ->{value: 1, next: null}}\n"
            "this->head->next->next: null -> ->{value: 1, next: null}\n"
            "this->head->next: ->{value: 2, next: null} -> null\n");
  EXPECT_EQ(found.changes[1].note, "now this->head->next");
  EXPECT_EQ(found.changes[2].note, "now this->head->next->next");
  for (const Change& change : found.changes) EXPECT_EQ(at(0, false, change.path), short_text(change.before));
}

TEST_F(ChangesInLists, SaysSoOfAPlaceThatHadNoNameBefore) {
  make_node(kHeap + 0x40, 3, 0);
  maker.enter(method, kList);
  maker.write(kHeap + 0x40, 4);
  maker.write(kList, kHeap + 0x40);
  maker.leave();
  finish();
  const Facts found = facts(0);
  ASSERT_EQ(found.changes.size(), 2u);
  EXPECT_EQ(found.changes[1].path, "this->head->value");
  EXPECT_EQ(found.changes[1].note, "by its name afterwards");
}

TEST_F(Changes, AReferenceThatIsBoundAnewIsAnotherObject) {
  const TypeId reference = maker.type("int &", CULPRIT_TYPE_REFERENCE, 8, integer);
  const TypeId row = maker.type("int[3]", CULPRIT_TYPE_ARRAY, 12, integer, 3);
  const FunctionId f = maker.function("f", {});
  const FunctionId loop = maker.function(
      "loop",
      {.parameters = {{"x", reference}, {"v", row, CULPRIT_PASS_ADDRESS}}, .kind = CULPRIT_FUNCTION_LOOP});
  maker.allocate(kHeap, 12);
  for (int i = 0; i < 3; ++i) maker.write(kHeap + Address(4 * i), i + 1);
  maker.enter(f);
  maker.iteration(loop, kHeap, kHeap);
  maker.write(kHeap, 2);
  maker.iteration(loop, kHeap + 8, kHeap);
  maker.write(kHeap + 8, 6);
  maker.loop_end(loop, kHeap + 8, kHeap);
  maker.leave();
  finish();
  const Facts found = facts(1);
  EXPECT_EQ(short_changes(found), "x: 1 -> 6\nv[0]: 1 -> 2\nv[2]: 3 -> 6\n");
  EXPECT_EQ(found.changes[0].note, "another object now");
  EXPECT_EQ(changes(2), "x: 3 -> 6\nv[2]: 3 -> 6\n") << "the same object all along";
}

TEST_F(ChangesInLists, SaysThatAnObjectIsGone) {
  maker.enter(method, kList);
  maker.free(kHeap + 0x20);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->head->next: ->{value: 2, next: null} -> gone\n");
}

TEST_F(ChangesInLists, FollowsALongListAsFarAsPathsAreOfUse) {
  constexpr Address kFirst = 0x800000;
  for (Address i = 0; i < 5000; ++i) make_node(kFirst + 32 * i, 0, kFirst + 32 * (i + 1));
  maker.write(kHeap + 0x28, kFirst);
  maker.enter(method, kList);
  maker.write(kFirst + Address{32 * 300}, 1);
  maker.write(kFirst + Address{32 * 4000}, 2);
  maker.leave();
  finish();
  const Facts found = facts(0);
  ASSERT_EQ(found.changes.size(), 2u) << "what no path of use leads to is named by its owner";
  EXPECT_EQ(found.changes[1].path, "byte 0 of 16");
  EXPECT_TRUE(found.changes[1].is_elsewhere);
  EXPECT_EQ(found.changes[1].after.text, "2");
  EXPECT_TRUE(found.changes[0].path.starts_with("this->head->next->next->next->"));
  EXPECT_TRUE(found.changes[0].path.ends_with("->next->value"));
  EXPECT_EQ(at(0, true, found.changes[0].path), "1");
  EXPECT_TRUE(found.changes_cut);
}

TEST_F(Changes, ShowsAPointerToAnIntegerAsWhatItPointsTo) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4);
  maker.enter(f, kHeap);
  maker.write(kHeap, 7);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "*p: ? -> 7\n");
}

TEST_F(Changes, ShowsAllElementsOfABlockThatChanged) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4000);
  maker.fill(kHeap, 4000, 0);
  maker.enter(f, kHeap);
  maker.write(kHeap + 4 * 2, 5);
  maker.write(kHeap + 4 * 900, 6);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "p[2]: 0 -> 5\np[900]: 0 -> 6\n");
}

TEST_F(Changes, SaysThatThereMayBeMoreChanges) {
  const FunctionId f = maker.function("f", {.parameters = {{"p", to_integer}}});
  maker.allocate(kHeap, 4000);
  maker.fill(kHeap, 4000, 0);
  maker.enter(f, kHeap);
  maker.fill(kHeap, 4000, 1);
  maker.leave();
  finish();
  EXPECT_TRUE(facts(0).changes_cut);
  EXPECT_EQ(facts(0, {.width = 2}).changes.size(), 8u);
}

TEST_F(Changes, ComparesStringsByTheirText) {
  const TypeId text = maker.pointer_to(maker.type("char", CULPRIT_TYPE_CHAR, 1), "char *");
  const FunctionId f = maker.function("f", {.parameters = {{"s", text}, {"t", text}}});
  maker.allocate(kHeap, 64);
  maker.block(kHeap, std::string_view("abc\0", 4));
  maker.block(kHeap + 16, std::string_view("same\0", 5));
  maker.enter(f, kHeap, kHeap + 16);
  maker.write(kHeap + 1, 'X');
  maker.block(kHeap + 16, std::string_view("same\0", 5));
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "s: \"abc\" -> \"aXc\"\n");
}

TEST_F(Changes, ComparesBitFieldsAndUnions) {
  const TypeId both =
      maker.type("U", CULPRIT_TYPE_UNION, 4, {}, 0,
                 {{"i", integer, 0}, {"u", maker.type("unsigned", CULPRIT_TYPE_UNSIGNED, 4), 0}});
  const TypeId record = maker.type("S", CULPRIT_TYPE_STRUCT, 8, {}, 0,
                                   {{"a", integer, 0, 4, 0}, {"b", integer, 0, 4, 4}, {"both", both, 4}});
  const TypeId reference = maker.type("S &", CULPRIT_TYPE_REFERENCE, 8, record);
  const FunctionId f = maker.function("f", {.parameters = {{"s", reference}}});
  maker.write(kHeap, std::uint32_t{0x21});
  maker.write(kHeap + 4, -1);
  maker.enter(f, kHeap);
  maker.write(kHeap, std::uint32_t{0x31});
  maker.write(kHeap + 4, 1);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "s.b: 2 -> 3\ns.both: <i: -1 | u: 4294967295> -> <i: 1 | u: 1>\n");
}

TEST_F(Changes, FollowsReferences) {
  const TypeId reference = maker.type("int &", CULPRIT_TYPE_REFERENCE, 8, integer);
  const FunctionId f = maker.function("f", {.parameters = {{"r", reference}}});
  maker.write(kHeap, 1);
  maker.enter(f, kHeap);
  maker.write(kHeap, 2);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "r: 1");
  EXPECT_EQ(changes(0), "r: 1 -> 2\n");
}

}  // namespace
}  // namespace culprit::state
