#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/base/error.h"

namespace culprit::cli {

/// A program to run as if it had been started in our place.
struct ChildRequest {
  std::string path;
  std::vector<std::string> words;  ///< its name, and its arguments
  std::vector<std::pair<std::string, std::string>> environment;
  std::string input;       ///< a file for its standard input; empty: ours
  std::string input_copy;  ///< where its input is kept, if it can be; empty: nowhere
  std::string output;      ///< a file for its standard output and error; empty: ours
};

struct ChildEnd {
  int status = 0;  ///< as waitpid gives it
  bool has_input_copy = false;

  /// 128 + signal if one ended it.
  int exit_code() const;
  /// "exited with code 3", "was ended by signal 11 (Segmentation fault)".
  std::string text() const;
};

/// Runs it and waits. A Ctrl-C goes to the program alone: we stay, to say what became of it. Signals that are
/// sent to us are handed on. Fails with kIo if it cannot be started.
Result<ChildEnd> run_child(const ChildRequest& request);

/// A broken pipe ends this program quietly, whatever its parent left set; children get it as we got it.
void take_broken_pipes();

/// The file that a shell would run for this name. Fails with kNotFound or, for one that cannot be run, kIo.
Result<std::string> find_program(const std::string& name);

}  // namespace culprit::cli
