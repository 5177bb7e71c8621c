// Paths of values as they are written ("this->names[2].size()"), taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/state/value.h"

namespace culprit::cli {

/// "a.b[3]" without its last part: "a.b". Empty if there is none.
std::string_view parent_path(std::string_view path);
/// The last part: "[3]", ".size()", "->next". Of a name alone nothing.
std::string_view last_part(std::string_view path);
/// The row of elements that a path ends with: 3 to 3 of "a[3]", 2 to 6 of "a[2..6]".
struct Elements {
  std::uint64_t first;
  std::uint64_t last;
};
std::optional<Elements> elements_of(std::string_view path);

/// Whether a path is another one or leads on from it: "a[3].b" from "a".
bool is_below(std::string_view path, std::string_view other);

/// As it stands in a method: members of `this` by their bare names.
std::string path_in_method(std::string_view path);

/// The value at a path among those that a context shows; null if it is not shown. Cost: the length of the path times the children
/// on its way.
const state::Value* value_at(const std::vector<state::Value>& context, std::string_view path);

}  // namespace culprit::cli
