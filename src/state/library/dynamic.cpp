// Words that say themselves what they are: the values of the functional language (docs/format.md, "Dynamic values").
#include <algorithm>

#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

enum Tag : std::uint64_t { kConstant = 1, kCell = 3, kTuple = 5, kString = 7, kInteger = 9 };
constexpr std::uint64_t kTagMask = 15, kNil = 0x01, kFalse = 0x11, kTrue = 0x21;
/// Behind the elements that are shown, so many are counted: a list does not say how long it is.
constexpr std::uint64_t kMostCounted = 1000;
/// No list, tuple or text of a program that ran is longer; a greater length is garbage.
constexpr std::uint64_t kMostLength = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostDigits = 1000;

Meaning part_of_word(Probe& probe, const Place& word, std::string_view member) {
  const auto part = probe.member(word, member);
  if (!part) return probe.failure();
  Meaning meaning{.shape = Shape::kSame};
  meaning.inner = *part;
  return meaning;
}

/// An element and the rest, cell by cell.
Meaning read_cells(Probe& probe, const Place& word, std::uint64_t bits, std::uint64_t most) {
  Meaning meaning{.shape = Shape::kSequence};
  meaning.is_list = true;
  std::optional<std::uint64_t> rest = bits;
  const std::uint64_t enough = most + kMostCounted;
  for (; rest && (*rest & kTagMask) == kCell && meaning.count < enough; ++meaning.count) {
    const Address cell = *rest & ~kTagMask;
    if (meaning.count < most) meaning.parts.push_back({Place{.type = word.type, .address = cell}});
    rest = probe.word(cell + 8);
  }
  meaning.is_count_known = rest && *rest == kNil;
  // What was only counted may go on: then the number says nothing.
  if (!meaning.is_count_known) meaning.count = meaning.parts.size();
  return meaning;
}

/// The number of parts, then the parts.
Meaning read_parts(Probe& probe, const Place& word, Address tuple, std::uint64_t most) {
  const auto count = probe.word(tuple);
  if (!count) return probe.failure();
  if (*count > kMostLength) return {};
  Meaning meaning{.shape = Shape::kTuple, .count = *count};
  for (std::uint64_t i = 0; i < std::min(*count, most); ++i)
    meaning.parts.push_back({Place{.type = word.type, .address = tuple + 8 + 8 * i}});
  return meaning;
}

/// The number of bytes, then the bytes.
Meaning read_text(Probe& probe, const Place& word, Address text) {
  const auto length = probe.word(text);
  if (!length) return probe.failure();
  const TypeId unit = probe.type_argument(word.type, 0);
  if (*length > kMostLength || probe.size_of(unit) != 1) return {};
  Meaning meaning{.shape = Shape::kString, .count = *length, .is_row = true};
  meaning.first = Place{.type = unit, .address = text + 8};
  return meaning;
}

/// A number too large for a word is written out in digits.
Meaning read_digits(Probe& probe, const Place& word, Address text) {
  const auto length = probe.word(text);
  if (!length) return probe.failure();
  Meaning meaning{.shape = Shape::kInteger};
  const TypeId unit = probe.type_argument(word.type, 0);
  for (std::uint64_t i = 0; i < std::min(*length, kMostDigits); ++i) {
    const auto digit = probe.number(Place{.type = unit, .address = text + 8 + i});
    if (!digit) return probe.failure();
    meaning.text += static_cast<char>(*digit);
  }
  if (*length > kMostDigits) meaning.text += "…";
  return meaning;
}

}  // namespace

Meaning read_dynamic(Probe& probe, const Place& object, const Family& /*family*/, std::uint64_t most) {
  const auto bits = probe.number(object);
  if (!bits) return probe.failure();
  if ((*bits & 1) == 0) return part_of_word(probe, object, "integer");
  const Address address = *bits & ~kTagMask;
  switch (*bits & kTagMask) {
    case kConstant:
      if (*bits == kNil) return read_cells(probe, object, *bits, most);
      return *bits == kFalse || *bits == kTrue ? part_of_word(probe, object, "boolean") : Meaning{};
    case kCell:
      return read_cells(probe, object, *bits, most);
    case kTuple:
      return read_parts(probe, object, address, most);
    case kString:
      return read_text(probe, object, address);
    case kInteger:
      return read_digits(probe, object, address);
    default:
      return {};
  }
}

}  // namespace culprit::state::library
