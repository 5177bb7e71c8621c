#include "src/state/lookup.h"

#include <gtest/gtest.h>

#include "tests/support/account_fixture.h"

namespace culprit::state {
namespace {

class Paths : public AccountFixture {};
class PathsInLists : public ListFixture {};

TEST_F(PathsInLists, LooksUpPaths) {
  maker.enter(method, kList);
  maker.write(kHeap + 0x20, 5);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "this->head->next->value"), "2");
  EXPECT_EQ(at(0, true, "this->head->next->value"), "5");
  EXPECT_EQ(at(0, false, "(*this).head.value"), "1");
  EXPECT_EQ(at(0, false, "*this->head"), "{value: 1, next: ->{value: 2, next: null}}");
  EXPECT_EQ(at(0, false, "this[0].size"), "2");
}

TEST_F(PathsInLists, SaysWhyAPathLeadsNowhere) {
  maker.enter(method, kList);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "this->haed"), "There is no 'haed' in 'List'. The nearest name is 'head'.");
  EXPECT_EQ(at(0, false, "thsi"),
            "There is no 'thsi' in what this node can see. The nearest name is 'this'.");
  EXPECT_EQ(at(0, false, "this->head->next->next->value"),
            "'this->head->next->next->' goes through a null pointer. ");
  EXPECT_EQ(at(0, false, "this->size.x"), "There is no 'x' in 'int'. It has no names.");
  EXPECT_EQ(at(0, false, "this->size[0]"),
            "'this->size[0]' goes through a value that is neither pointer nor array. Its type is 'int'.");
  EXPECT_EQ(at(0, false, "this->"),
            "'this->' is no path: after 'this->' a name is expected, not ''. Write it as in C++, such as "
            "head->next, "
            "items[2].name or *p.");
  EXPECT_EQ(account_->look_up(NodeId{0}, false, "this head", {}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(account_->look_up(NodeId{0}, false, std::string(100000, '('), {}).error().code,
            ErrorCode::kUsage);
}

TEST_F(PathsInLists, SaysWhoWroteAValue) {
  const FunctionId inner =
      maker.function("inner", {.parameters = {{"l", maker.pointer_to(list)}, {"n", integer}},
                               .file = "inner.cpp",
                               .first_line = 100,
                               .last_line = 120});
  maker.enter(method, kList);
  maker.enter(inner, kList, 1);
  maker.write(kHeap + 0x20, 5, 4);
  maker.line(777);
  maker.write(kHeap, 6);
  maker.leave();
  maker.write(kList + 8, 9, 3);
  maker.block(kList, std::string_view("\0\0\0\0\0\0\0\0", 8), 0, CULPRIT_BLOCK_FOREIGN);
  maker.leave();
  finish();
  const Writer near = writer(1, true, "l->head->next->value");
  EXPECT_EQ(near.node, NodeId{1});
  EXPECT_EQ(near.file, "inner.cpp");
  EXPECT_EQ(near.line, 103u);
  EXPECT_EQ(writer(1, true, "l->head->value").line, 777u);
  EXPECT_EQ(writer(1, false, "l->head->value").node, kNoNode);
  const Writer size = writer(0, true, "this->size");
  EXPECT_EQ(size.node, NodeId{0});
  EXPECT_EQ(size.file, "list.cpp");
  EXPECT_EQ(size.line, 12u);
  EXPECT_FALSE(size.is_foreign);
  EXPECT_TRUE(writer(0, true, "this->head").is_foreign);
  const Writer passed = writer(1, false, "n");
  EXPECT_EQ(passed.node, NodeId{0});
  EXPECT_EQ(passed.moment, tree_->enter(NodeId{1}));
}

TEST_F(Paths, LooksUpNothingForEverInATypeThatIsItsOwnElement) {
  const TypeId self = maker.reserve_type();
  maker.type("p", CULPRIT_TYPE_POINTER, 8, self, 0, {}, self);
  const FunctionId f = maker.function("f", {.parameters = {{"p", self}}});
  maker.write(kHeap, kHeap);
  maker.enter(f, kHeap);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "p->x"), "There is no 'x' in 'p'. It has no names.");
  EXPECT_EQ(changes(0), "");
}

}  // namespace
}  // namespace culprit::state
