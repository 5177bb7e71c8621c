// Objects that hold one other, or none: optional, variant, smart pointers, function, atomic, adaptors.
#include <fmt/format.h>

#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

Meaning same(const Family& family, const Place& inner, std::uint64_t tag = 1) {
  Meaning meaning = meaning_in(family);
  meaning.inner = inner;
  meaning.tag = tag;
  return meaning;
}

Meaning empty(std::string word) {
  return {.shape = Shape::kEmpty, .text = std::move(word)};
}

/// Whoever manages what is held is a function; null if nothing is.
Meaning read_managed(Probe& probe, const Place& object, std::string something) {
  const auto manager = probe.number(object, "_M_manager");
  if (!manager) return probe.failure();
  if (*manager == 0) return empty("empty");
  return {.shape = Shape::kWords, .text = std::move(something)};
}

/// The counts lie behind the virtual table of the control block.
Meaning read_counted(Probe& probe, const Place& object, const Family& family, bool is_weak) {
  auto pointer = probe.member(object, "_M_ptr");
  if (!pointer) return probe.failure();
  pointer->is_single = !probe.type(object).name.ends_with("]>");
  const auto control = probe.number(object, "_M_refcount._M_pi");
  if (!control) return probe.failure();
  Meaning meaning = same(family, *pointer);
  if (*control == 0) return is_weak ? empty("expired") : meaning;
  const auto counts = probe.word(*control + 8);
  const std::uint64_t owners = counts ? *counts & 0xffffffff : 0;
  if (is_weak && counts && owners == 0) return empty("expired");
  if (is_weak) meaning.note = "weak";
  if (!is_weak && owners > 1 && owners < 0x80000000) meaning.note = fmt::format("{} owners", owners);
  return meaning;
}

}  // namespace

Meaning read_optional(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto engaged = probe.number(object, "_M_payload._M_engaged");
  const auto value = probe.member(object, "_M_payload._M_payload._M_value");
  if (!engaged || !value) return probe.failure();
  return *engaged == 0 ? empty("unset") : same(family, *value);
}

/// All alternatives begin where their union does; which one counts stands behind it.
Meaning read_variant(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto alternatives = probe.member(object, "_M_u");
  const auto place = probe.member(object, "_M_index");
  const auto index = place ? probe.number(*place) : std::nullopt;
  if (!alternatives || !index) return probe.failure();
  const TypeId type = probe.type_argument(object.type, static_cast<std::size_t>(*index));
  if (type == TypeId{}) {
    const std::uint64_t none = ~std::uint64_t{0} >> (64 - 8 * probe.type(*place).size);
    return *index == none ? empty("valueless") : Meaning{};
  }
  if (probe.size_of(type) > probe.type(*alternatives).size) return {};
  Meaning meaning = same(family, *alternatives, *index);
  meaning.inner.type = type;
  meaning.is_by_argument = true;
  return meaning;
}

Meaning read_any(Probe& probe, const Place& object, const Family& /*family*/, std::uint64_t /*most*/) {
  return read_managed(probe, object, "something");
}

/// What it calls to call the object that it holds tells which object that is. Of those of the library little can be said.
Meaning read_function(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  Meaning managed = read_managed(probe, object, "callable");
  if (managed.shape != Shape::kWords) return managed;
  const auto place = probe.find(object, "_M_functor");
  const auto invoker = probe.number(object, "_M_invoker");
  const trace::Global* called = invoker ? probe.catalogue().function_at(*invoker) : nullptr;
  if (!place || called == nullptr || called->type == TypeId{}) return managed;
  if (probe.catalogue().is_opaque(called->type)) return managed;
  if (probe.type(called->type).kind == CULPRIT_TYPE_STRUCT &&
      fields_of(probe.catalogue(), called->type).empty())
    return {.shape = Shape::kWords, .text = called->name, .tag = *invoker};
  Meaning meaning = same(family, *place, *invoker);
  meaning.inner.type = called->type;
  meaning.is_by_argument = true;
  if (called->size == 0) {
    const auto address = probe.word(place->address);
    if (!address || place->is_inline) return managed;
    meaning.inner = Place{.type = called->type, .address = *address};
  }
  if (probe.size_of(called->type) > probe.type(*place).size && called->size != 0) return managed;
  if (probe.type(called->type).kind == CULPRIT_TYPE_STRUCT) meaning.text = called->name;
  return meaning;
}

Meaning read_unique_pointer(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto tuple = probe.member(object, "_M_t._M_t");
  auto pointer = tuple ? tuple_element(probe, *tuple, 0) : std::nullopt;
  if (!pointer) return probe.failure();
  pointer->is_single = !probe.type(object).name.ends_with("[]>");
  return same(family, *pointer);
}

Meaning read_shared_pointer(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  return read_counted(probe, object, family, false);
}

Meaning read_weak_pointer(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  return read_counted(probe, object, family, true);
}

Meaning read_reference_wrapper(Probe& probe, const Place& object, const Family& family,
                               std::uint64_t /*most*/) {
  auto pointer = probe.member(object, "_M_data");
  if (!pointer) return probe.failure();
  pointer->is_single = true;
  return same(family, *pointer);
}

Meaning read_atomic(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  for (const std::string_view path : {"_M_i", "_M_base._M_i", "_M_b._M_p", "_M_p", "_M_fp"})
    if (const auto value = probe.find(object, path)) return same(family, *value);
  return {};
}

/// One member says all.
Meaning read_member(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto value = probe.find(object, family.members->first);
  return value ? same(family, *value) : Meaning{};
}

}  // namespace culprit::state::library
