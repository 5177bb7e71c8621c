#include "src/cli/chain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "src/base/text.h"
#include "src/cli/transfer_text.h"
#include "src/cli/used_text.h"
#include "src/cli/value_text.h"

namespace culprit::cli {
namespace {

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

/// What one call of a chain used of its object and its arguments, where these are too long for its lines, and what has no name.
std::string used_in_part(const service::NodeView& part, const ThisText& object, const Console& console,
                         std::size_t indent, std::size_t width) {
  constexpr std::size_t kMostLines = 4, kUnlimited = 10000;
  const state::Used& used = part.facts.used;
  if (!used.is_known) return {};
  std::vector<std::string> parts;
  if (object.line.find("…") != std::string::npos) parts = used_parts(used, "this", indent, console, width);
  const std::string line = service::one_line(part, width > indent + 12 ? width - indent : 12);
  for (const state::Value& input : part.facts.inputs) {
    const bool is_whole = line.find(service::to_text(input, kUnlimited)) != std::string::npos;
    if (input.name == "this" || (is_whole && !is_long(input, kUnlimited))) continue;
    std::ranges::move(used_parts(used, input.name, indent, console, width), std::back_inserter(parts));
  }
  return first_of(parts, kMostLines, indent, part.name) + rest_text(used, indent, width);
}

/// What one call of a chain was made on and changed, a line each; of many changes the first, and where to see all.
std::string part_effects_text(const service::NodeView& part, const Console& console, std::size_t indent,
                              std::size_t width) {
  constexpr std::size_t kMostLines = 3;
  const ThisText object = this_text(part.facts, indent, width);
  std::string out = object.line + used_in_part(part, object, console, indent, width);
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

}  // namespace

std::string calls_text(const service::NodeView& view, const Console& console, std::size_t indent,
                       std::size_t width) {
  const std::string margin(indent + 2, ' ');
  const std::size_t digits = fmt::formatted_size("{}", view.parts.size());
  const std::size_t used = margin.size() + digits + 2;
  std::string out;
  for (std::size_t i = 0; i < view.parts.size(); ++i) {
    const service::NodeView& part = view.parts[i];
    out += margin + console.paint(Style::kDim, fmt::format("{:>{}}", i + 1, digits)) + "  " +
           service::one_line(part, width > used + 12 ? width - used : 12) + "\n";
    out += transfers_in_text(part.facts, console, used, width) +
           part_effects_text(part, console, used, width) +
           transfers_out_text(part.facts, console, used, width);
  }
  if (view.parts_total > view.parts.size())
    out += margin +
           console.paint(Style::kDim,
                         fmt::format("… {} more", with_commas(view.parts_total - view.parts.size()))) +
           "\n";
  return out;
}

}  // namespace culprit::cli
