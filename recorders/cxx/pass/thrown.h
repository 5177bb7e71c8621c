#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace culprit::pass {

class ModuleTables;
class Types;

/// Describes the types that the module throws, so that the runtime finds them by the address of their type_info. O(debug info)
/// if it throws anything.
void describe_thrown(const llvm::Module& module, ModuleTables& tables, Types& types);

}  // namespace culprit::pass
