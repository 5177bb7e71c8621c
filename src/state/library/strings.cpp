// std::basic_string, string_view, and the texts of exceptions.
#include "src/state/library/library.h"
#include "src/state/library/walks.h"

namespace culprit::state::library {

/// A pointer to the characters and their number.
Meaning read_text(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto pointer = probe.member(object, family.members->first);
  const auto length = probe.number(object, family.members->count);
  const auto address = pointer ? probe.number(*pointer) : std::nullopt;
  if (!address || !length) return probe.failure();
  const TypeId unit = probe.type(*pointer).element;
  if (*length > kMostElements || probe.size_of(unit) == 0 || probe.size_of(unit) > 4) return {};
  Meaning meaning = meaning_in(family);
  meaning.count = *length;
  meaning.is_row = true;
  meaning.first = Place{.type = unit, .address = *address};
  return meaning;
}

/// A string ends with a zero that is not of its text; whoever writes there has written past the end of the text.
Meaning read_string(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  Meaning meaning = read_text(probe, object, family, most);
  if (meaning.shape != Shape::kString) return meaning;
  Place end = meaning.first;
  end.address += meaning.count * probe.size_of(end.type);
  const std::uint64_t last = probe.number(end).value_or(0);
  if (last == 0) return meaning;
  const bool is_shown = last > ' ' && last < 127;
  meaning.note = is_shown ? std::string("ended by '") + static_cast<char>(last) + "'" : "not ended by a zero";
  return meaning;
}

/// The message lies in a string of the older kind, of which only the pointer to its characters is described; a
/// message ends at its first zero for whoever prints it.
Meaning read_message(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const bool is_described = probe.type(object).kind == CULPRIT_TYPE_STRUCT;
  const auto pointer = is_described ? probe.member(object, "_M_msg._M_p") : std::nullopt;
  // Where the class is not described: behind the pointer to its virtual table.
  const auto address = pointer        ? probe.number(*pointer)
                       : is_described ? std::nullopt
                                      : probe.word(object.address + 8);
  const TypeId unit = pointer ? probe.type(*pointer).element : probe.catalogue().character();
  if (!address || unit == TypeId{}) return probe.failure();
  Meaning meaning = meaning_in(family);
  meaning.is_count_known = false;
  meaning.is_row = true;
  meaning.first = Place{.type = unit, .address = *address};
  return meaning;
}

}  // namespace culprit::state::library
