#include "src/cli/browse.h"

#include <fmt/format.h>

#include <charconv>

#include "src/base/text.h"
#include "src/cli/exit_code.h"
#include "src/cli/value_text.h"
#include "src/cli/verdict_text.h"

namespace culprit::cli {
namespace {

constexpr std::string_view kHelp =
    "   ls            the values here\n"
    "   cd NAME       into a value; 'cd ..' out of it, 'cd /' to the top\n"
    "   pwd           where this is\n"
    "   print [PATH]  a value with all its parts, down to the depth\n"
    "   who PATH      who wrote it: node and source line\n"
    "   before        look at the state before the call\n"
    "   after         look at the state after it (where this starts)\n"
    "   depth N       levels shown\n"
    "   width N       elements and fields of one value shown\n"
    "   quit          back to the question\n";

bool is_folder(const state::Value& value) {
  return !value.children.empty();
}

}  // namespace

std::string child_path(const std::string& path, bool is_pointer, std::string_view name) {
  if (path.empty()) return std::string(name);
  if (name == "*") return "*" + path;
  if (name.starts_with('[')) return (is_pointer ? "(*" + path + ")" : path) + std::string(name);
  return path + (is_pointer ? "->" : ".") + std::string(name);
}

Browser::Browser(const service::Dialogue& dialogue, session::About node, state::Limits limits,
                 Console& console, LineReader& reader)
    : dialogue_(dialogue), node_(node), limits_(limits), console_(console), reader_(reader) {}

void Browser::run() {
  console_.print(
      console_.paint(Style::kDim, "   after the call; 'help' lists what you can type, 'quit' leads back") +
      "\n");
  list();
  for (;;) {
    const std::string where = place_.empty() ? "/" : place_.back().path;
    const auto line = reader_.read(fmt::format("browse {}> ", escaped(clipped(where, 40))), true);
    if (!line || !obey(*line)) return;
  }
}

bool Browser::obey(const std::string& line) {
  const std::string_view text = trimmed(line);
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  const std::string_view rest =
      space == std::string_view::npos ? std::string_view() : trimmed(text.substr(space));
  if (word == "quit" || word == "q" || word == "exit") return false;
  if (word.empty()) return true;
  if (word == "ls") {
    list();
  } else if (word == "cd") {
    enter(rest);
  } else if (word == "pwd") {
    console_.print(fmt::format("   {} ({} the call)\n", place_.empty() ? "/" : printable(place_.back().path),
                               after_ ? "after" : "before"));
  } else if (word == "print" || word == "p") {
    print(rest);
  } else if (word == "who") {
    who(rest);
  } else if (word == "before" || word == "after") {
    after_ = word == "after";
    list();
  } else if (word == "depth") {
    set(limits_.depth, word, rest);
  } else if (word == "width") {
    set(limits_.width, word, rest);
  } else if (word == "help" || word == "?") {
    console_.print(kHelp);
  } else {
    refuse({ErrorCode::kBadAnswer, "'" + escaped(word) + "' means nothing here",
            "help lists what you can type; quit leads back to the question"});
  }
  return true;
}

Result<std::vector<state::Value>> Browser::top() {
  state::Facts facts = dialogue_.facts(node_, limits_);
  std::vector<state::Value> values = std::move(after_ ? facts.after : facts.before);
  if (values.empty()) values = std::move(facts.inputs);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].name.empty()) values[i].name = fmt::format("[{}]", i);
  }
  if (after_ && facts.result) {
    values.push_back(std::move(*facts.result));
    values.back().name = "result";
  }
  return values;
}

Result<std::vector<state::Value>> Browser::here() {
  if (place_.empty()) return top();
  auto value = look_up(place_.back().path);
  if (!value) return tl::unexpected(value.error());
  const bool through = value->kind == state::ValueKind::kPointer && value->children.size() == 1 &&
                       is_folder(value->children[0]);
  return through ? std::move(value->children[0].children) : std::move(value->children);
}

Result<state::Value> Browser::look_up(const std::string& path) {
  return dialogue_.look_up(node_, after_, path, limits_);
}

std::string Browser::path_of(std::string_view name) const {
  return place_.empty() ? std::string(name) : child_path(place_.back().path, place_.back().is_pointer, name);
}

void Browser::list() {
  const auto values = here();
  if (!values) return refuse(values.error());
  if (values->empty()) console_.print("   nothing here\n");
  const std::size_t width = console_.width();
  for (const state::Value& value : *values) {
    const std::string type = value.type.empty() ? "" : "  " + printable(value.type);
    const std::string name = printable(value.name);
    const std::size_t used = 3 + display_width(name) + 3 + display_width(type) + 2;
    const std::string text = service::to_text(value, width > used + 12 ? width - used : 12);
    console_.print(fmt::format("   {}{} = {}{}\n", console_.paint(Style::kCyan, name),
                               is_folder(value) ? "/" : "", text, console_.paint(Style::kDim, type)));
  }
}

void Browser::enter(std::string_view name) {
  if (name.empty() || name == "/") {
    place_.clear();
  } else if (name == "..") {
    if (!place_.empty()) place_.pop_back();
  } else {
    if (name.ends_with('/')) name.remove_suffix(1);
    const std::string path = path_of(name);
    const auto value = look_up(path);
    if (!value) return refuse(value.error());
    if (!is_folder(*value))
      return refuse({ErrorCode::kBadAnswer, "'" + escaped(path) + "' has no parts to go into",
                     "'print " + escaped(name) + "' shows it"});
    place_.push_back({path, value->kind == state::ValueKind::kPointer});
  }
  list();
}

void Browser::print(std::string_view path) {
  if (path.empty() && place_.empty()) return list();
  const auto value = look_up(path.empty() ? place_.back().path : path_of(path));
  if (!value) return refuse(value.error());
  console_.print(value_lines(*value, console_, 3, console_.width()));
}

void Browser::who(std::string_view path) {
  if (path.empty() && place_.empty())
    return refuse({ErrorCode::kBadAnswer, "'who' needs a value", "for example 'who L[2]'"});
  const std::string full = path.empty() ? place_.back().path : path_of(path);
  const auto writer = dialogue_.who_wrote(node_, after_, full);
  if (!writer) return refuse(writer.error());
  console_.print("   " + writer_text(full, *writer, dialogue_, console_.width() - 3) + "\n");
}

void Browser::set(std::uint32_t& limit, std::string_view name, std::string_view number) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size())
    return refuse({ErrorCode::kBadAnswer, fmt::format("'{}' needs a number", name),
                   fmt::format("for example '{} 8'", name)});
  limit = value;
  limits_ = limits_of(limits_.depth, limits_.width);
  list();
}

void Browser::refuse(const Error& error) {
  console_.note(error_text(error));
}

}  // namespace culprit::cli
