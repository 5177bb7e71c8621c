// How library objects differ: by what they hold, not by where that lies.
#include <algorithm>
#include <map>

#include "src/state/compare.h"
#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

Value number_value(std::uint64_t number) {
  Value value;
  value.kind = ValueKind::kUnsigned;
  value.text = std::to_string(number);
  return value;
}

Value nothing_there() {
  Value value;
  value.kind = ValueKind::kEmpty;
  value.text = "not there";
  return value;
}

}  // namespace

/// The whole allocation, if it is one of the heap.
void Comparison::see_block(Snapshot& snapshot, Address byte) {
  const auto cover = snapshot.memory().allocation(byte, snapshot.rank());
  if (cover && cover->kind == CULPRIT_MEMORY_HEAP) seen_.add(cover->start, cover->end - cover->start);
}

/// What a library object owns: the blocks that its own words lead to, and those that its elements lie in.
void Comparison::see_owned(Snapshot& snapshot, const Place& place, const Meaning& meaning) {
  const std::uint64_t size = size_of(tables_, place);
  const bool is_container = meaning.shape == Shape::kSequence || meaning.shape == Shape::kSet ||
                            meaning.shape == Shape::kMap || meaning.shape == Shape::kString;
  if (!place.is_inline && is_container) {
    for (std::uint64_t at = 0; at + 8 <= std::min<std::uint64_t>(size, 256); at += 8) {
      const Loaded word = load(snapshot, Place{.type = {}, .address = place.address + at}, 8);
      if (word.state != ByteState::kKnown) continue;
      const auto address = static_cast<Address>(load_bits(std::span(word.bytes).first(8)));
      const auto cover = snapshot.memory().allocation(address, snapshot.rank());
      if (cover && cover->start == address) see_block(snapshot, address);
    }
  }
  if (meaning.is_row && meaning.count > 0)
    seen_.add(meaning.first.address, meaning.count * tables_.type(meaning.first.type).size);
  if (meaning.is_row && (meaning.count > 0 || !meaning.is_count_known))
    see_block(snapshot, meaning.first.address);
  for (const Extent& part : meaning.held_by) seen_.add(part.address, part.size);
  if (!is_container) return;
  for (const Part& part : meaning.parts)
    if (!part.place.is_inline) see_block(snapshot, part.place.address);
}

/// As many as can be walked to before and after, and no more than leaves something for other containers. What is linked is
/// seldom two to a granule.
std::uint64_t Comparison::most_parts() const {
  constexpr std::uint64_t kShare = 5;
  const std::uint64_t read = granules_read() - granules_before_;
  return std::min(left_, (kMostGranules - std::min(kMostGranules, read)) / kShare);
}

bool Comparison::is_linked_as_before(const Item& item, const Meaning& after) const {
  const bool is_linked = !after.is_row && (after.shape == Shape::kSequence || after.shape == Shape::kSet ||
                                           after.shape == Shape::kMap);
  const bool in_place =
      !item.before.is_inline && !item.after.is_inline && item.before.address == item.after.address;
  if (!written_ || item.is_new || !is_linked || !in_place) return false;
  if (is_written(item.after.address, size_of(tables_, item.after))) return false;
  const auto is_held_otherwise = [&](const Extent& part) { return is_written(part.address, part.size); };
  if (std::ranges::any_of(after.held_by, is_held_otherwise)) return false;
  return std::ranges::none_of(after.parts, [&](const Part& part) {
    const Place& first = part.key ? *part.key : part.place;
    const std::uint64_t key = part.key || after.shape == Shape::kSet ? size_of(tables_, first) : 0;
    return first.is_inline || is_written(first.address - after.links, after.links + key);
  });
}

/// Only what was written, and what may lead to something that was.
void Comparison::visit_parts_in_place(const Item& item, const Meaning& after) {
  is_cut_ = is_cut_ || after.parts.size() < after.count;
  for (std::size_t i = 0; i < after.parts.size() && left_ > 0; ++i) {
    const Part& part = after.parts[i];
    if (leads_.is_flat(part.place.type) && !is_written(part.place.address, size_of(tables_, part.place)))
      continue;
    const PathTree::Id path =
        part.key ? paths_.keyed(item.path, key_at(after_, *part.key)) : paths_.element(item.path, i);
    push({part.place, part.place, path, after.shape == Shape::kSet});
  }
}

void Comparison::visit_library(const Item& item) {
  const Meaning after = meaning_of(catalogue_, after_, item.after, most_parts());
  if (is_linked_as_before(item, after)) {
    see_owned(after_, item.after, after);
    return visit_parts_in_place(item, after);
  }
  const Meaning before = meaning_of(catalogue_, before_, item.before, most_parts());
  see_owned(before_, item.before, before);
  see_owned(after_, item.after, after);
  if (before.shape == Shape::kFields && after.shape == Shape::kFields) return visit_fields(item);
  visit_library(item, before, after);
}

void Comparison::visit_library(const Item& item, const Meaning& before, const Meaning& after) {
  // Elements in nodes were walked to; that counts.
  left_ -= std::min<std::uint64_t>(left_, (before.parts.size() + after.parts.size()) / 2);
  if (item.is_new) return look_through(item, after);
  if (before.shape != after.shape || before.tag != after.tag) {
    if (!same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {}))) report(item);
    return look_through(item, after);
  }
  switch (after.shape) {
    case Shape::kSame:
      return push({before.inner, after.inner, item.path, false});
    case Shape::kTuple:
      for (std::size_t i = 0; i < std::min(before.parts.size(), after.parts.size()); ++i) {
        const std::string& name = after.parts[i].name;
        const PathTree::Id path = name.empty() ? paths_.part(item.path, i) : paths_.field(item.path, name);
        push({before.parts[i].place, after.parts[i].place, path, false});
      }
      return;
    case Shape::kSequence:
      return visit_sequence(item, before, after);
    case Shape::kSet:
      return visit_set(item, before, after);
    case Shape::kMap:
      return visit_map(item, before, after);
    case Shape::kString:
      return visit_string(item, before, after);
    case Shape::kFields:
    case Shape::kAbsent:
      return;
    case Shape::kEmpty:
    case Shape::kWords:
    case Shape::kInteger:
    case Shape::kIterator:
      if (!same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {}))) report(item);
      return;
  }
}

void Comparison::look_through(const Item& item, const Meaning& after) {
  const auto enter = [&](const Place& place, PathTree::Id path) { push({place, place, path, true}); };
  if (after.shape == Shape::kSame) return enter(after.inner, item.path);
  if (after.shape == Shape::kString) return;
  if (after.is_row) {
    Item row{after.first, after.first, item.path, true};
    return visit_elements(row, after.first.type, after.count);
  }
  for (std::size_t i = 0; i < after.parts.size() && left_ > 0; ++i)
    enter(after.parts[i].place, paths_.element(item.path, i));
}

std::optional<Place> Comparison::element_of(const Meaning& meaning, std::uint64_t index) const {
  if (index >= meaning.count) return std::nullopt;
  if (meaning.is_row) return element_at(tables_, meaning.first, meaning.first.type, index);
  if (index >= meaning.parts.size()) return std::nullopt;
  return meaning.parts[index].place;
}

/// Short ones whose length changed are shown whole; of long ones, the length and what was added or lost.
void Comparison::visit_sequence(const Item& item, const Meaning& before, const Meaning& after) {
  const std::uint64_t common = std::min(before.count, after.count);
  if (before.count != after.count) {
    if (std::max(before.count, after.count) <= limits_.width) {
      report(item);
      return look_through(item, after);
    }
    report_size(item, before.count, after.count);
  }
  if (before.is_row && after.is_row) {
    Item row{before.first, after.first, item.path, false};
    visit_elements(row, after.first.type, common);
  } else {
    for (std::uint64_t i = 0; i < common && left_ > 0; ++i) {
      const auto a = element_of(before, i), b = element_of(after, i);
      if (!a || !b) break;
      push({*a, *b, paths_.element(item.path, i), false});
    }
  }
  const bool grew = after.count > before.count;
  const Meaning& longer = grew ? after : before;
  for (std::uint64_t i = common; i < longer.count && i - common < limits_.width; ++i)
    if (const auto place = element_of(longer, i))
      report_lone(item, paths_.element(item.path, i), *place, !grew);
}

void Comparison::visit_set(const Item& item, const Meaning& before, const Meaning& after) {
  std::map<std::string, Place> gone;
  for (const Part& part : before.parts) gone.emplace(key_at(before_, part.place), part.place);
  std::vector<Place> added;
  for (const Part& part : after.parts)
    if (gone.erase(key_at(after_, part.place)) == 0) added.push_back(part.place);
  if (gone.empty() && added.empty() && before.count == after.count) return look_through(item, after);
  if (std::max(before.count, after.count) <= limits_.width) {
    report(item);
  } else {
    if (before.count != after.count) report_size(item, before.count, after.count);
    std::size_t shown = 0;
    for (const auto& [key, place] : gone)
      if (++shown <= limits_.width) report_lone(item, item.path, place, true);
    for (const Place& place : added)
      if (++shown <= limits_.width) report_lone(item, item.path, place, false);
    is_cut_ = is_cut_ || shown > limits_.width;
  }
  look_through(item, after);
}

/// By key. A key that is there several times is compared in order.
void Comparison::visit_map(const Item& item, const Meaning& before, const Meaning& after) {
  std::multimap<std::string, Place> old;
  for (const Part& part : before.parts)
    if (part.key) old.emplace(key_at(before_, *part.key), part.place);
  is_cut_ = is_cut_ || before.parts.size() < before.count || after.parts.size() < after.count;
  for (const Part& part : after.parts) {
    if (!part.key) continue;
    std::string key = key_at(after_, *part.key);
    const auto same = old.lower_bound(key);
    const bool is_old = same != old.end() && same->first == key;
    const PathTree::Id path = paths_.keyed(item.path, std::move(key));
    if (!is_old) {
      report_lone(item, path, part.place, false);
      push({part.place, part.place, path, true});
      continue;
    }
    push({same->second, part.place, path, false});
    old.erase(same);
  }
  // If not all was looked at, what seems lost may only lie further on.
  if (after.parts.size() < after.count) return;
  for (const auto& [key, place] : old) report_lone(item, paths_.keyed(item.path, key), place, true);
}

void Comparison::visit_string(const Item& item, const Meaning& before, const Meaning& after) {
  const auto differ = [&] {
    if (before.is_count_known != after.is_count_known || !after.is_count_known)
      return !same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {}));
    if (before.count != after.count || before.note != after.note) return true;
    const std::uint64_t size = tables_.type(after.first.type).size;
    for (std::uint64_t done = 0; done < after.count * size; done += 16) {
      if (left_ == 0) {
        is_cut_ = true;
        return false;
      }
      left_ -= done % 256 == 240 ? 1 : 0;
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(after.count * size - done, 16));
      Place a = before.first, b = after.first;
      a.address += done, b.address += done;
      const Loaded then = load(before_, a, step), now = load(after_, b, step);
      if (then.state != now.state) return true;
      const auto end = static_cast<std::ptrdiff_t>(step);
      if (now.state == ByteState::kKnown &&
          !std::equal(then.bytes.begin(), then.bytes.begin() + end, now.bytes.begin()))
        return true;
    }
    return false;
  };
  if (differ()) return report(item);
  if (after.is_count_known && after.count > 0)
    report_same(item, before.first, after.first, after.count * tables_.type(after.first.type).size);
}

void Comparison::report_size(const Item& item, std::uint64_t before, std::uint64_t after) {
  if (is_moved_) note_move(item);
  changes_.push_back(
      {paths_.text(paths_.field(item.path, "size()")), number_value(before), number_value(after)});
}

void Comparison::report_lone(const Item& whole, PathTree::Id path, const Place& place, bool was_before) {
  if (changes_.size() >= most_changes()) {
    is_cut_ = true;
    return;
  }
  if (is_moved_) note_move(whole);
  std::string text = paths_.text(path);
  Value value = value_of(was_before ? before_ : after_, place, text);
  if (was_before)
    changes_.push_back({std::move(text), std::move(value), nothing_there()});
  else
    changes_.push_back({std::move(text), nothing_there(), std::move(value)});
}

std::string Comparison::key_at(Snapshot& snapshot, const Place& key) {
  const Limits few{.depth = 2, .width = 8, .characters = 200, .nodes = 50};
  return key_text(Decoder(catalogue_, snapshot, few).decode(key, {}));
}

}  // namespace culprit::state
