// Iterators: a pointer to an element, or to a node that holds one.
#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

struct Layout {
  std::string_view link;
  std::uint64_t header;  ///< bytes of links before the element
};

Layout layout_of(Family family) {
  switch (family) {
    case Family::kTreeIterator:
      return {"_M_node", 32};
    case Family::kListIterator:
      return {"_M_node", 16};
    case Family::kForwardIterator:
      return {"_M_node", 8};
    case Family::kHashIterator:
      return {"_M_cur", 8};
    case Family::kDequeIterator:
      return {"_M_cur", 0};
    default:
      return {"_M_current", 0};
  }
}

}  // namespace

Meaning read_iterator(Probe& probe, const Place& object, Family family) {
  const Layout layout = layout_of(family);
  const auto link = probe.member(object, layout.link);
  const auto node = link ? probe.number(*link) : std::nullopt;
  if (!node) return probe.failure();
  // Those over nodes know their links' type only; the element's is an argument of theirs.
  const TypeId element = layout.header == 0 ? probe.type(*link).element : probe.type_argument(object.type, 0);
  Meaning meaning{.shape = Shape::kIterator};
  meaning.node = *node;
  if (*node == 0 || probe.size_of(element) == 0) return meaning;
  const std::uint64_t offset = layout.header == 0 ? 0 : probe.behind(layout.header, element);
  meaning.inner = Place{.type = element, .address = *node + offset};
  meaning.has_inner = true;
  return meaning;
}

}  // namespace culprit::state::library
