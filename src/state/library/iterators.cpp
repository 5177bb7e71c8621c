// Iterators: a pointer to an element, or to a node that holds one.
#include "src/state/library/library.h"

namespace culprit::state::library {
Meaning read_iterator(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const unsigned links = family.members->links;
  const auto link = probe.member(object, family.members->first);
  const auto node = link ? probe.number(*link) : std::nullopt;
  if (!node) return probe.failure();
  // Those over nodes know their links' type only; the element's is an argument of theirs.
  const TypeId element =
      links == 0 ? probe.type(*link).element : probe.type_argument(object.type, family.members->element);
  Meaning meaning = meaning_in(family);
  meaning.node = *node;
  if (*node == 0 || probe.size_of(element) == 0) return meaning;
  const std::uint64_t offset = links == 0 ? 0 : probe.behind(links, element);
  meaning.inner = Place{.type = element, .address = *node + offset};
  meaning.has_inner = true;
  return meaning;
}

}  // namespace culprit::state::library
