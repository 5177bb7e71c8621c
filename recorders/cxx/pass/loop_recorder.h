#pragma once

#include <cstdint>
#include <vector>

#include "recorders/cxx/pass/loop_points.h"

namespace culprit::pass {

class Hooks;
class ModuleTables;
class Types;

/// Records a function's loops as iterations: a row in the tables for each, and the hooks where they begin, iterate and
/// end.
class LoopRecorder {
 public:
  LoopRecorder(llvm::Function& function, const std::vector<SourceLoop>& loops, ModuleTables& tables,
               Types& types, const Hooks& hooks);

  /// Describes the loops; `enclosing` is the function's row, `is_recorded` tells which calls may be nodes.
  void describe(std::uint32_t enclosing, std::uint64_t function_key,
                llvm::function_ref<bool(const llvm::CallBase&)> is_recorded);
  void record(const LoopPoints& points) const;

 private:
  std::uint32_t relative(unsigned line) const;
  void record_event(llvm::Instruction& before, const LoopEvent& event) const;

  llvm::Function& function_;
  const std::vector<SourceLoop>& loops_;
  ModuleTables& tables_;
  Types& types_;
  const Hooks& hooks_;
  std::vector<std::uint32_t> ids_;
};

}  // namespace culprit::pass
