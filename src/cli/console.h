#pragma once

#include <string>
#include <string_view>

#include "src/base/error.h"

namespace culprit::cli {

enum class Style { kPlain, kBold, kDim, kRed, kGreen, kYellow, kCyan };
enum class ColorChoice { kAuto, kAlways, kNever };

/// The terminal, or what stands in its place: what it can show, and the two streams a command writes to.
class Console {
 public:
  /// kAuto: colour where a stream is a terminal, unless NO_COLOR is set or TERM is "dumb".
  explicit Console(ColorChoice color = ColorChoice::kAuto);

  /// Both standard input and output are terminals: a person sits there.
  bool is_interactive() const { return in_terminal_ && out_terminal_; }
  bool out_is_terminal() const { return out_terminal_; }
  bool err_is_terminal() const { return err_terminal_; }
  /// Columns of the terminal now (it may be resized); 100 where output is no terminal, so that transcripts
  /// are the same everywhere.
  std::size_t width() const;
  /// Lines of the terminal now; 0 where output is no terminal, and has no end.
  std::size_t height() const;
  /// A terminal whose locale knows ASCII alone: what is printed is put into it (in_ascii).
  bool is_ascii() const { return is_ascii_; }

  /// To standard output. A failure is remembered; finish() reports it.
  void print(std::string_view text);
  /// To standard error, after what was printed so far.
  void note(std::string_view text);
  void flush();
  /// Fails with kIo if something that was printed could not be written.
  Status finish();

  std::string paint(Style style, std::string_view text) const { return painted(color_out_, style, text); }
  std::string paint_err(Style style, std::string_view text) const { return painted(color_err_, style, text); }
  bool colors() const { return color_out_; }

 private:
  static std::string painted(bool color, Style style, std::string_view text);
  bool in_terminal_;
  bool out_terminal_;
  bool err_terminal_;
  bool color_out_;
  bool color_err_;
  bool is_ascii_;
  bool failed_ = false;
};

}  // namespace culprit::cli
