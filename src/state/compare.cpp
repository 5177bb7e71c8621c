#include "src/state/compare.h"

#include <algorithm>
#include <array>

#include "src/state/decode.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

constexpr std::uint64_t kPlacesANode = 20;
/// Of an array of characters that are compared one by one.
constexpr std::uint64_t kMostCharacters = 4096;

/// Whether a byte counts as not there: never recorded and not initialised are the same to a programmer.
ByteState plain(ByteState state) {
  return state == ByteState::kNever ? ByteState::kUninitialised : state;
}

Address address_in(const Loaded& loaded) {
  return static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
}

}  // namespace

bool same_value(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.text != b.text || a.count != b.count || a.children.size() != b.children.size())
    return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!same_value(a.children[i], b.children[i])) return false;
  return true;
}

Comparison::Comparison(const Catalogue& catalogue, Snapshot& before, Snapshot& after, const Limits& limits)
    : catalogue_(catalogue),
      tables_(catalogue.tables()),
      before_(before),
      after_(after),
      layouts_(catalogue),
      leads_(catalogue),
      granules_before_(before.granules_read() + after.granules_read()),
      limits_(limits),
      left_(limits.nodes * kPlacesANode) {}

void Comparison::add(const Root& before, const Root& after) {
  roots_before_.push_back(before);
  push({before.place, after.place, paths_.root(after.name), after.is_own});
}

void Comparison::push(const Item& item) {
  // Where nothing was written, made or freed, nothing that lies where it lay can differ.
  if (written_ && written_->empty() && !item.before.is_inline && !item.after.is_inline &&
      item.before.address == item.after.address)
    return;
  if (left_ == 0 || paths_.is_long(item.path)) {
    is_cut_ = true;
    return;
  }
  --left_;
  Item added = item;
  added.is_moved = added.is_moved || is_moved_;
  (added.is_moved ? moved_queue_ : queue_).push_back(added);
}

void Comparison::run() {
  while (!queue_.empty() || !moved_queue_.empty()) {
    if (changes_.size() >= most_changes() || is_spent()) {
      is_cut_ = true;
      break;
    }
    std::deque<Item>& next = queue_.empty() ? moved_queue_ : queue_;
    const Item item = next.front();
    next.pop_front();
    is_moved_ = item.is_moved;
    visit(item);
    if (wanted_ != nullptr && unnamed_ == 0) return;
  }
  if (!moved_changes_.empty()) name_as_before();
}

/// Walks what the roots reached before, once more: only few comparisons have something to name.
void Comparison::name_as_before() {
  std::map<Spot, std::string> names;
  for (const MovedChange& moved : moved_changes_) names[moved.spot];
  Comparison walk(catalogue_, before_, before_, limits_);
  for (Root root : roots_before_) {
    root.is_own = false;
    walk.add(root, root);
  }
  walk.wanted_ = &names;
  walk.unnamed_ = names.size();
  walk.run();
  for (const MovedChange& moved : moved_changes_) {
    Change& change = changes_[moved.row];
    const std::string& name = names[moved.spot];
    const std::string later = paths_.text(moved.path);
    if (name.empty() || !change.path.starts_with(later)) {
      change.note = "by its name afterwards";
    } else if (name != later) {
      change.note = "now " + change.path;
      change.path = name + change.path.substr(later.size());
      change.before.name = change.after.name = change.path;
    }
  }
}

void Comparison::note_move(const Item& item) {
  moved_changes_.push_back({changes_.size(), Spot{item.before.address, item.before.type}, item.path});
}

void Comparison::look_for_name(const Item& item) {
  if (item.after.is_inline) return;
  const auto found = wanted_->find({item.after.address, item.after.type});
  if (found == wanted_->end() || !found->second.empty()) return;
  found->second = paths_.text(item.path);
  --unnamed_;
}

void Comparison::see_object(const Item& item) {
  see(item.before, size_of(tables_, item.before));
  see(item.after, size_of(tables_, item.after));
}

void Comparison::visit(const Item& item) {
  const trace::Type& type = tables_.type(item.after.type);
  see_object(item);
  if (wanted_ != nullptr) look_for_name(item);
  if (catalogue_.is_opaque(item.after.type)) return;
  switch (type.kind) {
    case CULPRIT_TYPE_STRUCT: {
      if (!catalogue_.is_library(item.after.type)) return visit_fields(item);
      // What such a word leads to never changes.
      if (catalogue_.is_word(item.after.type)) return visit_scalar(item);
      return visit_library(item);
    }
    case CULPRIT_TYPE_ARRAY:
      if (tables_.type(type.element).kind == CULPRIT_TYPE_CHAR) return visit_characters(item);
      return visit_elements(item, type.element, type.count);
    case CULPRIT_TYPE_POINTER:
    case CULPRIT_TYPE_REFERENCE:
      return visit_address(item);
    case CULPRIT_TYPE_VOID:
    case CULPRIT_TYPE_FUNCTION:
      return;
    case CULPRIT_TYPE_UNION:
      visit_scalar(item);
      return look_through_union(item);
    default:
      return visit_scalar(item);
  }
}

/// An object that was made in between is one change, not one for each of its fields.
bool Comparison::was_unmade(const Item& item) {
  if (item.is_new || item.before.is_inline) return false;
  Cell first;
  before_.read(item.before.address, {&first, 1});
  if (first.state != ByteState::kUninitialised && first.state != ByteState::kNever) return false;
  return value_of(before_, item.before, {}).kind == ValueKind::kUninitialised;
}

void Comparison::visit_fields(const Item& item) {
  const bool is_made = was_unmade(item);
  if (is_made && value_of(after_, item.after, {}).kind != ValueKind::kUninitialised) report(item);
  for (const Field& field : layouts_.fields(item.after.type)) {
    const auto before = field_in(catalogue_, before_, item.before, field);
    const auto after = field_in(catalogue_, after_, item.after, field);
    if (before && after) push({*before, *after, paths_.field(item.path, field.name), item.is_new || is_made});
  }
}

/// Whichever member counts: what it leads to is there if it is a pointer to something.
void Comparison::look_through_union(const Item& item) {
  for (const Field& field : layouts_.fields(item.after.type)) {
    if (!is_address(tables_.type(field.type))) continue;
    const auto after = field_at(tables_, item.after, field);
    if (after) push({*after, *after, paths_.field(item.path, field.name), true});
  }
}

void Comparison::visit_elements(const Item& item, TypeId element, std::uint64_t count) {
  const trace::Type& type = tables_.type(element);
  const bool is_plain = !is_aggregate(type) && !is_address(type) && type.size > 0;
  if (is_plain && item.is_new) return see(item.after, count * type.size);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Place after = element_at(tables_, item.after, element, i);
    // Long runs that nobody wrote to cost a granule each, not an element each.
    const bool in_place =
        !after.is_inline && !item.before.is_inline && item.before.address == item.after.address;
    const std::uint64_t run = is_plain && in_place && wanted_ == nullptr
                                  ? std::min(count - i, std::max<std::uint64_t>(1, 64 / type.size))
                                  : 0;
    if (run > 1 && left_ > 0 && !is_spent() && untouched(after, run * type.size)) {
      --left_;
      see(after, run * type.size);
      i += run - 1;
      continue;
    }
    push({element_at(tables_, item.before, element, i), after, paths_.element(item.path, i), item.is_new});
    if (left_ == 0 || is_spent()) {
      is_cut_ = is_cut_ || i + 1 < count;
      return;
    }
  }
}

/// True if every byte is known and was written before the first of the two moments: then it was the same
/// then.
bool Comparison::untouched(const Place& place, std::uint64_t size) {
  std::array<Cell, 128> cells;
  if (size > cells.size()) return false;
  const auto bytes = std::span(cells).first(size);
  after_.read(place.address, bytes);
  return std::ranges::all_of(bytes, [&](const Cell& cell) {
    return cell.state == ByteState::kKnown && cell.written < before_.rank();
  });
}

void Comparison::visit_characters(const Item& item) {
  const bool is_array = tables_.type(item.after.type).kind == CULPRIT_TYPE_ARRAY;
  const Value then = value_of(before_, item.before, {}), now = value_of(after_, item.after, {});
  if (!is_array) {
    for (const Value* text : {&then, &now})
      if (text->kind == ValueKind::kString) seen_.add(text->address, text->text.size() + 1);
  }
  // An object that was made, of which only the middle of a text was written, shows as not written at all.
  const bool hides_text = is_array && now.kind == ValueKind::kUninitialised;
  if (item.is_new && !hides_text) return;
  if (!item.is_new && !same_value(then, now)) {
    report(item);
  } else if (is_array && !item.after.is_inline && !item.before.is_inline) {
    if (!item.is_new && now.kind == ValueKind::kString)
      report_same(item, item.before, item.after, now.text.size() + 1);
    visit_tail(item, now.kind == ValueKind::kString ? now.text.size() : 0);
  }
}

/// Characters of an array behind what is shown of it as a text: a NUL, or a byte that was not written, ends that.
void Comparison::visit_tail(const Item& item, std::uint64_t shown) {
  const trace::Type& type = tables_.type(item.after.type);
  const std::uint64_t count = std::min<std::uint64_t>(type.count, kMostCharacters);
  for (std::uint64_t i = shown; i < count && left_ > 0; ++i) {
    const Place before = element_at(tables_, item.before, type.element, i);
    const Place after = element_at(tables_, item.after, type.element, i);
    const Loaded then = load(before_, before, 1), now = load(after_, after, 1);
    if (now.state == ByteState::kKnown && (then.state != ByteState::kKnown || then.bytes[0] != now.bytes[0]))
      push({before, after, paths_.element(item.path, i), false});
  }
}

void Comparison::visit_scalar(const Item& item) {
  if (item.is_new) return;
  differs(item) ? report(item) : report_same(item, item.before, item.after, size_of(tables_, item.after));
}

bool Comparison::differs(const Item& item) {
  const std::uint64_t size = size_of(tables_, item.after);
  const bool in_place =
      !item.after.is_inline && !item.before.is_inline && item.after.address == item.before.address;
  if (in_place && size <= 128 && untouched(item.after, size)) return false;
  // Unions and opaque objects are one place however large they are; what lies past the first bytes is
  // compared by steps.
  for (std::uint64_t done = 0; done < std::min<std::uint64_t>(size, 4096); done += 16) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(size - done, 16));
    const auto part = [&](Place place) {
      place.address += done;
      place.bytes = place.bytes.subspan(std::min<std::size_t>(done, place.bytes.size()));
      return place;
    };
    const Loaded a = load(before_, part(item.before), step), b = load(after_, part(item.after), step);
    if (plain(a.state) != plain(b.state)) return true;
    if (a.state == ByteState::kKnown &&
        !std::equal(a.bytes.begin(), a.bytes.begin() + static_cast<std::ptrdiff_t>(step), b.bytes.begin()))
      return item.after.bits == 0 ||
             !same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {}));
  }
  return false;
}

void Comparison::visit_address(const Item& item) {
  const Loaded a = load(before_, item.before, 8), b = load(after_, item.after, 8);
  const trace::Type& type = tables_.type(item.after.type);
  const bool both = a.state == ByteState::kKnown && b.state == ByteState::kKnown;
  if (!both && !item.is_new) {
    if (plain(a.state) != plain(b.state)) report(item);
    if (b.state != ByteState::kKnown) return;
  }
  if (b.state != ByteState::kKnown) return;
  if (tables_.type(type.element).kind == CULPRIT_TYPE_CHAR) {
    if (both) visit_characters(item);
    return;
  }
  const Target now = follow(catalogue_, after_, item.after, address_in(b), before_.rank());
  bool reported = !both || item.is_new;
  const bool is_reference = type.kind == CULPRIT_TYPE_REFERENCE;
  if (!reported && address_in(a) != address_in(b)) {
    is_reference ? report_rebound(item) : report(item);
    reported = true;
  }
  if (!reported && !is_reference) report_same(item, item.before, item.after, 8);
  if (now.kind == Target::Kind::kGone && !reported &&
      follow(catalogue_, before_, item.before, address_in(a)).kind == Target::Kind::kObject)
    report(item);
  // Another object, made where the old one was.
  if (now.kind == Target::Kind::kObject && now.is_new && !reported &&
      !same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {})))
    report(item);
  if (is_stream(tables_.type(type.element))) return see_block(after_, address_in(b));
  if (now.kind != Target::Kind::kObject || !visited_.emplace(now.first.address, now.first.type).second)
    return;
  is_moved_ = is_moved_ || item.is_new || !both || address_in(a) != address_in(b);
  Item target{now.first, now.first, is_reference || now.count > 1 ? item.path : paths_.pointee(item.path),
              now.is_new};
  if (now.count > 1)
    visit_elements(target, now.first.type, now.count);
  else
    push(target);
}

void Comparison::report(const Item& item) {
  const Spot spot{item.before.address, item.before.type};
  if (is_moved_) {
    if (reported_.contains(spot)) return;
    note_move(item);
  } else if (!item.before.is_inline) {
    reported_.insert(spot);
  }
  std::string path = paths_.text(item.path);
  Value before = value_of(before_, item.before, path), after = value_of(after_, item.after, path);
  changes_.push_back({std::move(path), std::move(before), std::move(after)});
}

/// A reference of a loop, which each pass binds to another object: what that one holds is no change of the first one.
void Comparison::report_rebound(const Item& item) {
  if (same_value(value_of(before_, item.before, {}), value_of(after_, item.after, {}))) return;
  const std::size_t row = changes_.size();
  report(item);
  if (row < changes_.size()) changes_[row].note = "another object now";
}

/// What did not change, if the `size` bytes that make it up lie where they lay and were written all the same.
void Comparison::report_same(const Item& item, const Place& before, const Place& after, std::uint64_t size) {
  const bool in_place = !after.is_inline && !before.is_inline && after.address == before.address;
  if (!in_place || is_moved_ || wanted_ != nullptr || !is_in(own_, after.address, size)) return;
  if (set_again_.size() >= most_changes() || reported_.contains({item.after.address, item.after.type}))
    return;
  std::string path = paths_.text(item.path);
  Value value = value_of(after_, item.after, path);
  if (value.kind != ValueKind::kUninitialised) set_again_.push_back({std::move(path), value, value});
}

Value Comparison::value_of(Snapshot& snapshot, const Place& place, const std::string& path) {
  Decoder decoder(catalogue_, snapshot, limits_);
  if (landmarks_before_ != nullptr)
    decoder.stand_among(&snapshot == &before_ ? *landmarks_before_ : *landmarks_after_);
  return decoder.decode(place, path);
}

}  // namespace culprit::state
