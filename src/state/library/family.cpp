#include "src/state/library/family.h"

#include <algorithm>

namespace culprit::state {
namespace {

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

const Family* family_of(const trace::Type& type) {
  const bool is_system = (type.flags & CULPRIT_TYPE_SYSTEM) != 0;
  const std::string_view name = library_name(type.name);
  const Family* named = named_family(name.substr(0, name.find('<')));
  const auto opaque = [](bool says_nothing) { return says_nothing ? &family_with(Role::kOpaque) : nullptr; };
  if (type.kind == CULPRIT_TYPE_OPAQUE) {
    // An exception whose class nobody described is known by its name alone.
    if (named != nullptr && named->role == Role::kMessage) return named;
    return opaque(is_system && !type.name.empty());
  }
  if (type.kind != CULPRIT_TYPE_STRUCT && type.kind != CULPRIT_TYPE_UNION) return nullptr;
  if ((type.flags & CULPRIT_TYPE_DYNAMIC) != 0) return &family_with(Role::kWord);
  if (type.name == "__va_list_tag") return &family_with(Role::kArguments);
  if (name.empty()) return opaque(is_stream(type));
  if (named != nullptr) return named;
  // What a program specialises or puts into std itself is its own; so are the plain structs of C.
  const bool is_class = type.members.empty() || name.find_first_of("<_") != std::string_view::npos ||
                        (type.flags & (CULPRIT_TYPE_POLYMORPHIC | CULPRIT_TYPE_INCOMPLETE)) != 0 ||
                        std::ranges::any_of(type.members, [](const trace::Member& member) {
                          return member.name.starts_with("_M_") || member.is_base();
                        });
  return opaque(is_system && is_class);
}

}  // namespace culprit::state
