#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "src/state/index.h"
#include "src/state/test_text.h"
#include "src/state/trace_account.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {

inline constexpr Address kHeap = 0x100000;
inline constexpr Address kStack = 0x7fff00000000;

/// A trace, its tree and its account, made once the events are written.
class AccountFixture : public ::testing::Test {
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

  test::TraceMaker maker;
  TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  TypeId to_integer = maker.pointer_to(integer, "int *");
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
};

/// A list of two nodes at kHeap and kHeap + 0x20 with its head at kHeap + 0x100.
class ListFixture : public AccountFixture {
 protected:
  ListFixture() {
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

}  // namespace culprit::state
