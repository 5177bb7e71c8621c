#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace culprit {

/// 1234567 -> "1,234,567".
std::string with_commas(std::uint64_t number);
/// "1 suspect", "2 suspects".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

/// Control characters, quotes and invalid UTF-8 as escapes, so that no recorded text can steer a terminal.
std::string escaped(std::string_view text);

/// Invalid UTF-8 replaced and control characters (other than tab and newline) as escapes; quotes stay.
std::string printable(std::string_view text);

/// Columns the text takes in a terminal: one a code point, combining marks none, wide ones two.
std::size_t display_width(std::string_view text);

/// Bytes of the longest beginning of a text that takes at most `width` columns.
std::size_t fitting(std::string_view text, std::size_t width);

/// At most `width` columns of the text, with "…" as the last where something was cut.
std::string clipped(std::string_view text, std::size_t width);

/// The signs that Culprit itself writes (─ │ · → … – ✓ ✗ “ ”) in ASCII, for terminals that know no others. What else there is stays.
std::string in_ascii(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trimmed(std::string_view text);

/// The candidate nearest to a misspelt word, or empty if none is near; the shortest of those that begin with it comes first.
/// Cost: |word| x total length.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace culprit
