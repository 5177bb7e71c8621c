#include "src/state/library/family.h"

#include <algorithm>
#include <array>
#include <utility>

namespace culprit::state {
namespace {

using Row = std::pair<std::string_view, Family>;

/// Template names, without their arguments. Sorted.
constexpr std::array kTemplates = {
    Row{"_Deque_iterator", Family::kDequeIterator},
    Row{"_Fwd_list_const_iterator", Family::kForwardIterator},
    Row{"_Fwd_list_iterator", Family::kForwardIterator},
    Row{"_List_const_iterator", Family::kListIterator},
    Row{"_List_iterator", Family::kListIterator},
    Row{"_Rb_tree_const_iterator", Family::kTreeIterator},
    Row{"_Rb_tree_iterator", Family::kTreeIterator},
    Row{"__atomic_base", Family::kAtomic},
    Row{"__detail::_Node_const_iterator", Family::kHashIterator},
    Row{"__detail::_Node_iterator", Family::kHashIterator},
    Row{"__normal_iterator", Family::kRowIterator},
    Row{"any", Family::kAny},
    Row{"array", Family::kArray},
    Row{"atomic", Family::kAtomic},
    Row{"basic_string", Family::kString},
    Row{"basic_string_view", Family::kStringView},
    Row{"bitset", Family::kBitset},
    Row{"chrono::duration", Family::kDuration},
    Row{"chrono::time_point", Family::kTimePoint},
    Row{"complex", Family::kComplex},
    Row{"deque", Family::kDeque},
    Row{"domain_error", Family::kMessage},
    Row{"filesystem::__cxx11::path", Family::kAdaptor},
    Row{"filesystem::path", Family::kAdaptor},
    Row{"forward_list", Family::kForwardList},
    Row{"function", Family::kFunction},
    Row{"initializer_list", Family::kInitializerList},
    Row{"invalid_argument", Family::kMessage},
    Row{"length_error", Family::kMessage},
    Row{"list", Family::kList},
    Row{"logic_error", Family::kMessage},
    Row{"map", Family::kMap},
    Row{"multimap", Family::kMap},
    Row{"multiset", Family::kSet},
    Row{"optional", Family::kOptional},
    Row{"out_of_range", Family::kMessage},
    Row{"overflow_error", Family::kMessage},
    Row{"pair", Family::kPair},
    Row{"priority_queue", Family::kAdaptor},
    Row{"queue", Family::kAdaptor},
    Row{"range_error", Family::kMessage},
    Row{"reference_wrapper", Family::kReferenceWrapper},
    Row{"runtime_error", Family::kMessage},
    Row{"set", Family::kSet},
    Row{"shared_ptr", Family::kSharedPointer},
    Row{"span", Family::kSpan},
    Row{"stack", Family::kAdaptor},
    Row{"string", Family::kString},
    Row{"string_view", Family::kStringView},
    Row{"system_error", Family::kMessage},
    Row{"tuple", Family::kTuple},
    Row{"u16string", Family::kString},
    Row{"u16string_view", Family::kStringView},
    Row{"u32string", Family::kString},
    Row{"u32string_view", Family::kStringView},
    Row{"u8string", Family::kString},
    Row{"u8string_view", Family::kStringView},
    Row{"underflow_error", Family::kMessage},
    Row{"unique_ptr", Family::kUniquePointer},
    Row{"unordered_map", Family::kUnorderedMap},
    Row{"unordered_multimap", Family::kUnorderedMap},
    Row{"unordered_multiset", Family::kUnorderedSet},
    Row{"unordered_set", Family::kUnorderedSet},
    Row{"variant", Family::kVariant},
    Row{"vector", Family::kVector},
    Row{"weak_ptr", Family::kWeakPointer},
    Row{"wstring", Family::kString},
    Row{"wstring_view", Family::kStringView},
};
static_assert(std::is_sorted(kTemplates.begin(), kTemplates.end(),
                             [](const Row& a, const Row& b) { return a.first < b.first; }));

Family named_family(std::string_view name) {
  const std::string_view plain = name.substr(0, name.find('<'));
  const auto at =
      std::lower_bound(kTemplates.begin(), kTemplates.end(), plain,
                       [](const Row& row, std::string_view wanted) { return row.first < wanted; });
  return at != kTemplates.end() && at->first == plain ? at->second : Family::kNone;
}

bool drop(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::string_view library_name(std::string_view name) {
  drop(name, "const ");
  if (!drop(name, "std::") && !drop(name, "__gnu_cxx::")) return {};
  // Inline namespaces, and those a debug or parallel mode adds.
  for (const std::string_view inner : {"__cxx11::", "_V2::", "__1::", "__debug::", "__cxx1998::"})
    drop(name, inner);
  return name;
}

bool is_stream(const trace::Type& type) {
  return (type.flags & CULPRIT_TYPE_SYSTEM) != 0 && (type.name == "_IO_FILE" || type.name == "FILE");
}

Family family_of(const trace::Type& type) {
  const bool is_system = (type.flags & CULPRIT_TYPE_SYSTEM) != 0;
  if (type.kind == CULPRIT_TYPE_OPAQUE) {
    // An exception whose class nobody described is known by its name alone.
    if (named_family(library_name(type.name)) == Family::kMessage) return Family::kMessage;
    return is_system && !type.name.empty() ? Family::kOpaque : Family::kNone;
  }
  if (type.kind != CULPRIT_TYPE_STRUCT && type.kind != CULPRIT_TYPE_UNION) return Family::kNone;
  if ((type.flags & CULPRIT_TYPE_DYNAMIC) != 0) return Family::kDynamic;
  if (type.name == "__va_list_tag") return Family::kArguments;
  const std::string_view name = library_name(type.name);
  if (name.empty()) return is_stream(type) ? Family::kOpaque : Family::kNone;
  if (const Family family = named_family(name); family != Family::kNone) return family;
  // What a program specialises or puts into std itself is its own; so are the plain structs of C.
  const bool is_class = type.members.empty() || name.find_first_of("<_") != std::string_view::npos ||
                        (type.flags & (CULPRIT_TYPE_POLYMORPHIC | CULPRIT_TYPE_INCOMPLETE)) != 0 ||
                        std::ranges::any_of(type.members, [](const trace::Member& member) {
                          return member.name.starts_with("_M_") || member.is_base();
                        });
  return is_system && is_class ? Family::kOpaque : Family::kNone;
}

}  // namespace culprit::state
