#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/cli/child_process.h"
#include "src/cli/command.h"

namespace culprit::cli {

/// A run to be recorded.
struct Recording {
  std::string program;             ///< the file to run
  std::vector<std::string> words;  ///< its name as the user gave it, and its arguments
  std::string trace;               ///< as the user would type it
  bool with_reads = true;
  std::string loops;  ///< all, calls, none; empty: as it was compiled
  std::uint64_t max_bytes = 1 << 30;
  bool is_short_of_room = false;  ///< the limit is what the disk allows, not what the user said
  std::string input;              ///< a file for its standard input; empty: ours
  bool is_interpreted = false;    ///< by a program of Culprit's, which says itself what is wrong with it
};

/// Whether a word names a program in the functional language.
bool is_functional(const std::string& word);
/// culprit-fun, which runs such programs.
Result<std::string> find_interpreter();
/// Lets it run the program that is the first of the words. It reads no input: what there is is left to the session.
void interpret(Recording& recording);

/// --output, --loops, --no-reads, --max-size and --input: the same for all commands that record.
std::vector<Option> recording_options();

/// Fills in what the options say. The trace is `name`.trace unless --output names it.
Result<Recording> read_recording(const Arguments& arguments, const std::string& name);

/// Makes room for the trace: an older one, with what belongs to it, is removed, its session moved aside.
/// Fails before anything has run if the place cannot be written to, or holds something else.
Status prepare_trace(const Recording& recording);

/// Runs the program. Precondition: prepare_trace().
Result<ChildEnd> run_recorded(const Recording& recording);

/// The traces of further processes beside a trace: TRACE.PID, in the order of names.
std::vector<std::string> further_traces(const std::string& trace);

}  // namespace culprit::cli
