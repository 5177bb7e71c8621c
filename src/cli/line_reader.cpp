#include "src/cli/line_reader.h"

#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cwchar>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

/// While it lives an interrupt only ends the waiting for a key, so that the session can say how to go on
/// later. The signal is blocked except while waiting: one that comes between two keys is not lost.
class InterruptEndsReading {
 public:
  InterruptEndsReading() {
    struct sigaction action{};
    action.sa_handler = [](int) {};
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &action_);
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    ::sigprocmask(SIG_BLOCK, &interrupt, &mask_);
  }
  ~InterruptEndsReading() {
    ::sigaction(SIGINT, &action_, nullptr);
    ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }
  InterruptEndsReading(const InterruptEndsReading&) = delete;
  InterruptEndsReading& operator=(const InterruptEndsReading&) = delete;
  const sigset_t& waiting_mask() const { return mask_; }

 private:
  struct sigaction action_{};
  sigset_t mask_{};
};

class TerminalReader final : public LineReader {
 public:
  explicit TerminalReader(std::vector<std::string> words) : words_(std::move(words)) {
    line_ = el_init("culprit", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, 500);
    el_set(line_, EL_CLIENTDATA, this);
    el_set(line_, EL_PROMPT, +[](EditLine* line) { return self(line)->prompt_.data(); });
    el_set(line_, EL_EDITOR, "emacs");
    el_set(line_, EL_GETCFN, +[](EditLine* line, wchar_t* key) { return self(line)->wait_for_key(key); });
    el_set(line_, EL_HIST, ::history, history_);
    // el_set() would make copies of the two texts that nobody frees.
    el_wset(
        line_, EL_ADDFN, L"complete-word", L"complete a word of the manual",
        +[](EditLine* line, int) -> unsigned char { return self(line)->complete(); });
    el_set(line_, EL_BIND, "\t", "complete-word", nullptr);
  }
  ~TerminalReader() override {
    history_end(history_);
    el_end(line_);
  }
  TerminalReader(const TerminalReader&) = delete;
  TerminalReader& operator=(const TerminalReader&) = delete;

  std::optional<std::string> read(std::string_view prompt, bool) override {
    prompt_ = prompt;
    int count = 0;
    const InterruptEndsReading guard;
    waiting_mask_ = guard.waiting_mask();
    // Else editline would show the prompt first, and a quick answer would still meet the terminal's own
    // line editing.
    el_set(line_, EL_PREP_TERM, 1);
    const char* text = el_gets(line_, &count);
    if (!text || count <= 0) {
      std::fputs("\n", stdout);
      return std::nullopt;
    }
    std::string line(trimmed({text, static_cast<std::size_t>(count)}));
    HistEvent event;
    if (!line.empty()) history(history_, &event, H_ENTER, line.c_str());
    return line;
  }
  bool is_interactive() const override { return true; }

 private:
  static TerminalReader* self(EditLine* line) {
    void* data = nullptr;
    el_get(line, EL_CLIENTDATA, &data);
    return static_cast<TerminalReader*>(data);
  }

  static constexpr char kEnd = 'D' & 0x1f;
  /// What a Ctrl-D typed before the prompt has become: the terminal kept it as the mark of a line's end.
  static constexpr char kTypedAheadEnd = '\0';

  /// As editline wants it: 1 for a character, 0 at the end of the input, -1 after an interrupt.
  int wait_for_key(wchar_t* key) const {
    std::mbstate_t state{};
    for (;;) {
      pollfd wait{STDIN_FILENO, POLLIN, 0};
      char byte = 0;
      if (::ppoll(&wait, 1, nullptr, &waiting_mask_) < 0) return -1;
      const ssize_t length = ::read(STDIN_FILENO, &byte, 1);
      if (length <= 0) return static_cast<int>(length);
      if (byte == kTypedAheadEnd) byte = kEnd;
      const std::size_t taken = std::mbrtowc(key, &byte, 1, &state);
      if (taken == static_cast<std::size_t>(-2)) continue;  // more bytes of one character follow
      if (taken != static_cast<std::size_t>(-1)) return 1;
      state = {};  // not a character: passed over
    }
  }

  /// Inserts what all words that start with the text before the cursor have in common.
  unsigned char complete() {
    const LineInfo* info = el_line(line_);
    const std::string_view typed(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    std::string common;
    for (const std::string& word : words_) {
      if (!word.starts_with(typed)) continue;
      if (common.empty()) common = word;
      common.resize(static_cast<std::size_t>(
          std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first - common.begin()));
    }
    if (common.size() <= typed.size()) return CC_ERROR;
    return el_insertstr(line_, common.c_str() + typed.size()) == 0 ? CC_REFRESH : CC_ERROR;
  }

  std::vector<std::string> words_;
  std::string prompt_;
  sigset_t waiting_mask_{};
  EditLine* line_;
  History* history_;
};

class StreamReader final : public LineReader {
 public:
  StreamReader(Console& console, bool echo) : console_(console), echo_(echo) {}
  ~StreamReader() override { std::free(buffer_); }
  StreamReader(const StreamReader&) = delete;
  StreamReader& operator=(const StreamReader&) = delete;

  std::optional<std::string> read(std::string_view prompt, bool is_expected) override {
    if (echo_ && is_expected) console_.print(prompt);
    console_.flush();
    for (;;) {
      const ssize_t length = ::getline(&buffer_, &capacity_, stdin);
      if (length < 0) break;
      const std::string_view line = trimmed({buffer_, static_cast<std::size_t>(length)});
      if (line.empty() || line[0] == '#') continue;
      if (echo_) console_.print((is_expected ? "" : std::string(prompt)) + printable(line) + "\n");
      return std::string(line);
    }
    if (echo_ && is_expected) console_.print("\n");
    return std::nullopt;
  }
  bool is_interactive() const override { return false; }

 private:
  Console& console_;
  bool echo_;
  char* buffer_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace

std::unique_ptr<LineReader> make_terminal_reader(std::vector<std::string> words) {
  return std::make_unique<TerminalReader>(std::move(words));
}

std::unique_ptr<LineReader> make_stream_reader(Console& console, bool echo) {
  return std::make_unique<StreamReader>(console, echo);
}

}  // namespace culprit::cli
