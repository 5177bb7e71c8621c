#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/base/ids.h"
#include "src/state/catalogue.h"
#include "src/state/layout.h"
#include "src/state/snapshot.h"
#include "src/trace/tables.h"

namespace culprit::state {

/// Where a value of a type is: at an address, or in the bytes of an enter, leave or iteration record.
struct Place {
  TypeId type;
  Address address = 0;
  bool is_inline = false;
  std::span<const std::byte> bytes{};  ///< if inline; may be shorter than the type in a damaged trace
  std::uint32_t bit = 0;               ///< of a bit-field: its first bit in its first byte
  std::uint32_t bits = 0;              ///< its width; 0 = not one
  bool is_single = false;              ///< a pointer that is known to lead to one object, not to an array
};

/// The bytes of a scalar, and the worst state among them.
struct Loaded {
  std::array<std::byte, 24> bytes{};
  ByteState state = ByteState::kKnown;
  Rank written = kNoRank;  ///< of the newest write among them
};
/// Precondition: size <= 24.
Loaded load(Snapshot& snapshot, const Place& place, std::size_t size);

/// Bytes a value of the place takes; of a bit-field, those that hold some of it.
std::uint64_t size_of(const trace::Tables& tables, const Place& place);
/// Nothing if the field lies outside its object. Not for virtual bases.
std::optional<Place> field_at(const trace::Tables& tables, const Place& object, const Field& field);
/// Any field; that of a virtual base is found through the object's virtual table.
std::optional<Place> field_in(const Catalogue& catalogue, Snapshot& snapshot, const Place& object,
                              const Field& field);
Place element_at(const trace::Tables& tables, const Place& array, TypeId element, std::uint64_t index);

/// What a pointer points to.
struct Target {
  enum class Kind : std::uint8_t {
    kNull,
    kWild,    ///< to nowhere the trace knows
    kGone,    ///< to freed memory or a frame that was left
    kBare,    ///< somewhere, but to nothing that could be shown: void, a function, the end of an array
    kObject,  ///< `first` and `count` say what
  };
  Kind kind = Kind::kNull;
  Place first;
  std::uint64_t count = 1;  ///< elements of an array behind the pointer; 1 if nothing says that it is one
  bool is_new = false;      ///< its allocation began at or after `since`
  bool is_derived = false;  ///< `first` is of a class derived from the one that the holder names
};
/// Follows the address in a pointer or reference by its type, to the whole object if its class is polymorphic.
/// `since` is only for is_new.
Target follow(const Catalogue& catalogue, Snapshot& snapshot, const Place& holder, Address target,
              Rank since = Rank{0});
/// The whole object that a polymorphic one is part of; the same place if nothing says otherwise.
Place whole_object(const Catalogue& catalogue, Snapshot& snapshot, const Place& object);

}  // namespace culprit::state
