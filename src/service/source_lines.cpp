#include "src/service/source_lines.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "src/base/text.h"
#include "src/service/comment_lines.h"

namespace culprit::service {
namespace {

using Kind = SourceLine::Kind;
using Lines = std::span<const SourceLine>;

constexpr std::size_t kDeclaration = 8;  ///< lines of a declaration before the one with its name, at most
constexpr std::size_t kStatement = 12;   ///< lines of a statement, at most

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool is_licence(Lines comment) {
  return std::ranges::any_of(comment, [](const SourceLine& line) {
    const std::string text = lower(line.text);
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{"copyright", "licence", "license", "spdx-"},
        [&](std::string_view word) { return text.find(word) != std::string::npos; });
  });
}

/// Code that was commented out. A sentence hardly ends like that.
bool is_code(std::string_view text) {
  return text.ends_with(';') || text.ends_with('{') || text == "}" || text.starts_with("#include") ||
         text.starts_with("#if") || text.starts_with("#define");
}

/// Its lines joined, without the paragraphs in which code was commented out.
std::string joined(Lines comment) {
  std::string out, paragraph;
  bool has_code = false;
  const auto close = [&] {
    if (!has_code && !paragraph.empty()) out += (out.empty() ? "" : " ") + paragraph;
    paragraph.clear();
    has_code = false;
  };
  for (const SourceLine& line : comment) {
    if (line.text.empty()) {
      close();
      continue;
    }
    has_code = has_code || is_code(line.text);
    paragraph += (paragraph.empty() ? "" : " ") + line.text;
  }
  close();
  return out;
}

/// A line that a declaration may begin with before the one that has its name: a template, an attribute, `static`, a type.
bool is_declaration(const SourceLine& line) {
  if (line.kind != Kind::kCode || line.text.empty()) return false;
  constexpr std::string_view kEnds = ";}{:,\\";
  return kEnds.find(line.text.back()) == std::string_view::npos && line.text[0] != '#';
}

/// Behind `name(…)`, if a text begins with that: what is said of it. Empty else.
std::string_view behind_call(std::string_view text, std::string_view name) {
  if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != '(') return {};
  const std::size_t end = text.find(')', name.size());
  if (end == std::string_view::npos) return {};
  std::string_view rest = trimmed(text.substr(end + 1));
  if (rest.starts_with(';') || rest.starts_with('{')) return {};
  while (!rest.empty() && (rest[0] == ':' || rest[0] == '-' || rest[0] == '='))
    rest = trimmed(rest.substr(1));
  return rest;
}

/// Balance of parentheses and brackets outside quotes.
int depth_of(std::string_view text) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '"' ||
               (c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0))) {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    }
  }
  return depth;
}

/// A line behind which the statement goes on: it ends within an expression.
bool goes_on(std::string_view text) {
  if (text.empty() || text.ends_with("++") || text.ends_with("--")) return false;
  constexpr std::string_view kInside = ",(=+-*/%&|?<[!.";
  return kInside.find(text.back()) != std::string_view::npos || text.ends_with("return");
}

/// A line that goes on with the one above it.
bool is_continuation(std::string_view text) {
  constexpr std::string_view kInside = ".?:)]+*/%|=,";
  return !text.empty() && (kInside.find(text[0]) != std::string_view::npos || text.starts_with("->") ||
                           text.starts_with("<<") || text.starts_with("&&"));
}

/// Where the statement begins: above lie lines that leave a parenthesis open, or end within an expression.
std::size_t first_of(Lines lines, std::size_t at) {
  const std::size_t top = at > kStatement ? at - kStatement : 0;
  std::size_t first = at;
  int depth = 0;
  for (std::size_t i = at, candidate = at; i-- > top;) {
    if (lines[i].kind == Kind::kComment || lines[i].kind == Kind::kEmpty) {
      if (lines[i].kind == Kind::kEmpty) break;
      continue;
    }
    const std::string_view text = lines[i].text;
    depth += depth_of(text);
    const bool joins = goes_on(text) || is_continuation(lines[candidate].text);
    if (depth <= 0 && !joins &&
        (text.ends_with(';') || text.ends_with('{') || text.ends_with('}') || text.ends_with(')')))
      break;
    candidate = i;
    if (depth > 0 || joins) first = i;
    if (depth > 0) depth = 0;
  }
  return first;
}

}  // namespace

std::string comment_above(std::span<const std::string> text, std::size_t line, std::string_view sign) {
  if (line < 2 || line > text.size()) return {};
  const std::vector<SourceLine> lines = source_lines(text.first(line - 1), sign);
  std::size_t end = lines.size();
  for (std::size_t skipped = 0;
       end > 0 && skipped < kDeclaration && sign == "//" && is_declaration(lines[end - 1]); ++skipped)
    --end;
  std::size_t begin = end;
  while (begin > 0 && lines[begin - 1].kind == Kind::kComment) {
    --begin;
    if (lines[begin].begins) break;
  }
  // A program of the functional language has no includes: what it begins with is about all of it.
  if (begin == 0 && sign != "//") return {};
  const Lines comment = Lines(lines).subspan(begin, end - begin);
  return is_licence(comment) ? std::string() : joined(comment);
}

std::string comment_entry(std::span<const std::string> text, std::string_view name, std::string_view sign) {
  if (name.empty()) return {};
  const std::vector<SourceLine> lines = source_lines(text, sign);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind != Kind::kComment || !lines[i].is_at_margin) continue;
    const std::string_view said = behind_call(lines[i].text, name);
    if (said.empty()) continue;
    std::vector<SourceLine> entry{lines[i]};
    entry[0].text = said;
    for (std::size_t k = i + 1; k < lines.size() && lines[k].kind == Kind::kComment && !lines[k].begins;
         ++k) {
      if (lines[k].text.empty() || lines[k].indent <= lines[i].indent) break;
      entry.push_back(lines[k]);
    }
    if (!is_licence(entry)) return joined(entry);
  }
  return {};
}

std::string statement_around(std::span<const std::string> text, std::size_t line, std::string_view sign) {
  if (line == 0 || line > text.size()) return {};
  const std::vector<SourceLine> lines = source_lines(text, sign);
  if (lines[line - 1].kind != Kind::kCode) return {};
  const bool has_statements = sign == "//";
  const std::size_t first = has_statements ? first_of(lines, line - 1) : line - 1;
  std::string out;
  int depth = 0;
  for (std::size_t i = first; i < lines.size() && i < first + kStatement; ++i) {
    if (lines[i].kind != Kind::kCode) {
      if (i >= line) break;
      continue;
    }
    out += (out.empty() ? "" : " ") + lines[i].text;
    depth += depth_of(lines[i].text);
    const bool is_last = depth <= 0 && !goes_on(lines[i].text);
    const bool next_joins =
        has_statements && i + 1 < lines.size() && is_continuation(lines[i + 1].text) && !out.ends_with(';');
    if (i + 1 >= line && is_last && !next_joins) break;
  }
  return out;
}

}  // namespace culprit::service
