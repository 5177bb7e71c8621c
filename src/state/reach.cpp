#include "src/state/reach.h"

#include <algorithm>
#include <array>
#include <span>

#include "src/state/library/library.h"
#include "src/state/pieces.h"
#include "src/state/scalar.h"

namespace culprit::state {

Reach::Answer Reach::look(const Anchors& anchors) {
  for (const GlobalId id : anchors.globals) {
    const trace::Global& global = catalogue_.tables().global(id);
    push(Place{.type = global.type, .address = global.address}, 1);
  }
  for (const Anchor& anchor : anchors.objects) add(anchor);
  // What is unsure may still turn out to be touched, and then it is sure.
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (answer_ == Answer::kTouched || answer_ == Answer::kTooLarge) break;
    visit(Item(queue_[i]));
  }
  return answer_;
}

void Reach::add(const Anchor& anchor) {
  if (anchor.holder.value() != 0) return follow_address(Place{.type = anchor.holder}, anchor.address);
  push(Place{.type = anchor.type, .address = anchor.address}, anchor.count);
}

void Reach::push(const Place& first, std::uint64_t count) {
  const auto is_same = [&](const Item& item) {
    return item.first.address == first.address && item.first.type == first.type && item.count == count;
  };
  if (count == 0 || std::ranges::any_of(queue_, is_same)) return;
  const std::uint64_t size = std::max<std::uint64_t>(1, size_of(catalogue_.tables(), first));
  if (++objects_ > kMostObjects || count > kMostBytes || size > kMostBytes ||
      (bytes_ += size * count) > kMostBytes)
    return set(Answer::kTooLarge);
  queue_.push_back({first, count});
}

void Reach::visit(const Item& item) {
  const std::uint64_t size = size_of(catalogue_.tables(), item.first);
  check(item.first.address, size * item.count);
  if (leads_.is_flat(item.first.type)) return;
  for (std::uint64_t i = 0; i < item.count && answer_ != Answer::kTouched; ++i)
    visit_exits(element_at(catalogue_.tables(), item.first, item.first.type, i));
}

/// The object's own bytes are checked already.
void Reach::visit_exits(const Place& object) {
  const Exits& exits = leads_.exits(object.type);
  if (exits.is_partial) set(Answer::kUnsure);
  for (const Lead& lead : exits.leads) {
    const Place part{.type = lead.type, .address = object.address + lead.offset};
    const trace::Type& type = catalogue_.type(lead.type);
    if (is_address(type)) {
      follow_pointer(part);
    } else if (type.kind == CULPRIT_TYPE_ARRAY) {
      push(Place{.type = type.element, .address = part.address}, type.count);
    } else {
      enter_library(part);
    }
  }
}

void Reach::follow_pointer(const Place& holder) {
  const Loaded loaded = load(snapshot_, holder, 8);
  if (loaded.state != ByteState::kKnown) return;
  follow_address(holder, static_cast<Address>(load_bits(std::span(loaded.bytes).first(8))));
}

void Reach::follow_address(const Place& holder, Address address) {
  const Target target = follow(catalogue_, snapshot_, holder, address, since_);
  if (target.kind == Target::Kind::kGone) {
    const auto cover = snapshot_.memory().allocation(address, snapshot_.rank());
    if (!cover || cover->ended >= since_) set(Answer::kTouched);
    return;
  }
  if (target.kind != Target::Kind::kObject) return;
  if (target.is_new) return set(Answer::kTouched);
  push(target.first, count_behind(holder, target));
}

void Reach::enter_library(const Place& object) {
  const Meaning meaning = meaning_of(catalogue_, snapshot_, object, kMostLinked);
  for (const Extent& part : meaning.held_by) check(part.address, part.size);
  switch (meaning.shape) {
    case Shape::kAbsent:
    case Shape::kEmpty:
    case Shape::kWords:
      return;
    case Shape::kSame:
      return push(meaning.inner, 1);
    case Shape::kTuple:
      for (const Part& part : meaning.parts) push(part.place, 1);
      return;
    case Shape::kString:
    case Shape::kSequence:
      if (meaning.is_count_known && (meaning.is_row || meaning.shape == Shape::kString))
        return push(meaning.first, meaning.count);
      break;
    default:
      break;
  }
  if (meaning.count > kMostLinked) return set(Answer::kTooLarge);
  if (meaning.count > 0 || meaning.shape == Shape::kFields || meaning.shape == Shape::kIterator)
    set(Answer::kUnsure);
}

void Reach::check(Address address, std::uint64_t size) {
  const std::uint64_t since = since_.value();
  const Rank until = snapshot_.rank();
  index_.long_fills().each(address, address + clamped_size(address, size), until, [&](const Cover& fill) {
    if (fill.begin >= since_) set(Answer::kTouched);
  });
  std::array<std::uint64_t, 256> storage;
  for (std::uint64_t done = 0; done < size && answer_ != Answer::kTouched;) {
    const Address at = address + done;
    const std::uint64_t n =
        std::min({size - done, std::uint64_t{storage.size()}, kPageBytes - at % kPageBytes});
    const std::span<std::uint64_t> keys(storage.data(), n);
    index_.newest(at, until, keys);
    if (std::ranges::any_of(keys, [&](std::uint64_t key) { return (key & kRankMask) >= since; }))
      set(Answer::kTouched);
    done += n;
  }
}

/// A pointer to a number in static memory may lead to an array: what says so is the global that it lies in.
std::uint64_t Reach::count_behind(const Place& holder, const Target& target) const {
  const trace::Type& type = catalogue_.type(target.first.type);
  if (target.count > 1 || is_aggregate(type) || type.size == 0) return target.count;
  if (catalogue_.type(holder.type).kind != CULPRIT_TYPE_POINTER) return target.count;
  const Address end = catalogue_.end_of_global(target.first.address);
  return end == 0 ? 1 : std::max<std::uint64_t>(1, (end - target.first.address) / type.size);
}

}  // namespace culprit::state
