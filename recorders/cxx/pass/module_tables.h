#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <vector>

#include "recorders/cxx/abi.h"

namespace llvm {
class Constant;
class DIFile;
class GlobalVariable;
class Module;
}  // namespace llvm

namespace culprit::pass {

/// The rows of a module's descriptor while they are collected, and their emission into the module. Ids count from 1.
class ModuleTables {
 public:
  explicit ModuleTables(llvm::Module& module);

  std::uint32_t string(llvm::StringRef text);
  std::uint32_t file(const llvm::DIFile* file);

  /// A type's id is taken first and its row filled in later, since types name each other in circles.
  std::uint32_t reserve_type();
  void fill_type(std::uint32_t id, const culprit_type& row, const std::vector<culprit_member>& members,
                 std::uint64_t key);

  std::uint32_t add_global(const culprit_global& row, llvm::Constant* address);

  std::uint32_t add_function(const culprit_function& row, const std::vector<culprit_parameter>& parameters,
                             const std::vector<std::uint32_t>& globals, std::uint64_t key);
  /// The address of a function's `struct culprit_cxx_function`.
  llvm::Constant* function_site(std::uint32_t id);
  /// The address of the module's `struct culprit_cxx_module`; to be used in code only.
  llvm::Constant* descriptor() const;
  /// A `struct culprit_cxx_vtable` for a GLOBAL row; one each row.
  llvm::Constant* vtable_site(std::uint32_t global);
  /// Of a function row that is a loop's; in the order of their ids.
  void add_loop(const culprit_loop_row& row) { loops_.push_back(row); }
  void add_arc(const culprit_cxx_arc& arc) { arcs_.push_back(arc); }
  void add_entry(llvm::Constant* function) { entries_.push_back(function); }
  void set_flag(culprit_cxx_module_flag flag) { flags_ |= static_cast<std::uint32_t>(flag); }

  /// Puts descriptor, constructor and destructor into the module. Nothing if there is nothing to describe.
  void emit();

 private:
  struct TypeEntry {
    culprit_type row{};
    std::vector<culprit_member> members;
    std::uint64_t key = 0;
  };
  struct FunctionEntry {
    culprit_function row{};
    std::vector<culprit_parameter> parameters;
    std::vector<std::uint32_t> globals;
    std::uint64_t key = 0;
  };

  template <class Row>
  llvm::Constant* rows(const std::vector<Row>& rows, const char* name);
  llvm::Constant* pointers(const std::vector<llvm::Constant*>& pointers, const char* name);
  llvm::Constant* ids(std::size_t count, const char* name);
  llvm::Constant* emit_sites();
  void emit_functions(std::vector<llvm::Constant*>& fields);
  void emit_calls_to(const char* hook, bool is_constructor);

  llvm::Module& module_;
  llvm::GlobalVariable* descriptor_;
  llvm::GlobalVariable* sites_;
  llvm::StringMap<std::uint32_t> string_ids_;
  std::string text_;
  std::vector<std::uint32_t> string_at_{0};
  llvm::DenseMap<const llvm::DIFile*, std::uint32_t> file_ids_;
  std::vector<culprit_source_file> files_;
  std::vector<TypeEntry> types_;
  std::vector<FunctionEntry> functions_;
  std::vector<culprit_global> globals_;
  std::vector<llvm::Constant*> global_addresses_;
  llvm::DenseMap<std::uint32_t, llvm::Constant*> vtable_sites_;
  std::vector<culprit_loop_row> loops_;
  std::vector<culprit_cxx_arc> arcs_;
  std::vector<llvm::Constant*> entries_;
  std::uint32_t flags_ = 0;
};

}  // namespace culprit::pass
