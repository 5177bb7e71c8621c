#include "src/cli/node_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "src/base/text.h"
#include "src/cli/chain_text.h"
#include "src/cli/transfer_text.h"
#include "src/cli/used_text.h"
#include "src/cli/value_text.h"

namespace culprit::cli {
namespace {

/// Lines that say what was used, of all surroundings or of one argument.
constexpr std::size_t kMostUsed = 14;

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

bool has_input(const service::NodeView& view, const std::string& name) {
  return std::ranges::any_of(view.facts.inputs,
                             [&](const state::Value& input) { return input.name == name; });
}

/// The object of a constructor: there is none yet.
bool is_unmade(const state::Value& value) {
  return value.name == "this" && value.kind == state::ValueKind::kPointer && value.children.size() == 1 &&
         value.children[0].kind == state::ValueKind::kUninitialised;
}

/// What the node can see besides its arguments: the object it is called on, and globals. Without it many a
/// question could not be answered.
std::string surroundings_text(const service::NodeView& view, const Console& console, std::size_t indent,
                              std::size_t width) {
  constexpr std::size_t kMost = 6, kMostUsedOfOne = 6;
  // Each call of a chain shows its own object and arguments, and says what it used.
  const bool is_listed = view.is_chain() && view.parts.size() == view.parts_total;
  const auto is_in_call = [&](const std::string& name) {
    if (!view.is_chain()) return name != "this" && has_input(view, name);
    if (name == "this") return service::this_in(view.parts.front().facts.before) != nullptr;
    return is_listed &&
           std::ranges::any_of(view.parts, [&](const auto& call) { return has_input(call, name); });
  };
  const state::Used& used = view.facts.used;
  // If not all that was used could be told apart, none of them is known to be unused.
  const bool knows_unused = used.is_known && !used.is_cut;
  const std::string margin(indent, ' ');
  std::vector<std::string> objects;
  for (const state::Value& value : view.facts.before) {
    if (is_in_call(value.name) || is_unmade(value)) continue;
    if (knows_unused && value.name != "this" && !is_used(used, value.name)) continue;
    const std::string name = "with " + printable(value.name) + " = ";
    const std::size_t taken = indent + display_width(name);
    const std::size_t room = width > taken + 12 ? width - taken : 12;
    std::string text = margin + console.paint(Style::kDim, name) + service::to_text(value, room) + "\n";
    if (used.is_known && is_long(value, room))
      text += first_of(used_parts(used, value.name, indent + 2, console, width),
                       value.name == "this" ? kMostUsed : kMostUsedOfOne, indent + 2, view.name);
    objects.push_back(std::move(text));
  }
  if (used.is_known)
    std::ranges::move(used_parts(used, "", indent, console, width), std::back_inserter(objects));
  const std::size_t most = used.is_known ? kMostUsed : kMost;
  const std::size_t shown = objects.size() <= most + 1 ? objects.size() : most;
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) out += objects[i];
  if (objects.size() > shown)
    out += margin +
           console.paint(Style::kDim, fmt::format("with {} more; 'show {}' shows all",
                                                  with_commas(objects.size() - shown), view.name)) +
           "\n";
  if (used.is_known && used.is_cut)
    out += margin + console.paint(Style::kDim, "… it used more than could be told apart") + "\n";
  return is_listed ? out : out + rest_text(used, indent, width);
}

std::string output_text(const std::string& output, const Console& console, std::size_t indent,
                        std::size_t width) {
  if (output.empty()) return {};
  return std::string(indent, ' ') + "printed:\n" + lines_text(output, console, indent, width);
}

std::string exit_text(const state::Facts& facts, std::size_t indent, std::size_t width) {
  if (!facts.left) return {};
  constexpr std::string_view kName = "ended: ";
  const std::size_t used = indent + kName.size();
  return std::string(indent, ' ').append(kName) +
         service::exit_text(*facts.left, width > used + 12 ? width - used : 12) + "\n";
}

/// Inputs and result on lines of their own, for a call too long for one.
std::string values_text(const service::NodeView& view, const Console& console, std::size_t indent,
                        std::size_t width) {
  constexpr std::size_t kUnlimited = 10000;
  constexpr std::ptrdiff_t kMostWhole = 8;  ///< lines
  if (display_width(service::one_line(view, kUnlimited)) + indent <= width) return {};
  std::string out;
  const state::Used& used = view.facts.used;
  const std::string margin(indent + 2, ' ');
  for (const state::Value& input : view.facts.inputs) {  // `this` stands with the surroundings
    if (input.name == "this") continue;
    const std::string name = printable(input.name) + " = ";
    const std::size_t taken = margin.size() + display_width(name);
    const std::size_t room = width > taken + 12 ? width - taken : 12;
    const std::string whole = value_lines(input, console, indent + 2, width);
    const bool is_short =
        std::ranges::count(whole, '\n') <= kMostWhole && whole.find("…") == std::string::npos;
    if (!used.is_known || is_short) {
      out += whole;
      if (used.is_known && !used.is_cut && is_long(input, room))
        out += used_paths(used, input.name, indent + 4, width);
      continue;
    }
    out += margin + console.paint(Style::kDim, name) + service::to_text(input, room) + "\n";
    out +=
        first_of(used_parts(used, input.name, indent + 4, console, width), kMostUsed, indent + 4, view.name);
  }
  if (view.facts.result) {
    state::Value result = *view.facts.result;
    result.name = view.facts.outcome == state::Outcome::kThrew ? "exception" : "result";
    out += value_lines(result, console, indent + 2, width);
  }
  return out;
}

}  // namespace

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
    return calls_text(view, console, indent, width) + surroundings_text(view, console, indent, width) +
           effects_text(view, console, indent, width) + unrecorded;
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
  return view.is_chain() ? "" : transfers_in_text(view.facts, console, indent, width);
}

std::string effects_text(const service::NodeView& view, const Console& console, std::size_t indent,
                         std::size_t width) {
  return changes_text(view.facts, console, indent, width) + written_text(view.facts, indent, width) +
         output_text(view.facts.output, console, indent, width) +
         (view.is_chain() ? "" : transfers_out_text(view.facts, console, indent, width)) +
         exit_text(view.facts, indent, width);
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
