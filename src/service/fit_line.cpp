#include "src/service/fit_line.h"

#include <algorithm>
#include <numeric>

#include "src/base/text.h"

namespace culprit::service {
namespace {

/// A cut value keeps its closing bracket or quote, so that one sees where it ends.
std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  const std::size_t open = text.find_first_of("{\"[");
  const bool is_bracketed = width > 3 && open != std::string::npos && open < width - 3;
  if (!is_bracketed) return clipped(text, width);
  const char close = text[open] == '{' ? '}' : text[open] == '[' ? ']' : '"';
  std::string kept = clipped(text, width - 1);
  // A number that is cut in the middle would read as another number: lists end after a whole element.
  const std::size_t comma = kept.rfind(", ");
  if (close != '"' && comma != std::string::npos && comma > open) kept = kept.substr(0, comma + 2) + "…";
  return kept + close;
}

/// Columns for each text: what it needs, but of those that need much no more than an equal share of the room.
std::vector<std::size_t> shares(const std::vector<std::string>& texts, std::size_t room) {
  std::vector<std::size_t> widths, order(texts.size());
  for (const std::string& text : texts) widths.push_back(display_width(text));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return widths[a] < widths[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    widths[order[i]] = std::min(widths[order[i]], room / (order.size() - i));
    room -= widths[order[i]];
  }
  return widths;
}

std::string joined(const LineParts& parts) {
  std::string line = parts.head;
  for (std::size_t i = 0; i < parts.inputs.size(); ++i) line += (i > 0 ? ", " : "") + parts.inputs[i];
  return line + parts.tail;
}

}  // namespace

std::string fit_line(const LineParts& parts, std::size_t width) {
  constexpr std::size_t kLeastInput = 6;
  const std::string whole = joined(parts);
  if (display_width(whole) <= width || parts.inputs.empty()) return shortened(whole, width);
  const std::size_t fixed = display_width(parts.head) + 2 * (parts.inputs.size() - 1);
  std::size_t inputs = 0;
  for (const std::string& input : parts.inputs) inputs += display_width(input);
  if (fixed + kLeastInput * parts.inputs.size() + width / 3 > width) return clipped(whole, width);
  const std::size_t tail = std::max(width / 3, width - fixed - std::min(inputs, width - fixed));
  LineParts fitted{parts.head, {}, shortened(parts.tail, tail)};
  const auto widths = shares(parts.inputs, width - fixed - display_width(fitted.tail));
  for (std::size_t i = 0; i < widths.size(); ++i)
    fitted.inputs.push_back(shortened(parts.inputs[i], widths[i]));
  return joined(fitted);
}

}  // namespace culprit::service
