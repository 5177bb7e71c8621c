#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/service/dialogue.h"
#include "src/tree/tree.h"

namespace culprit::test {

/// Judges the calls of a program with a bug by its mended twin, which differs in a few lines only.
/// 1. A call that ran none of these lines, itself or below, did what the twin would have done: right.
/// 2. If the twin ran the same function or loop with the same inputs and the same state before, it is right if it came to
///    the same end: outcome, result, state after, text printed.
/// 3. Otherwise patterns, written by hand, decide. Those marked `first` decide before the twin, for calls whose state
///    depends on what other threads did meanwhile.
class TwinOracle {
 public:
  struct Pattern {
    std::string text;  ///< the line that a question shows, with * for anything
    bool is_right;
    bool is_first;
  };

  /// `lines`: those that differ. The tree is that of the program with the bug.
  TwinOracle(const tree::Tree& tree, const std::vector<std::uint32_t>& lines, std::vector<Pattern> patterns);

  /// A call of the twin.
  void learn(const service::NodeView& view);
  /// Nothing if nobody knows.
  std::optional<bool> judge(const service::NodeView& view) const;

 private:
  std::optional<bool> by_hand(const std::string& line, bool first) const;

  std::vector<bool> runs_lines_;                       ///< by node
  std::map<std::string, std::set<std::string>> ends_;  ///< of the twin's calls, by how they began
  std::vector<Pattern> patterns_;
};

}  // namespace culprit::test
