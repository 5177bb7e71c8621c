#include "src/base/text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace culprit {
namespace {

struct CodePoint {
  char32_t value;
  std::size_t length;  ///< bytes taken; 0 if the bytes are not valid UTF-8
};

/// Decodes the first code point; refuses overlong forms, surrogates and values past U+10FFFF.
CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first >= 0xf5 || text.size() < length) return {0, 0};
  char32_t value = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    value = value << 6 | (byte(i) & 0x3f);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return {0, 0};
  return {value, length};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);
}

void append_escape(std::string& out, char32_t c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c <= 0xff) {
    out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
  } else {
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kHex[c >> shift & 15];
  }
}

template <class Plain>
std::string escape(std::string_view text, Plain plain) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint c = decode(text);
    if (c.length == 0) {
      append_escape(out, static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
      continue;
    }
    if (plain(c.value)) {
      out += text.substr(0, c.length);
    } else if (c.value == '"' || c.value == '\\') {
      out += '\\';
      out += static_cast<char>(c.value);
    } else {
      append_escape(out, c.value);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

/// The few ranges that matter in a terminal; no locale is asked, so the result is the same everywhere.
std::size_t columns(char32_t c) {
  if ((c >= 0x300 && c < 0x370) || (c >= 0x200b && c <= 0x200f) || (c >= 0xfe00 && c <= 0xfe0f)) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                    (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                    (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                    (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
  return wide ? 2 : 1;
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return with_commas(count) + " " + std::string(count == 1 ? one : many);
}

std::string escaped(std::string_view text) {
  return escape(text, [](char32_t c) { return !is_control(c) && c != '"' && c != '\\'; });
}

std::string printable(std::string_view text) {
  return escape(text, [](char32_t c) { return !is_control(c) || c == '\n' || c == '\t'; });
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const CodePoint c = decode(text);
    width += c.length ? columns(c.value) : 1;
    text.remove_prefix(std::max<std::size_t>(c.length, 1));
  }
  return width;
}

std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const CodePoint c = decode(text.substr(bytes));
    used += c.length ? columns(c.value) : 1;
    if (used > width) break;
    bytes += std::max<std::size_t>(c.length, 1);
  }
  return bytes;
}

std::string clipped(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  return std::string(text.substr(0, fitting(text, width - 1))) + "…";
}

std::string in_ascii(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSigns{{{"─", "-"},
                                                                                  {"│", "|"},
                                                                                  {"├", "|"},
                                                                                  {"└", "`"},
                                                                                  {"·", "-"},
                                                                                  {"→", "->"},
                                                                                  {"…", "..."},
                                                                                  {"–", "-"},
                                                                                  {"✓", "+"},
                                                                                  {"✗", "x"},
                                                                                  {"█", "#"},
                                                                                  {"░", "."}}};
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto sign = std::ranges::find_if(
        kSigns, [&](const auto& candidate) { return text.starts_with(candidate.first); });
    if (sign == kSigns.end()) {
      out += text[0];
      text.remove_prefix(1);
    } else {
      out += sign->second;
      text.remove_prefix(sign->first.size());
    }
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const bool is_begun = !word.empty() && candidate.starts_with(word);
    if (is_begun && (best.empty() || candidate.size() < best.size())) best = candidate;
  }
  if (!best.empty()) return best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  std::vector<std::size_t> row;
  for (const std::string_view candidate : candidates) {
    row.resize(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t change = diagonal + (word[i - 1] != candidate[j - 1]);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace culprit
