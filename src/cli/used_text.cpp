#include "src/cli/used_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/value_text.h"

namespace culprit::cli {
namespace {

/// Without an address, which says nothing to anybody.
std::string used_value(const state::UsedPart& part, std::size_t width) {
  const bool is_bare =
      part.value.kind == state::ValueKind::kPointer && part.value.address != 0 && part.value.children.empty();
  return (is_bare ? "not null" : service::to_text(part.value, width)) +
         (part.is_written ? " (another thread wrote it meanwhile)" : "");
}

}  // namespace

std::vector<std::string> used_parts(const state::Used& used, std::string_view root, std::size_t indent,
                                    const Console& console, std::size_t width) {
  std::vector<std::string> parts;
  for (const state::UsedPart& part : used.parts) {
    if (part.root != root || part.is_link) continue;
    const std::string name =
        "with " + clipped(printable(part.path), std::max<std::size_t>(width / 2, 12)) + " = ";
    const std::size_t taken = indent + display_width(name);
    const std::size_t room = width > taken + 12 ? width - taken : 12;
    state::Value value = part.value;
    value.name = name.substr(0, name.size() - 3);
    const bool is_on_lines = !part.is_written && is_long(value, room);
    parts.push_back(is_on_lines ? value_lines(value, console, indent, width)
                                : std::string(indent, ' ') + console.paint(Style::kDim, name) +
                                      used_value(part, room) + "\n");
  }
  return parts;
}

std::string used_paths(const state::Used& used, std::string_view root, std::size_t indent,
                       std::size_t width) {
  std::string paths;
  for (const state::UsedPart& part : used.parts) {
    if (part.root != root || part.is_link) continue;
    paths += (paths.empty() ? "" : ", ") + printable(part.path);
    if (paths.size() > 4 * width) break;  // it is cut anyway
  }
  const std::string line = paths.empty() ? "nothing of it was used" : "used " + paths;
  return std::string(indent, ' ') + clipped(line, width > indent + 12 ? width - indent : 12) + "\n";
}

std::string first_of(const std::vector<std::string>& parts, std::size_t most_lines, std::size_t indent,
                     const std::string& name) {
  const auto lines_of = [](const std::string& part) {
    return static_cast<std::size_t>(std::ranges::count(part, '\n'));
  };
  std::string out;
  std::size_t shown = 0;
  for (std::size_t lines = 0; shown < parts.size(); ++shown) {
    lines += lines_of(parts[shown]);
    // One line that says that there is one more takes as much room as that.
    const bool is_last = shown + 1 == parts.size() && lines_of(parts[shown]) == 1;
    if (shown > 0 && lines > most_lines + (is_last ? 1 : 0)) break;
    out += parts[shown];
  }
  if (shown < parts.size())
    out += fmt::format("{}… and used {} more; 'show {}' shows all\n", std::string(indent, ' '),
                       with_commas(parts.size() - shown), name);
  return out;
}

bool is_long(const state::Value& value, std::size_t room) {
  constexpr std::size_t kUnlimited = 10000;
  const std::string text = service::to_text(value, kUnlimited);
  return display_width(text) > room || text.find("…") != std::string::npos;
}

bool is_used(const state::Used& used, std::string_view root) {
  return std::ranges::any_of(used.parts, [&](const state::UsedPart& part) { return part.root == root; });
}

std::string rest_text(const state::Used& used, std::size_t indent, std::size_t width) {
  constexpr std::size_t kMost = 6;
  std::string out;
  const std::string margin(indent, ' ');
  const std::size_t shown = std::min(used.rest.size(), kMost);
  for (std::size_t i = 0; i < shown; ++i) {
    const state::WrittenCount& count = used.rest[i];
    out += margin +
           clipped(fmt::format("used {}{} of {}", count.is_about ? "about " : "",
                               counted(count.bytes, "byte", "bytes"), printable(count.owner)),
                   width > indent + 12 ? width - indent : 12) +
           "\n";
  }
  if (used.rest.size() > shown)
    out += fmt::format("{}used bytes of {} more\n", margin, with_commas(used.rest.size() - shown));
  return out;
}

std::string used_text(const service::NodeView& view, const Console& console, std::size_t width) {
  const state::Used& used = view.facts.used;
  constexpr std::size_t kWidestColumn = 32;
  std::size_t column = 0;
  for (const state::UsedPart& part : used.parts)
    if (!part.is_link) column = std::max(column, std::min(display_width(part.path), kWidestColumn));
  std::string out;
  for (const state::UsedPart& part : used.parts) {
    if (part.is_link) continue;
    const std::string path = printable(part.path);
    const std::size_t taken = 2 + std::max(display_width(path), column) + 2;
    out += fmt::format("  {}{:{}}  {}\n", path, "", column - std::min(column, display_width(path)),
                       used_value(part, width > taken + 24 ? width - taken : 24));
  }
  if (used.is_cut) out += "  " + console.paint(Style::kDim, "… and there is more") + "\n";
  out += rest_text(used, 2, width);
  return out.empty() ? "  nothing but its arguments\n" : out;
}

}  // namespace culprit::cli
