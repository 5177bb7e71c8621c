#include "src/cli/value_text.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

std::string value_lines(const state::Value& value, const Console& console, std::size_t indent,
                        std::size_t width) {
  const std::string margin(indent, ' ');
  const std::string name = value.name.empty() ? "" : printable(value.name) + " = ";
  const std::size_t used = indent + display_width(name);
  const std::size_t room = width > used + 10 ? width - used : 10;
  const std::string whole = service::to_text(value, room);
  const bool is_cut = whole.ends_with("…") || whole.find('\n') != std::string::npos;
  if (!is_cut || value.children.empty()) return margin + console.paint(Style::kCyan, name) + whole + "\n";
  std::string out =
      margin + console.paint(Style::kCyan, name) + console.paint(Style::kDim, printable(value.type)) + "\n";
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

}  // namespace culprit::cli
