// What there is to know of each family of library objects: a row each.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "src/base/check.h"
#include "src/state/library/library.h"

namespace culprit::state {
namespace {

using namespace library;
using enum Role;
using enum Shape;
using enum Order;
using enum Holding;

/// Of readers that know themselves where to look.
constexpr Members kByReader{
    .object = "", .first = "", .count = "", .element = 0, .links = 0, .is_ring = false};

constexpr Members pointer_and_count(std::string_view pointer, std::string_view count) {
  return {.object = "", .first = pointer, .count = count, .element = 0, .links = 0, .is_ring = false};
}
constexpr Members pointer_at(std::string_view pointer, unsigned links) {
  return {.object = "", .first = pointer, .count = "", .element = 0, .links = links, .is_ring = false};
}
constexpr Members kList{.object = "",
                        .first = "_M_impl._M_node._M_next",
                        .count = "_M_impl._M_node._M_size",
                        .element = 0,
                        .links = 16,
                        .is_ring = true};
/// Nodes begin with colour, parent, left and right.
constexpr Members kTree{.object = "_M_t",
                        .first = "_M_impl._M_header._M_parent",
                        .count = "_M_impl._M_node_count",
                        .element = 1,
                        .links = 32,
                        .is_ring = true};
/// All nodes hang on one chain. A cached hash comes behind the element, so it does not matter here.
constexpr Members kHash{.object = "_M_h",
                        .first = "_M_before_begin._M_nxt",
                        .count = "_M_element_count",
                        .element = 1,
                        .links = 8,
                        .is_ring = false};

constexpr Family kFamilies[] = {
    {"basic_string string wstring u8string u16string u32string", kPlain, read_string, kString, kOrdered, kOwn,
     pointer_and_count("_M_dataplus._M_p", "_M_string_length")},
    {"basic_string_view string_view wstring_view u8string_view u16string_view u32string_view", kPlain,
     read_text, kString, kOrdered, kViewOfConst, pointer_and_count("_M_str", "_M_len")},
    {"logic_error domain_error invalid_argument length_error out_of_range runtime_error overflow_error "
     "underflow_error range_error system_error",
     kMessage, read_message, kString, kOrdered, kShared, kByReader},

    {"vector", kPlain, read_vector, kSequence, kOrdered, kOwn, kByReader},
    {"array", kPlain, read_array, kSequence, kOrdered, kWithin, kByReader},
    {"span", kPlain, read_span, kSequence, kOrdered, kShared, kByReader},
    {"initializer_list", kPlain, read_row, kSequence, kOrdered, kViewOfConst,
     pointer_and_count("_M_array", "_M_len")},
    {"deque", kPlain, read_deque, kSequence, kOrdered, kOwn, kByReader},
    {"list", kPlain, read_chain, kSequence, kOrdered, kOwn, kList},
    {"forward_list", kPlain, read_chain, kSequence, kOrdered, kOwn, pointer_at("_M_impl._M_head._M_next", 8)},

    {"map multimap", kPlain, read_tree, kMap, kOrdered, kOwn, kTree},
    {"set multiset", kPlain, read_tree, kSet, kOrdered, kOwn, kTree},
    {"unordered_map unordered_multimap", kPlain, read_chain, kMap, kUnordered, kOwn, kHash},
    {"unordered_set unordered_multiset", kPlain, read_chain, kSet, kUnordered, kOwn, kHash},

    {"pair", kPlain, read_pair, kTuple, kOrdered, kWithin, kByReader},
    {"tuple", kPlain, read_tuple, kTuple, kOrdered, kWithin, kByReader},
    {"complex", kPlain, read_complex, kTuple, kOrdered, kNothing, kByReader},

    {"optional", kPlain, read_optional, kSame, kOrdered, kWithin, kByReader},
    {"variant", kPlain, read_variant, kSame, kOrdered, kWithin, kByReader},
    {"any", kPlain, read_any, kWords, kOrdered, kShared, kByReader},
    {"function", kPlain, read_function, kSame, kOrdered, kShared, kByReader},
    {"unique_ptr", kPlain, read_unique_pointer, kSame, kOrdered, kShared, kByReader},
    {"shared_ptr", kPlain, read_shared_pointer, kSame, kOrdered, kShared, kByReader},
    {"weak_ptr", kPlain, read_weak_pointer, kSame, kOrdered, kShared, kByReader},
    {"reference_wrapper", kPlain, read_reference_wrapper, kSame, kOrdered, kShared, pointer_at("_M_data", 0)},
    {"atomic __atomic_base", kPlain, read_atomic, kSame, kOrdered, kShared, kByReader},
    {"stack queue priority_queue", kPlain, read_member, kSame, kOrdered, kShared, pointer_at("c", 0)},
    {"filesystem::path filesystem::__cxx11::path", kPlain, read_member, kSame, kOrdered, kShared,
     pointer_at("_M_pathname", 0)},

    {"bitset", kPlain, read_bitset, kWords, kOrdered, kNothing, kByReader},
    {"chrono::duration", kPlain, read_duration, kWords, kOrdered, kNothing, kByReader},
    {"chrono::time_point", kPlain, read_time_point, kSame, kOrdered, kNothing, kByReader},

    {"__normal_iterator", kPlain, read_iterator, kIterator, kOrdered, kShared, pointer_at("_M_current", 0)},
    {"_Rb_tree_iterator _Rb_tree_const_iterator", kPlain, read_iterator, kIterator, kOrdered, kShared,
     pointer_at("_M_node", 32)},
    {"_List_iterator _List_const_iterator", kPlain, read_iterator, kIterator, kOrdered, kShared,
     pointer_at("_M_node", 16)},
    {"_Fwd_list_iterator _Fwd_list_const_iterator", kPlain, read_iterator, kIterator, kOrdered, kShared,
     pointer_at("_M_node", 8)},
    {"_Deque_iterator", kPlain, read_iterator, kIterator, kOrdered, kShared, pointer_at("_M_cur", 0)},
    {"__detail::_Node_iterator __detail::_Node_const_iterator", kPlain, read_iterator, kIterator, kOrdered,
     kShared, pointer_at("_M_cur", 8)},

    // What these mean their objects say, or the recorder.
    {"", kWord, read_dynamic, kFields, kOrdered, kNothing, kByReader},
    {"", kOpaque, read_opaque, kWords, kOrdered, kNothing, kByReader},
    {"", kArguments, read_arguments, kSequence, kOrdered, kShared, kByReader},
    {"", kDescribed, read_described, kFields, kOrdered, kShared, kByReader},
};

struct Named {
  std::string_view name;
  const Family* family;
};

template <class Take>
constexpr void for_each_name(Take take) {
  for (const Family& family : kFamilies) {
    std::string_view rest = family.names;
    while (!rest.empty()) {
      const std::string_view name = rest.substr(0, rest.find(' '));
      take(Named{name, &family});
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
  }
}

constexpr std::size_t kNameCount = [] {
  std::size_t count = 0;
  for_each_name([&](const Named&) { ++count; });
  return count;
}();

constexpr auto kByName = [] {
  std::array<Named, kNameCount> names{};
  std::size_t next = 0;
  for_each_name([&](const Named& named) { names[next++] = named; });
  std::ranges::sort(names, {}, &Named::name);
  return names;
}();
static_assert(std::ranges::adjacent_find(kByName, {}, &Named::name) == kByName.end(), "a name in two rows");

}  // namespace

const Family* named_family(std::string_view name) {
  const auto at = std::ranges::lower_bound(kByName, name, {}, &Named::name);
  return at != kByName.end() && at->name == name ? at->family : nullptr;
}

const Family& family_with(Role role) {
  const auto* const row =
      std::ranges::find(kFamilies, role, [](const Family& family) { return Role{family.role}; });
  CULPRIT_CHECK(row != std::end(kFamilies));
  return *row;
}

}  // namespace culprit::state
