#include "src/cli/value_path.h"

#include <gtest/gtest.h>

namespace culprit::cli {
namespace {

TEST(ValuePath, IsTakenApart) {
  EXPECT_EQ(parent_path("a.b[3]"), "a.b");
  EXPECT_EQ(parent_path("a.b"), "a");
  EXPECT_EQ(parent_path("this->list->next"), "this->list");
  EXPECT_EQ(parent_path("a"), "");
  EXPECT_EQ(last_part("a.b[3]"), "[3]");
  EXPECT_EQ(last_part("names.size()"), ".size()");
  EXPECT_EQ(last_part("this->next"), "->next");
  EXPECT_EQ(last_part("m[\"a.b]\\\"[\"]"), "[\"a.b]\\\"[\"]") << "a key with signs of its own";
}

TEST(ValuePath, KnowsRowsOfElements) {
  EXPECT_EQ(elements_of("a[3]")->last, 3u);
  EXPECT_EQ(elements_of("a[2..6]")->first, 2u);
  EXPECT_EQ(elements_of("a[2..6]")->last, 6u);
  for (const char* path :
       {"a", "a[]", "a[x]", "a[\"3\"]", "a[6..2]", "a[2..]", "a[2.6]", "a[3].b", "a[99999999999999999999]"})
    EXPECT_FALSE(elements_of(path)) << path;
}

TEST(ValuePath, LeadsOn) {
  EXPECT_TRUE(is_below("a[3].b", "a"));
  EXPECT_TRUE(is_below("a", "a"));
  EXPECT_TRUE(is_below("a->b", "a"));
  EXPECT_FALSE(is_below("ab", "a"));
  EXPECT_FALSE(is_below("a", ""));
}

TEST(ValuePath, NamesMembersAsAMethodDoes) {
  EXPECT_EQ(path_in_method("this->size_"), "size_");
  EXPECT_EQ(path_in_method("*this->list_[\"a\"]"), "*list_[\"a\"]");
  EXPECT_EQ(path_in_method("keys of this->list_"), "keys of list_");
  EXPECT_EQ(path_in_method("not_this->x"), "not_this->x");
}

TEST(ValuePath, FindsValues) {
  state::Value number, object, pointer;
  number.name = "size_";
  number.text = "3";
  object.name = "*";
  object.children = {number};
  pointer.kind = state::ValueKind::kPointer;
  pointer.name = "this";
  pointer.children = {object};
  ASSERT_NE(value_at({pointer}, "this->size_"), nullptr);
  EXPECT_EQ(value_at({pointer}, "this->size_")->text, "3");
  EXPECT_EQ(value_at({pointer}, "this")->name, "this");
  EXPECT_EQ(value_at({pointer}, "this->other"), nullptr);
  EXPECT_EQ(value_at({pointer}, "that->size_"), nullptr);
  EXPECT_EQ(value_at({}, ""), nullptr);
}

}  // namespace
}  // namespace culprit::cli
