// What a node used of what it could reach, as text: in questions below the values that are too long for their line, in `show` all of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// More than fits the room, or than the limits of the reader let through.
bool is_long(const state::Value& value, std::size_t room);

bool is_used(const state::Used& used, std::string_view root);

/// What of one object was used, a line each, or some where a part of it is long: pointers that only lead to the others are left out.
std::vector<std::string> used_parts(const state::Used& used, std::string_view root, std::size_t indent,
                                    const Console& console, std::size_t width);

/// The paths of these parts, on a line: for an object that is shown whole.
std::string used_paths(const state::Used& used, std::string_view root, std::size_t indent, std::size_t width);

/// The first of such parts, in so many lines, and how many more there are, with where to see them: `name` is the node's.
std::string first_of(const std::vector<std::string>& parts, std::size_t most_lines, std::size_t indent,
                     const std::string& name);

/// What was used and has no name.
std::string rest_text(const state::Used& used, std::size_t indent, std::size_t width);

/// What was used, all of it, by path: a line each. Precondition: that is known.
std::string used_text(const service::NodeView& view, const Console& console, std::size_t width);

}  // namespace culprit::cli
