#include "src/cli/used_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/node_text.h"

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

std::vector<std::string> used_lines(const state::Used& used, std::string_view root, const std::string& margin,
                                    const Console& console, std::size_t width) {
  std::vector<std::string> lines;
  for (const state::UsedPart& part : used.parts) {
    if (part.root != root || part.is_link) continue;
    const std::string name =
        "with " + clipped(printable(part.path), std::max<std::size_t>(width / 2, 12)) + " = ";
    const std::size_t taken = margin.size() + display_width(name);
    lines.push_back(margin + console.paint(Style::kDim, name) +
                    used_value(part, width > taken + 12 ? width - taken : 12) + "\n");
  }
  return lines;
}

std::string first_of(const std::vector<std::string>& lines, std::size_t most, const std::string& margin,
                     const std::string& name) {
  // One line that says that there is one more takes as much room as that.
  const std::size_t shown = lines.size() <= most + 1 ? lines.size() : most;
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) out += lines[i];
  if (shown < lines.size())
    out += fmt::format("{}… and used {} more; 'show {}' shows all\n", margin,
                       with_commas(lines.size() - shown), name);
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
