// What the decoder makes of library objects.
#include <algorithm>

#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/landmarks.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

/// What was left out behind `shown` elements; nothing if all were shown.
void add_cut(Value& value, const Meaning& meaning, std::uint64_t shown) {
  if (shown < meaning.count)
    value.children.push_back(cut_value(meaning.count - shown));
  else if (!meaning.is_count_known)
    value.children.push_back(cut_value(0));
}

std::string element_name(std::uint64_t index) {
  return "[" + std::to_string(index) + "]";
}

/// Two units of UTF-16 that are one character.
std::uint32_t joined(std::uint32_t high, std::uint32_t low) {
  return 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
}

}  // namespace

Value Decoder::library(Value value, const Place& place, const Meaning& meaning, std::uint32_t level,
                       const PathText& path) {
  value.note = meaning.note;
  value.is_unordered = meaning.is_unordered;
  switch (meaning.shape) {
    case Shape::kAbsent:
      value.kind = absent_value(meaning.state).kind;
      break;
    case Shape::kSequence:
    case Shape::kSet:
      sequence(value, meaning, level, path);
      break;
    case Shape::kMap:
      map(value, meaning, level, path);
      break;
    case Shape::kTuple:
      tuple(value, meaning, level, path);
      break;
    case Shape::kString:
      string(value, meaning);
      break;
    case Shape::kSame: {
      // In a word that says what it is stands a number: no more than the word itself.
      if (level > limits_.depth && !catalogue_.is_word(place.type))
        return cut_value(1, std::move(value.name));
      Value inner =
          build(meaning.inner, std::move(value.name), level + (meaning.is_by_argument ? 1 : 0), path);
      inner.type = std::move(value.type);
      if (inner.kind == ValueKind::kStruct && !meaning.text.empty()) inner.text = meaning.text;
      if (!value.note.empty() && inner.kind == ValueKind::kPointer && inner.address == 0) value.note.clear();
      if (!value.note.empty()) inner.note = std::move(value.note);
      return inner;
    }
    case Shape::kEmpty:
    case Shape::kWords:
      value.kind = meaning.shape == Shape::kEmpty ? ValueKind::kEmpty : ValueKind::kWords;
      value.text = meaning.text;
      break;
    case Shape::kInteger:
      value.kind = ValueKind::kSigned;
      value.text = meaning.text;
      break;
    case Shape::kIterator:
      iterator(value, meaning, level, path);
      break;
    case Shape::kFields:
      record(value, place, level, path);
      break;
  }
  return value;
}

void Decoder::sequence(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path) {
  value.kind = meaning.is_list ? ValueKind::kList : ValueKind::kArray;
  value.count = meaning.count;
  if (level > limits_.depth) return add_cut(value, meaning, 0);
  if (meaning.is_row) return elements(value, meaning.first, meaning.first.type, level, path);
  std::uint64_t shown = 0;
  for (const Part& part : meaning.parts) {
    if (left_ == 0 || shown == limits_.width) break;
    value.children.push_back(child(part.place, element_name(shown), level, path.element(shown)));
    ++shown;
  }
  add_cut(value, meaning, shown);
}

void Decoder::map(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path) {
  value.kind = ValueKind::kMap;
  value.count = meaning.count;
  std::uint64_t shown = 0;
  for (const Part& part : meaning.parts) {
    if (left_ < 2 || shown == limits_.width || level > limits_.depth || !part.key) break;
    Value entry;
    entry.kind = ValueKind::kTuple;
    entry.children.push_back(child(*part.key, {}, level, path.element(shown)));
    const PathText at = path.keyed(key_text(entry.children[0]));
    entry.name = "[" + key_text(entry.children[0]) + "]";
    entry.children.push_back(child(part.place, {}, level, at));
    value.children.push_back(std::move(entry));
    ++shown;
  }
  add_cut(value, meaning, shown);
}

void Decoder::tuple(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path) {
  value.kind = ValueKind::kTuple;
  value.count = meaning.count;
  if (level > limits_.depth) return add_cut(value, meaning, 0);
  std::uint64_t shown = 0;
  for (const Part& part : meaning.parts) {
    if (left_ == 0 || shown == limits_.width) break;
    const PathText at = part.name.empty() ? path.part(shown) : path.field(part.name);
    value.children.push_back(child(part.place, {}, level, at));
    ++shown;
  }
  add_cut(value, meaning, shown);
  const auto is = [&](ValueKind kind) {
    return !value.children.empty() &&
           std::ranges::all_of(value.children, [&](const Value& c) { return c.kind == kind; });
  };
  for (const ValueKind kind : {ValueKind::kUninitialised, ValueKind::kFreed}) {
    if (!is(kind)) continue;
    value.kind = kind;
    value.children.clear();
  }
}

/// Unlike a C string it may hold zeros, and says how long it is.
void Decoder::string(Value& value, const Meaning& meaning) {
  const trace::Type& unit = tables_.type(meaning.first.type);
  value.kind = ValueKind::kString;
  if (!meaning.is_count_known) return characters(value, meaning.first, unit, ~std::uint64_t{0});
  value.count = meaning.count;
  std::uint32_t high = 0;
  std::uint64_t i = 0;
  for (; i < meaning.count; ++i) {
    if (i == limits_.characters) {
      value.children.push_back(cut_value(meaning.count - i));
      return;
    }
    const Place at = element_at(tables_, meaning.first, meaning.first.type, i);
    const Loaded loaded = load(snapshot_, at, unit.size);
    if (loaded.state != ByteState::kKnown) {
      value.children.push_back(absent_value(loaded.state));
      return;
    }
    const auto code = static_cast<std::uint32_t>(load_bits(std::span(loaded.bytes).first(unit.size)));
    if (unit.size == 1) {
      value.text += static_cast<char>(code);
    } else if (unit.size == 2 && code >= 0xd800 && code < 0xdc00) {
      high = code;
    } else {
      value.text += utf8(high != 0 ? joined(high, code) : code);
      high = 0;
    }
  }
}

void Decoder::iterator(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path) {
  value.kind = ValueKind::kIterator;
  value.address = meaning.node;
  bool is_end = meaning.node == 0;
  if (landmarks_ != nullptr) {
    const Landmarks::Spot spot = landmarks_->find(meaning.node, meaning.inner.address);
    value.text = spot.path;
    is_end = is_end || spot.is_end;
  }
  if (is_end && value.text.empty()) value.text = "the end";
  if (is_end || !meaning.has_inner || left_ == 0) return;
  if (level > limits_.depth) return;
  // Where nothing is known to be, the iterator may well stand at an end.
  Cell cell;
  snapshot_.read(meaning.inner.address, {&cell, 1});
  if (cell.state != ByteState::kKnown && value.text.empty()) {
    value.text = cell.state == ByteState::kFreed ? "what is freed" : "nowhere known";
    return;
  }
  value.children.push_back(child(meaning.inner, "*", level, path.pointee()));
}

}  // namespace culprit::state
