#pragma once

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace culprit::pass {

/// What is done with a function.
enum class Role {
  kUntouched,  ///< nothing: it cannot be, or is not to be, instrumented
  kWrites,     ///< its writes are logged, its calls are no nodes
  kNode,       ///< recorded
};

/// Decides what is recorded as a node: by default everything that is in no system header; CULPRIT_INCLUDE and
/// CULPRIT_EXCLUDE, comma-separated globs, narrow that. A glob with a slash or a dot is matched against paths (as a
/// whole, or from any directory on), another one against qualified function names. Exclude wins.
class Selection {
 public:
  /// From the environment.
  Selection();
  Role role(const llvm::Function& function) const;

 private:
  bool is_wanted(const std::string& path, const std::string& name) const;

  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
};

/// Marks the functions that choose an implementation while the program is being loaded, and those they call: they run
/// before the program is relocated and has thread-local memory, so nothing can be called from them.
void mark_resolvers(llvm::Module& module);
bool is_resolver(const llvm::Function& function);

/// `*` matches anything, also slashes; `?` one character.
bool matches_glob(const std::string& glob, const std::string& text);

}  // namespace culprit::pass
