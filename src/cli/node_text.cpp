#include "src/cli/node_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "src/base/text.h"
#include "src/cli/value_text.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kOutputLines = 8;

/// Two values side by side in `room` columns: a short one leaves its share to the other.
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

std::string changes_text(const state::Facts& facts, const Console& console, std::size_t indent,
                         std::size_t width) {
  constexpr std::size_t kWidestColumn = 32;
  const std::string margin(indent, ' ');
  std::size_t column = 0;
  for (const state::Change& change : facts.changes)
    column = std::max(column, std::min(display_width(change.path), kWidestColumn));
  std::string out;
  for (const state::Change& change : facts.changes) {
    const std::size_t widest = change.is_elsewhere ? width / 2 : width / 3;
    const std::string path = clipped(printable(change.path), std::max<std::size_t>(widest, 12));
    const std::size_t used = std::max(display_width(path), column);
    const std::size_t taken = indent + 2 + used + 2 + 3;  // margins, path, arrow
    const auto [before, after] = fitted(change.before, change.after, width > taken + 24 ? width - taken : 24);
    const std::string note = change.note.empty() ? "" : console.paint(Style::kDim, "  (" + change.note + ")");
    out += fmt::format("{}  {}{:{}}  {} → {}{}\n", margin, path, "", used - display_width(path),
                       console.paint(Style::kRed, before), console.paint(Style::kGreen, after), note);
  }
  if (facts.changes_cut)
    out += margin + console.paint(Style::kDim, "  … and there may be more; 'browse' shows all") + "\n";
  return out.empty() ? out : margin + "changed:\n" + out;
}

/// Where too much was written to look at it all: how much, and whose it is.
std::string written_text(const state::Facts& facts, std::size_t indent, std::size_t width) {
  constexpr std::size_t kMost = 6;
  if (facts.written.empty()) return {};
  const std::string margin(indent, ' ');
  std::string out = margin + "wrote, in what was there before and still is:\n";
  const auto amount = [](const state::WrittenCount& count) {
    return (count.is_about ? "about " : "") + counted(count.bytes, "byte", "bytes");
  };
  std::size_t column = 0;
  const std::size_t shown = std::min(facts.written.size(), kMost);
  for (std::size_t i = 0; i < shown; ++i) column = std::max(column, amount(facts.written[i]).size());
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t used = indent + 2 + column + 5;
    out += fmt::format("{}  {:<{}}  of {}\n", margin, amount(facts.written[i]), column,
                       clipped(printable(facts.written[i].owner), width > used + 12 ? width - used : 12));
  }
  if (facts.written.size() > shown)
    out += fmt::format("{}  … and of {} more\n", margin, with_commas(facts.written.size() - shown));
  return out;
}

/// The object of a constructor: there is none yet.
bool is_unmade(const state::Value& value) {
  return value.name == "this" && value.kind == state::ValueKind::kPointer && value.children.size() == 1 &&
         value.children[0].kind == state::ValueKind::kUninitialised;
}

/// Without an address, which says nothing to anybody.
std::string used_value(const state::UsedPart& part, std::size_t width) {
  const bool is_bare =
      part.value.kind == state::ValueKind::kPointer && part.value.address != 0 && part.value.children.empty();
  return (is_bare ? "not null" : service::to_text(part.value, width)) +
         (part.is_written ? " (another thread wrote it meanwhile)" : "");
}

/// What of one object was used, a line each: pointers that only lead to the others are left out.
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

/// More than fits the room, or than the limits of the reader let through.
bool is_long(const state::Value& value, std::size_t room) {
  constexpr std::size_t kUnlimited = 10000;
  const std::string text = service::to_text(value, kUnlimited);
  return display_width(text) > room || text.find("…") != std::string::npos;
}

bool is_used(const state::Used& used, std::string_view root) {
  return std::ranges::any_of(used.parts, [&](const state::UsedPart& part) { return part.root == root; });
}

/// What was used and has no name.
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

/// What the node can see besides its arguments: the object it is called on, and globals. Without it many a
/// question could not be answered.
std::string surroundings_text(const service::NodeView& view, const Console& console, std::size_t indent,
                              std::size_t width) {
  constexpr std::size_t kMost = 6, kMostUsed = 14;
  // Each call of a chain shows its own object.
  const bool is_with_calls = view.is_chain() && service::this_in(view.parts.front().facts.before) != nullptr;
  const auto in_call = [&](const std::string& name) {
    if (name == "this") return is_with_calls;
    return std::any_of(view.facts.inputs.begin(), view.facts.inputs.end(),
                       [&](const state::Value& input) { return input.name == name; });
  };
  const state::Used& used = view.facts.used;
  const std::string margin(indent, ' ');
  std::vector<std::string> lines;
  for (const state::Value& value : view.facts.before) {
    if (in_call(value.name) || is_unmade(value)) continue;
    if (used.is_known && value.name != "this" && !is_used(used, value.name)) continue;
    const std::string name = "with " + printable(value.name) + " = ";
    const std::size_t taken = indent + display_width(name);
    const std::size_t room = width > taken + 12 ? width - taken : 12;
    lines.push_back(margin + console.paint(Style::kDim, name) + service::to_text(value, room) + "\n");
    if (used.is_known && is_long(value, room))
      std::ranges::move(used_lines(used, value.name, margin + "  ", console, width),
                        std::back_inserter(lines));
  }
  if (used.is_known)
    std::ranges::move(used_lines(used, "", margin, console, width), std::back_inserter(lines));
  std::string out;
  const std::size_t most = used.is_known ? kMostUsed : kMost;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) out += lines[i];
  if (lines.size() > most)
    out +=
        margin +
        console.paint(Style::kDim, fmt::format("with {} more; {}", lines.size() - most,
                                               used.is_known ? "'show' shows all" : "'browse' shows all")) +
        "\n";
  return out + rest_text(used, indent, width);
}

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

std::string output_text(const std::string& output, const Console& console, std::size_t indent,
                        std::size_t width) {
  if (output.empty()) return {};
  return std::string(indent, ' ') + "printed:\n" + lines_text(output, console, indent, width);
}

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

/// What the node got from elsewhere than memory: input, and answers of the system.
std::string consumed_text_of(const state::Facts& facts, const Console& console, std::size_t indent,
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

std::string files_text(const state::Facts& facts, const Console& console, std::size_t indent,
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

std::string exit_text(const state::Facts& facts, std::size_t indent, std::size_t width) {
  if (!facts.left) return {};
  constexpr std::string_view kName = "ended: ";
  const std::size_t used = indent + kName.size();
  return std::string(indent, ' ').append(kName) +
         service::exit_text(*facts.left, width > used + 12 ? width - used : 12) + "\n";
}

std::string change_line(std::string_view path, const std::string& before, const std::string& after,
                        std::size_t indent) {
  return fmt::format("{}{}  {} → {}\n", std::string(indent, ' '), path, before, after);
}

struct ThisText {
  std::string line;       ///< empty: there is no object, or nothing in it
  bool is_whole = false;  ///< so that what changed in it can be seen there
};

/// The object that a call of a chain is made on, before it and after it: what is between the calls of a chain is not seen.
ThisText this_text(const state::Facts& facts, std::size_t indent, std::size_t width) {
  constexpr std::size_t kUnlimited = 10000;
  constexpr std::string_view kName = "this";
  const state::Value* before = service::this_in(facts.before);
  const state::Value* after = service::this_in(facts.after);
  if (!before || !after) return {};
  const std::string left = service::to_text(*before, kUnlimited),
                    right = service::to_text(*after, kUnlimited);
  if (left == "&{}" && right == left) return {};
  const std::size_t taken = indent + kName.size() + 13;  // margins, arrow or word
  const std::size_t room = width > taken + 24 ? width - taken : 24;
  const auto is_inside = [](const state::Change& change) { return change.path.starts_with("this->"); };
  if (left == right && std::ranges::none_of(facts.changes, is_inside))
    return {fmt::format("{}{}  {}, unchanged\n", std::string(indent, ' '), kName,
                        service::to_text(*before, room)),
            false};
  const auto [shown_left, shown_right] = fitted(*before, *after, room);
  const std::string line = change_line(kName, shown_left, shown_right, indent);
  return {line, line.find("…") == std::string::npos};
}

/// What one call of a chain was made on and changed, a line each; of many changes the first, and where to see all.
std::string part_effects_text(const service::NodeView& part, std::size_t indent, std::size_t width) {
  constexpr std::size_t kMostLines = 3;
  const ThisText object = this_text(part.facts, indent, width);
  std::string out = object.line;
  std::size_t shown = 0, more = 0;
  for (const state::Change& change : part.facts.changes) {
    if (object.is_whole && !change.is_elsewhere && change.path.starts_with("this->")) continue;
    if (shown == kMostLines) {
      ++more;
      continue;
    }
    ++shown;
    const std::string path = clipped(printable(change.path), std::max<std::size_t>(width / 3, 12));
    const std::size_t taken = indent + display_width(path) + 5;
    const auto [before, after] = fitted(change.before, change.after, width > taken + 24 ? width - taken : 24);
    out += change_line(path, before, after, indent);
  }
  if (more > 0)
    out += fmt::format("{}… {}; 'show {}' shows all\n", std::string(indent, ' '),
                       counted(more, "more change", "more changes"), part.name);
  return out;
}

/// The calls of a chain, numbered for "no N", with what each was made on and changed, and what they began with.
std::string parts_text(const service::NodeView& view, const Console& console, std::size_t indent,
                       std::size_t width) {
  const std::string margin(indent + 2, ' ');
  const std::size_t digits = fmt::formatted_size("{}", view.parts.size());
  const std::size_t used = margin.size() + digits + 2;
  std::string out;
  for (std::size_t i = 0; i < view.parts.size(); ++i) {
    const service::NodeView& part = view.parts[i];
    out += margin + console.paint(Style::kDim, fmt::format("{:>{}}", i + 1, digits)) + "  " +
           service::one_line(part, width > used + 12 ? width - used : 12) + "\n";
    out += consumed_text_of(part.facts, console, used, width) + part_effects_text(part, used, width) +
           files_text(part.facts, console, used, width);
  }
  if (view.parts_total > view.parts.size())
    out += margin +
           console.paint(Style::kDim,
                         fmt::format("… {} more", with_commas(view.parts_total - view.parts.size()))) +
           "\n";
  return out + surroundings_text(view, console, indent, width);
}

/// Inputs and result on lines of their own, for a call too long for one.
std::string values_text(const service::NodeView& view, const Console& console, std::size_t indent,
                        std::size_t width) {
  constexpr std::size_t kUnlimited = 10000;
  if (display_width(service::one_line(view, kUnlimited)) + indent <= width) return {};
  std::string out;
  const state::Used& used = view.facts.used;
  const std::string margin(indent + 2, ' ');
  for (const state::Value& input : view.facts.inputs) {  // `this` stands with the surroundings
    if (input.name == "this") continue;
    const std::string name = printable(input.name) + " = ";
    const std::size_t taken = margin.size() + display_width(name);
    const std::size_t room = width > taken + 12 ? width - taken : 12;
    if (!used.is_known || !is_long(input, room)) {
      out += value_lines(input, console, indent + 2, width);
      continue;
    }
    out += margin + console.paint(Style::kDim, name) + service::to_text(input, room) + "\n";
    for (const std::string& line : used_lines(used, input.name, margin + "  ", console, width)) out += line;
  }
  if (view.facts.result) {
    state::Value result = *view.facts.result;
    result.name = view.facts.outcome == state::Outcome::kThrew ? "exception" : "result";
    out += value_lines(result, console, indent + 2, width);
  }
  return out;
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return with_commas(count) + " " + std::string(count == 1 ? one : many);
}

std::string path_text(const std::string& path) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return printable(!error && path.starts_with(here) ? path.substr(here.size()) : path);
}

std::string place_text(const service::NodeView& view) {
  if (view.file.empty()) return {};
  std::string place = path_text(view.file);
  if (view.first_line > 0) place += fmt::format(":{}", view.first_line);
  if (view.last_line > view.first_line) place += fmt::format("-{}", view.last_line);
  return place;
}

std::string scope_text(const service::NodeView& view) {
  const std::string place = place_text(view);
  if (view.passes <= view.iteration) return place;
  return (place.empty() ? "" : place + ", ") + service::passes_text(view) + ", and what follows from them";
}

std::string call_text(const service::NodeView& view, const Console& console, std::size_t width) {
  if (view.is_chain()) return console.paint(Style::kBold, service::chain_heading(view)) + ":";
  std::string line = service::one_line(view, width);
  if (!console.colors()) return line;
  std::string tail;
  if (view.facts.result) {
    const std::string result = " = " + service::to_text(*view.facts.result, width);
    if (line.ends_with(result)) {
      tail = " = " + console.paint(Style::kYellow, result.substr(3));
      line.resize(line.size() - result.size());
    }
  }
  const std::string name = printable(view.function);
  if (line.starts_with(name)) line = console.paint(Style::kBold, name) + line.substr(name.size());
  return line + tail;
}

std::string facts_text(const service::NodeView& view, const Console& console, std::size_t indent,
                       std::size_t width) {
  const std::string unrecorded = unrecorded_text(view, console, indent);
  if (view.is_chain())
    return parts_text(view, console, indent, width) + effects_text(view, console, indent, width) + unrecorded;
  return values_text(view, console, indent, width) + surroundings_text(view, console, indent, width) +
         consumed_text(view, console, indent, width) + effects_text(view, console, indent, width) +
         unrecorded;
}

std::string unrecorded_text(const service::NodeView& view, const Console& console, std::size_t indent) {
  std::string out;
  for (const std::string& text : service::unrecorded_texts(view.facts.unrecorded))
    out += std::string(indent, ' ') + console.paint(Style::kDim, "not known: " + text) + "\n";
  return out;
}

std::string consumed_text(const service::NodeView& view, const Console& console, std::size_t indent,
                          std::size_t width) {
  return view.is_chain() ? "" : consumed_text_of(view.facts, console, indent, width);
}

std::string effects_text(const service::NodeView& view, const Console& console, std::size_t indent,
                         std::size_t width) {
  return changes_text(view.facts, console, indent, width) + written_text(view.facts, indent, width) +
         output_text(view.facts.output, console, indent, width) +
         (view.is_chain() ? "" : files_text(view.facts, console, indent, width)) +
         exit_text(view.facts, indent, width);
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

std::string outlook_text(std::uint64_t suspects, const session::Expectation& expected) {
  const std::string text = counted(suspects, "suspect", "suspects") + ", ";
  if (expected.least == expected.most && expected.most_is_bound)
    return text + counted(expected.most, "more question", "more questions");
  const std::string mean = expected.mean < 1000 ? fmt::format("{:.1f}", expected.mean)
                                                : with_commas(static_cast<std::uint64_t>(expected.mean));
  return text + fmt::format("{} to {}{} more questions ({}{} on average)", with_commas(expected.least),
                            with_commas(expected.most), expected.most_is_bound ? "" : "+",
                            expected.is_exact ? "" : "about ", mean);
}

std::string judged_text(Mark mark, const std::string& who) {
  const std::string by = who.empty() ? "" : printable(who) + (who == "you" ? " said " : " says ");
  switch (mark) {
    case Mark::kRight:
      return who.empty() ? "right, by an answer above it" : by + "yes";
    case Mark::kWrong:
      return who.empty() ? "wrong, by an answer below it" : by + "no";
    case Mark::kInadmissible:
      return who.empty() ? "inadmissible, by an answer above it" : by + "inadmissible";
    case Mark::kTrusted:
      return "trusted";
    case Mark::kSkipped:
      return who.empty() ? "skipped" : by + "skip";
    case Mark::kUndefined:
      return "not asked";
  }
  return {};
}

}  // namespace culprit::cli
