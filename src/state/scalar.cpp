#include "src/state/scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

namespace culprit::state {
namespace {

Bits low_bits(unsigned width) {
  return width >= 128 ? ~Bits{0} : (Bits{1} << width) - 1;
}

template <class Float>
std::string with_fraction(Float number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string extended_text(std::span<const std::byte> bytes) {
#if LDBL_MANT_DIG == 64
  long double number = 0;
  std::memcpy(&number, bytes.data(), 10);
  if (std::isnan(number)) return "nan";
  return with_fraction(number);
#else
  const auto mantissa = static_cast<std::uint64_t>(load_bits(bytes.first(8)));
  const auto top = static_cast<unsigned>(load_bits(bytes.subspan(8, 2)));
  const double magnitude =
      std::ldexp(static_cast<double>(mantissa), static_cast<int>(top & 0x7fff) - 16383 - 63);
  return with_fraction((top & 0x8000) != 0 ? -magnitude : magnitude);
#endif
}

/// An enum is one of flags if its enumerators are single bits, at least two, and perhaps unions of them that
/// come last: counting enums (0, 1, 2, 3, 4) have a 3 before their 4, or too few bits to tell.
bool is_flags(const trace::Type& type) {
  std::uint64_t singles = 0, greatest = 0;
  for (const trace::Member& m : type.members) {
    const auto value = static_cast<std::uint64_t>(m.offset);
    if (std::has_single_bit(value)) singles |= value, greatest = std::max(greatest, value);
  }
  const int count = std::popcount(singles);
  for (const trace::Member& m : type.members) {
    const auto value = static_cast<std::uint64_t>(m.offset);
    if (value == 0 || std::has_single_bit(value)) continue;
    if (count < 3 || value < greatest || (value & ~singles) != 0) return false;
  }
  return count >= 2;
}

bool has_negative(const trace::Type& type) {
  return std::ranges::any_of(type.members, [](const trace::Member& m) { return m.offset < 0; });
}

/// A field of up to 128 bits may lie in 17 bytes.
Bits bit_field(std::span<const std::byte> bytes, unsigned bit, unsigned bits) {
  Bits number = load_bits(bytes) >> bit;
  if (bytes.size() > 16 && bit > 0) number |= load_bits(bytes.subspan(16)) << (128 - bit);
  return number & low_bits(bits);
}

}  // namespace

Bits load_bits(std::span<const std::byte> bytes) {
  Bits bits = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 16); i-- > 0;)
    bits = bits << 8 | std::to_integer<unsigned>(bytes[i]);
  return bits;
}

std::string integer_text(Bits bits, unsigned width, bool is_signed) {
  bits &= low_bits(width);
  const bool negative = is_signed && width > 0 && (bits >> (width - 1) & 1) != 0;
  if (negative) bits = (~bits + 1) & low_bits(width);
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(bits % 10));
    bits /= 10;
  } while (bits != 0);
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

std::string float_text(std::span<const std::byte> bytes) {
  if (bytes.size() == sizeof(float)) {
    float number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    return with_fraction(number);
  }
  if (bytes.size() == sizeof(double)) {
    double number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    return with_fraction(number);
  }
  return bytes.size() >= 10 && bytes.size() <= 16 ? extended_text(bytes) : std::string{};
}

std::string enum_text(const trace::Type& type, Bits bits, unsigned width, bool is_signed) {
  bits &= low_bits(width);
  for (const trace::Member& m : type.members)
    if ((static_cast<Bits>(m.offset) & low_bits(width)) == bits) return m.name;
  if (bits >> 64 != 0 || !is_flags(type)) return integer_text(bits, width, is_signed);
  std::string text;
  auto rest = static_cast<std::uint64_t>(bits);
  for (const trace::Member& m : type.members) {
    const auto value = static_cast<std::uint64_t>(m.offset);
    if (!std::has_single_bit(value) || (rest & value) == 0) continue;
    rest &= ~value;
    if (!text.empty()) text += " | ";
    text += m.name;
  }
  return rest == 0 ? text : integer_text(bits, width, is_signed);
}

std::string utf8(std::uint32_t c) {
  const auto byte = [](std::uint32_t b) { return static_cast<char>(b); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 63))};
  if (c >= 0xd800 && c < 0xe000) return {};
  if (c < 0x10000) return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
  if (c >= 0x110000) return {};
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
          byte(0x80 | (c & 63))};
}

std::string hex_text(std::uint64_t number) {
  return fmt::format("{:#x}", number);
}

std::string hex_bytes(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte b : bytes)
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(b));
  return text;
}

void describe_scalar(Value& value, const trace::Type& type, std::span<const std::byte> bytes,
                     std::uint64_t size, unsigned bit, unsigned bits) {
  const bool fits = size > 0 && size <= bytes.size() && (bits != 0 || size <= 16);
  const Bits number = bits != 0 ? bit_field(bytes, bit, bits) : load_bits(bytes);
  const unsigned width = bits != 0 ? bits : static_cast<unsigned>(bytes.size()) * 8;
  const auto opaque = [&] { value.kind = ValueKind::kOpaque, value.text = hex_bytes(bytes); };
  if (!fits) return opaque();
  switch (type.kind) {
    case CULPRIT_TYPE_SIGNED:
    case CULPRIT_TYPE_UNSIGNED:
      value.kind = type.kind == CULPRIT_TYPE_SIGNED ? ValueKind::kSigned : ValueKind::kUnsigned;
      value.text = integer_text(number, width, type.kind == CULPRIT_TYPE_SIGNED);
      return;
    case CULPRIT_TYPE_BOOL:
      value.kind = ValueKind::kBool;
      value.text = number == 0 ? "false" : number == 1 ? "true" : integer_text(number, width, false);
      return;
    case CULPRIT_TYPE_CHAR:
      value.kind = ValueKind::kCharacter;
      value.text =
          width <= 8 ? std::string(1, static_cast<char>(number)) : utf8(static_cast<std::uint32_t>(number));
      if (value.text.empty())
        value.kind = ValueKind::kUnsigned, value.text = integer_text(number, width, false);
      return;
    case CULPRIT_TYPE_FLOAT:
      value.kind = ValueKind::kFloat;
      value.text = float_text(bytes);
      if (value.text.empty()) opaque();
      return;
    case CULPRIT_TYPE_ENUM:
      value.kind = ValueKind::kEnum;
      value.text = enum_text(type, number, width, has_negative(type));
      return;
    default:
      return opaque();
  }
}

}  // namespace culprit::state
