#include "src/cli/subject_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/cli/rows.h"
#include "src/cli/value_path.h"
#include "src/cli/wrap.h"
#include "src/service/source.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kShort =
    60;  ///< columns of an argument that stands in the call, whatever was used of it
constexpr std::size_t kMostOfOne = 4;    ///< lines of one argument
constexpr std::size_t kMostComment = 3;  ///< lines
constexpr std::size_t kMostStatement = 2;

std::string dots(const Room& room) {
  return in_signs("…", room);
}

/// Something that the name leads to was changed: then both values stand with the changes.
bool is_changed(const state::Facts& facts, std::string_view name) {
  return std::ranges::any_of(facts.changes, [&](const state::Change& change) {
    std::string_view path = change.path;
    while (path.starts_with('*') || path.starts_with('(')) path.remove_prefix(1);
    return is_below(path, name);
  });
}

struct Argument {
  std::string text;
  bool is_whole;
};

Argument argument_of(const service::NodeView& view, const state::Value& input, const Room& room) {
  const std::string name = in_signs(printable(input.name), room);
  const std::string value = in_signs(service::to_text(input, 4096), room);
  const bool is_cut = value.find(dots(room)) != std::string::npos;
  const bool is_long = display_width(value) > kShort || is_cut;
  const bool knows_used = view.facts.used.is_known && !view.facts.used.is_cut;
  if (!name.empty() && ((knows_used && is_long) || is_changed(view.facts, input.name))) return {name, false};
  const std::string text =
      name.empty() || input.kind == state::ValueKind::kText ? value : name + " = " + value;
  return {input.kind == state::ValueKind::kText && !name.empty() ? name + " = " + value : text, !is_cut};
}

/// ` of a Savings`: the class of the object, if it is not the one that the function belongs to.
std::string class_text(const service::NodeView& view) {
  const state::Value* object = service::this_in(view.facts.inputs);
  if (!object) object = service::this_in(view.facts.before);
  if (!object || object->children.size() != 1 || object->children[0].kind != state::ValueKind::kStruct)
    return {};
  const std::string name = printable(object->children[0].text);
  if (name.empty()) return {};
  const bool is_vowel = std::string_view("AEIOUaeiou").find(name[0]) != std::string_view::npos;
  return fmt::format("   of {} {}", is_vowel ? "an" : "a", name);
}

/// Arguments behind each other, on further lines below the first one.
class ArgumentLines {
 public:
  ArgumentLines(std::string_view head, const Room& room, std::size_t reserved) : room_(room) {
    line_.fill(kMargin).add(head, Style::kBold);
    first_ = room.columns > reserved ? room.columns - reserved : room.columns;
    indent_ = line_.width() + 1 <= room.columns / 2 ? line_.width() + 1 : kMargin + 4;
  }
  void add(std::string_view text) { line_.add(text); }
  void add_argument(const std::string& argument, const std::string& behind) {
    const std::size_t width = display_width(argument) + behind.size();
    const std::string space = is_first_ ? "" : " ";
    if (line_.width() + space.size() + width <= limit()) {
      line_.add(space + argument + behind);
    } else {
      if (!is_first_ || line_.width() > indent_) next();
      const std::size_t room = limit() > indent_ + behind.size() ? limit() - indent_ - behind.size() : 12;
      const auto lines = first_lines(wrapped_value(argument, room), kMostOfOne, room, dots(room_));
      for (const std::string& one : lines) {
        if (&one != &lines.front()) next();
        line_.add(one);
      }
      line_.add(behind);
    }
    is_first_ = false;
  }
  StyledLines take() {
    lines_.push_back(std::move(line_));
    return std::move(lines_);
  }
  bool is_single() const { return lines_.empty(); }

 private:
  std::size_t limit() const { return lines_.empty() ? first_ : room_.columns; }
  void next() {
    lines_.push_back(std::move(line_));
    line_ = StyledLine();
    line_.fill(indent_);
  }

  const Room& room_;
  StyledLines lines_;
  StyledLine line_;
  std::size_t first_;
  std::size_t indent_;
  bool is_first_ = true;
};

StyledLines call_as_lines(const service::NodeView& view, const std::vector<Argument>& arguments,
                          const Room& room, std::size_t reserved) {
  ArgumentLines lines(in_signs(printable(view.function), room), room, reserved);
  const bool has_list = !arguments.empty() || !view.signature.empty();
  const std::string tail = (has_list ? ")" : "") + in_signs(class_text(view), room);
  if (has_list) lines.add("(");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    lines.add_argument(arguments[i].text, i + 1 < arguments.size() ? "," : tail);
  if (arguments.empty()) lines.add(tail);
  return lines.take();
}

/// The call alone, of a statement that is too long: `partition(names, first, last)`.
std::string_view call_in(std::string_view statement, std::string_view name) {
  const std::size_t colons = name.rfind("::");
  if (colons != std::string_view::npos) name.remove_prefix(colons + 2);
  const std::size_t at = statement.find(std::string(name) + "(");
  if (name.empty() || at == std::string_view::npos) return statement;
  int depth = 0;
  for (std::size_t i = at + name.size(); i < statement.size(); ++i) {
    if (statement[i] == '(') ++depth;
    if (statement[i] == ')' && --depth == 0) return statement.substr(at, i + 1 - at);
  }
  return statement.substr(at);
}

}  // namespace

SubjectLines call_lines(const service::NodeView& view, const Room& room) {
  SubjectLines subject;
  std::vector<Argument> arguments;
  for (const state::Value& input : view.facts.inputs) {
    if (input.name == "this") continue;
    arguments.push_back(argument_of(view, input, room));
    if (arguments.back().is_whole) subject.shown.insert(input.name);
  }
  subject.lines = call_as_lines(view, arguments, room, 0);
  // The place is better on the first line of several than below them all.
  constexpr std::size_t kPlace = 24;
  if (subject.lines.size() > 1)
    subject.lines = call_as_lines(view, arguments, room, std::min(kPlace, room.columns / 3));
  return subject;
}

StyledLines heading_lines(const service::NodeView& view, std::string_view function, const Room& room) {
  std::string text;
  if (view.is_chain()) {
    text = service::chain_heading(view) + ":";
  } else {
    text = view.first_line > 0 ? fmt::format("the loop at line {}", view.first_line) : "the loop";
    if (!function.empty()) text += " in " + printable(function);
    text += ", " + service::passes_text(view);
    if (view.passes > view.iteration) text += " and what follows";
  }
  StyledLines lines;
  const std::size_t width = room.columns > kMargin + 12 ? room.columns - kMargin : 12;
  for (const std::string& line : wrapped_words(in_signs(text, room), width))
    lines.push_back(StyledLine().fill(kMargin).add(line, Style::kBold));
  return lines;
}

StyledLines comment_lines(const service::Subject& subject, const tree::Function& function, const Room& room) {
  const std::string text = service::comment_of(subject, function);
  if (text.empty()) return {};
  const std::string sign = std::string(service::comment_sign(function.file)) + " ";
  const std::size_t taken = kMargin + sign.size();
  const std::size_t width = room.columns > taken + 12 ? room.columns - taken : 12;
  StyledLines lines;
  for (const std::string& line :
       first_lines(wrapped_words(in_signs(printable(text), room), width), kMostComment, width, dots(room)))
    lines.push_back(StyledLine().fill(kMargin).add(sign + line, Style::kDim));
  return lines;
}

StyledLines called_by(const service::Subject& subject, NodeId node, std::uint32_t line, const Room& room) {
  const tree::Tree& tree = subject.tree();
  const NodeId parent = tree.parent(node);
  if (parent == kNoNode) return {};
  const bool is_in_loop = tree.is_iteration(parent);
  const tree::Function& function =
      is_in_loop ? tree.function(tree.function(parent).enclosing) : tree.function(parent);
  const bool is_same_thread = tree.names().ref(parent).stream == tree.names().ref(node).stream;
  if (function.kind == tree::FunctionKind::kProgram || !is_same_thread) return {};
  std::string text = "called by  " + in_signs(printable(function.name), room);
  StyledLines lines;
  const std::size_t width = room.columns > kMargin + 12 ? room.columns - kMargin : 12;
  if (line > 0) text += fmt::format(", line {}", line);
  const std::string statement =
      line > 0 ? service::statement_at(subject, function.file, line) : std::string();
  if (statement.empty())
    return {StyledLine().fill(kMargin).add(cut_to(text, width, dots(room)), Style::kDim)};
  text += ":  ";
  const std::size_t used = kMargin + display_width(text);
  const std::size_t rest = room.columns > used + 20 ? room.columns - used : 20;
  std::vector<std::string> code = wrapped_words(in_signs(printable(statement), room), rest);
  if (code.size() > 1)
    code = wrapped_words(in_signs(printable(call_in(statement, tree.function(node).name)), room), rest);
  for (const std::string& part : first_lines(code, kMostStatement, rest, dots(room))) {
    lines.push_back(StyledLine().fill(kMargin).add(lines.empty() ? text : "", Style::kDim));
    lines.back().fill(used).add(part);
  }
  return lines;
}

}  // namespace culprit::cli
