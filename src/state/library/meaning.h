#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/state/place.h"

namespace culprit::state {

/// What a programmer sees in a library object.
enum class Shape : std::uint8_t {
  kFields,    ///< no more than its fields: no library object, or one that is not laid out as known
  kAbsent,    ///< its bytes are not there: `state` says why
  kSequence,  ///< elements in order: a row of them, or parts
  kSet,
  kMap,    ///< parts with keys
  kTuple,  ///< parts, named `first` and `second` in a pair
  kString,
  kSame,      ///< nothing but `inner`, as an optional that holds something
  kEmpty,     ///< holds nothing; `text` is the word for it
  kWords,     ///< `text`
  kInteger,   ///< a number in decimal: `text`
  kIterator,  ///< `node` is where it points, `inner` the element there, if `has_inner`
};

struct Part {
  Place place;
  std::optional<Place> key{};
  std::string name{};
};

/// Some bytes of memory.
struct Extent {
  Address address = 0;
  std::uint64_t size = 0;
};

struct Meaning {
  Shape shape = Shape::kFields;
  std::uint64_t count = 0;     ///< elements in all
  bool is_count_known = true;  ///< false: there may be more than `count`
  bool is_row = false;         ///< elements lie side by side from `first` on, and are not in `parts`
  bool is_list = false;        ///< a sequence that its language writes as (1 2 3)
  bool is_unordered = false;   ///< the order of the parts says nothing
  Place first{};               ///< of a row or string: its first element
  std::vector<Part> parts{};   ///< the first ones, at most as many as were asked for
  std::string text{};  ///< of what is the same as `inner`: the class that is not to be seen from its type
  std::string note{};  ///< said beside the value: "2 owners"
  Place inner{};
  bool has_inner = false;
  bool is_by_argument = false;  ///< the type of `inner` is a template argument: nothing bounds how they nest
  std::uint64_t tag = 0;        ///< objects with different ones hold different things
  Address node = 0;             ///< of an iterator: its node or element; of a container: that of its end
  /// Besides the object, and what lies up to `links` bytes before an element or its key: where it is written which elements there are.
  std::vector<Extent> held_by{};
  std::uint64_t links = 32;
  ByteState state = ByteState::kKnown;
};

}  // namespace culprit::state
