#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace culprit::state {

/// What was consumed of one file. `text` is all that was looked at, in order; what was given back at its end counts as looked at,
/// and is there to be consumed again.
struct Consumed {
  std::string file;  ///< "standard input", a path as the program gave it, "a pipe"
  std::string text;
  std::uint64_t given_back = 0;  ///< bytes at the end of `text`
  std::string returned;          ///< given back without having been consumed here
  bool is_end = false;           ///< the program was told that there is no more
  bool is_cut = false;           ///< there was more than can be shown

  bool operator==(const Consumed&) const = default;
};

/// What was written to one file other than standard output and error.
struct FileText {
  std::string file;
  std::string text;
  bool is_cut = false;

  bool operator==(const FileText&) const = default;
};

enum class AskedOf : std::uint8_t { kEnvironment, kTime, kRandom, kSystem, kOpening };

/// What a program asked its surroundings, and was told: "HOME", "/root"; "rand", "1804289383".
struct Asked {
  AskedOf what = AskedOf::kSystem;
  std::string name;
  std::string answer;  ///< empty: nothing, such as a variable that is not set
  bool has_answer = true;

  bool operator==(const Asked&) const = default;
};

}  // namespace culprit::state
