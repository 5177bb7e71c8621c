#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "src/state/library/meaning.h"
#include "src/trace/tables.h"

namespace culprit::state {

class Probe;
struct Family;
/// What an object holds, with at most `most` of its parts.
using Reader = Meaning (*)(Probe& probe, const Place& object, const Family& family, std::uint64_t most);

/// A property that has no default: a row of the table that leaves it out does not compile.
template <class T>
class Said {
 public:
  template <class U>
    requires std::convertible_to<const U&, T>
  constexpr Said(const U& value) : value_(value) {}
  constexpr operator const T&() const { return value_; }
  constexpr const T* operator->() const { return &value_; }

 private:
  T value_;
};

enum class Role : std::uint8_t {
  kPlain,
  kMessage,  ///< an exception that carries a text: known by its name alone if nobody described its class
  kWord,  ///< a word that says itself what it is: a value of the functional language. What it leads to never changes
  kOpaque,     ///< a class of the library that says nothing to its user: streams, locks, engines
  kArguments,  ///< a va_list: the variable arguments that are left
  kDescribed,  ///< a collection that the recorder described: its row in the trace says the rest
};

/// Whether the order of the parts is the object's own, or says nothing.
enum class Order : std::uint8_t { kOrdered, kUnordered };

/// Where what it holds lies, and who may change that. Decides what counts as an input, and which calls can be joined.
enum class Holding : std::uint8_t {
  kNothing,      ///< bytes and nothing else
  kWithin,       ///< within itself; const if it is
  kOwn,          ///< elsewhere, but copies take it along; const if it is
  kViewOfConst,  ///< elsewhere and not its own, but nobody changes it by this way
  kShared,       ///< anywhere, and nothing says who else may change it
};

/// Where readers that serve several families find what they need, by the names that libstdc++ gives its members.
struct Members {
  Said<std::string_view> object;  ///< what the others are members of; empty: the object itself
  Said<std::string_view> first;   ///< what leads to the first element or link, of a tree to its root
  Said<std::string_view> count;   ///< how many there are; empty: known at the end of the walk
  Said<unsigned> element;         ///< which argument of the template (of `object`) an element's type is
  Said<unsigned> links;           ///< bytes of links before an element
  Said<bool> is_ring;             ///< the last link leads back into the object, not to null
};

/// A kind of library objects: all that is known of it. The rows stand in table.cpp, and nothing else tells families apart.
struct Family {
  Said<std::string_view> names;  ///< of its templates without `std::` and arguments, blanks between them
  Said<Role> role;
  Said<Reader> read;
  Said<Shape> shape;  ///< what its objects mean, if they are not empty and not laid out oddly
  Said<Order> order;
  Said<Holding> holding;
  Said<Members> members;
};

/// What all objects of a family have in common.
inline Meaning meaning_in(const Family& family) {
  Meaning meaning{.shape = family.shape};
  meaning.is_unordered = family.order == Order::kUnordered;
  return meaning;
}

/// nullptr if objects of the type are no more than their fields.
const Family* family_of(const trace::Type& type);
/// By the name of a template, without `std::` and arguments; nullptr if there is none.
const Family* named_family(std::string_view name);
/// The one of a role that goes by no name.
const Family& family_with(Role role);
/// A stream of the C library, whatever is in it.
bool is_stream(const trace::Type& type);
/// The name without `std::` and what an implementation puts behind it; empty if it is none of the library.
std::string_view library_name(std::string_view type_name);

}  // namespace culprit::state
