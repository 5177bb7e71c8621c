#include "src/state/decode.h"

#include <algorithm>

#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

/// Recursion is as deep as the depth limit; no reader looks further.
constexpr std::uint32_t kMostDepth = 64;

/// An object of which nothing is there says so once, instead of in every part.
void collapse(Value& value) {
  if (value.children.empty()) return;
  const ValueKind kind = value.children.front().kind;
  if (kind != ValueKind::kUninitialised && kind != ValueKind::kFreed) return;
  if (!std::ranges::all_of(value.children, [&](const Value& c) { return c.kind == kind; })) return;
  value.kind = kind;
  value.children.clear();
}

std::string index_name(std::uint64_t index) {
  return "[" + std::to_string(index) + "]";
}

}  // namespace

Value cut_value(std::uint64_t count, std::string name) {
  Value value;
  value.kind = ValueKind::kCut;
  value.name = std::move(name);
  value.count = count;
  return value;
}

Value absent_value(ByteState state) {
  Value value;
  value.kind = state == ByteState::kFreed ? ValueKind::kFreed : ValueKind::kUninitialised;
  return value;
}

Decoder::Decoder(const Catalogue& catalogue, Snapshot& snapshot, const Limits& limits)
    : catalogue_(catalogue),
      tables_(catalogue.tables()),
      snapshot_(snapshot),
      layouts_(catalogue),
      limits_(limits),
      left_(limits.nodes) {
  limits_.depth = std::min(limits_.depth, kMostDepth);
}

Value Decoder::decode(const Place& place, std::string name) {
  seen_.clear();
  const PathText path(name);
  return build(place, std::move(name), 0, path);
}

Value Decoder::build(const Place& place, std::string name, std::uint32_t level, const PathText& path) {
  if (left_ == 0) return cut_value(1, std::move(name));
  --left_;
  const trace::Type& type = tables_.type(place.type);
  if (type.kind == CULPRIT_TYPE_REFERENCE) {
    if (level > limits_.depth) return cut_value(1, std::move(name));
    return reference(place, std::move(name), level, path);
  }
  Value value;
  value.name = std::move(name);
  value.type = type.name;
  value.address = place.is_inline ? 0 : place.address;
  if (catalogue_.is_opaque(place.type)) {
    value.kind = ValueKind::kWords;
    value.text = type.name;
    return value;
  }
  if (type.kind == CULPRIT_TYPE_OPAQUE && catalogue_.is_library(place.type)) {
    const Meaning meaning = meaning_of(catalogue_, snapshot_, place, 0);
    if (meaning.shape == Shape::kString) return library(std::move(value), place, meaning, level, path);
  }
  if (!is_aggregate(type)) {
    if (type.kind == CULPRIT_TYPE_POINTER)
      pointer(value, place, level, path);
    else
      scalar(value, place);
    return value;
  }
  if (!place.is_inline && type.kind != CULPRIT_TYPE_ARRAY)
    seen_.emplace(std::pair(place.address, place.type), path.str());
  const Meaning meaning =
      meaning_of(catalogue_, snapshot_, place, level > limits_.depth ? 0 : std::min(limits_.width, left_));
  if (meaning.shape != Shape::kFields) return library(std::move(value), place, meaning, level, path);
  if (type.kind == CULPRIT_TYPE_ARRAY)
    array(value, place, level, path);
  else
    record(value, place, level, path);
  return value;
}

Value Decoder::child(const Place& place, std::string name, std::uint32_t level, const PathText& path) {
  return build(place, std::move(name), level + (is_aggregate(tables_.type(place.type)) ? 1 : 0), path);
}

void Decoder::scalar(Value& value, const Place& place) {
  const trace::Type& type = tables_.type(place.type);
  if (type.kind == CULPRIT_TYPE_VOID || type.kind == CULPRIT_TYPE_FUNCTION) {
    value.kind = ValueKind::kVoid;
    return;
  }
  const std::uint64_t size = size_of(tables_, place);
  const std::size_t shown = std::min<std::uint64_t>(size, place.bits != 0 ? 24 : 16);
  const Loaded loaded = load(snapshot_, place, shown);
  if (loaded.state != ByteState::kKnown) {
    value.kind = absent_value(loaded.state).kind;
    return;
  }
  const std::span<const std::byte> bytes(loaded.bytes.data(), shown);
  if (is_member_function(type) && member_function(value, type, bytes)) return;
  describe_scalar(value, type, bytes, size, place.bit, place.bits);
}

Value Decoder::reference(const Place& place, std::string name, std::uint32_t level, const PathText& path) {
  Value value;
  value.name = std::move(name);
  value.type = tables_.type(place.type).name;
  const Loaded loaded = load(snapshot_, place, 8);
  if (loaded.state != ByteState::kKnown) {
    value.kind = absent_value(loaded.state).kind;
    return value;
  }
  value.address = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
  value.text = hex_text(value.address);
  if (is_staying_) {
    value.kind = ValueKind::kPointer;
    return value;
  }
  const Target target = follow(catalogue_, snapshot_, place, value.address);
  if (target.kind == Target::Kind::kObject) {
    // A reference to a reference is nothing a compiler makes: it must not go on for ever.
    const bool again = tables_.type(target.first.type).kind == CULPRIT_TYPE_REFERENCE;
    Value referent = child(target.first, std::move(value.name), level + (again ? 1 : 0), path);
    if (target.is_derived && referent.kind == ValueKind::kStruct) referent.text = referent.type;
    referent.type = std::move(value.type);
    return referent;
  }
  const TypeId element = tables_.type(place.type).element;
  if (target.kind == Target::Kind::kWild && catalogue_.is_opaque(element)) {
    // std::cout and its like lie in libraries that are not recorded; they mean nothing anyway.
    value.kind = ValueKind::kWords;
    value.text = tables_.type(element).name;
    return value;
  }
  value.kind = target.kind == Target::Kind::kGone   ? ValueKind::kFreed
               : target.kind == Target::Kind::kBare ? ValueKind::kPointer
                                                    : ValueKind::kWild;
  return value;
}

void Decoder::pointer(Value& value, const Place& place, std::uint32_t level, const PathText& path) {
  const Loaded loaded = load(snapshot_, place, 8);
  if (loaded.state != ByteState::kKnown) {
    value.kind = absent_value(loaded.state).kind;
    return;
  }
  value.kind = ValueKind::kPointer;
  value.address = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
  value.text = value.address == 0 ? "null" : hex_text(value.address);
  const Target target = follow(catalogue_, snapshot_, place, value.address);
  if (target.kind == Target::Kind::kWild) value.kind = ValueKind::kWild;
  if (target.kind == Target::Kind::kGone) value.kind = ValueKind::kFreed;
  if (target.kind != Target::Kind::kNull && is_stream(tables_.type(tables_.type(place.type).element)))
    return stream(value);
  if (target.kind == Target::Kind::kObject && !is_staying_) pointees(value, target, level, path);
  const bool is_code = tables_.type(tables_.type(place.type).element).kind == CULPRIT_TYPE_FUNCTION;
  const trace::Global* function = is_code ? catalogue_.function_at(value.address) : nullptr;
  if (function == nullptr) return;
  value.kind = ValueKind::kWords;
  value.text = function->name;
}

/// A pointer to a member function is told from other bytes by leading to a function.
bool Decoder::is_member_function(const trace::Type& type) const {
  return type.kind == CULPRIT_TYPE_OPAQUE && type.size == 16 &&
         tables_.type(type.element).kind == CULPRIT_TYPE_FUNCTION;
}

/// False if it is none that has a name. Odd ones are virtual: the type has their names.
bool Decoder::member_function(Value& value, const trace::Type& type, std::span<const std::byte> bytes) const {
  const auto code = static_cast<std::uint64_t>(load_bits(bytes.first(8)));
  const auto adjustment = static_cast<std::int64_t>(load_bits(bytes.subspan(8, 8)));
  std::string name;
  if (code == 0) {
    name = "null";
  } else if (code % 2 == 0) {
    if (const trace::Global* function = catalogue_.function_at(code)) name = function->name;
  } else {
    for (const trace::Member& member : type.members)
      if (member.is_argument() && static_cast<std::uint64_t>(member.offset) == code) name = member.name;
  }
  if (name.empty()) return false;
  if (code != 0 && adjustment != 0) name += " of the part at " + std::to_string(adjustment);
  value.kind = ValueKind::kWords;
  value.text = std::move(name);
  return true;
}

/// The standard ones lie in the C library, which is not recorded, the others in blocks of its own making: what is in them is
/// its business, and where they are differs from run to run.
void Decoder::stream(Value& value) const {
  const trace::Global* global = catalogue_.global_at(value.address);
  value.text = global != nullptr && global->address == value.address ? global->name : "stream";
  if (value.kind != ValueKind::kFreed) value.kind = ValueKind::kWords;
}

void Decoder::pointees(Value& value, const Target& target, std::uint32_t level, const PathText& path) {
  const trace::Type& type = tables_.type(target.first.type);
  if (type.kind == CULPRIT_TYPE_CHAR) {
    const auto cover = snapshot_.memory().allocation(value.address, snapshot_.rank());
    const std::uint64_t room = cover && value.address < cover->end
                                   ? (cover->end - value.address) / std::max<std::uint64_t>(type.size, 1)
                                   : ~std::uint64_t{0};
    value.kind = ValueKind::kString;
    value.text.clear();
    characters(value, target.first, type, room);
    return;
  }
  if (is_aggregate(type)) {
    if (const auto seen = seen_.find({target.first.address, target.first.type}); seen != seen_.end()) {
      Value again;
      again.kind = ValueKind::kSeen;
      again.name = "*";
      again.text = seen->second;
      value.children.push_back(std::move(again));
      return;
    }
  }
  value.count = target.count;
  if (level >= limits_.depth)
    value.children.push_back(cut_value(target.count, "*"));
  else if (target.count > 1)
    elements(value, target.first, target.first.type, level + 1, path);
  else {
    Value pointee = build(target.first, "*", level + 1, path.pointee());
    if (target.is_derived && pointee.kind == ValueKind::kStruct) pointee.text = pointee.type;
    value.children.push_back(std::move(pointee));
  }
}

void Decoder::record(Value& value, const Place& place, std::uint32_t level, const PathText& path) {
  const bool is_union = tables_.type(place.type).kind == CULPRIT_TYPE_UNION;
  value.kind = is_union ? ValueKind::kUnion : ValueKind::kStruct;
  const std::vector<Field>& fields = layouts_.fields(place.type);
  value.count = fields.size();
  if (level > limits_.depth) {
    value.children.push_back(cut_value(fields.size()));
    return;
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i >= limits_.width || left_ == 0) {
      value.children.push_back(cut_value(fields.size() - i));
      break;
    }
    if (const auto field = field_in(catalogue_, snapshot_, place, fields[i])) {
      value.children.push_back(child(*field, fields[i].name, level, path.field(fields[i].name)));
    } else {
      Value outside;
      outside.name = fields[i].name;
      outside.type = tables_.type(fields[i].type).name;
      value.children.push_back(std::move(outside));
      --left_;
    }
  }
  collapse(value);
}

void Decoder::array(Value& value, const Place& place, std::uint32_t level, const PathText& path) {
  const trace::Type& type = tables_.type(place.type);
  const trace::Type& element = tables_.type(type.element);
  value.kind = ValueKind::kArray;
  value.count = type.count;
  if (element.kind == CULPRIT_TYPE_CHAR) {
    value.kind = ValueKind::kString;
    characters(value, place, element, type.count);
  } else if (level > limits_.depth) {
    if (type.count > 0) value.children.push_back(cut_value(type.count));
  } else {
    elements(value, place, type.element, level, path);
    collapse(value);
  }
}

void Decoder::elements(Value& value, const Place& first, TypeId element, std::uint32_t level,
                       const PathText& path) {
  for (std::uint64_t i = 0; i < value.count; ++i) {
    if (i >= limits_.width || left_ == 0) {
      value.children.push_back(cut_value(value.count - i));
      return;
    }
    value.children.push_back(
        child(element_at(tables_, first, element, i), index_name(i), level, path.element(i)));
  }
}

/// What stops a string early, a limit or a byte that is not there, becomes its only child.
void Decoder::characters(Value& value, const Place& place, const trace::Type& unit, std::uint64_t most) {
  value.count = 0;
  const bool is_array = tables_.type(place.type).kind == CULPRIT_TYPE_ARRAY;
  const TypeId element = is_array ? tables_.type(place.type).element : place.type;
  for (; value.count < most; ++value.count) {
    const Place at = element_at(tables_, place, element, value.count);
    const Loaded loaded = load(snapshot_, at, std::min<std::uint64_t>(unit.size, 4));
    if (loaded.state != ByteState::kKnown) {
      value.children.push_back(absent_value(loaded.state));
      break;
    }
    const auto code = static_cast<std::uint32_t>(load_bits(loaded.bytes));
    if (code == 0 || unit.size == 0) break;
    if (value.count == limits_.characters) {
      value.children.push_back(cut_value(0));
      break;
    }
    value.text += unit.size == 1 ? std::string(1, static_cast<char>(code)) : utf8(code);
  }
  if (value.count == 0 && !value.children.empty() && is_array) {
    value.kind = value.children.front().kind;
    value.children.clear();
  }
}

}  // namespace culprit::state
