#include "src/cli/frame_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "src/base/text.h"
#include "src/cli/answer_lines.h"
#include "src/cli/changed_rows.h"
#include "src/cli/code_lines.h"
#include "src/cli/node_text.h"
#include "src/cli/question_screen.h"
#include "src/cli/rows.h"
#include "src/cli/subject_lines.h"
#include "src/cli/value_difference.h"
#include "src/cli/wrap.h"
#include "src/service/source.h"

namespace culprit::cli {
namespace {

using service::Frame;
using service::NodeView;
using service::Step;

/// Where what a step did begins, behind its number.
constexpr std::size_t kStepColumn = 10;
/// Lines that say what one step changed.
constexpr std::size_t kMostChanges = 4;

const tree::Function& function_of(const service::Subject& subject, NodeId node) {
  const tree::Tree& tree = subject.tree();
  const tree::Function& function = tree.function(node);
  return tree.is_iteration(node) ? tree.function(function.enclosing) : function;
}

/// ` = {1999, 12, 30}`, ` threw Broken`: how a call ended, if there is anything to say.
std::string ending_text(const NodeView& view, std::size_t width) {
  const state::Facts& facts = view.facts;
  switch (facts.outcome) {
    case state::Outcome::kReturned:
      if (!facts.result || facts.result->kind == state::ValueKind::kVoid) return "";
      return " = " + service::to_text(*facts.result, width);
    case state::Outcome::kThrew:
      return " threw " + (facts.exception.empty() ? "an exception" : printable(facts.exception));
    case state::Outcome::kJumped:
      return " was left by a jump";
    case state::Outcome::kExited:
      return " ended the program";
    case state::Outcome::kUnfinished:
      return " did not finish";
  }
  return "";
}

/// `partition(names, first = 0, last = 6) = 4`; of a loop `4 passes`, of those behind a pass `passes 3 to 7`.
StyledLines step_lines(const Step& step, const Room& room) {
  const NodeView& view = step.about;
  if (step.are_the_rest)
    return {StyledLine(view.passes > view.iteration
                           ? fmt::format("passes {} to {}", view.iteration, view.passes)
                           : fmt::format("pass {}", view.iteration))};
  if (step.is_loop) return {StyledLine(view.passes > 0 ? counted(view.passes, "pass", "passes") : "a loop")};
  StyledLines lines;
  // Its margin is that of a subject.
  for (const StyledLine& line : call_lines(view, room.within(room.columns + kMargin)).lines)
    lines.emplace_back(line.text().substr(std::min(kMargin, line.text().size())));
  const std::string ending = in_signs(ending_text(view, room.columns), room);
  if (lines.back().width() + display_width(ending) <= room.columns) {
    lines.back().add(ending);
  } else {
    lines.emplace_back("   " + cut_to(ending, room.columns - 3, in_signs("…", room)));
  }
  return lines;
}

bool says_result(const Step& step) {
  const state::Facts& facts = step.about.facts;
  return step.is_loop || facts.outcome != state::Outcome::kReturned ||
         (facts.result && facts.result->kind != state::ValueKind::kVoid);
}

/// A step: its number, what it was, and below that what it changed.
/// What its function is for is said too, unless that is the one that called it.
void add_step(const Step& step, std::size_t number, bool is_full, const std::string& caller,
              const service::Subject& subject, const Room& room, StyledLines& out) {
  const Room inner = room.within(room.columns - kStepColumn);
  StyledLines lines = step_lines(step, inner);
  const ChangedRows changed = is_full ? changed_rows(step.about.facts, inner) : ChangedRows();
  const bool is_printing = !step.about.facts.output.empty();
  if (is_full && changed.rows.empty() && !is_printing && !says_result(step))
    lines.back().add("   changed nothing", Style::kDim);
  StyledLine first;
  out.push_back(
      first.fill(kMargin).add(fmt::format("[{}]", number), Style::kBold).fill(kStepColumn).add(lines[0]));
  for (std::size_t i = 1; i < lines.size(); ++i) out.push_back(StyledLine().fill(kStepColumn).add(lines[i]));
  StyledLines rows = row_lines(changed.rows, name_column(changed.rows, inner.columns), inner);
  const std::size_t shown = rows.size() <= kMostChanges ? rows.size() : kMostChanges - 1;
  for (std::size_t i = 0; i < shown; ++i) out.push_back(StyledLine().fill(kStepColumn).add(rows[i]));
  if (rows.size() > shown)
    out.push_back(StyledLine()
                      .fill(kStepColumn)
                      .add(in_signs(fmt::format("… {} more; '{}?' shows all",
                                                counted(rows.size() - shown, "line", "lines"), number),
                                    room),
                           Style::kDim));
  if (is_printing)
    out.push_back(StyledLine()
                      .fill(kStepColumn)
                      .add(cut_to("printed " + in_signs(service::in_quotes(step.about.facts.output), room),
                                  inner.columns, in_signs("…", room))));
  if (step.is_loop || step.about.signature == caller) return;
  const std::string comment = service::comment_of(subject, function_of(subject, step.about.about.first));
  if (comment.empty()) return;
  const std::string sign(service::comment_sign(step.about.file));
  out.push_back(
      StyledLine()
          .fill(kStepColumn)
          .add(cut_to(in_signs(sign + " " + printable(comment), room), inner.columns, in_signs("…", room)),
               Style::kDim));
}

/// `57→0`, or what there is of it.
std::string cell_text(const NodeView& view) {
  std::string inputs;
  for (const state::Value& input : view.facts.inputs)
    if (input.name != "this") inputs += (inputs.empty() ? "" : ", ") + service::to_text(input, kWholeValue);
  if (view.facts.outcome == state::Outcome::kThrew) return inputs + "→threw";
  return view.facts.result ? inputs + "→" + service::to_text(*view.facts.result, kWholeValue) : inputs;
}

/// Many calls of one function that fit in a grid. Empty if they do not.
StyledLines grid(const Frame& frame, const Room& room) {
  if (frame.steps.size() <= service::Looks::kFullSteps) return {};
  std::vector<std::string> cells;
  std::size_t widest = 0;
  for (std::size_t i = 0; i < frame.steps.size(); ++i) {
    const Step& step = frame.steps[i];
    if (step.is_loop || step.about.signature != frame.steps[0].about.signature) return {};
    cells.push_back(fmt::format("[{}] {}", i + 1, in_signs(printable(cell_text(step.about)), room)));
    widest = std::max(widest, display_width(cells.back()));
  }
  const std::size_t columns = (room.columns - kMargin) / (widest + 1);
  if (columns < 2) return {};
  StyledLines lines;
  lines.push_back(StyledLine()
                      .fill(kStepColumn)
                      .add(fmt::format("{} of {}, each as [step] input{}result:",
                                       counted(frame.steps_total, "call", "calls"),
                                       printable(frame.steps[0].about.function), in_signs("→", room))));
  for (std::size_t i = 0; i < cells.size(); i += columns) {
    StyledLine line;
    for (std::size_t c = 0; c < columns && i + c < cells.size(); ++c)
      line.fill(kMargin + c * (widest + 1)).add(cells[i + c]);
    lines.push_back(line);
  }
  return lines;
}

/// The lines of the source in which steps were made, each with its steps. All of the function's lines if there is room.
StyledLines body(const Frame& frame, const service::Subject& subject, const Room& room) {
  const tree::Function& function = function_of(subject, frame.about.about.first);
  StyledLines cells = grid(frame, room);
  StyledLines lines;
  std::uint32_t last = 0;
  const auto add_source = [&](std::uint32_t line) {
    if (line == 0 || line == last) return;
    std::ranges::move(statement_lines(subject, function.file, line, room), std::back_inserter(lines));
    last = line;
  };
  if (!cells.empty()) {
    add_source(frame.steps.front().line);
    std::ranges::move(cells, std::back_inserter(lines));
    return lines;
  }
  const bool is_full = frame.steps.size() <= service::Looks::kFullSteps;
  for (std::size_t i = 0; i < frame.steps.size(); ++i) {
    add_source(frame.steps[i].line);
    add_step(frame.steps[i], i + 1, is_full, frame.about.signature, subject, room, lines);
  }
  if (frame.is_cut())
    lines.push_back(StyledLine()
                        .fill(kStepColumn)
                        .add(in_signs(fmt::format("… and {}{} more", frame.is_at_least ? "over " : "",
                                                  with_commas(frame.steps_total - frame.steps.size())),
                                      room),
                             Style::kDim));
  return lines;
}

}  // namespace

Screen frame_screen(const service::Question& question, const service::Subject& subject, const Room& room) {
  const Frame& frame = *question.frame();
  const NodeView& view = frame.about;
  Screen screen;
  screen.rule = rule_line(question.is_known_wrong ? "a wrong call, step by step" : "a call, step by step",
                          look_text(question), room);
  SubjectLines about = call_lines(view, room);
  if (view.kind == "iteration")
    about.lines = heading_lines(view, function_of(subject, view.about.first).name, room);
  std::ranges::move(comment_lines(subject, function_of(subject, view.about.first), room),
                    std::back_inserter(about.lines));
  screen.head = with_place(std::move(about.lines), place_of(view, room), room);
  screen.blocks = effect_blocks(view, room);
  screen.blocks.push_back({"", body(frame, subject, room)});
  screen.foot =
      question_lines(question.is_known_wrong
                         ? "Which step is the first to do wrong with what it was given?"
                         : "Did it do the right thing, and if not, which step is the first that did not?",
                     room);
  const std::size_t steps = frame.steps.size();
  std::vector<TypedAnswer> answers;
  if (!question.is_known_wrong) answers.push_back({"yes"});
  if (steps > 0) answers.push_back({steps > 1 ? fmt::format("1 to {}", steps) : "1"});
  answers.push_back(
      {"own", question.is_known_wrong ? " (its own lines are wrong)" : " (no step, yet it is wrong)"});
  if (!question.is_known_wrong) answers.push_back({"input", " (was wrong already)"});
  if (steps > 0)
    answers.push_back({steps > 1 ? "2?" : "1?", steps > 1 ? " (more of step 2)" : " (more of step 1)"});
  answers.push_back({"skip"});
  answers.push_back({"?"});
  std::ranges::move(answer_lines(answers, room), std::back_inserter(screen.foot));
  return screen;
}

}  // namespace culprit::cli
