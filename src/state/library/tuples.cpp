// pair, tuple and complex.
#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

constexpr std::size_t kMostElements = 64;

}  // namespace

/// A tuple's part I is a base with a member, beside the base that holds the parts from I + 1 on.
std::optional<Place> tuple_element(Probe& probe, const Place& tuple, std::size_t index) {
  std::optional<Place> rest = probe.base(tuple, "_Tuple_impl");
  for (; rest && index > 0; --index) rest = probe.base(*rest, "_Tuple_impl");
  const auto head = rest ? probe.base(*rest, "_Head_base") : std::nullopt;
  return head ? probe.find(*head, "_M_head_impl") : std::nullopt;
}

Meaning read_pair(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto first = probe.member(object, "first"), second = probe.member(object, "second");
  if (!first || !second) return probe.failure();
  Meaning meaning = meaning_in(family);
  meaning.count = 2;
  meaning.parts = {{*first, {}, "first"}, {*second, {}, "second"}};
  return meaning;
}

Meaning read_tuple(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  Meaning meaning = meaning_in(family);
  std::optional<Place> rest = probe.base(object, "_Tuple_impl");
  for (; rest && meaning.parts.size() < kMostElements; rest = probe.base(*rest, "_Tuple_impl")) {
    const auto head = probe.base(*rest, "_Head_base");
    const auto part = head ? probe.find(*head, "_M_head_impl") : std::nullopt;
    if (part) meaning.parts.push_back({*part});
  }
  meaning.count = meaning.parts.size();
  return meaning;
}

/// Two numbers side by side, however the compiler describes them.
Meaning read_complex(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const TypeId number = probe.type_argument(object.type, 0);
  const std::uint64_t size = probe.size_of(number);
  if (size == 0 || probe.type(object).size < 2 * size) return {};
  Place row = object;
  row.type = number;
  Meaning meaning = meaning_in(family);
  meaning.count = 2;
  meaning.parts = {{element_at(probe.catalogue().tables(), row, number, 0)},
                   {element_at(probe.catalogue().tables(), row, number, 1)}};
  return meaning;
}

}  // namespace culprit::state::library
