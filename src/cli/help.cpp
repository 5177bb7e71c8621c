#include "src/cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kHelpWidth = 92;

std::size_t help_width(const Console& console) {
  return std::min(kHelpWidth, console.width());
}

/// A term on the left, its text flowed on the right, in the manner of a manual page.
std::string entry(const Console& console, std::string_view term, std::string_view text, std::size_t column) {
  const std::string body = wrapped(text, column, help_width(console));
  const std::string left = "  " + console.paint(Style::kBold, term);
  const std::size_t used = 2 + display_width(term);
  if (used + 2 > column) return left + "\n" + body;
  return left + std::string(column - used, ' ') + body.substr(column);
}

std::string option_term(const Option& option) {
  std::string term = option.short_flag.empty() ? "" : std::string(option.short_flag) + ", ";
  term += option.flag;
  if (option.takes != Takes::kNothing) term += " " + std::string(option.value);
  return term;
}

std::string command_list(const Console& console) {
  std::string text;
  for (const Command& command : commands()) text += entry(console, command.name, command.summary, 14);
  return text;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  const std::string margin(indent, ' ');
  std::string out;
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) out += margin + line + "\n";
    line.clear();
  };
  for (const std::string_view paragraph : split(text, '\n')) {
    if (paragraph.empty() || paragraph[0] == ' ') {
      flush();
      out += paragraph.empty() ? "\n" : margin + std::string(paragraph) + "\n";
      continue;
    }
    for (const std::string_view word : split(paragraph, ' ')) {
      if (word.empty()) continue;
      if (!line.empty() && indent + display_width(line) + 1 + display_width(word) > width) flush();
      if (!line.empty()) line += ' ';
      line += word;
    }
  }
  flush();
  return out;
}

std::string usage_line(const Command& command) {
  std::string line = "culprit " + std::string(command.name);
  for (const Operand& operand : command.operands) {
    if (command.rest == Rest::kProgram) break;  // it stands last
    const std::string name = std::string(operand.name) + (operand.repeats ? "…" : "");
    line += operand.is_optional ? " [" + name + "]" : " " + name;
  }
  for (const Option& option : command.options) {
    line += fmt::format(" [{}{}{}]", option.short_flag.empty() ? option.flag : option.short_flag,
                        option.takes == Takes::kNothing ? "" : " ", option.value);
  }
  if (!command.rest_usage.empty()) line += " " + std::string(command.rest_usage);
  return line;
}

std::string short_help(const Console& console) {
  return fmt::format(
      "{} finds the function, or the very loop, that holds a bug, by asking whether a few calls of a\n"
      "recorded run gave the right result.\n\n"
      "  culprit run FILE.cpp         compile, record, and find the bug\n"
      "  culprit record -- PROGRAM    record a run of a program that culprit-cc or culprit-c++ compiled\n"
      "  culprit debug                ask about the newest trace here, and name the culprit\n"
      "  culprit --help               all commands\n",
      console.paint(Style::kBold, "culprit"));
}

std::string program_help(const Console& console) {
  std::string text = "Finds the function, or the very loop, that holds a bug.\n\n";
  text += console.paint(Style::kBold, "usage") + "  culprit COMMAND …\n\n";
  text += console.paint(Style::kBold, "commands") + "\n" + command_list(console) + "\n";
  text += console.paint(Style::kBold, "options") + "\n";
  for (const Option& option : common_options()) text += entry(console, option_term(option), option.help, 20);
  text += entry(console, "--version", "print the version and stop", 20);
  text +=
      "\n'culprit COMMAND --help' explains one of them, 'man culprit-COMMAND' in full. FILE is a trace, a "
      "packed\n"
      "trace, a tree as indented text, or a tree as JSON; which it is shows in its contents.\n";
  return text;
}

std::string command_help(const Command& command, const Console& console) {
  std::string summary(command.summary);
  summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  std::string text = summary + ".\n\n" + console.paint(Style::kBold, "usage") + "\n";
  text += wrapped(usage_line(command), 2, help_width(console)) + "\n";
  text += wrapped(command.details, 0, help_width(console)) + "\n";
  if (!command.operands.empty()) {
    text += console.paint(Style::kBold, "arguments") + "\n";
    for (const Operand& operand : command.operands) text += entry(console, operand.name, operand.help, 20);
    text += "\n";
  }
  text += console.paint(Style::kBold, "options") + "\n";
  for (const Option& option : command.options) text += entry(console, option_term(option), option.help, 20);
  for (const Option& option : common_options()) text += entry(console, option_term(option), option.help, 20);
  return text;
}

}  // namespace culprit::cli
