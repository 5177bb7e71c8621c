#include "src/state/library/probe.h"

#include <algorithm>
#include <bit>
#include <span>

#include "src/state/scalar.h"

namespace culprit::state {
namespace {

constexpr unsigned kMostDepth = 12;   ///< bases of bases
constexpr unsigned kMostSteps = 512;  ///< members looked at for one name

std::optional<Place> member_at(const trace::Tables& tables, const Place& object,
                               const trace::Member& member) {
  return field_at(tables, object, {member.name, member.type, member.offset, member.bits});
}

std::string_view without_namespaces(std::string_view name) {
  const std::size_t template_at = name.find('<');
  const std::size_t colon = name.substr(0, template_at).rfind("::");
  return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

}  // namespace

std::optional<Place> Probe::find_name(const Place& object, std::string_view name, unsigned depth,
                                      unsigned& steps) const {
  const trace::Type& type = catalogue_.type(object.type);
  if (type.kind != CULPRIT_TYPE_STRUCT && type.kind != CULPRIT_TYPE_UNION) return std::nullopt;
  for (const trace::Member& member : type.members) {
    if (++steps > kMostSteps) return std::nullopt;
    if (!member.is_base() && !member.is_argument() && member.name == name)
      return member_at(catalogue_.tables(), object, member);
  }
  if (depth == kMostDepth) return std::nullopt;
  for (const trace::Member& member : type.members) {
    if (++steps > kMostSteps) return std::nullopt;
    const bool is_open =
        (member.is_base() && !member.is_virtual()) || (member.name.empty() && !member.is_argument());
    if (!is_open) continue;
    const auto inside = member_at(catalogue_.tables(), object, member);
    if (!inside) continue;
    if (auto found = find_name(*inside, name, depth + 1, steps)) return found;
  }
  return std::nullopt;
}

std::optional<Place> Probe::find(const Place& object, std::string_view path) const {
  std::optional<Place> place = object;
  while (place && !path.empty()) {
    const std::size_t dot = path.find('.');
    unsigned steps = 0;
    place = find_name(*place, path.substr(0, dot), 0, steps);
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return place;
}

std::optional<Place> Probe::member(const Place& object, std::string_view path) {
  auto place = find(object, path);
  if (!place) is_odd_ = true;
  return place;
}

std::optional<Place> Probe::base(const Place& object, std::string_view name) const {
  for (const trace::Member& member : catalogue_.type(object.type).members) {
    if (!member.is_base() || member.is_virtual()) continue;
    if (without_namespaces(catalogue_.type(member.type).name).starts_with(name))
      return member_at(catalogue_.tables(), object, member);
  }
  return std::nullopt;
}

TypeId Probe::type_at(TypeId type, std::uint64_t offset) const {
  unsigned steps = 0;
  return type_at(type, offset, 0, steps);
}

TypeId Probe::type_at(TypeId id, std::uint64_t offset, unsigned depth, unsigned& steps) const {
  for (const trace::Member& member : catalogue_.type(id).members) {
    if (++steps > kMostSteps) return {};
    if (member.is_argument() || member.is_virtual() || member.offset < 0) continue;
    const std::uint64_t at = static_cast<std::uint64_t>(member.offset) / 8;
    if (!member.is_base() && at == offset) return member.type;
    if (!member.is_base() || at > offset || depth == kMostDepth) continue;
    if (const TypeId inner = type_at(member.type, offset - at, depth + 1, steps); inner != TypeId{})
      return inner;
  }
  return {};
}

std::optional<std::uint64_t> Probe::number(const Place& place) {
  return number(place, place.bits != 0 ? 0 : state::size_of(catalogue_.tables(), place));
}

std::optional<std::uint64_t> Probe::number(const Place& place, std::uint64_t bytes) {
  if (bytes == 0 || bytes > 8) {
    is_odd_ = true;
    return std::nullopt;
  }
  const Loaded loaded = load(snapshot_, place, static_cast<std::size_t>(bytes));
  if (loaded.state != ByteState::kKnown) {
    if (state_ == ByteState::kKnown) state_ = loaded.state;
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(load_bits(std::span(loaded.bytes).first(bytes)));
}

std::optional<std::uint64_t> Probe::number(const Place& object, std::string_view path) {
  const auto place = member(object, path);
  return place ? number(*place) : std::nullopt;
}

std::optional<std::uint64_t> Probe::word(Address at) {
  return number(Place{.type = {}, .address = at}, 8);
}

std::uint64_t Probe::allocated_from(Address at) const {
  const auto block = snapshot_.memory().allocation(at, snapshot_.rank());
  return block && at < block->end ? block->end - at : 0;
}

const trace::Member* Probe::argument(TypeId type, std::size_t i) const {
  for (const trace::Member& member : catalogue_.type(type).members)
    if (member.is_argument() && i-- == 0) return &member;
  return nullptr;
}

TypeId Probe::type_argument(TypeId type, std::size_t i) const {
  const trace::Member* found = argument(type, i);
  return found == nullptr ? TypeId{} : found->type;
}

std::uint64_t Probe::alignment_of(TypeId type) const {
  unsigned steps = 0;
  return alignment_of(type, 0, steps);
}

std::uint64_t Probe::alignment_of(TypeId id, unsigned depth, unsigned& steps) const {
  const trace::Type& type = catalogue_.type(id);
  if (type.kind == CULPRIT_TYPE_ARRAY && depth < kMostDepth)
    return alignment_of(type.element, depth + 1, steps);
  if (type.kind != CULPRIT_TYPE_STRUCT && type.kind != CULPRIT_TYPE_UNION) {
    // A pointer to a member function takes 16 bytes, and stands at any word.
    const bool is_number = type.kind == CULPRIT_TYPE_FLOAT || type.kind == CULPRIT_TYPE_SIGNED ||
                           type.kind == CULPRIT_TYPE_UNSIGNED;
    return std::bit_floor(std::clamp<std::uint64_t>(type.size, 1, is_number ? 16 : 8));
  }
  std::uint64_t most = (type.flags & CULPRIT_TYPE_POLYMORPHIC) != 0 ? 8 : 1;
  for (const trace::Member& member : type.members) {
    if (++steps > kMostSteps || depth == kMostDepth) return std::max<std::uint64_t>(most, 8);
    if (!member.is_argument()) most = std::max(most, alignment_of(member.type, depth + 1, steps));
  }
  return most;
}

std::uint64_t Probe::behind(std::uint64_t header, TypeId element) const {
  const std::uint64_t alignment = alignment_of(element);
  return (header + alignment - 1) / alignment * alignment;
}

Meaning Probe::failure() const {
  Meaning meaning;
  if (is_odd_ || state_ == ByteState::kKnown) return meaning;
  meaning.shape = Shape::kAbsent;
  meaning.state = state_;
  return meaning;
}

}  // namespace culprit::state
