#include "src/cli/code_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/wrap.h"
#include "src/service/source.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kNumber = 5;  ///< columns of a line's number
constexpr std::size_t kMostOfOne = 2;

/// Tabs as four blanks, nothing at the end.
std::string plain(const std::string& line) {
  std::string out;
  for (const char c : line) out += c == '\t' ? "    " : std::string(1, c);
  while (!out.empty() && (out.back() == '\r' || out.back() == ' ')) out.pop_back();
  return out;
}

std::size_t indentation(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// One line of the source behind its number; what does not fit stands below, behind the bar alone.
void add_numbered(std::uint32_t number, const std::string& text, const Room& room, StyledLines& out) {
  const std::string bar = in_signs(" │ ", room);
  const std::size_t taken = kNumber + display_width(bar);
  const std::size_t width = room.columns > taken + 12 ? room.columns - taken : 12;
  const std::size_t indent = indentation(text);
  const std::string margin(std::min(indent, width / 2), ' ');
  const std::vector<std::string> parts =
      first_lines(wrapped_words(in_signs(printable(text.substr(indent)), room), width - margin.size()),
                  kMostOfOne, width - margin.size(), in_signs("…", room));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    StyledLine line(i == 0 ? fmt::format("{:>{}}", number, kNumber) : std::string(kNumber, ' '), Style::kDim);
    out.push_back(line.add(bar, Style::kDim).add(margin + (i == 0 ? "" : "    ") + parts[i]));
  }
}

}  // namespace

StyledLines code_lines(const service::Subject& subject, const std::string& file, std::uint32_t first,
                       std::uint32_t last, std::size_t most, const Room& room) {
  const auto source = service::read_source(subject, file, first, last);
  if (!source) return {};
  std::vector<std::string> texts;
  std::size_t shared = std::string::npos;
  for (const std::string& line : source->lines) {
    texts.push_back(plain(line));
    if (!texts.back().empty()) shared = std::min(shared, indentation(texts.back()));
  }
  StyledLines out;
  const std::size_t shown = texts.size() <= most ? texts.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i)
    add_numbered(source->first + static_cast<std::uint32_t>(i),
                 texts[i].empty() ? "" : texts[i].substr(std::min(shared, texts[i].size())), room, out);
  if (shown < texts.size())
    out.push_back(StyledLine(in_signs(fmt::format("{:>{}} │ … {} more", "", kNumber,
                                                  counted(texts.size() - shown, "line", "lines")),
                                      room),
                             Style::kDim));
  return out;
}

StyledLines statement_lines(const service::Subject& subject, const std::string& file, std::uint32_t line,
                            const Room& room) {
  StyledLines out;
  const std::string statement = service::statement_at(subject, file, line);
  if (!statement.empty()) add_numbered(line, statement, room, out);
  return out;
}

}  // namespace culprit::cli
