#include "src/cli/transfer_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kOutputLines = 8;

/// Text that went through a file: quoted, behind its heading, or line by line below it.
std::string transfer_text(const std::string& heading, const std::string& text, const std::string& behind,
                          const Console& console, std::size_t indent, std::size_t width) {
  constexpr std::size_t kMostQuotedLines = 2;
  const std::string margin(indent, ' ');
  const std::string line = margin + heading + ": " + service::in_quotes(text) + behind;
  const auto newlines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (newlines <= kMostQuotedLines && display_width(line) <= width) return line + "\n";
  return margin + heading + (behind.empty() ? "" : " (" + behind.substr(2) + ")") + ":\n" +
         lines_text(text, console, indent, width);
}

std::string consumed_text(const state::Consumed& consumed, const Console& console, std::size_t indent,
                          std::size_t width) {
  const std::string kept = consumed.text.substr(0, consumed.text.size() - consumed.given_back);
  const std::string ahead = consumed.text.substr(kept.size());
  std::string behind;
  if (!ahead.empty()) behind += ", and looked at " + service::in_quotes(ahead);
  if (!consumed.returned.empty()) behind += ", and gave back " + service::in_quotes(consumed.returned);
  if (consumed.is_end) behind += ", to the end";
  if (consumed.is_cut) behind += ", and more";
  return transfer_text("read from " + printable(consumed.file), kept, behind, console, indent, width);
}

}  // namespace

std::string lines_text(const std::string& text, const Console& console, std::size_t indent,
                       std::size_t width) {
  const std::string margin(indent, ' ');
  auto lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  std::string out;
  for (std::size_t i = 0; i < lines.size() && i < kOutputLines; ++i)
    out += margin + console.paint(Style::kDim, "  | ") +
           clipped(printable(lines[i]), std::max<std::size_t>(width, indent + 14) - indent - 4) + "\n";
  if (lines.size() > kOutputLines)
    out += margin +
           console.paint(Style::kDim,
                         fmt::format("  … {} more lines", with_commas(lines.size() - kOutputLines))) +
           "\n";
  return out;
}

std::string transfers_in_text(const state::Facts& facts, const Console& console, std::size_t indent,
                              std::size_t width) {
  constexpr std::size_t kMostAsked = 6;
  std::string out;
  for (const state::Consumed& consumed : facts.consumed)
    out += consumed_text(consumed, console, indent, width);
  const std::string margin(indent, ' ');
  for (std::size_t i = 0; i < facts.asked.size() && i < kMostAsked; ++i)
    out += margin + clipped(service::asked_text(facts.asked[i]), width > indent + 12 ? width - indent : 12) +
           "\n";
  if (facts.asked.size() > kMostAsked)
    out += fmt::format("{}… and asked {} more\n", margin,
                       counted(facts.asked.size() - kMostAsked, "time", "times"));
  return out;
}

std::string transfers_out_text(const state::Facts& facts, const Console& console, std::size_t indent,
                               std::size_t width) {
  std::string out;
  for (const state::FileText& file : facts.files)
    out += transfer_text("wrote to " + printable(file.file), file.text, file.is_cut ? ", and more" : "",
                         console, indent, width);
  const std::size_t room = width > indent + 12 ? width - indent : 12;
  for (const state::StartedThread& thread : facts.started)
    out += std::string(indent, ' ') + service::started_text(thread, room) + "\n";
  if (facts.transfers_cut)
    out += std::string(indent, ' ') +
           console.paint(Style::kDim, "… more was read, written or asked than is shown") + "\n";
  return out;
}

}  // namespace culprit::cli
