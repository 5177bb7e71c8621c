#include "src/service/comment_lines.h"

#include <algorithm>
#include <cctype>

#include "src/base/text.h"

namespace culprit::service {
namespace {

using Kind = SourceLine::Kind;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A line like "-----" or "*****".
bool is_rule(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return is_word(c) || (c & 0x80) != 0; });
}

/// What doxygen knows by a word is said as a sentence.
std::string_view without_command(std::string_view text) {
  for (const std::string_view command : {"brief", "short", "details", "note", "return", "returns"}) {
    if (text.size() < 2 || (text[0] != '@' && text[0] != '\\')) break;
    if (!text.substr(1).starts_with(command) ||
        (text.size() > command.size() + 1 && text[command.size() + 1] != ' '))
      continue;
    if (command.starts_with("return")) return text.substr(1);
    return trimmed(text.substr(1 + command.size()));
  }
  return text;
}

/// Takes lines one after the other, since a comment may have begun above.
class Reader {
 public:
  explicit Reader(std::string_view sign) : sign_(sign), has_blocks_(sign == "//") {}

  SourceLine read(std::string_view line) {
    if (in_block_) return inside(line);
    const std::string_view text = trimmed(line);
    if (text.empty()) return {};
    const std::size_t indent = line.find_first_not_of(" \t");
    if (is_sign(text)) {
      std::size_t skipped = text.find_first_not_of(sign_[0]);
      if (skipped == std::string_view::npos) skipped = text.size();
      if (has_blocks_ && skipped < text.size() && (text[skipped] == '!' || text[skipped] == '<')) ++skipped;
      return comment(text.substr(skipped), indent + skipped, indent == 0, false);
    }
    if (!has_blocks_ || !text.starts_with("/*")) return code(line);
    block_is_comment_ = true;
    block_at_margin_ = indent == 0;
    in_block_ = true;
    const std::size_t skipped = std::min(text.find_first_not_of("*!", 1), text.size());
    SourceLine first = inside(text.substr(skipped));
    first.begins = first.kind == Kind::kComment;
    first.indent += indent + skipped;
    return first;
  }

 private:
  bool is_sign(std::string_view text) const {
    return text.starts_with(sign_) && (has_blocks_ || !text.starts_with("#!"));
  }
  static SourceLine comment(std::string_view text, std::size_t indent, bool at_margin, bool begins) {
    SourceLine line{Kind::kComment, begins, at_margin, indent, {}};
    if (is_rule(text)) return line;
    const std::size_t first = text.find_first_not_of(" \t");
    line.indent += first;
    line.text = without_command(trimmed(text));
    return line;
  }
  /// Of a comment in /* */, which may end here.
  SourceLine inside(std::string_view line) {
    const std::size_t end = line.find("*/");
    std::string_view text = line.substr(0, end);
    const bool has_code = end != std::string_view::npos && !trimmed(line.substr(end + 2)).empty();
    in_block_ = end == std::string_view::npos;
    if (!block_is_comment_ || has_code) return {Kind::kCode, false, false, 0, std::string(trimmed(line))};
    std::size_t skipped = 0;
    if (const std::size_t star = text.find_first_not_of(" \t");
        star != std::string_view::npos && text[star] == '*')
      skipped = star + 1;
    text.remove_prefix(skipped);
    while (text.ends_with('*')) text.remove_suffix(1);
    return comment(text, skipped, block_at_margin_, false);
  }
  /// Code, up to a comment behind it. Texts in quotes are passed over; a quote behind a digit parts thousands.
  SourceLine code(std::string_view line) {
    std::size_t end = line.size();
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (quote != 0) {
        if (line[i] == '\\')
          ++i;
        else if (line[i] == quote)
          quote = 0;
      } else if (line[i] == '"' || (line[i] == '\'' && has_blocks_ && (i == 0 || !is_word(line[i - 1])))) {
        quote = line[i];
      } else if (line.substr(i).starts_with(sign_)) {
        end = std::min(end, i);
        break;
      } else if (has_blocks_ && line.substr(i).starts_with("/*")) {
        const std::size_t close = line.find("*/", i + 2);
        if (close == std::string_view::npos) {
          in_block_ = true;
          block_is_comment_ = false;
          end = i;
          break;
        }
        i = close + 1;
      }
    }
    return {Kind::kCode, false, false, 0, std::string(trimmed(line.substr(0, end)))};
  }

  std::string_view sign_;
  bool has_blocks_;
  bool in_block_ = false;
  bool block_is_comment_ = false;  ///< it began a line; else it stands behind code, and is about that
  bool block_at_margin_ = false;
};

}  // namespace

std::vector<SourceLine> source_lines(std::span<const std::string> lines, std::string_view sign) {
  std::vector<SourceLine> read;
  read.reserve(lines.size());
  Reader reader(sign);
  for (const std::string& line : lines) read.push_back(reader.read(line));
  return read;
}

}  // namespace culprit::service
