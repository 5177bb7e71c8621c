#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/base/ids.h"
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
};

/// The bytes of a scalar, and the worst state among them.
struct Loaded {
  std::array<std::byte, 24> bytes{};
  ByteState state = ByteState::kKnown;
  Moment written = kNoMoment;  ///< of the newest write among them
};
/// Precondition: size <= 24.
Loaded load(Snapshot& snapshot, const Place& place, std::size_t size);

/// Bytes a value of the place takes; of a bit-field, those that hold some of it.
std::uint64_t size_of(const trace::Tables& tables, const Place& place);
/// Nothing if the field lies outside its object.
std::optional<Place> field_at(const trace::Tables& tables, const Place& object, const Field& field);
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
};
/// Follows an address by the type it is held in. `since` is only for is_new.
Target follow(const trace::Tables& tables, Snapshot& snapshot, TypeId holder, Address target,
              Moment since = Moment{0});

}  // namespace culprit::state
