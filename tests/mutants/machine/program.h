#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "tests/mutants/machine/launch.h"

namespace culprit::mutants {

/// A place in the source, and what its mutant does there: a line of the plugin's table.
struct Site {
  std::uint32_t number = 0;
  std::string kind;      ///< the operator
  std::string change;    ///< in words
  std::string function;  ///< as Culprit calls it
  std::string file;
  std::uint32_t function_line = 0;
  bool is_node = false;  ///< calls of the function are nodes
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t loop_line = 0;  ///< of the innermost loop around it; 0: in none
  std::uint32_t loop_last_line = 0;
  std::string head;  ///< "start", "bound" or "step" of that loop; else empty
};
nlohmann::json to_json(const Site& site);

/// What a run is to do.
struct Switch {
  std::uint32_t mutant = 0;   ///< 0: none
  NodeRef node{};             ///< runs with the right code; stream 0: no node does
  bool keeps_mutant = false;  ///< the node runs with the mutant, like all the rest
  bool is_step = false;       ///< the pass alone, not those behind it
  bool stops_behind = false;  ///< the run ends with that node
  std::uint32_t most_segments =
      0;  ///< the run ends when its log fills so many; 0: when it reaches the program's limit
};

/// What makes a program, and where it is made.
struct Recipe {
  std::vector<std::string> sources;  ///< translation units
  std::string input;                 ///< path of what it reads; empty: nothing
  std::string folder;
  bool with_mutants = true;
};

/// A program with all its mutants in it, in a folder of its own.
class Program {
 public:
  /// Builds it, unless that was done already by the same compilers from the same sources; then what lies in the folder is kept.
  static Result<Program> build(const Recipe& recipe);

  const std::string& folder() const { return recipe_.folder; }
  const std::vector<std::string>& sources() const { return recipe_.sources; }
  const std::vector<Site>& sites() const { return sites_; }
  /// What the trace of a run may hold, so that mutants that run for ever end. The same for all runs: it is in the environment.
  void set_most_bytes(std::uint64_t most) { most_bytes_ = most; }

  /// What the last run left in files: all of their names and contents; empty if there are none.
  std::string files() const;
  /// Runs it; the trace is then at `trace`, in the folder.
  Result<Ended> run(const Switch& what, const std::string& trace) const;

 private:
  Recipe recipe_;
  std::vector<Site> sites_;
  std::uint64_t most_bytes_ = 64 << 20;
};

}  // namespace culprit::mutants
