#include "src/cli/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/node_text.h"
#include "src/cli/source_text.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kChildrenShown = 20;

/// The function, or the loop with the function it stands in.
std::string blamed(const service::NodeView& view, const tree::Tree& tree) {
  if (view.kind != "iteration") return printable(view.function);
  const tree::Function& function = tree.function(view.about.first);
  return fmt::format("the loop of {}", printable(tree.function(function.enclosing).name));
}

/// What the calls of the culprit say about it.
std::string children_heading(const service::VerdictView& verdict) {
  const auto is_inadmissible = [](const service::ChildView& child) {
    return child.mark == Mark::kInadmissible;
  };
  if (verdict.about.is_chain()) return "The chain is wrong, and its calls are all of this function.";
  if (verdict.is_between)
    return "A chain of its calls is wrong though each is right: the fault is in what it does between them.";
  if (verdict.children_total == 0) return "It is wrong, and there is nothing below it.";
  if (std::any_of(verdict.children.begin(), verdict.children.end(), is_inadmissible))
    return "It gave inputs to a call that should never have come:";
  return "It is wrong, though nothing below it is to blame:";
}

std::string children_text(const service::VerdictView& verdict, const Console& console) {
  std::string out = "  " + children_heading(verdict) + "\n";
  const std::size_t shown = std::min(verdict.children.size(), kChildrenShown);
  std::size_t column = 0;
  const std::size_t most = std::max<std::size_t>(console.width() / 2, 30);
  for (std::size_t i = 0; i < shown; ++i)
    column = std::max(column, display_width(service::one_line(verdict.children[i].about, most)));
  for (std::size_t i = 0; i < shown; ++i) {
    const service::ChildView& child = verdict.children[i];
    const std::string line = service::one_line(child.about, most);
    out += fmt::format("    {} {}{}   {}\n", mark_sign(child.mark, console), line,
                       std::string(column - display_width(line), ' '),
                       console.paint(Style::kDim, judged_text(child.mark, child.who)));
  }
  if (verdict.children_total > shown)
    out += fmt::format("    … {} more\n", with_commas(verdict.children_total - shown));
  return out;
}

/// The paper's A + D against B + C: what is left of a function, or of a loop, without the loops in it.
std::string outside_text(const service::VerdictView& verdict) {
  std::string text;
  for (const service::Lines& lines : verdict.innocent)
    text += (text.empty() ? " " : ", ") + (lines.first == lines.last
                                               ? std::to_string(lines.first)
                                               : fmt::format("{}-{}", lines.first, lines.last));
  if (text.empty()) return {};
  return fmt::format(", outside the {} at {}",
                     verdict.innocent.size() == 1 ? "body of the loop" : "bodies of the loops",
                     text.substr(1));
}

std::string source_of(const service::VerdictView& verdict, const service::Dialogue& dialogue,
                      const Console& console) {
  const service::NodeView& view = verdict.about;
  if (view.file.empty() || view.first_line == 0) return {};
  const auto source = service::read_source(dialogue.subject(), view.file, view.first_line, view.last_line);
  if (source) return "\n" + source_excerpt(*source, verdict.innocent, console, console.width());
  return console.paint(Style::kDim, "  (" + printable(source.error().what) + ", so its text is not shown)") +
         "\n";
}

std::string buggy_text(const service::VerdictView& verdict, const service::Dialogue& dialogue,
                       const Console& console) {
  const service::NodeView& about = verdict.about;
  const std::string place = place_text(about);
  std::string out = console.paint(Style::kBold, "The bug is in ") +
                    console.paint(Style::kRed, blamed(about, dialogue.subject().tree())) +
                    (place.empty() ? "" : ", " + console.paint(Style::kBold, place)) + outside_text(verdict) +
                    ".\n\n";
  out += "  " + call_text(about, console, console.width() - 2) + "\n";
  out += facts_text(about, console, 2, console.width());
  out += children_text(verdict, console);
  out += source_of(verdict, dialogue, console);
  out += fmt::format("\nFound with {}.\n", counted(verdict.questions, "answer", "answers"));
  if (verdict.borrowed > 0)
    out += fmt::format("{} from a session about an earlier run.\n",
                       counted(verdict.borrowed, "more came", "more came"));
  return out;
}

std::string undecided_text(const service::VerdictView& verdict, const Console& console) {
  std::string out = console.paint(Style::kBold, "No verdict yet: ");
  out += fmt::format("what was skipped leaves {}.\n\n",
                     counted(verdict.candidates.size(), "candidate", "candidates"));
  const std::size_t shown = std::min(verdict.candidates.size(), kChildrenShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string number = fmt::format("  node {:<6}", verdict.candidates[i].name);
    out += number + service::one_line(verdict.candidates[i], console.width() - number.size()) + "\n";
  }
  if (verdict.candidates.size() > shown)
    out += fmt::format("  … {} more\n", with_commas(verdict.candidates.size() - shown));
  if (verdict.decisive.name.empty()) return out;
  const std::string& node = verdict.decisive.name;
  return out + fmt::format("\nAn answer about node {} would decide most: type 'jump {}'.\n", node, node);
}

}  // namespace

std::string mark_sign(Mark mark, const Console& console) {
  switch (mark) {
    case Mark::kRight:
      return console.paint(Style::kGreen, "✓");
    case Mark::kWrong:
      return console.paint(Style::kRed, "✗");
    case Mark::kTrusted:
      return console.paint(Style::kGreen, "t");
    case Mark::kSkipped:
      return console.paint(Style::kYellow, "?");
    case Mark::kInadmissible:
      return console.paint(Style::kYellow, "!");
    case Mark::kUndefined:
      return "·";
  }
  return "·";
}

std::string verdict_text(const service::VerdictView& verdict, const service::Dialogue& dialogue,
                         const Console& console) {
  switch (verdict.kind) {
    case session::VerdictKind::kBuggy:
      return buggy_text(verdict, dialogue, console);
    case session::VerdictKind::kUndecided:
      return undecided_text(verdict, console);
    case session::VerdictKind::kNothing:
      return "No bug was found: with these answers nothing that is left can be wrong.\n";
  }
  return {};
}

std::string writer_text(const std::string& path, const state::Writer& writer,
                        const service::Dialogue& dialogue, std::size_t width) {
  std::string text = printable(path);
  if (writer.is_initial) return text + " has been there from the start of the program";
  text += writer.is_foreign ? " was written by code that was not recorded, seen" : " was written";
  if (!writer.file.empty())
    text +=
        fmt::format(" at {}{}", printable(writer.file), writer.line ? fmt::format(":{}", writer.line) : "");
  if (writer.node == kNoNode) return text + " before the program's first call";
  const auto view = dialogue.view(writer.node);
  if (!view) return text;
  return text + fmt::format(" in node {}: {}", view->name, service::one_line(*view, width));
}

}  // namespace culprit::cli
