#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/ids.h"

namespace culprit::state {

enum class ValueKind : std::uint8_t {
  kText,  ///< from a tree in text or JSON: shown as it stands
  kBool,
  kSigned,
  kUnsigned,
  kFloat,
  kCharacter,
  kEnum,
  kString,   ///< a C string behind a char pointer, or in a char array
  kPointer,  ///< `children` holds what it points to, if shown
  kStruct,
  kUnion,
  kArray,
  kVoid,
  kOpaque,         ///< a type without description: bytes only
  kUninitialised,  ///< never written since its object began
  kFreed,          ///< the object is gone
  kWild,           ///< an address that is nowhere in the program's known memory
  kTuple,          ///< the parts of a pair or tuple, in order
  kMap,            ///< `children` are tuples of key and value
  kEmpty,          ///< a library object that holds nothing: `text` is the word for it
  kWords,          ///< a library object in words: `1500 ms`, `callable`, `std::ostream`
  kIterator,       ///< `text` is the place it stands at, if known; `children` the element there
  kSeen,           ///< an object shown before in the same value: `text` says where
  kCut,            ///< left out by a limit; `count` says how many
  kList,           ///< as kArray, of the functional language: written (1 2 3), and nil if it is empty
};

/// A value of the recorded program, decoded by its type up to the limits of the reader. Plain data: a front
/// end turns it into text or JSON.
struct Value {
  ValueKind kind = ValueKind::kOpaque;
  std::string name;  ///< of the parameter, field or global; "[3]" in arrays; "*" behind a pointer
  std::string type;  ///< as in the source
  /// Scalars: as a programmer writes it; strings: their raw characters, unquoted; structs: their class, if
  /// that is not the one the program's text names there.
  std::string text;
  std::string note;           ///< said beside the value: "2 owners"
  std::uint64_t count = 0;    ///< elements in all, of arrays and cuts
  bool is_unordered = false;  ///< of sets and maps: the order of `children` says nothing
  Address address = 0;        ///< of pointers: where they point; of others: where they lie (0: nowhere)
  std::vector<Value> children;
};

/// The text of a cut that leaves out what a node did not use; and the beginning of the text of one that says what was left out, as a
/// hash.
inline constexpr const char* kUnused = "unused";
inline constexpr const char* kHashed = "hash ";

struct Limits {
  std::uint32_t depth = 4;         ///< pointers and nesting followed
  std::uint32_t width = 32;        ///< elements and fields of one object
  std::uint32_t characters = 200;  ///< of one string
  std::uint32_t nodes = 2000;      ///< in all
};

/// One place that differs between two states: the path a programmer would write, and both values.
struct Change {
  std::string path;  ///< "L[2]", "this->head->next->value"
  Value before;
  Value after;
  bool is_elsewhere = false;  ///< reached from no name that the node sees: the path says whose it is
  /// Of what is elsewhere: how much, and the line that wrote it; of others, what has to be known to read them right.
  std::string note{};
};

}  // namespace culprit::state
