#include "src/cli/console.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

bool wants_color(ColorChoice choice, bool terminal) {
  if (choice != ColorChoice::kAuto) return choice == ColorChoice::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color && *no_color) return false;
  return terminal && term && std::strcmp(term, "dumb") != 0;
}

std::string_view code(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kRed:
      return "\x1b[31m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kCyan:
      return "\x1b[36m";
  }
  return "";
}

}  // namespace

Console::Console(ColorChoice color)
    : in_terminal_(::isatty(STDIN_FILENO) == 1),
      out_terminal_(::isatty(STDOUT_FILENO) == 1),
      err_terminal_(::isatty(STDERR_FILENO) == 1),
      color_out_(wants_color(color, out_terminal_)),
      color_err_(wants_color(color, err_terminal_)),
      is_ascii_(out_terminal_ && std::string_view(::nl_langinfo(CODESET)) != "UTF-8") {}

std::size_t Console::width() const {
  constexpr std::size_t kNoTerminal = 100;
  winsize size{};
  if (!out_terminal_ || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kNoTerminal;
  return size.ws_col < 20 ? 20 : size.ws_col;
}

std::size_t Console::height() const {
  winsize size{};
  return out_terminal_ && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

void Console::print(std::string_view text) {
  const std::string ascii = is_ascii_ ? in_ascii(text) : std::string();
  if (is_ascii_) text = ascii;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) failed_ = true;
}

void Console::note(std::string_view text) {
  flush();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::flush() {
  if (std::fflush(stdout) != 0) failed_ = true;
}

Status Console::finish() {
  errno = 0;
  flush();
  if (!failed_) return {};
  return fail(
      ErrorCode::kIo,
      "cannot write to standard output" + (errno ? ": " + std::string(std::strerror(errno)) : std::string()),
      "make room where the output goes, or send it elsewhere");
}

std::string Console::painted(bool color, Style style, std::string_view text) {
  if (!color || style == Style::kPlain || text.empty()) return std::string(text);
  return std::string(code(style)) + std::string(text) + "\x1b[0m";
}

}  // namespace culprit::cli
