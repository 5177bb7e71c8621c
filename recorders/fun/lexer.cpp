#include "recorders/fun/lexer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "src/base/text.h"

namespace culprit::fun {
namespace {

using Word = std::pair<std::string_view, TokenKind>;

constexpr std::array kKeywords = {
    Word{"if", TokenKind::kIf},     Word{"then", TokenKind::kThen},     Word{"elsif", TokenKind::kElsif},
    Word{"else", TokenKind::kElse}, Word{"return", TokenKind::kReturn}, Word{"and", TokenKind::kAnd},
    Word{"or", TokenKind::kOr},     Word{"not", TokenKind::kNot},       Word{"mod", TokenKind::kMod},
    Word{"true", TokenKind::kTrue}, Word{"false", TokenKind::kFalse},   Word{"nil", TokenKind::kNil},
};
/// Longer ones before those that they begin with.
constexpr std::array kSigns = {
    Word{"<>", TokenKind::kUnequal},      Word{"<=", TokenKind::kLessEqual},
    Word{">=", TokenKind::kGreaterEqual}, Word{"(", TokenKind::kOpen},
    Word{")", TokenKind::kClose},         Word{"{", TokenKind::kOpenBrace},
    Word{"}", TokenKind::kCloseBrace},    Word{",", TokenKind::kComma},
    Word{";", TokenKind::kSemicolon},     Word{".", TokenKind::kPeriod},
    Word{"+", TokenKind::kPlus},          Word{"-", TokenKind::kMinus},
    Word{"*", TokenKind::kStar},          Word{"/", TokenKind::kSlash},
    Word{"=", TokenKind::kEqual},         Word{"<", TokenKind::kLess},
    Word{">", TokenKind::kGreater},
};
/// What other languages write, and what it is here.
constexpr std::array kForeign = {
    std::pair<std::string_view, std::string_view>{"!=", "'unequal' is written <>"},
    std::pair<std::string_view, std::string_view>{"&&", "it is written and"},
    std::pair<std::string_view, std::string_view>{"||", "it is written or"},
    std::pair<std::string_view, std::string_view>{"!", "it is written not"},
    std::pair<std::string_view, std::string_view>{"%", "the remainder is written mod"},
    std::pair<std::string_view, std::string_view>{"[", "a list is written (1 2 3), or list(x, y)"},
    std::pair<std::string_view, std::string_view>{"'", "strings stand in double quotes"},
    std::pair<std::string_view, std::string_view>{"//", "a comment begins with #"},
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

class Lexer {
 public:
  explicit Lexer(const Source& source) : source_(source), rest_(source.text()) {}

  Result<std::vector<Token>> read() {
    for (;;) {
      skip_space();
      if (rest_.empty()) break;
      const auto size = token_size();
      if (!size) return tl::unexpected(size.error());
      token_.text = rest_.substr(0, *size);
      tokens_.push_back(token_);
      advance(*size);
      token_ = Token{};
    }
    token_.kind = TokenKind::kEnd;
    token_.position = position_;
    token_.is_first_on_line = true;
    tokens_.push_back(token_);
    return std::move(tokens_);
  }

 private:
  void advance(std::size_t bytes) {
    for (const char c : rest_.substr(0, bytes)) {
      if (c == '\n')
        position_ = {position_.line + 1, 1};
      else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
        ++position_.column;
    }
    rest_.remove_prefix(bytes);
  }

  void skip_space() {
    const Position begin = position_;
    while (!rest_.empty()) {
      const std::size_t spaces = std::min(rest_.find_first_not_of(" \t\r\n\f\v"), rest_.size());
      advance(spaces);
      if (!rest_.starts_with('#')) break;
      advance(std::min(rest_.find('\n'), rest_.size()));
    }
    token_.position = position_;
    token_.is_first_on_line = tokens_.empty() || position_.line != begin.line;
    token_.is_spaced = token_.is_first_on_line || position_.column != begin.column;
  }

  tl::unexpected<Error> refuse(const std::string& what, std::string hint = {}) const {
    return tl::unexpected(source_.error(position_, what, std::move(hint)));
  }

  /// How long the token is that comes next; sets its kind.
  Result<std::size_t> token_size() {
    if (is_digit(rest_[0])) return number_size();
    if (is_letter(rest_[0])) return name_size();
    if (rest_[0] == '"') return string_size();
    for (const auto& [text, hint] : kForeign)
      if (rest_.starts_with(text)) return refuse("found '" + std::string(text) + "'", std::string(hint));
    if (rest_.starts_with("==")) return refuse("found '=='", "'equal' is written =");
    for (const auto& [text, kind] : kSigns) {
      if (!rest_.starts_with(text)) continue;
      token_.kind = kind;
      return text.size();
    }
    std::size_t size = 1;
    while (size < rest_.size() && (static_cast<unsigned char>(rest_[size]) & 0xc0) == 0x80) ++size;
    return refuse("found '" + escaped(rest_.substr(0, size)) + "', which begins nothing in this language");
  }

  Result<std::size_t> number_size() {
    const std::size_t size = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const bool has_fraction = size + 1 < rest_.size() && rest_[size] == '.' && is_digit(rest_[size + 1]);
    if (has_fraction) return refuse("found a number with a fraction", "numbers are integers");
    if (size < rest_.size() && is_letter(rest_[size]))
      return refuse("found a letter in a number", "put an operator or a space between the two");
    token_.kind = TokenKind::kNumber;
    return size;
  }

  Result<std::size_t> name_size() {
    std::size_t size = 1;
    while (size < rest_.size() && (is_letter(rest_[size]) || is_digit(rest_[size]) || rest_[size] == '\''))
      ++size;
    const std::string_view word = rest_.substr(0, size);
    const auto at = std::ranges::find(kKeywords, word, &Word::first);
    token_.kind = at == kKeywords.end() ? TokenKind::kName : at->second;
    return size;
  }

  Result<std::size_t> string_size() {
    for (std::size_t i = 1; i < rest_.size() && rest_[i] != '\n'; ++i) {
      if (rest_[i] == '"') {
        token_.kind = TokenKind::kString;
        return i + 1;
      }
      if (rest_[i] != '\\') continue;
      ++i;
      const bool is_plain =
          i < rest_.size() && std::string_view("\"\\nt").find(rest_[i]) != std::string_view::npos;
      const bool is_byte = rest_.substr(i).starts_with('x') && i + 2 < rest_.size() &&
                           hex_digit(rest_[i + 1]) >= 0 && hex_digit(rest_[i + 2]) >= 0;
      if (!is_plain && !is_byte)
        return refuse("found an unknown escape in a string", "the escapes are \\\" \\\\ \\n \\t \\x41");
    }
    return refuse("a string begins here and does not end on its line", "it ends with \"");
  }

  const Source& source_;
  std::string_view rest_;
  Position position_{1, 1};
  Token token_;
  std::vector<Token> tokens_;
};

/// Finds the parentheses that hold a value written out: a list (8 2 1), a tuple (1, 2), or both nested. One pass, so that deep
/// nesting costs no more than its length.
class DataMarker {
 public:
  explicit DataMarker(std::vector<Token>& tokens) : tokens_(tokens) {}

  void mark() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      switch (tokens_[i].kind) {
        case TokenKind::kOpen:
          groups_.push_back({.open = i, .is_call = i > 0 && belongs_to_word(i - 1)});
          break;
        case TokenKind::kClose:
          close(i);
          break;
        case TokenKind::kComma:
          comma();
          break;
        case TokenKind::kNumber:
        case TokenKind::kString:
        case TokenKind::kTrue:
        case TokenKind::kFalse:
        case TokenKind::kNil:
          element();
          break;
        case TokenKind::kMinus:
          if (!is_sign(i)) other();
          break;
        default:
          other();
      }
    }
  }

 private:
  struct Group {
    std::size_t open;
    bool is_call;
    bool is_data = true;
    bool has_commas = false;
    bool has_neighbours = false;  ///< two elements without a comma
    bool ends_in_element = false;
  };

  bool belongs_to_word(std::size_t i) const {
    return is_call(tokens_, i) || tokens_[i].kind == TokenKind::kReturn;
  }
  /// The minus of a negative number, not one between two: in (8 -2) as in (-2), but not in (8 - 2) or (8-2).
  bool is_sign(std::size_t i) const {
    const bool is_at_number =
        i + 1 < tokens_.size() && tokens_[i + 1].kind == TokenKind::kNumber && !tokens_[i + 1].is_spaced;
    const bool is_at_begin = i > 0 && (tokens_[i - 1].kind == TokenKind::kOpen || tokens_[i].is_spaced ||
                                       tokens_[i - 1].kind == TokenKind::kComma);
    return is_at_number && is_at_begin;
  }
  void other() {
    if (!groups_.empty()) groups_.back().is_data = false;
  }
  void element() {
    if (groups_.empty()) return;
    Group& group = groups_.back();
    group.has_neighbours |= group.ends_in_element;
    group.ends_in_element = true;
  }
  void comma() {
    if (groups_.empty()) return;
    Group& group = groups_.back();
    group.is_data &= group.ends_in_element;
    group.ends_in_element = false;
    group.has_commas = true;
  }
  void close(std::size_t i) {
    if (groups_.empty()) return;
    const Group group = groups_.back();
    groups_.pop_back();
    const bool is_tuple = group.has_commas && !group.has_neighbours && group.ends_in_element;
    if (group.is_call || !group.is_data || (group.has_commas && !is_tuple)) return other();
    tokens_[group.open].data_end = static_cast<std::uint32_t>(i);
    element();
  }

  std::vector<Token>& tokens_;
  std::vector<Group> groups_;
};

}  // namespace

Result<std::vector<Token>> read_tokens(const Source& source) {
  auto tokens = Lexer(source).read();
  if (tokens) DataMarker(*tokens).mark();
  return tokens;
}

bool is_call(const std::vector<Token>& tokens, std::size_t name) {
  return tokens[name].kind == TokenKind::kName && name + 1 < tokens.size() &&
         tokens[name + 1].kind == TokenKind::kOpen && !tokens[name + 1].is_first_on_line;
}

std::string description(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end";
  constexpr std::size_t kLongest = 40;
  return token.kind == TokenKind::kString ? clipped(printable(token.text), kLongest)
                                          : "'" + clipped(token.text, kLongest) + "'";
}

std::string string_contents(std::string_view text) {
  std::string contents;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      contents += text[i];
      continue;
    }
    ++i;
    if (text[i] == 'x' && i + 3 < text.size()) {
      contents += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      contents += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    }
  }
  return contents;
}

}  // namespace culprit::fun
