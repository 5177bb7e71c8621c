#include "src/cli/source_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kHead = 30;  ///< lines shown of a long text: its beginning
constexpr std::size_t kTail = 10;  ///< and its end

}  // namespace

std::string source_excerpt(const service::SourceText& source, const std::vector<service::Lines>& innocent,
                           const Console& console, std::size_t width) {
  const auto is_innocent = [&](std::size_t line) {
    return std::any_of(innocent.begin(), innocent.end(), [&](const service::Lines& lines) {
      return lines.first <= line && line <= lines.last;
    });
  };
  const std::size_t count = source.lines.size();
  const std::size_t digits = std::to_string(source.first + count).size();
  const bool is_cut = count > kHead + kTail + 1;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_cut && i == kHead) {
      const std::size_t left_out = count - kHead - kTail;
      out += console.paint(Style::kDim, fmt::format("  {:>{}} │ … {} more lines …", "", digits, left_out)) +
             "\n";
      i += left_out;
    }
    std::string line;
    for (const char c : source.lines[i]) line += c == '\t' ? "    " : std::string(1, c);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    const bool is_blamed = !is_innocent(source.first + i);
    const std::string gutter = fmt::format("  {:>{}} {}", source.first + i, digits, is_blamed ? "│" : "·");
    const std::string text = clipped(printable(line), width > digits + 6 ? width - digits - 6 : 1);
    out += console.paint(Style::kDim, gutter) + (text.empty() ? "" : " ") +
           (is_blamed ? text : console.paint(Style::kDim, text)) + "\n";
  }
  return out;
}

}  // namespace culprit::cli
