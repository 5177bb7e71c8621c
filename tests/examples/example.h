#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "tests/examples/twin_oracle.h"
#include "tests/support/run_program.h"

namespace culprit::test {

/// A folder of examples/: a program with one bug, NAME.cpp or NAME.c, its mended twin NAME_fixed, the answers that lead
/// to the bug, a line each, and `expected`:
///
///     culprit: loop at line 16 in merge
///     prints:
///       2 3 0
///     should print:
///       1 2 3
///     judged by hand:
///       no   loop at mergesort.cpp:16, pass 1 (left = {1, 3}, *
///
/// The last part is for calls that the twin cannot judge; see TwinOracle. "judged by hand first:" begins those that count before it.
struct Example {
  std::string name;
  std::filesystem::path folder;
  std::string source, fixed_source;  ///< file names
  std::string culprit;
  std::string prints, should_print;
  std::vector<TwinOracle::Pattern> judged;
  std::string answers;
  std::vector<std::uint32_t> mended;  ///< lines in which the twin differs

  /// All examples that have an `expected`, by name.
  static std::vector<Example> all();
};
/// For the names of failed tests.
inline void PrintTo(const Example& example, std::ostream* out) {
  *out << example.name;
}

/// Compiles `source` into `folder` with the compiler of its language that lies beside `culprit`, and runs it recorded
/// into TRACE.
Finished compile_and_record(const std::string& culprit, const std::filesystem::path& source,
                            const std::filesystem::path& folder, const std::string& trace);

}  // namespace culprit::test
