#pragma once

#include <string>
#include <vector>

#include "src/base/error.h"

namespace culprit::mutants {

/// A run that is to be like every other one of the program, to the byte.
struct Launch {
  std::string folder;  ///< where it runs
  std::string program;
  std::vector<std::string> environment;
  std::string input;             ///< path of its standard input; empty: none
  double processor_seconds = 1;  ///< then it hangs
  double seconds = 5;            ///< likewise, waiting included
};

struct Ended {
  enum class How { kExit, kSignal, kTime };
  How how = How::kExit;
  int code = 0;  ///< exit code, or the signal's number
  std::string output;
  bool operator==(const Ended&) const = default;
};

/// Runs it without what makes runs differ: addresses are not random, nor are the 16 bytes that the C library takes its guards
/// from, and nothing is in the environment but what is given. Fails with kIo if it cannot be started.
Result<Ended> launch(const Launch& launch);

}  // namespace culprit::mutants
