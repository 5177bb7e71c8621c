// Containers whose elements lie in nodes: lists, hash tables, whose nodes hang on one list, and red-black trees.
#include <algorithm>

#include "src/state/library/library.h"
#include "src/state/library/walks.h"

namespace culprit::state::library {
namespace {

/// What leads into the nodes of a container.
struct Nodes {
  Place first;  ///< the pointer
  Address start = 0;
  std::optional<std::uint64_t> count{};
  TypeId element;
  std::uint64_t links = 0;  ///< bytes before an element
};

/// Nothing if it makes no sense: then the probe knows why.
std::optional<Nodes> nodes_of(Probe& probe, const Place& object, const Members& members) {
  const std::string_view inner = members.object, count = members.count;
  const auto holder = inner.empty() ? object : probe.member(object, inner);
  if (!holder) return std::nullopt;
  const auto first = probe.member(*holder, members.first);
  const auto start = probe.number(*holder, members.first);
  Nodes nodes;
  if (!count.empty()) nodes.count = probe.number(*holder, count);
  if (!first || !start || (!count.empty() && !nodes.count)) return std::nullopt;
  nodes.first = *first;
  nodes.start = *start;
  nodes.element = probe.type_argument(holder->type, members.element);
  nodes.links = probe.behind(members.links, nodes.element);
  // A ring is known by the place of the object.
  if (nodes.count.value_or(0) <= kMostElements && probe.size_of(nodes.element) != 0 &&
      !(members.is_ring && first->is_inline))
    return nodes;
  probe.fail();
  return std::nullopt;
}

}  // namespace

Meaning read_chain(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  const auto nodes = nodes_of(probe, object, family.members);
  if (!nodes) return probe.failure();
  Meaning meaning = meaning_in(family);
  // The pointer to the first node lies in a header that is the last node's next one.
  const Address end = family.members->is_ring ? nodes->first.address : 0;
  meaning.node = end;
  const std::uint64_t enough = std::min(most, nodes->count.value_or(most));
  const Walked walked = walk_chain(
      probe, nodes->start, 0, enough, [&](Address node) { return node == end; },
      [&](Address node) {
        const Place element{.type = nodes->element, .address = node + nodes->links};
        meaning.parts.push_back(part_at(probe, element, meaning.shape));
      });
  meaning.count = nodes->count.value_or(meaning.parts.size());
  meaning.is_count_known = nodes->count || walked == Walked::kToTheEnd;
  return meaning;
}

/// The header of a tree is laid out as a node; its pointer to the parent leads to the root.
Meaning read_tree(Probe& probe, const Place& object, const Family& family, std::uint64_t most) {
  constexpr std::uint64_t kParent = 8, kLeft = 16, kRight = 24;
  const auto nodes = nodes_of(probe, object, family.members);
  if (!nodes) return probe.failure();
  Meaning meaning = meaning_in(family);
  meaning.node = nodes->first.address - kParent;
  meaning.count = nodes->count.value_or(0);
  walk_tree(probe, nodes->start, kLeft, kRight, std::min(most, meaning.count), [&](Address node) {
    const Place element{.type = nodes->element, .address = node + nodes->links};
    meaning.parts.push_back(part_at(probe, element, meaning.shape));
  });
  return meaning;
}

}  // namespace culprit::state::library
