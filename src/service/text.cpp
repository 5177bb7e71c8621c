#include <fmt/format.h>
#include <algorithm>

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "src/base/text.h"
#include "src/service/dialogue.h"
#include "src/service/fit_line.h"
#include "src/service/json_text.h"

namespace culprit::service {
namespace {

using state::Value;
using state::ValueKind;

/// Writes values on one line and stops once enough columns are full, so that a long array costs no more than
/// what is shown. Values nest only as deep as the reader's limits, so recursion is bounded.
class LineWriter {
 public:
  explicit LineWriter(std::size_t width) : enough_(width * 4 + 16) {}

  void add(std::string_view text) { line_ += text; }
  void add(const Value& value) {
    switch (value.kind) {
      case ValueKind::kString:
        add_string(value);
        break;
      case ValueKind::kPointer:
        add_pointer(value);
        break;
      case ValueKind::kStruct:
      case ValueKind::kUnion:
        line_ += one_row(value.text);
        add_braced(value.children, true);
        break;
      case ValueKind::kTuple:
        line_ += '(';
        add_list(value.children, false);
        line_ += ')';
        break;
      case ValueKind::kMap:
        add_map(value);
        break;
      case ValueKind::kIterator:
        add_iterator(value);
        break;
      case ValueKind::kCharacter:
        line_ += '\'' + escaped(value.text) + '\'';
        break;
      case ValueKind::kList:
        add_functional_list(value);
        break;
      case ValueKind::kArray:
        add_braced(value.children, false);
        break;
      case ValueKind::kVoid:
        line_ += "nothing";
        break;
      case ValueKind::kUninitialised:
        line_ += "uninitialised";
        break;
      case ValueKind::kFreed:
        line_ += value.text.empty() ? "freed" : one_row(value.text) + " (freed)";
        break;
      case ValueKind::kWild:
        line_ += one_row(value.text) + " (wild)";
        break;
      case ValueKind::kSeen:
        line_ += "(same as " + printable(value.text) + ')';
        break;
      case ValueKind::kCut:
        line_ += cut(value.count);
        break;
      case ValueKind::kOpaque:
        line_ += value.text.empty() ? "?" : one_row(value.text);
        break;
      default:
        line_ += one_row(value.text);
    }
    if (!value.note.empty()) line_ += " (" + one_row(value.note) + ')';
  }
  /// Separated by commas; named as `name = value` if asked to.
  void add_list(const std::vector<Value>& values, bool with_names) {
    bool first = true;
    for (const Value& value : values) {
      if (line_.size() > enough_) return;
      if (!first) line_ += ", ";
      first = false;
      const bool named = (with_names || value.kind == ValueKind::kText) && !value.name.empty();
      if (named && value.kind != ValueKind::kCut) line_ += one_row(value.name) + " = ";
      add(value);
    }
  }
  std::string take(std::size_t width) const { return clipped(line_, width); }

 private:
  static std::string one_row(std::string_view text) {
    std::string row = printable(text);
    for (char& c : row) {
      if (c == '\n' || c == '\t') c = ' ';
    }
    return row;
  }
  static std::string cut(std::uint64_t count) {
    return count == 0 ? std::string("…") : fmt::format("… {} more", with_commas(count));
  }
  void add_braced(const std::vector<Value>& values, bool with_names) {
    line_ += '{';
    add_list(values, with_names);
    line_ += '}';
  }
  void add_functional_list(const Value& value) {
    if (value.children.empty()) line_ += "nil";
    for (const Value& child : value.children) {
      if (line_.size() > enough_) return;
      line_ += &child == &value.children.front() ? '(' : ' ';
      add(child);
    }
    if (!value.children.empty()) line_ += ')';
  }
  void add_map(const Value& value) {
    line_ += '{';
    for (const Value& entry : value.children) {
      if (line_.size() > enough_) break;
      if (&entry != &value.children.front()) line_ += ", ";
      if (entry.kind == ValueKind::kTuple && entry.children.size() == 2) {
        add(entry.children[0]);
        line_ += ": ";
        add(entry.children[1]);
      } else {
        add(entry);
      }
    }
    line_ += '}';
  }
  void add_iterator(const Value& value) {
    line_ += "→ ";
    if (!value.text.empty())
      line_ += one_row(value.text);
    else if (!value.children.empty())
      add(value.children[0]);
    else
      line_ += hexadecimal(value.address);
  }
  void add_pointer(const Value& value) {
    if (value.address == 0) {
      line_ += "null";
    } else if (value.children.empty()) {
      line_ += hexadecimal(value.address);
    } else if (value.children.size() == 1 && value.children[0].name == "*") {
      line_ += '&';
      add(value.children[0]);
    } else {
      line_ += '&';
      add_braced(value.children, false);
    }
  }
  void add_string(const Value& value) {
    line_ += '"' + escaped(value.text) + '"';
    if (value.children.empty()) return;
    if (value.children[0].kind != ValueKind::kCut) line_ += " then ";
    add(value.children[0]);
  }

  std::string line_;
  std::size_t enough_;
};

/// Behind the name of its type: `("message")`, `{line = 3}`, `(42)`.
void add_exception(LineWriter& line, const Value& value) {
  switch (value.kind) {
    case ValueKind::kStruct:
      if (!value.children.empty()) line.add(value);
      break;
    case ValueKind::kWords:
    case ValueKind::kEmpty:
    case ValueKind::kUninitialised:
    case ValueKind::kFreed:
    case ValueKind::kWild:
    case ValueKind::kCut:
    case ValueKind::kOpaque:
      break;
    default:
      line.add("(");
      line.add(value);
      line.add(")");
  }
}

void add_outcome(LineWriter& line, const state::Facts& facts) {
  switch (facts.outcome) {
    case state::Outcome::kReturned:
      if (facts.result && facts.result->kind != ValueKind::kVoid) {
        line.add(" = ");
        line.add(*facts.result);
      }
      break;
    case state::Outcome::kThrew:
      line.add(" threw " + (facts.exception.empty() ? "an exception" : printable(facts.exception)));
      if (facts.result) add_exception(line, *facts.result);
      break;
    case state::Outcome::kJumped:
      line.add(" was left by a jump");
      break;
    case state::Outcome::kExited:
      line.add(" ended the program");
      break;
    case state::Outcome::kUnfinished:
      line.add(" did not finish");
      break;
  }
}

/// `this` is in the name already.
std::vector<Value> arguments(const state::Facts& facts) {
  std::vector<Value> shown;
  for (const Value& input : facts.inputs) {
    if (input.name != "this") shown.push_back(input);
  }
  return shown;
}

std::string place(const NodeView& view) {
  if (view.file.empty()) return "in " + printable(view.function);
  const std::string name = std::filesystem::path(view.file).filename().string();
  return fmt::format("at {}:{}", printable(name), view.first_line);
}

std::string chain_line(const NodeView& view, std::size_t width) {
  std::string line = chain_heading(view) + ": ";
  for (const NodeView& part : view.parts) {
    if (line.size() > 4 * width) break;
    line += (&part == &view.parts.front() ? "" : "; ") + one_line(part, width);
  }
  if (view.parts_total > view.parts.size()) line += "; …";
  return clipped(line, width);
}

}  // namespace

/// A pass is judged with all that follow it: they are below it in the tree.
std::string passes_text(const NodeView& view) {
  if (view.passes <= view.iteration)
    return fmt::format("pass {}{}", with_commas(view.iteration),
                       view.passes == 0 ? "" : " of " + with_commas(view.passes));
  return fmt::format("passes {}–{} of {}", with_commas(view.iteration), with_commas(view.passes),
                     with_commas(view.passes));
}

std::string chain_heading(const NodeView& view) {
  const bool has_loops =
      std::ranges::any_of(view.parts, [](const NodeView& part) { return part.kind == "iteration"; });
  const std::string parts =
      with_commas(view.parts_total) + (has_loops ? " step" : " call") + (view.parts_total == 1 ? "" : "s");
  return parts + (view.function.empty() ? "" : " of " + printable(view.function)) + " in a row";
}

std::string one_line(const NodeView& view, std::size_t width) {
  if (view.is_chain()) return chain_line(view, width);
  const bool is_iteration = view.kind == "iteration";
  LineParts parts;
  parts.head =
      is_iteration ? fmt::format("loop {}, {}", place(view), passes_text(view)) : printable(view.function);
  for (const Value& input : is_iteration ? view.facts.inputs : arguments(view.facts)) {
    LineWriter text(width);
    text.add_list({input}, is_iteration);
    parts.inputs.push_back(text.take(width));
  }
  // A tree that says only names says nothing of arguments either.
  if (!parts.inputs.empty() || (!is_iteration && !view.signature.empty())) {
    parts.head += is_iteration ? " (" : "(";
    parts.tail = ")";
  }
  if (!is_iteration || view.facts.outcome != state::Outcome::kReturned) {
    LineWriter outcome(width);
    add_outcome(outcome, view.facts);
    parts.tail += outcome.take(width);
  }
  return fit_line(parts, width);
}

std::string in_quotes(std::string_view text) {
  return '"' + escaped(text) + '"';
}

std::string asked_text(const state::Asked& asked) {
  const std::string name = printable(asked.name);
  switch (asked.what) {
    case state::AskedOf::kEnvironment:
      return "asked for " + name +
             " in the environment: " + (asked.has_answer ? in_quotes(asked.answer) : "not set");
    case state::AskedOf::kOpening:
      return "could not open " + name;
    default:
      return "was told by " + name + ": " + printable(asked.answer);
  }
}

std::string started_text(const state::StartedThread& thread, std::size_t width) {
  if (thread.function.empty()) return "started a thread in which no call was recorded";
  LineParts parts;
  parts.head = "started " + printable(thread.function) + "(";
  parts.tail = ")";
  for (const state::StartedThread::Given& given : thread.inputs) {
    if (given.value.name == "this" && given.place.empty() && given.value.children.empty()) continue;
    LineWriter text(width);
    if (given.place.empty())
      text.add(given.value);
    else
      text.add("&" + printable(given.place));
    parts.inputs.push_back(text.take(width));
  }
  return fit_line(parts, width);
}

std::vector<std::string> unrecorded_texts(const state::Unrecorded& unrecorded) {
  std::vector<std::string> texts;
  if (unrecorded.reads)
    texts.emplace_back(unrecorded.partly ? "what it used was not recorded, or not all of it"
                                         : "what it used was not recorded");
  if (unrecorded.input) texts.emplace_back("what it read from files and wrote to them was not recorded");
  if (unrecorded.records) texts.emplace_back("a part of what it did is missing in the trace");
  if (unrecorded.before)
    texts.emplace_back(
        "a part of what ran before it is missing in the trace: what it found may have changed");
  return texts;
}

std::string exit_text(const state::Left& left, std::size_t width) {
  const std::string place = left.line == 0 ? "" : fmt::format(", line {}", left.line);
  switch (left.how) {
    case state::LoopExit::kRanOut:
      return "the condition no longer holds";
    case state::LoopExit::kBroke:
      return "left by break" + place;
    case state::LoopExit::kReturned: {
      const bool has_value = left.result && left.result->kind != ValueKind::kVoid;
      const std::size_t room = width > place.size() + 9 ? width - place.size() - 9 : 1;
      return "returned" + (has_value ? " " + to_text(*left.result, room) : "") + place;
    }
    case state::LoopExit::kJumped:
      return "left by a jump" + place;
    case state::LoopExit::kThrew: {
      if (!left.result) return "left by an exception" + place;
      LineWriter line(width);
      line.add("left by " + printable(left.result->type));
      add_exception(line, *left.result);
      return line.take(width > place.size() ? width - place.size() : 1) + place;
    }
    case state::LoopExit::kUnknown:
      break;
  }
  return "how the loop ended was not recorded";
}

std::string to_text(const Value& value, std::size_t width) {
  LineWriter line(width);
  line.add(value);
  return line.take(width);
}

}  // namespace culprit::service
