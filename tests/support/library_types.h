#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/trace_maker.h"

namespace culprit::test {

/// Describes classes of libstdc++ to a trace as debug info does, with their true layout, so that bytes copied
/// from real objects can be read. Offsets are in bytes.
class LibraryTypes {
 public:
  explicit LibraryTypes(TraceMaker& maker) : maker_(maker) {}

  static MemberSpec member(std::string name, TypeId type, std::int64_t offset) {
    return {std::move(name), type, offset};
  }
  static MemberSpec base(TypeId type, std::int64_t offset = 0) { return {"", type, offset, 0, -1, true}; }
  static MemberSpec argument(TypeId type) { return {"T", type, 0, 0, -1, false, CULPRIT_MEMBER_ARGUMENT}; }
  static MemberSpec number(std::int64_t value) {
    return {"N", {}, 0, 0, value, false, CULPRIT_MEMBER_ARGUMENT};
  }
  TypeId record(std::string_view name, std::uint64_t size, const std::vector<MemberSpec>& members,
                std::uint32_t flags = CULPRIT_TYPE_SYSTEM) {
    return maker_.type(name, CULPRIT_TYPE_STRUCT, size, {}, 0, members, {}, flags);
  }

  TypeId vector(std::string_view name, TypeId element) {
    const TypeId pointer = maker_.pointer_to(element);
    const TypeId data = record("_Vector_impl_data", 24,
                               {member("_M_start", pointer, 0), member("_M_finish", pointer, 8),
                                member("_M_end_of_storage", pointer, 16)});
    const TypeId implementation = record("_Vector_impl", 24, {base(data)});
    const TypeId below = record("_Vector_base", 24, {member("_M_impl", implementation, 0)});
    return record(name, 24, {base(below), argument(element)});
  }
  TypeId string() {
    const TypeId hider = record("_Alloc_hider", 8, {member("_M_p", maker_.pointer_to(character), 0)});
    const TypeId buffer = maker_.type("char[16]", CULPRIT_TYPE_ARRAY, 16, character, 16);
    const TypeId either = maker_.type("", CULPRIT_TYPE_UNION, 16, {}, 0,
                                      {{"_M_local_buf", buffer, 0}, {"_M_allocated_capacity", word, 0}});
    return record(
        "std::string", 32,
        {member("_M_dataplus", hider, 0), member("_M_string_length", word, 8), member("", either, 16)});
  }
  TypeId list(std::string_view name, TypeId element) {
    const TypeId links =
        record("_List_node_base", 16, {member("_M_next", address, 0), member("_M_prev", address, 8)});
    const TypeId header = record("_List_node_header", 24, {base(links), member("_M_size", word, 16)});
    const TypeId implementation = record("_List_impl", 24, {member("_M_node", header, 0)});
    const TypeId below = record("_List_base", 24, {member("_M_impl", implementation, 0)});
    return record(name, 24, {base(below), argument(element)});
  }
  /// A map if `element` is a pair, else a set.
  TypeId tree(std::string_view name, TypeId key, TypeId element) {
    const TypeId links = record("_Rb_tree_node_base", 32,
                                {member("_M_color", word, 0), member("_M_parent", address, 8),
                                 member("_M_left", address, 16), member("_M_right", address, 24)});
    const TypeId header =
        record("_Rb_tree_header", 40, {member("_M_header", links, 0), member("_M_node_count", word, 32)});
    const TypeId implementation = record("_Rb_tree_impl", 48, {base(header, 8)});
    const TypeId tree =
        record("_Rb_tree", 48, {member("_M_impl", implementation, 0), argument(key), argument(element)});
    return record(name, 48, {member("_M_t", tree, 0), argument(key)});
  }
  TypeId hash(std::string_view name, TypeId key, TypeId element) {
    const TypeId before = record("_Hash_node_base", 8, {member("_M_nxt", address, 0)});
    const TypeId table = record("_Hashtable", 56,
                                {member("_M_before_begin", before, 16), member("_M_element_count", word, 24),
                                 argument(key), argument(element)});
    return record(name, 56, {member("_M_h", table, 0)});
  }
  TypeId pair(std::string_view name, TypeId first, TypeId second, std::int64_t second_at,
              std::uint64_t size) {
    return record(name, size, {member("first", first, 0), member("second", second, second_at)});
  }
  TypeId optional(std::string_view name, TypeId value, std::uint64_t value_size) {
    const TypeId storage =
        maker_.type("_Storage", CULPRIT_TYPE_UNION, value_size, {}, 0, {{"_M_value", value, 0}});
    const TypeId payload = record("_Optional_payload", value_size + 4,
                                  {member("_M_payload", storage, 0),
                                   member("_M_engaged", boolean, static_cast<std::int64_t>(value_size))});
    const TypeId below = record("_Optional_base", value_size + 4, {member("_M_payload", payload, 0)});
    return record(name, value_size + 4, {base(below), argument(value)});
  }
  TypeId row_iterator(TypeId element) {
    return record("__gnu_cxx::__normal_iterator<int*, std::vector<int>>", 8,
                  {member("_M_current", maker_.pointer_to(element), 0)});
  }

 private:
  TraceMaker& maker_;

 public:
  TypeId word = maker_.type("unsigned long", CULPRIT_TYPE_UNSIGNED, 8);
  TypeId character = maker_.type("char", CULPRIT_TYPE_CHAR, 1);
  TypeId boolean = maker_.type("bool", CULPRIT_TYPE_BOOL, 1);
  TypeId address = maker_.pointer_to(TypeId{});
};

}  // namespace culprit::test
