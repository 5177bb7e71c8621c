#include "src/cli/question_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "src/base/text.h"
#include "src/cli/answer_lines.h"
#include "src/cli/chain_text.h"
#include "src/cli/changed_rows.h"
#include "src/cli/node_text.h"
#include "src/cli/set_again_rows.h"
#include "src/cli/subject_lines.h"
#include "src/cli/transfer_blocks.h"
#include "src/cli/used_rows.h"
#include "src/cli/value_difference.h"
#include "src/cli/wrap.h"

namespace culprit::cli {
namespace {

using service::NodeView;
using state::Outcome;
using state::Value;

bool is_pass(const NodeView& view) {
  return view.kind == "iteration";
}

std::string_view kind_of(const NodeView& view) {
  if (view.is_chain()) return "calls in a row";
  if (is_pass(view)) return view.passes > view.iteration ? "passes of a loop" : "a pass of a loop";
  return "a call";
}

std::string_view question_of(const NodeView& view) {
  if (view.is_chain()) return "Given this input, did they all do the right thing?";
  if (is_pass(view)) return "Given this state, did the loop do right from here on?";
  return "Given this input, did it do the right thing?";
}

/// Of several names that begin one above the other, behind their label.
Room room_of_labels(const Room& room) {
  return room.within(room.columns > kLabelColumn + 20 ? room.columns - kLabelColumn : 20);
}

StyledLines text_lines(const std::string& text, const Room& room) {
  constexpr std::size_t kMost = 12;
  StyledLines lines;
  for (const std::string& line : first_lines(wrapped_value(in_signs(text, room), room.columns), kMost,
                                             room.columns, in_signs("…", room)))
    lines.emplace_back(line);
  return lines;
}

/// `Broken: "no , at 11", missing_ = 3`: the message stands in a base class.
std::string thrown_text(const state::Facts& facts) {
  std::string text = facts.exception.empty() ? "an exception" : printable(facts.exception);
  if (!facts.result) return text;
  const Value& value = *facts.result;
  const bool is_opaque = value.kind == state::ValueKind::kOpaque || value.kind == state::ValueKind::kFreed ||
                         value.kind == state::ValueKind::kWild ||
                         value.kind == state::ValueKind::kUninitialised;
  if (is_opaque) return text;
  if (value.kind != state::ValueKind::kStruct) return text + ": " + service::to_text(value, kWholeValue);
  for (const Value& member : value.children) {
    const bool is_base = member.name.find("::") != std::string::npos || member.kind == state::ValueKind::kCut;
    text += &member == &value.children.front() ? ": " : ", ";
    if (!is_base && !member.name.empty()) text += printable(member.name) + " = ";
    text += service::to_text(member, kWholeValue);
  }
  return text;
}

bool returned_value(const state::Facts& facts) {
  return facts.outcome == Outcome::kReturned && facts.result && facts.result->kind != state::ValueKind::kVoid;
}

/// How it ended: what it returned or threw.
Block outcome_block(const NodeView& view, const Room& room) {
  const state::Facts& facts = view.facts;
  if (facts.left) {
    const bool is_known = facts.left->how != state::LoopExit::kUnknown;
    return {"ended",
            text_lines(is_known ? service::exit_text(*facts.left, kWholeValue) : "not recorded", room)};
  }
  switch (facts.outcome) {
    case Outcome::kReturned:
      if (!returned_value(facts) || view.is_chain()) return {};
      return {"returned", text_lines(service::to_text(*facts.result, kWholeValue), room)};
    case Outcome::kThrew:
      return {"threw", text_lines(thrown_text(facts), room)};
    case Outcome::kJumped:
      return {"returned", text_lines("not: it was left by a jump", room)};
    case Outcome::kExited:
      return {"returned", text_lines("not: it ended the program", room)};
    case Outcome::kUnfinished:
      return {"returned", text_lines("not: it did not finish", room)};
  }
  return {};
}

/// The variables of a loop before its passes, but for those whose change says it; if it is known what was used of them, also without
/// those that are too large to be shown, and those of which a part changed.
std::vector<Row> variable_rows(const NodeView& view, const ChangedRows& changed) {
  std::vector<Row> rows;
  if (!is_pass(view)) return rows;
  for (const Value& input : view.facts.inputs) {
    if (input.name == "this" || changed.shows(input.name)) continue;
    Row row{printable(input.name), {}, {}};
    row.text = service::to_text(input, kWholeValue);
    const bool knows_used = view.facts.used.is_known && !view.facts.used.is_cut;
    if (knows_used && (row.text.find("…") != std::string::npos || changed.touches(input.name))) continue;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Which names need not be shown with what was used or could be seen.
class Shown {
 public:
  explicit Shown(const NodeView& view, const SubjectLines& subject, const std::vector<Row>& variables)
      : view_(view), subject_(subject), variables_(variables) {}

  bool operator()(std::string_view name) const {
    if (subject_.shown.contains(name)) return true;
    if (std::ranges::any_of(variables_, [&](const Row& row) { return row.name == name; })) return true;
    // Each call of a chain shows its own object and arguments.
    return view_.is_chain() && std::ranges::any_of(view_.parts, [&](const NodeView& part) {
             return std::ranges::any_of(part.facts.inputs,
                                        [&](const Value& input) { return input.name == name; });
           });
  }

 private:
  const NodeView& view_;
  const SubjectLines& subject_;
  const std::vector<Row>& variables_;
};

/// It returned nothing, gave nothing out, and nothing is missing in what is known of it.
bool did_nothing(const NodeView& view, const std::vector<Block>& given) {
  return !returned_value(view.facts) && !view.is_chain() && !view.facts.unrecorded.records &&
         std::ranges::all_of(given, [](const Block& block) { return block.lines.empty(); });
}

/// What it did and what it used. Labels in the order of their importance; those without lines are left out.
std::vector<Block> blocks_of(const NodeView& view, const SubjectLines& subject, bool knows_effects,
                             const Room& screen) {
  const Room room = room_of_labels(screen);
  const ChangedRows changed = changed_rows(view.facts, room);
  const std::vector<Row> variables = variable_rows(view, changed);
  const Shown shown(view, subject, variables);
  // The calls of a chain say what they used, each for itself, and what of that has no name.
  const bool is_listed = view.is_chain() && view.parts.size() == view.parts_total;
  // What was written was not only read.
  const std::vector<Row> again = set_again_rows(view.facts, room);
  ChangedRows written = changed;
  for (const state::Change& same : view.facts.set_again) written.places.push_back(same.path);
  const std::vector<Row> used = used_rows(view.facts, written, shown, !is_listed);
  const std::vector<Row> visible = visible_rows(view.facts, written, shown);
  std::vector<Row> all;
  for (const auto* rows : {&variables, &changed.rows, &again, &used, &visible})
    std::ranges::copy(*rows, std::back_inserter(all));
  const std::size_t column = name_column(all, room.columns);
  const auto block = [&](const char* label, const std::vector<Row>& rows) {
    return Block{label, row_lines(rows, column, room)};
  };

  std::vector<Block> blocks{block("given", variables), outcome_block(view, room)};
  const std::vector<Block> given = given_out(view.facts, room);
  std::ranges::copy(given, std::back_inserter(blocks));
  blocks.push_back(block("changed", changed.rows));
  if (changed.rows.empty() && again.empty() && knows_effects && did_nothing(view, given))
    blocks.push_back({"changed", {StyledLine("nothing")}});
  blocks.push_back(block("set again", again));
  blocks.push_back(block("only read", used));
  blocks.push_back(block("could see", visible));
  // Of a chain it stands with its calls.
  if (!view.is_chain()) std::ranges::move(taken_in(view.facts, room), std::back_inserter(blocks));
  return blocks;
}

/// The calls of a chain, each with what it changed.
Block calls_block(const NodeView& view, const Console& console, const Room& room) {
  Block calls;
  calls.stays = true;  // who clears a chain has to see them
  const std::string text = calls_text(view, console, kMargin, room.columns);
  for (const std::string_view line : split(text, '\n')) calls.lines.emplace_back(line);
  calls.lines.pop_back();
  return calls;
}

std::vector<TypedAnswer> answers_to(const NodeView& view) {
  std::vector<TypedAnswer> answers{{"yes"}, {"no"}};
  if (view.is_chain()) answers.push_back({"no N", " (call N is wrong)"});
  for (TypedAnswer answer :
       std::vector<TypedAnswer>{{"input", " (was wrong already)"}, {"skip"}, {"trust"}, {"?"}})
    answers.push_back(std::move(answer));
  return answers;
}

/// What the strategy made of the last answer.
StyledLines remark_lines(const service::Question& question, const Room& room) {
  StyledLines lines;
  for (const std::string& remark : question.remarks)
    for (const std::string& line : wrapped_words(in_signs(printable(remark), room), room.columns - kMargin))
      lines.push_back(StyledLine().fill(kMargin).add(line, Style::kYellow));
  return lines;
}

/// The function whose source says something about what is asked; null if it is several.
const tree::Function* function_of(const NodeView& view, const service::Subject& subject) {
  if (view.is_chain() && view.function.empty()) return nullptr;
  const tree::Tree& tree = subject.tree();
  const tree::Function& function = tree.function(view.about.first);
  return tree.is_iteration(view.about.first) ? &tree.function(function.enclosing) : &function;
}

}  // namespace

std::string to_go_text(const session::Expectation& expected) {
  if (expected.least == 1 && expected.most == 1 && expected.most_is_bound)
    return "the last, if all goes well";
  const double mean = std::max(std::round(expected.mean), 1.0);
  return fmt::format("about {} to go", with_commas(static_cast<std::uint64_t>(mean)));
}

std::string place_of(const NodeView& view, const Room& room) {
  std::string place = in_signs(path_text(view.file), room);
  if (place.empty()) return place;
  if (3 * display_width(place) > room.columns) place = place.substr(place.rfind('/') + 1);
  return view.first_line > 0 ? fmt::format("{}:{}", place, view.first_line) : place;
}

std::string look_text(const service::Question& question) {
  return fmt::format("look {} · {}", question.number, to_go_text(question.expected));
}

std::vector<Block> effect_blocks(const NodeView& view, const Room& screen) {
  const Room room = room_of_labels(screen);
  const ChangedRows changed = changed_rows(view.facts, room);
  std::vector<Block> blocks{outcome_block(view, room)};
  std::ranges::move(given_out(view.facts, room), std::back_inserter(blocks));
  blocks.push_back({"changed", row_lines(changed.rows, name_column(changed.rows, room.columns), room)});
  return blocks;
}

Screen question_screen(const service::Question& question, const service::Subject& subject,
                       const Console& console, const Room& room, bool with_answers) {
  const NodeView& view = question.about;
  const tree::Function* function = function_of(view, subject);
  const bool is_call = !view.is_chain() && !is_pass(view);
  Screen screen;
  screen.rule = rule_line(kind_of(view), look_text(question), room);
  SubjectLines about = is_call ? call_lines(view, room) : SubjectLines();
  if (!is_call) about.lines = heading_lines(view, function && is_pass(view) ? function->name : "", room);
  if (function) std::ranges::move(comment_lines(subject, *function, room), std::back_inserter(about.lines));
  screen.head = remark_lines(question, room);
  std::ranges::move(with_place(std::move(about.lines), place_of(view, room), room),
                    std::back_inserter(screen.head));
  if (is_call)
    std::ranges::move(called_by(subject, view.about.first, view.call_line, room),
                      std::back_inserter(screen.head));
  if (view.is_chain()) screen.blocks.push_back(calls_block(view, console, room));
  std::ranges::move(blocks_of(view, about, subject.trace() != nullptr, room),
                    std::back_inserter(screen.blocks));
  for (const std::string& text : service::unrecorded_texts(view.facts.unrecorded))
    screen.remarks.push_back(
        StyledLine().fill(kMargin).add(in_signs("not known: " + text, room), Style::kDim));
  screen.foot = question_lines(question_of(view), room);
  if (with_answers) std::ranges::move(answer_lines(answers_to(view), room), std::back_inserter(screen.foot));
  return screen;
}

}  // namespace culprit::cli
