#include "src/cli/transfer_blocks.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "src/base/text.h"
#include "src/cli/wrap.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

std::string dots(const Room& room) {
  return in_signs("…", room);
}

/// Text as it was printed, each line behind a bar.
StyledLines barred(const std::string& text, const Room& room) {
  auto lines = split(text, '\n');
  if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  StyledLines out;
  const std::string bar = in_signs("│", room);
  for (const std::string_view line : lines) {
    std::string shown;
    for (const char c : printable(line)) shown += c == '\t' ? std::string(4, ' ') : std::string(1, c);
    out.push_back(
        StyledLine(bar, Style::kDim)
            .add(cut_to(in_signs(shown, room), room.columns > 13 ? room.columns - 1 : 12, dots(room))));
  }
  return out;
}

void add_wrapped(const std::string& text, const Room& room, StyledLines& out) {
  for (const std::string& line : wrapped_value(in_signs(text, room), room.columns)) out.emplace_back(line);
}

/// Text that went through a file: quoted with its place behind it, or line by line below that.
void add_text(const std::string& text, const std::string& place, const Room& room, StyledLines& out) {
  constexpr std::ptrdiff_t kMostQuotedLines = 2;
  const std::string line = service::in_quotes(text) + " " + place;
  if (std::ranges::count(text, '\n') <= kMostQuotedLines &&
      display_width(in_signs(line, room)) <= room.columns)
    return add_wrapped(line, room, out);
  add_wrapped(place + ":", room, out);
  std::ranges::move(barred(text, room), std::back_inserter(out));
}

void add_consumed(const state::Consumed& consumed, const Room& room, StyledLines& out) {
  const std::string kept = consumed.text.substr(0, consumed.text.size() - consumed.given_back);
  const std::string ahead = consumed.text.substr(kept.size());
  std::string place = "from " + printable(consumed.file);
  if (consumed.is_end) place += ", up to its end";
  if (!ahead.empty()) place += ", and looked at " + service::in_quotes(ahead);
  if (!consumed.returned.empty()) place += ", and gave back " + service::in_quotes(consumed.returned);
  if (consumed.is_cut) place += ", and more";
  add_text(kept, place, room, out);
}

}  // namespace

std::vector<Block> given_out(const state::Facts& facts, const Room& room) {
  Block printed{"printed", {}}, wrote{"wrote", {}}, started{"started", {}};
  if (!facts.output.empty()) printed.lines = barred(facts.output, room);
  if (facts.output_cut) printed.lines.push_back(StyledLine(in_signs("… and more", room), Style::kDim));
  for (const state::FileText& file : facts.files)
    add_text(file.text, "to " + printable(file.file) + (file.is_cut ? ", and more" : ""), room, wrote.lines);
  constexpr std::string_view kStarted = "started ";
  for (const state::StartedThread& thread : facts.started) {
    const std::string text = service::started_text(thread, 4096);
    add_wrapped(text.starts_with(kStarted) ? text.substr(kStarted.size()) : text, room, started.lines);
  }
  return {printed, wrote, started};
}

std::vector<Block> taken_in(const state::Facts& facts, const Room& room) {
  Block consumed{"consumed", {}}, asked{"asked", {}};
  for (const state::Consumed& part : facts.consumed) add_consumed(part, room, consumed.lines);
  constexpr std::string_view kAsked = "asked ";
  for (const state::Asked& one : facts.asked) {
    const std::string text = service::asked_text(one);
    add_wrapped(text.starts_with(kAsked) ? text.substr(kAsked.size()) : text, room, asked.lines);
  }
  if (facts.transfers_cut)
    asked.lines.push_back(
        StyledLine(in_signs("… more was read, written or asked than is shown", room), Style::kDim));
  return {consumed, asked};
}

}  // namespace culprit::cli
