#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <vector>

#include "recorders/cxx/abi.h"

namespace llvm {
class DICompositeType;
class DIDerivedType;
class DIType;
}  // namespace llvm

namespace culprit::pass {

class ModuleTables;

/// Describes types from debug info: raw layout, the insides of the standard library included, since what a container
/// means is the reader's to know. Typedefs and qualifiers are dropped.
class Types {
 public:
  explicit Types(ModuleTables& tables) : tables_(tables) {}

  /// The local id of the type's row; 0 for void and what debug info does not say. Types that it names are described with
  /// it.
  std::uint32_t id(const llvm::DIType* type);
  /// Bytes of a value; 0 if not known.
  static std::uint64_t size(const llvm::DIType* type);
  static bool is_pointer(const llvm::DIType* type);

 private:
  void describe(std::uint32_t id, const llvm::DIType* type);
  void describe_derived(culprit_type& row, std::vector<culprit_member>& members,
                        const llvm::DIDerivedType* type);
  void describe_member_pointer(culprit_type& row, std::vector<culprit_member>& members,
                               const llvm::DIDerivedType* type);
  void describe_composite(culprit_type& row, std::vector<culprit_member>& members,
                          const llvm::DICompositeType* type);
  void describe_class(culprit_type& row, std::vector<culprit_member>& members,
                      const llvm::DICompositeType* type);
  void describe_array(culprit_type& row, const llvm::DICompositeType* type);
  std::uint32_t array_of(std::uint32_t element, std::uint64_t element_size, std::uint64_t count,
                         const std::string& name, std::uint64_t base_key);
  void add_arguments(std::vector<culprit_member>& members, const llvm::DICompositeType* type);

  ModuleTables& tables_;
  llvm::DenseMap<const llvm::DIType*, std::uint32_t> ids_;
  std::vector<std::pair<std::uint32_t, const llvm::DIType*>> waiting_;
  bool is_describing_ = false;
};

}  // namespace culprit::pass
