// Best first: a queue of sets of nodes, each with an upper bound of what its nodes weigh. The set with the
// highest bound is opened, until a single node comes out. Equal bounds are opened in preorder, so that the
// first of equally heavy nodes comes out without a look at the others.
#include <algorithm>

#include "src/strategy/search.h"

namespace culprit::strategy {
namespace {

/// The entry that covers a position. 64-bit shifts: the topmost level may cover more than 2^32 positions.
std::uint32_t index_at(const MaxTree& maxima, std::uint32_t level, std::uint32_t position) {
  return static_cast<std::uint32_t>(std::uint64_t{position} >> maxima.bits(level));
}

}  // namespace

void Search::push(const Item& item) {
  if (item.bound > 0 && item.bound >= best_) queue_.push(item);
}

void Search::push_node(SearchId node) {
  const std::uint64_t weight = suspects_.weight(node);
  if (suspects_.askable(node)) {
    Item item{};
    item.kind = Item::Kind::kNode;
    item.bound = weight;
    item.first = node;
    push(item);
    if (!takes_many_) best_ = std::max(best_, weight);
  } else {
    push_children(node, SearchId{node.value() + 1}, shape_.tree().end(node), weight);
  }
}

void Search::push_children(SearchId of, SearchId lowest, SearchId limit, std::uint64_t bound) {
  // A node that the shape leaves out has its children among those of the next one above.
  const SearchId owner = shape_.has(of) ? of : shape_.parent(of);
  Item item{};
  item.kind = Item::Kind::kChildren;
  item.bound = bound;
  item.first = lowest;
  item.low = shape_.first_slot(owner);
  item.high = shape_.end_slot(owner);
  item.lowest = lowest;
  item.limit = limit;
  if (item.low < item.high && lowest < limit) push(item);
}

void Search::push_light_children(Side side, std::uint32_t position, std::uint64_t bound) {
  const SearchId node = shape_.at_position(position);
  const SearchId heavy = shape_.child_at(shape_.first_slot(node));
  Item item{};
  item.kind = Item::Kind::kChildren;
  item.is_on_path = true;
  item.side = side;
  item.index = position;
  item.bound = bound;
  item.low = shape_.first_slot(node) + 1;
  item.high = shape_.end_slot(node);
  item.lowest = side == Side::kBefore ? SearchId{node.value() + 1} : shape_.tree().end(heavy);
  item.limit = side == Side::kBefore ? heavy : shape_.tree().end(node);
  item.first = item.lowest;
  push(item);
}

void Search::open_children(Item item) {
  std::uint32_t slot = item.low;
  for (;;) {  // each step passes over what the other cannot
    const std::uint32_t in_range = shape_.next_slot_between(slot, item.high, item.lowest, item.limit);
    slot = suspects_.next_present_slot(in_range, item.high);
    if (slot == in_range) break;
  }
  const std::uint64_t frozen = slot < item.high ? shape_.weight(shape_.child_at(slot)) : 0;
  if (frozen < item.bound) {
    if (item.is_on_path) suspects_.tighten(item.side, item.index, frozen);
    if (frozen == 0) return;
    item.low = slot;
    item.bound = frozen;
    item.first = shape_.child_at(slot);
    return push(item);
  }
  push_node(shape_.child_at(slot));
  if (slot + 1 == item.high) return;
  item.low = slot + 1;
  item.is_on_path = false;  // what follows says nothing about the heaviest one
  const std::uint64_t next = shape_.weight(shape_.child_at(item.low));
  if (next <= item.bound) {
    item.bound = next;
    item.first = std::max(item.lowest, shape_.child_at(item.low));
  }
  push(item);
}

void Search::push_block(Side side, std::uint32_t level, std::uint32_t index, std::uint32_t low,
                        std::uint32_t high) {
  Item item{};
  item.kind = Item::Kind::kBlock;
  item.side = side;
  item.level = static_cast<std::uint8_t>(level);
  item.bound = suspects_.light_maxima(side).at(level, index);
  item.index = index;
  item.low = low;
  item.high = high;
  // Before the path, upper nodes come first in preorder; after it, lower ones do.
  item.first = side == Side::kBefore ? SearchId{shape_.at_position(low).value() + 1}
                                     : shape_.tree().end(shape_.at_position(high));
  push(item);
}

void Search::push_stretch(std::uint32_t low, std::uint32_t high) {
  if (low == high) return;
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    const MaxTree& maxima = suspects_.light_maxima(side);
    std::uint32_t level = 0;
    while (index_at(maxima, level, high - 1) != index_at(maxima, level, low)) ++level;
    push_block(side, level, index_at(maxima, level, low), low, high);
  }
}

void Search::open_block(const Item& item) {
  const MaxTree& maxima = suspects_.light_maxima(item.side);
  if (maxima.bits(item.level) == 0) return push_light_children(item.side, item.index, item.bound);
  if (item.level == 0) {
    for (std::uint32_t position = item.low; position < item.high; ++position) {
      const std::uint32_t slot = shape_.light_slot(item.side, position);
      if (slot == shape_.end_slot(shape_.at_position(position))) continue;
      push_light_children(item.side, position, shape_.weight(shape_.child_at(slot)));
    }
    return;
  }
  const std::uint32_t level = item.level - 1u;
  const std::uint32_t last = index_at(maxima, level, item.high - 1);
  for (std::uint32_t index = index_at(maxima, level, item.low); index <= last; ++index) {
    const std::uint64_t begin = std::uint64_t{index} << maxima.bits(level);
    const std::uint64_t end = (std::uint64_t{index} + 1) << maxima.bits(level);
    push_block(item.side, level, index, static_cast<std::uint32_t>(std::max<std::uint64_t>(item.low, begin)),
               static_cast<std::uint32_t>(std::min<std::uint64_t>(item.high, end)));
  }
}

SearchId Search::run() {
  while (!queue_.empty()) {
    const Item item = queue_.top();
    queue_.pop();
    switch (item.kind) {
      case Item::Kind::kNode:
        return lowest_alike(item.first);
      case Item::Kind::kChildren:
        open_children(item);
        break;
      case Item::Kind::kBlock:
        open_block(item);
        break;
    }
  }
  return kNoSearchId;
}

std::vector<SearchId> Search::run_many(std::uint32_t most, Descent descent) {
  std::vector<SearchId> found;
  while (found.size() < most) {
    const SearchId node = run();
    if (node == kNoSearchId) break;
    found.push_back(node);
    if (descent == Descent::kGoOn)
      push_children(node, SearchId{node.value() + 1}, shape_.tree().end(node), suspects_.weight(node));
  }
  return found;
}

}  // namespace culprit::strategy
