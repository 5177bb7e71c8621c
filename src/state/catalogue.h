#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/tables.h"

namespace culprit::state {

struct Family;

/// What follows from a trace's tables alone and is worked out once: which types are library objects, and where
/// the virtual tables lie. Immutable, so several threads may use one.
class Catalogue {
 public:
  explicit Catalogue(const trace::Tables& tables);

  const trace::Tables& tables() const { return tables_; }
  const trace::Type& type(TypeId id) const { return tables_.type(id); }
  /// nullptr if objects of the type are no more than their fields.
  const Family* family(TypeId id) const { return families_[id.value()]; }
  bool is_library(TypeId id) const { return family(id) != nullptr; }
  /// A class of the library that says nothing to its user.
  bool is_opaque(TypeId id) const { return family(id) == opaque_; }
  /// A word that says itself what it is.
  bool is_word(TypeId id) const { return family(id) == word_; }
  /// A va_list.
  bool is_arguments(TypeId id) const { return family(id) == arguments_; }
  /// How the recorder described objects of the type as collections; nullptr if it did not.
  const culprit_container* container(TypeId id) const;
  /// A type of plain characters; 0 if the program has none.
  TypeId character() const { return character_; }
  /// Whether objects of that many bytes are known that begin with one of the type, as those of a derived class do, and in C of a
  /// struct whose first member is its base. O(such types).
  bool begins_object_of(TypeId type, std::uint64_t size) const;
  /// The class whose virtual tables an address lies in; 0 if in none. O(log tables).
  TypeId class_of_vtable(Address address) const;
  /// The function whose code begins there, or nothing. O(1).
  const trace::Global* function_at(Address address) const;
  /// The global that holds the address, or nothing. O(log globals).
  const trace::Global* global_at(Address address) const;
  /// Where the global that holds the address ends; 0 if none does. O(log globals).
  Address end_of_global(Address address) const;

 private:
  struct Span {
    Address begin;
    Address end;
    TypeId type;
    std::uint32_t row;
  };
  /// A type that begins with another.
  struct Larger {
    std::uint64_t size;
    bool is_open;  ///< it ends in an array of no length: its objects may be larger
  };
  void add_larger(const trace::Type& whole);
  static const Span* last_up_to(const std::vector<Span>& spans, Address address);
  const trace::Tables& tables_;
  std::vector<const Family*> families_;
  const Family* opaque_;
  const Family* word_;
  const Family* arguments_;
  std::vector<Span> vtables_;                             ///< by address
  std::vector<Span> globals_;                             ///< by address
  std::unordered_map<Address, std::uint32_t> functions_;  ///< -> row of the globals
  TypeId character_;
  std::unordered_map<TypeId, std::vector<Larger>> larger_;
};

}  // namespace culprit::state
