#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/console.h"

namespace culprit::cli {

/// Where answers come from, a line at a time.
class LineReader {
 public:
  virtual ~LineReader() = default;
  /// Shows the prompt (plain ASCII) and waits; nothing at the end of the input or after an interrupt. Where
  /// the input may well end, `is_expected` is false, and a stream shows the prompt only together with what
  /// follows it.
  virtual std::optional<std::string> read(std::string_view prompt, bool is_expected) = 0;
  /// True if a person types: then a prompt comes back after mistakes, and a session goes on after a verdict.
  virtual bool is_interactive() const = 0;
};

/// At a terminal: editing, history, and completion of `words` with the tab key.
std::unique_ptr<LineReader> make_terminal_reader(std::vector<std::string> words);

/// From standard input, whatever it is. Blank lines and lines that start with '#' are passed over. With
/// `echo`, the prompt and each line taken are printed, so that the output reads as a session.
std::unique_ptr<LineReader> make_stream_reader(Console& console, bool echo);

}  // namespace culprit::cli
