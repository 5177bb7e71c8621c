// Maps and sets: red-black trees, and hash tables whose nodes hang on one list.
#include <algorithm>

#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;

/// A map's element is a pair of key and value.
Part part_at(Probe& probe, const Place& element, Shape shape) {
  Part part{element};
  if (shape != Shape::kMap) return part;
  const auto key = probe.find(element, "first"), value = probe.find(element, "second");
  if (key && value) part = {*value, *key};
  return part;
}

/// Nodes begin with colour, parent, left and right; the element comes behind these 32 bytes.
class TreeWalk {
 public:
  TreeWalk(Probe& probe, Address header, std::uint64_t steps)
      : probe_(probe), header_(header), steps_(steps) {}

  /// The next node in order; nothing at the end, where memory is not there, and where it makes no sense.
  std::optional<Address> next(Address node) {
    auto down = link(node, kRight);
    if (!down) return std::nullopt;
    if (*down != 0) {
      for (auto left = link(*down, kLeft); left && *left != 0; left = link(*down, kLeft)) down = left;
      return steps_ == 0 ? std::nullopt : down;
    }
    for (Address from = node;;) {
      const auto up = link(from, kParent);
      if (!up || *up == 0 || *up == header_) return std::nullopt;
      const auto right = link(*up, kRight);
      if (!right) return std::nullopt;
      if (*right != from) return up;
      from = *up;
    }
  }

 private:
  static constexpr unsigned kParent = 8, kLeft = 16, kRight = 24;
  std::optional<Address> link(Address node, unsigned which) {
    if (steps_ == 0) return std::nullopt;
    --steps_;
    return probe_.word(node + which);
  }

  Probe& probe_;
  Address header_;
  std::uint64_t steps_;
};

}  // namespace

Meaning read_tree(Probe& probe, const Place& object, Shape shape, std::uint64_t most) {
  const auto tree = probe.member(object, "_M_t");
  if (!tree) return probe.failure();
  const auto header = probe.member(*tree, "_M_impl._M_header");
  if (!header) return probe.failure();
  const auto first = probe.number(*tree, "_M_impl._M_header._M_left");
  const auto count = probe.number(*tree, "_M_impl._M_node_count");
  if (!first || !count) return probe.failure();
  const TypeId element = probe.type_argument(tree->type, 1);
  if (*count > kMostElements || probe.size_of(element) == 0 || header->is_inline) return {};
  Meaning meaning{.shape = shape, .count = *count};
  meaning.node = header->address;
  const std::uint64_t offset = probe.behind(32, element);
  // Each link is passed at most twice on the way, and no real tree is deeper than 128.
  TreeWalk walk(probe, header->address, std::min(most, *count) * 6 + 512);
  std::optional<Address> node = *first;
  for (std::uint64_t i = 0; i < *count && i < most && node; ++i) {
    meaning.parts.push_back(part_at(probe, Place{.type = element, .address = *node + offset}, shape));
    if (i + 1 < *count && i + 1 < most) node = walk.next(*node);
  }
  return meaning;
}

Meaning read_hash(Probe& probe, const Place& object, Shape shape, std::uint64_t most) {
  const auto table = probe.member(object, "_M_h");
  if (!table) return probe.failure();
  auto node = probe.number(*table, "_M_before_begin._M_nxt");
  const auto count = probe.number(*table, "_M_element_count");
  if (!node || !count) return probe.failure();
  const TypeId element = probe.type_argument(table->type, 1);
  if (*count > kMostElements || probe.size_of(element) == 0) return {};
  Meaning meaning{.shape = shape, .count = *count};
  meaning.is_unordered = true;
  // A cached hash comes behind the element, so it does not matter here.
  const std::uint64_t offset = probe.behind(8, element);
  for (std::uint64_t i = 0; i < *count && i < most && node && *node != 0; ++i) {
    meaning.parts.push_back(part_at(probe, Place{.type = element, .address = *node + offset}, shape));
    node = probe.word(*node);
  }
  return meaning;
}

}  // namespace culprit::state::library
