#include "src/cli/value_text.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

namespace {

/// An array or list of plain values: they flow over a few lines, since a line each would be long and say little.
bool flows(const state::Value& value) {
  return (value.kind == state::ValueKind::kArray || value.kind == state::ValueKind::kList) &&
         std::all_of(value.children.begin(), value.children.end(),
                     [](const state::Value& child) { return child.children.empty(); });
}

std::string flowed(const state::Value& value, std::size_t indent, std::size_t width) {
  constexpr std::size_t kMostLines = 6;
  const std::string margin(indent, ' ');
  std::string out, line;
  const char* between = value.kind == state::ValueKind::kList ? " " : ", ";
  std::size_t lines = 0, shown = 0;
  for (const state::Value& child : value.children) {
    const std::string item =
        service::to_text(child, width) + (&child == &value.children.back() ? "" : between);
    if (!line.empty() && indent + display_width(line) + display_width(item) > width) {
      out += margin + line + "\n";
      line.clear();
      if (++lines == kMostLines)
        return out + margin + "… " + with_commas(value.children.size() - shown) + " more\n";
    }
    line += item;
    ++shown;
  }
  return out + margin + line + "\n";
}

/// A text over as many lines as it takes, so that two that differ look different. What ended it early stands behind it.
std::string wrapped(const state::Value& text, std::size_t indent, std::size_t width) {
  constexpr std::size_t kEnough = 4096;
  constexpr std::string_view kCut = "…";
  const std::size_t room = width > indent + 10 ? width - indent : 10;
  const std::string whole = service::to_text(text, kEnough);
  std::string out;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::string line = clipped(rest, room + 1);
    const std::size_t taken =
        display_width(rest) <= room ? rest.size() : std::max<std::size_t>(line.size() - kCut.size(), 1);
    out += std::string(indent, ' ') + std::string(rest.substr(0, taken)) + "\n";
    rest.remove_prefix(taken);
  }
  return out;
}

/// A line a key, or more where its value is long.
std::string entries(const state::Value& map, const Console& console, std::size_t indent, std::size_t width) {
  std::string out;
  for (const state::Value& entry : map.children) {
    if (entry.kind != state::ValueKind::kTuple || entry.children.size() != 2) {
      out += value_lines(entry, console, indent, width);
      continue;
    }
    state::Value value = entry.children[1];
    value.name = entry.name;
    out += value_lines(value, console, std::min<std::size_t>(indent, 60), width);
  }
  return out;
}

}  // namespace

std::string value_lines(const state::Value& value, const Console& console, std::size_t indent,
                        std::size_t width) {
  const std::string margin(indent, ' ');
  const std::string name = value.name.empty() ? "" : printable(value.name) + " = ";
  const std::size_t used = indent + display_width(name);
  const std::size_t room = width > used + 10 ? width - used : 10;
  const std::string whole = service::to_text(value, room);
  const bool is_text = value.kind == state::ValueKind::kString;
  if (!whole.ends_with("…") || (value.children.empty() && !is_text))
    return margin + console.paint(Style::kCyan, name) + whole + "\n";
  std::string out =
      margin + console.paint(Style::kCyan, name) + console.paint(Style::kDim, printable(value.type)) + "\n";
  if (is_text) return out + wrapped(value, indent + 2, width);
  if (flows(value)) return out + flowed(value, indent + 2, width);
  if (value.kind == state::ValueKind::kMap) return out + entries(value, console, indent + 2, width);
  for (const state::Value& child : value.children)
    out += value_lines(child, console, std::min<std::size_t>(indent + 2, 60), width);
  return out;
}

state::Limits limits_of(std::uint32_t depth, std::uint32_t width) {
  constexpr std::uint32_t kDeepest = 500;
  state::Limits limits;
  limits.depth = std::min(depth, kDeepest);
  limits.width = width;
  return limits;
}

std::pair<std::string, std::string> fitted(const state::Value& before, const state::Value& after,
                                           std::size_t room) {
  std::string left = service::to_text(before, room);
  std::string right = service::to_text(after, room);
  const std::size_t left_width = display_width(left), right_width = display_width(right);
  if (left_width + right_width <= room) return {left, right};
  const std::size_t half = room / 2;
  if (left_width > half) left = service::to_text(before, right_width < half ? room - right_width : half);
  if (right_width > half) right = service::to_text(after, left_width < half ? room - left_width : half);
  return {left, right};
}

}  // namespace culprit::cli
