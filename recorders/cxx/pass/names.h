#pragma once

#include <string>

namespace llvm {
class DIFile;
class DIScope;
class DISubprogram;
class DIType;
}  // namespace llvm

namespace culprit::pass {

/// The type without typedefs and qualifiers.
const llvm::DIType* bare_type(const llvm::DIType* type);

/// As a programmer writes it: `std::vector<int>`, `const char*`; without default template arguments and inline
/// namespaces.
std::string type_name(const llvm::DIType* type);

/// `Account::withdraw`, `(anonymous namespace)::f`, `main::lambda@12`.
std::string function_name(const llvm::DISubprogram* function);

/// The name with its parameter types: `Account::withdraw(int)`.
std::string function_signature(const llvm::DISubprogram* function);

bool is_lambda(const llvm::DISubprogram* function);
bool is_constructor(const llvm::DISubprogram* function);
/// The class whose method the function is; null for others.
const llvm::DIType* class_of(const llvm::DISubprogram* function);

/// Absolute, without dots.
std::string file_path(const llvm::DIFile* file);
/// In a directory of the compiler or the system.
bool is_system_path(const std::string& path);

}  // namespace culprit::pass
