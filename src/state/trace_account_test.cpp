#include "src/state/trace_account.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "src/state/index.h"
#include "src/state/test_text.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

using test::TraceMaker;

constexpr Address kHeap = 0x100000;
constexpr Address kStack = 0x7fff00000000;

/// A trace, its tree and its account, made once the events are written.
class Account : public ::testing::Test {
 protected:
  void finish() {
    trace_ = std::make_unique<trace::Trace>(maker.finish());
    tree_ = std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)));
    account_ = std::move(*make_trace_account(*trace_, *tree_));
  }
  void TearDown() override { std::filesystem::remove(index_path(maker.path())); }
  Facts facts(std::uint32_t node, const Limits& limits = {}) { return account_->facts(NodeId{node}, limits); }
  std::string inputs(std::uint32_t node) { return short_list(facts(node).inputs, ", "); }
  std::string result(std::uint32_t node) {
    const auto value = facts(node).result;
    return value ? short_text(*value) : "none";
  }
  std::string changes(std::uint32_t node) { return short_changes(facts(node)); }
  std::string at(std::uint32_t node, bool after, std::string_view path) {
    const auto value = account_->look_up(NodeId{node}, after, path, {});
    return value ? short_text(*value) : value.error().what + " " + value.error().hint;
  }
  Writer writer(std::uint32_t node, bool after, std::string_view path) {
    const auto found = account_->who_wrote(NodeId{node}, after, path);
    EXPECT_TRUE(found) << (found ? "" : found.error().what);
    return found ? *found : Writer{};
  }

  TraceMaker maker;
  TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  TypeId to_integer = maker.pointer_to(integer, "int *");
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
};

TEST_F(Account, GivesArgumentsAndResultOfACall) {
  const FunctionId add =
      maker.function("add", {.parameters = {{"a", integer}, {"b", integer}}, .result = integer});
  maker.enter(add, 2, 3);
  maker.leave(6);
  finish();
  EXPECT_EQ(inputs(0), "a: 2, b: 3");
  EXPECT_EQ(result(0), "6");
  EXPECT_EQ(facts(0).outcome, Outcome::kReturned);
  EXPECT_EQ(changes(0), "");
}

TEST_F(Account, ShowsOnlyWhatChangedInAnArray) {
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

/// A list of two nodes at kHeap and kHeap + 0x20 with its head at kHeap + 0x100.
class ListAccount : public Account {
 protected:
  ListAccount() {
    maker.type("Node", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"value", integer, 0}, {"next", link, 8}}, node);
    list = maker.type("List", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"head", link, 0}, {"size", integer, 8}});
    method =
        maker.function("List::edit", {.parameters = {{"", maker.pointer_to(list), CULPRIT_PASS_VALUE, true}},
                                      .file = "list.cpp",
                                      .first_line = 10,
                                      .last_line = 30,
                                      .kind = CULPRIT_FUNCTION_METHOD});
    make_node(kHeap, 1, kHeap + 0x20);
    make_node(kHeap + 0x20, 2, 0);
    maker.allocate(kList, 16);
    maker.write(kList, kHeap);
    maker.write(kList + 8, 2);
  }
  void make_node(Address address, std::int32_t value, Address next) {
    maker.allocate(address, 16);
    maker.write(address, value);
    maker.write(address + 8, next);
  }

  static constexpr Address kList = kHeap + 0x100;
  TypeId node = maker.reserve_type();
  TypeId link = maker.pointer_to(node, "Node *");
  TypeId list;
  FunctionId method;
};

TEST_F(ListAccount, NamesPlacesAsAProgrammerWould) {
  maker.enter(method, kList);
  maker.write(kHeap + 0x20, 5);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "this: ->{head: ->{value: 1, next: ->{value: 2, next: null}}, size: 2}");
  EXPECT_EQ(changes(0), "this->head->next->value: 2 -> 5\n");
}

TEST_F(ListAccount, ShowsANewObjectWhereItHangs) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 3, 0);
  maker.write(kHeap + 0x28, kHeap + 0x40);
  maker.write(kList + 8, 3);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->size: 2 -> 3\nthis->head->next->next: null -> ->{value: 3, next: null}\n");
}

TEST_F(ListAccount, LooksThroughNewObjectsForOldOnesThatChanged) {
  maker.enter(method, kList);
  make_node(kHeap + 0x40, 0, kHeap);
  maker.write(kList, kHeap + 0x40);
  maker.write(kHeap + 0x20, 7);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0),
            "this->head: ->{value: 1, next: ->{value: 2, next: null}} -> "
            "->{value: 0, next: ->{value: 1, next: ->{value: 7, next: null}}}\n"
            "this->head->next->next->value: 2 -> 7\n");
}

TEST_F(ListAccount, SaysThatAnObjectIsGone) {
  maker.enter(method, kList);
  maker.free(kHeap + 0x20);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "this->head->next: ->{value: 2, next: null} -> gone\n");
}

TEST_F(ListAccount, LooksUpPaths) {
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

TEST_F(ListAccount, SaysWhyAPathLeadsNowhere) {
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

TEST_F(ListAccount, SaysWhoWroteAValue) {
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

}  // namespace
}  // namespace culprit::state
