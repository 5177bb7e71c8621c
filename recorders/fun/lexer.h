#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "recorders/fun/source.h"

namespace culprit::fun {

enum class TokenKind : std::uint8_t {
  kEnd,
  kNumber,
  kString,
  kName,
  kIf,
  kThen,
  kElsif,
  kElse,
  kReturn,
  kAnd,
  kOr,
  kNot,
  kMod,
  kTrue,
  kFalse,
  kNil,
  kOpen,
  kClose,
  kOpenBrace,
  kCloseBrace,
  kComma,
  kSemicolon,
  kPeriod,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kEqual,
  kUnequal,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text{};  ///< as in the source; strings with their quotes
  Position position{};
  bool is_first_on_line = false;
  bool is_spaced = false;      ///< space, or the begin of a line, before it
  std::uint32_t data_end = 0;  ///< of a parenthesis that begins a value written out: the one that closes it
};

/// All tokens, the last of kind kEnd. Spaces and what stands between # and the end of its line are left out.
Result<std::vector<Token>> read_tokens(const Source& source);

/// Whether a parenthesis belongs to the name before it: the two make a call. They stand on one line, so that a block
/// can go on with a pattern in the next.
bool is_call(const std::vector<Token>& tokens, std::size_t name);

/// "'then'", "the end of the file".
std::string description(const Token& token);

/// The characters of a string token, its escapes undone.
std::string string_contents(std::string_view text);

}  // namespace culprit::fun
