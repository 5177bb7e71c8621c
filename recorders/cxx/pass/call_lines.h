#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "recorders/cxx/pass/in_between.h"

namespace llvm {
class Instruction;
}

namespace culprit::pass {

class Hooks;

/// On which line of a node its calls stand: those of other nodes, and those of code that can call nodes or write. Where all calls of a node
/// stand on one line, a row of the tables says so, once for all; else the code stores the line right before the call. A function all of whose
/// calls have rows is not changed.
class CallLines {
 public:
  using LineOf = llvm::function_ref<std::uint32_t(const llvm::Instruction&)>;
  using Row = std::pair<const llvm::Function*, std::uint32_t>;

  /// To be made before the function is changed. `foreign`: calls before which the runtime is asked, and then stores the line itself if they
  /// go to code that is not recorded.
  CallLines(llvm::Function& function, const InBetween& between, IsNode is_node, LineOf line,
            const std::vector<llvm::CallBase*>& foreign);

  const std::vector<Row>& rows() const { return rows_; }
  void record(const Hooks& hooks) const;

 private:
  struct Site {
    llvm::CallBase* call;
    const llvm::Function*
        callee;          ///< a node, or a function that may be one in another module; null: not known
    std::uint32_t line;  ///< 0: not known
  };

  void find_sites(const InBetween& between, IsNode is_node, LineOf line,
                  const std::vector<llvm::CallBase*>& foreign);
  void find_rows();
  bool has_row(const Site& site) const { return with_row_.contains(site.callee); }
  std::vector<const Site*> to_clear() const;

  llvm::Function& function_;
  std::vector<Site> sites_;
  std::vector<Row> rows_;
  llvm::DenseSet<const llvm::Function*> with_row_;
};

}  // namespace culprit::pass
