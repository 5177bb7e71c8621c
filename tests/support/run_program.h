#pragma once

#include <string>
#include <vector>

namespace culprit::test {

struct Finished {
  int code = -1;  ///< exit code; 128 + signal if one ended it
  std::string out;
  std::string err;
};

/// Runs a program with `input` on its standard input, in `folder`, with colours off unless asked for. The
/// environment is that of the test, with LC_ALL=C.UTF-8, TERM=xterm and TZ=UTC.
Finished run_program(const std::vector<std::string>& command, const std::string& input = {},
                     const std::string& folder = ".");

/// Runs a program at a terminal of 100 columns and types a line whenever it waits with the prompt
/// "> ". What it wrote, to either stream, is in `out`; what is typed is echoed there, too. "\x03" is an
/// interrupt, and
/// "\x04" the end of the input. Fails (code -1) if the program is still there a minute later.
Finished run_at_terminal(const std::vector<std::string>& command, const std::vector<std::string>& lines,
                         const std::string& folder = ".");

}  // namespace culprit::test
