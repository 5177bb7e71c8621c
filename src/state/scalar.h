#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "src/state/value.h"
#include "src/trace/tables.h"

namespace culprit::state {

__extension__ using Bits = unsigned __int128;

/// Up to 16 little-endian bytes.
Bits load_bits(std::span<const std::byte> bytes);
/// Decimal; `width` is the number of meaningful low bits.
std::string integer_text(Bits bits, unsigned width, bool is_signed);
/// The shortest text that reads back as the same number, recognisable as one with a fraction. Sizes 4, 8, and
/// 10 to 16 (x87 extended); other sizes give an empty text.
std::string float_text(std::span<const std::byte> bytes);
/// An enumerator's name; for an enum of flags their names joined by " | "; else the number.
std::string enum_text(const trace::Type& type, Bits bits, unsigned width, bool is_signed);
/// UTF-8 of a code point; empty if it is none.
std::string utf8(std::uint32_t code_point);
std::string hex_text(std::uint64_t number);
std::string hex_bytes(std::span<const std::byte> bytes);
/// Fills kind and text of a scalar whose bytes are known. `size` is that of its type; `bit` and `bits` are
/// those of a bit-field (bits 0: it is none).
void describe_scalar(Value& value, const trace::Type& type, std::span<const std::byte> bytes,
                     std::uint64_t size, unsigned bit, unsigned bits);

}  // namespace culprit::state
