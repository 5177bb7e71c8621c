#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/state/catalogue.h"
#include "src/state/layout.h"

namespace culprit::state {

/// A part of an object through which one gets out of it: a pointer, a reference, a library object, an array of such.
struct Lead {
  TypeId type;
  std::uint64_t offset = 0;  ///< bytes
};

/// The ways out of an object of some type.
struct Exits {
  std::vector<Lead> leads;
  bool is_partial = false;  ///< there may be others: virtual bases, too many fields
  bool is_flat() const { return leads.empty() && !is_partial; }
};

/// The exits of types, each worked out once. As long as types are not damaged, those of one cost no more than its fields.
class LeadTable {
 public:
  explicit LeadTable(const Catalogue& catalogue) : catalogue_(catalogue) {}
  const Exits& exits(TypeId type);
  bool is_flat(TypeId type) { return exits(type).is_flat(); }
  /// By way of this pointer, reference or view a program can read, but change nothing: it leads to something const, and so
  /// does all that can be reached from there. Not if that may have classes with virtual functions or unknown members in it.
  bool only_shows(TypeId holder);

 private:
  void collect(TypeId type, std::uint64_t offset, unsigned depth, Exits& exits);
  void collect_library(TypeId type, std::uint64_t offset, unsigned depth, Exits& exits);

  bool find_only_shows(TypeId holder);

  const Catalogue& catalogue_;
  std::unordered_map<TypeId, Exits> known_;
  std::unordered_map<TypeId, bool> shows_;
};

}  // namespace culprit::state
