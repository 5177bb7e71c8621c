#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/state/catalogue.h"
#include "src/state/library/meaning.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// Reads the insides of a library object by the names of its members. Remembers what went wrong first, so that
/// a reader can go on until it has all it needs and then give failure().
class Probe {
 public:
  Probe(const Catalogue& catalogue, Snapshot& snapshot) : catalogue_(catalogue), snapshot_(snapshot) {}

  const Catalogue& catalogue() const { return catalogue_; }
  const Snapshot& snapshot() const { return snapshot_; }
  const trace::Type& type(TypeId id) const { return catalogue_.type(id); }
  const trace::Type& type(const Place& place) const { return catalogue_.type(place.type); }

  /// `_M_impl._M_start`: each name is looked for among the members of the object and its bases. Bounded, whatever
  /// the tables hold.
  std::optional<Place> member(const Place& object, std::string_view path);
  /// The same without taking it amiss if there is none.
  std::optional<Place> find(const Place& object, std::string_view path) const;
  /// The first base whose name, without namespaces, begins like this.
  std::optional<Place> base(const Place& object, std::string_view name) const;
  /// The type of the member that begins so many bytes behind the start of an object, in a base of it too; 0 if none does.
  TypeId type_at(TypeId type, std::uint64_t offset) const;
  /// An integer or address of at most 8 bytes.
  std::optional<std::uint64_t> number(const Place& place);
  std::optional<std::uint64_t> number(const Place& object, std::string_view path);
  /// The first bytes of a place, at most 8, whatever its type.
  std::optional<std::uint64_t> number(const Place& place, std::uint64_t bytes);
  /// 8 bytes of memory.
  std::optional<std::uint64_t> word(Address at);
  /// From there to the end of what was allocated; 0 where nothing was.
  std::uint64_t allocated_from(Address at) const;
  /// The object of a derived class that one is part of; the same place if there is none.
  Place whole(const Place& object) { return whole_object(catalogue_, snapshot_, object); }

  /// The i-th argument of the object's template; nullptr if there are fewer.
  const trace::Member* argument(TypeId type, std::size_t i) const;
  /// A type that is the i-th argument; 0 if there is none.
  TypeId type_argument(TypeId type, std::size_t i) const;
  std::uint64_t size_of(TypeId type) const { return catalogue_.type(type).size; }
  /// What the compiler aligns the type to, as far as its members tell.
  std::uint64_t alignment_of(TypeId type) const;
  /// Where an element begins behind `header` bytes of links.
  std::uint64_t behind(std::uint64_t header, TypeId element) const;

  /// kAbsent if bytes were missing, else kFields: the object is not laid out as expected.
  Meaning failure() const;
  void fail() { is_odd_ = true; }

 private:
  std::optional<Place> find_name(const Place& object, std::string_view name, unsigned depth,
                                 unsigned& steps) const;
  TypeId type_at(TypeId type, std::uint64_t offset, unsigned depth, unsigned& steps) const;
  std::uint64_t alignment_of(TypeId type, unsigned depth, unsigned& steps) const;

  const Catalogue& catalogue_;
  Snapshot& snapshot_;
  bool is_odd_ = false;
  ByteState state_ = ByteState::kKnown;
};

}  // namespace culprit::state
