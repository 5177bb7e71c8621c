#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/state/catalogue.h"
#include "src/trace/tables.h"

namespace culprit::state {

/// A member as a programmer names it from outside.
struct Field {
  std::string name;
  TypeId type;
  std::int64_t offset = 0;  ///< bits; of a virtual base, where the class that has it begins
  std::uint32_t bits = 0;   ///< of a bit-field; 0 = not one
  /// Of a virtual base: its place is this many bytes below the address in the virtual table pointer.
  std::int64_t slot = 0;
  bool is_virtual = false;
};

/// The members of a struct or union. Those of bases and of nameless structs stand beside its own, with their
/// class's name before them where two would have the same. Nameless unions stay one nameless field, or are
/// opened too. Bases that are library objects, or virtual, stay one field with the name of their class; those
/// that say nothing to a user are left out, as are pointers to virtual tables. At most `kMostFields`, however
/// the types are nested or damaged.
inline constexpr std::size_t kMostFields = 4096;
std::vector<Field> fields_of(const Catalogue& catalogue, TypeId type, bool open_unions = false);

/// Bytes of an object, from its first one.
struct ByteSpan {
  std::uint64_t offset;
  std::uint64_t size;
};
/// The bases that are left out there. Where a virtual one lies is not known: then it is the whole object.
std::vector<ByteSpan> left_out_of(const Catalogue& catalogue, TypeId type);

/// The fields of types, each worked out once. A reader keeps one as long as it reads.
class Layouts {
 public:
  explicit Layouts(const Catalogue& catalogue) : catalogue_(catalogue) {}
  const std::vector<Field>& fields(TypeId type) {
    const auto [at, is_new] = known_.try_emplace(type);
    if (is_new) at->second = fields_of(catalogue_, type);
    return at->second;
  }
  const std::vector<ByteSpan>& left_out(TypeId type) {
    const auto [at, is_new] = left_out_.try_emplace(type);
    if (is_new) at->second = left_out_of(catalogue_, type);
    return at->second;
  }

 private:
  const Catalogue& catalogue_;
  std::unordered_map<TypeId, std::vector<Field>> known_;
  std::unordered_map<TypeId, std::vector<ByteSpan>> left_out_;
};

inline bool is_aggregate(const trace::Type& type) {
  return type.kind == CULPRIT_TYPE_STRUCT || type.kind == CULPRIT_TYPE_UNION ||
         type.kind == CULPRIT_TYPE_ARRAY;
}
inline bool is_address(const trace::Type& type) {
  return type.kind == CULPRIT_TYPE_POINTER || type.kind == CULPRIT_TYPE_REFERENCE;
}

}  // namespace culprit::state
