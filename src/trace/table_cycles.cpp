#include "src/trace/table_cycles.h"

#include <cstddef>
#include <vector>

namespace culprit::trace {
namespace {

enum class Colour : std::uint8_t { kNew, kOpen, kDone };

bool holds_by_value(const Type& type) {
  return type.kind == CULPRIT_TYPE_STRUCT || type.kind == CULPRIT_TYPE_UNION ||
         type.kind == CULPRIT_TYPE_ARRAY;
}

/// The next thing from the i-th on that a type holds by value, or nullptr; moves i past it. The arguments of a
/// template are no part of it: a class may well be an argument of its own base.
TypeId* held(Type& type, std::size_t& i) {
  if (!holds_by_value(type)) return nullptr;
  if (type.kind == CULPRIT_TYPE_ARRAY) return i++ == 0 ? &type.element : nullptr;
  while (i < type.members.size() && type.members[i].is_argument()) ++i;
  return i < type.members.size() ? &type.members[i++].type : nullptr;
}

void break_type_cycles(std::vector<Type>& types) {
  std::vector<Colour> colours(types.size(), Colour::kNew);
  struct Step {
    std::uint32_t type;
    std::size_t next;
  };
  std::vector<Step> path;
  for (std::uint32_t start = 1; start < types.size(); ++start) {
    if (colours[start] != Colour::kNew) continue;
    colours[start] = Colour::kOpen;
    path.push_back({start, 0});
    while (!path.empty()) {
      Step& step = path.back();
      TypeId* const to = held(types[step.type], step.next);
      if (!to) {
        colours[step.type] = Colour::kDone;
        path.pop_back();
      } else if (colours[to->value()] == Colour::kOpen) {
        *to = TypeId{};
      } else if (colours[to->value()] == Colour::kNew) {
        colours[to->value()] = Colour::kOpen;
        path.push_back({to->value(), 0});
      }
    }
  }
}

void break_function_cycles(std::vector<Function>& functions) {
  std::vector<Colour> colours(functions.size(), Colour::kNew);
  std::vector<std::uint32_t> path;
  for (std::uint32_t start = 1; start < functions.size(); ++start) {
    std::uint32_t at = start;
    while (at != 0 && colours[at] == Colour::kNew) {
      colours[at] = Colour::kOpen;
      path.push_back(at);
      at = functions[at].enclosing.value();
    }
    if (at != 0 && colours[at] == Colour::kOpen) functions[path.back()].enclosing = FunctionId{};
    for (const std::uint32_t done : path) colours[done] = Colour::kDone;
    path.clear();
  }
}

}  // namespace

void break_cycles(Tables& tables) {
  // Row 0 is the unknown type: nothing lies in it.
  break_type_cycles(tables.types);
  break_function_cycles(tables.functions);
}

}  // namespace culprit::trace
