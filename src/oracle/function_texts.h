#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/hash128.h"
#include "src/oracle/reasons.h"
#include "src/tree/tree.h"

namespace culprit::oracle {

/// What a function is called in questions, whatever the run or build: language, kind, the name of its file without
/// folders, qualified name and signature with parameter types. A loop is its function and its index in it by source
/// order. No id, no folder and no line is in it, but for the line of what has no other name (`lambda@12`): that is counted
/// from the first line of the function it stands in, if that one is in the table.
///
/// The file is there since functions of one name in several files are common in C (static ones), and a table holds only
/// what was called: whether a name is the only one cannot be seen in it.
class FunctionTexts {
 public:
  /// O(functions log functions), and all texts are made: a run names some thousands. The tree must outlive this.
  FunctionTexts(const tree::Tree& tree, std::string_view language);

  Hash128 hash(FunctionId function) const { return hash128(texts_[function.value()]); }
  const std::string& text(FunctionId function) const { return texts_[function.value()]; }
  /// Ambiguous: another function has the same text.
  Reasons incomplete(FunctionId function) const;

 private:
  void write_functions(std::string_view language);
  void write_loops();
  void find_twins();

  const tree::Tree& tree_;
  std::vector<std::string> texts_;     ///< by function
  std::vector<std::uint8_t> is_twin_;  ///< by function
};

}  // namespace culprit::oracle
