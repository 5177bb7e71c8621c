#include "src/cli/value_path.h"

#include <charconv>

namespace culprit::cli {
namespace {

/// Where the last part begins; the path's length if it is a name alone. Brackets may hold keys in quotes.
std::size_t last_part_at(std::string_view path) {
  std::size_t at = path.size();
  char quote = 0;
  int depth = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[') {
      if (depth++ == 0) at = i;
    } else if (c == ']') {
      --depth;
    } else if (depth == 0 && i > 0 && (c == '.' || (c == '-' && path.substr(i).starts_with("->")))) {
      at = i;
    }
  }
  return at;
}

std::string_view name_in(std::string_view part) {
  if (part.starts_with("->")) return part.substr(2);
  return part.starts_with('.') ? part.substr(1) : part;
}

const state::Value* behind(const state::Value* value) {
  while (value->kind == state::ValueKind::kPointer && value->children.size() == 1 &&
         value->children[0].name == "*")
    value = &value->children[0];
  return value;
}

const state::Value* child_of(const state::Value& value, std::string_view name) {
  for (const state::Value& child : value.children)
    if (child.name == name) return &child;
  return nullptr;
}

}  // namespace

std::string_view parent_path(std::string_view path) {
  const std::size_t at = last_part_at(path);
  return at == path.size() ? std::string_view() : path.substr(0, at);
}

std::string_view last_part(std::string_view path) {
  return path.substr(last_part_at(path));
}

std::optional<Elements> elements_of(std::string_view path) {
  const std::string_view part = last_part(path);
  if (part.size() < 3 || part[0] != '[' || part.back() != ']') return std::nullopt;
  const char* const end = part.data() + part.size() - 1;
  Elements found{};
  auto [at, error] = std::from_chars(part.data() + 1, end, found.first);
  if (error != std::errc()) return std::nullopt;
  found.last = found.first;
  if (at == end) return found;
  if (end - at < 3 || at[0] != '.' || at[1] != '.') return std::nullopt;
  const auto [stop, bad] = std::from_chars(at + 2, end, found.last);
  if (bad != std::errc() || stop != end || found.last < found.first) return std::nullopt;
  return found;
}

bool is_below(std::string_view path, std::string_view other) {
  if (other.empty() || !path.starts_with(other)) return false;
  const std::string_view rest = path.substr(other.size());
  return rest.empty() || rest[0] == '.' || rest[0] == '[' || rest.starts_with("->");
}

std::string path_in_method(std::string_view path) {
  constexpr std::string_view kThis = "this->";
  std::string out;
  while (!path.empty()) {
    const bool is_word_before =
        !out.empty() && (std::isalnum(static_cast<unsigned char>(out.back())) != 0 || out.back() == '_');
    if (path.starts_with(kThis) && !is_word_before) {
      path.remove_prefix(kThis.size());
      continue;
    }
    out += path[0];
    path.remove_prefix(1);
  }
  return out;
}

const state::Value* value_at(const std::vector<state::Value>& context, std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::string_view part; !(part = last_part(path)).empty(); path = parent_path(path))
    parts.push_back(part);
  for (const state::Value& root : context) {
    if (root.name != path) continue;
    const state::Value* value = &root;
    for (auto part = parts.rbegin(); value && part != parts.rend(); ++part)
      value = child_of(*behind(value), name_in(*part));
    return value;
  }
  return nullptr;
}

}  // namespace culprit::cli
