#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trace_maker.h"

namespace culprit::test {

/// Collections as a recorder of another language describes them: classes of its own, of which the trace says how they hold others.
/// Objects begin with 8 bytes that say their class. They lie one behind the other, small ones `kStep` apart.
class DescribedTypes {
 public:
  static constexpr std::uint64_t kStep = 64;
  DescribedTypes(TraceMaker& maker, TypeId integer, Address next)
      : maker_(maker), integer_(integer), next_(next) {
    describe_rows();
    describe_links();
    describe_boxes();
  }

  static culprit_container row_of(TypeId type, culprit_container_kind kind, culprit_container_layout layout,
                                  TypeId element, bool is_ordered = true) {
    culprit_container row{};
    row.type = type.value();
    row.kind = kind;
    row.flags = is_ordered ? std::uint32_t{CULPRIT_CONTAINER_ORDERED} : 0u;
    row.layout = layout;
    row.element = element.value();
    row.length_bytes = 4;
    row.length = row.data = row.begin = row.end = CULPRIT_NO_OFFSET;
    row.next = row.other = row.key = row.value = CULPRIT_NO_OFFSET;
    return row;
  }
  void describe(const culprit_container& row) { culprit_define_container(maker_.raw(), &row); }
  TypeId record(std::string_view name, std::uint64_t size, const std::vector<MemberSpec>& members,
                TypeId id = {}) {
    return maker_.type(name, CULPRIT_TYPE_STRUCT, size, {}, 0, members, id);
  }

  Address make(std::uint64_t size) {
    const Address object = next_;
    next_ += (size + kStep) / kStep * kStep;
    maker_.allocate(object, size);
    maker_.fill(object, size, 0);
    return object;
  }
  Address make_text(std::string_view characters) {
    const Address object = make(12 + characters.size());
    maker_.write(object + 8, static_cast<std::int32_t>(characters.size()));
    maker_.block(object + 12, characters);
    return object;
  }
  Address make_integers(const std::vector<std::int32_t>& values) {
    const Address object = make(16 + 4 * values.size());
    maker_.write(object + 8, static_cast<std::int32_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) maker_.write(object + 16 + 4 * i, values[i]);
    return object;
  }
  /// With room for more.
  Address make_list(std::vector<std::int32_t> values) {
    const Address object = make(24);
    maker_.write(object + 8, static_cast<std::int32_t>(values.size()));
    values.resize(values.size() + 2);
    maker_.write(object + 16, make_integers(values));
    return object;
  }
  Address make_deque(const std::vector<std::int32_t>& slots, std::int32_t begin, std::int32_t end) {
    const Address object = make(24);
    maker_.write(object + 8, make_integers(slots));
    maker_.write(object + 16, begin);
    maker_.write(object + 20, end);
    return object;
  }
  Address make_chain(const std::vector<std::int32_t>& values) {
    const Address object = make(24);
    maker_.write(object + 8, static_cast<std::int32_t>(values.size()));
    Address before = object;
    for (const std::int32_t value : values) {
      const Address node = make(24);
      maker_.write(node + 8, value);
      maker_.write(before + 16, node);
      before = node;
    }
    return object;
  }
  /// A hash map of two buckets; each key goes to the bucket that is asked for.
  struct Entry {
    std::string key;
    std::int32_t value;
    unsigned bucket;
  };
  Address make_map(const std::vector<Entry>& entries) {
    const Address object = make(24), table = make(32);
    maker_.write(object + 8, static_cast<std::int32_t>(entries.size()));
    maker_.write(object + 16, table);
    maker_.write(table + 8, 2);
    Address last[2] = {0, 0};
    for (const Entry& entry : entries) {
      const Address node = make(40);
      maker_.write(node + 16, make_text(entry.key));
      maker_.write(node + 24, entry.value);
      Address& before = last[entry.bucket];
      maker_.write(before == 0 ? table + 16 + 8 * entry.bucket : before + 32, node);
      before = node;
    }
    return object;
  }
  Address make_set(const std::vector<Entry>& entries) {
    const Address object = make(16);
    maker_.write(object + 8, make_map(entries));
    return object;
  }
  Address make_tree_node(std::int32_t key, std::int32_t value, Address left, Address right) {
    const Address node = make(32);
    maker_.write(node + 8, key);
    maker_.write(node + 12, value);
    maker_.write(node + 16, left);
    maker_.write(node + 24, right);
    return node;
  }
  Address make_tree(std::int32_t count, Address root) {
    const Address object = make(24);
    maker_.write(object + 8, count);
    maker_.write(object + 16, root);
    return object;
  }

 private:
  static MemberSpec member(std::string name, TypeId type, std::int64_t offset) {
    return {std::move(name), type, offset};
  }

  void describe_rows() {
    auto row = row_of(text, CULPRIT_CONTAINER_TEXT, CULPRIT_LAYOUT_ARRAY, character);
    row.length = 8, row.key = 12;
    describe(row);
    row = row_of(integers, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_ARRAY, integer_);
    row.length = 8, row.key = 16;
    describe(row);
    list = record("List", 24, {member("size", integer_, 8), member("data", maker_.pointer_to(integers), 16)});
    row = row_of(list, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_ARRAY, integer_);
    row.length = 8, row.data = 16;
    describe(row);
    deque = record("Deque", 24,
                   {member("data", maker_.pointer_to(integers), 8), member("head", integer_, 16),
                    member("tail", integer_, 20)});
    row = row_of(deque, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_RING, integer_);
    row.data = 8, row.begin = 16, row.end = 20;
    describe(row);
  }

  void describe_links() {
    const TypeId link = record("Link", 24, {member("item", integer_, 8), member("next", address, 16)});
    chain = record("Chain", 24, {member("size", integer_, 8), member("first", address, 16)});
    auto row = row_of(chain, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_CHAIN, integer_);
    row.length = 8, row.data = 16, row.link = link.value(), row.next = 16, row.key = 8;
    describe(row);

    const TypeId to_text = maker_.pointer_to(text);
    const TypeId entry = record("Entry", 40, {member("key", to_text, 16), member("value", integer_, 24)});
    const TypeId buckets = record("Entry[]", 16, {member("length", integer_, 8)});
    row = row_of(buckets, CULPRIT_CONTAINER_ROW, CULPRIT_LAYOUT_ARRAY, maker_.pointer_to(entry));
    row.length = 8, row.key = 16;
    describe(row);
    map = record("Map", 24, {member("size", integer_, 8), member("table", maker_.pointer_to(buckets), 16)});
    row = row_of(map, CULPRIT_CONTAINER_PAIRS, CULPRIT_LAYOUT_BUCKETS, to_text, false);
    row.mapped = integer_.value(), row.link = entry.value();
    row.length = 8, row.data = 16, row.next = 32, row.key = 16, row.value = 24;
    describe(row);
    set = record("Set", 16, {member("map", maker_.pointer_to(map), 8)});
    row = row_of(set, CULPRIT_CONTAINER_SET, CULPRIT_LAYOUT_INSIDE, to_text, false);
    row.data = 8;
    describe(row);

    const TypeId node = record("TreeEntry", 32, {member("key", integer_, 8), member("value", integer_, 12)});
    tree = record("Tree", 24, {member("size", integer_, 8), member("root", address, 16)});
    row = row_of(tree, CULPRIT_CONTAINER_PAIRS, CULPRIT_LAYOUT_TREE, integer_);
    row.mapped = integer_.value(), row.link = node.value();
    row.length = 8, row.data = 16, row.next = 16, row.other = 24, row.key = 8, row.value = 12;
    describe(row);
  }

  void describe_boxes() {
    const TypeId to_text = maker_.pointer_to(text);
    box = record("Box", 16, {member("value", to_text, 8)});
    auto row = row_of(box, CULPRIT_CONTAINER_BOX, CULPRIT_LAYOUT_ARRAY, to_text);
    row.key = 8;
    describe(row);
    number = record("Number", 16, {member("is_there", boolean, 8), member("value", integer_, 12)});
    row = row_of(number, CULPRIT_CONTAINER_BOX, CULPRIT_LAYOUT_ARRAY, integer_);
    row.length = 8, row.length_bytes = 1, row.key = 12;
    describe(row);
  }

  TraceMaker& maker_;
  TypeId integer_;
  Address next_;

 public:
  TypeId character = maker_.type("char", CULPRIT_TYPE_CHAR, 1);
  TypeId boolean = maker_.type("bool", CULPRIT_TYPE_BOOL, 1);
  TypeId address = maker_.pointer_to(TypeId{});
  TypeId text = record("Text", 12, {member("length", integer_, 8)});
  TypeId integers = record("int[]", 16, {member("length", integer_, 8)});
  TypeId list, deque, chain, map, set, tree, box, number;
};

}  // namespace culprit::test
