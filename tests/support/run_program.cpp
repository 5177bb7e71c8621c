#include "tests/support/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "src/base/check.h"

namespace culprit::test {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& folder) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::setenv("TERM", "xterm", 1);
  ::setenv("TZ", "UTC", 1);
  ::unsetenv("NO_COLOR");
  if (::chdir(folder.c_str()) == 0) ::execv(words[0], words.data());
  ::_exit(127);
}

int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Pipe {
  Pipe() { CULPRIT_CHECK(::pipe2(end, O_CLOEXEC) == 0); }
  void close(int side) {
    if (end[side] >= 0) ::close(end[side]);
    end[side] = -1;
  }
  int end[2];
};

/// Appends what is there; false at the end.
bool drain(int descriptor, std::string& text) {
  char buffer[65536];
  const ssize_t length = ::read(descriptor, buffer, sizeof buffer);
  if (length > 0) text.append(buffer, static_cast<std::size_t>(length));
  return length > 0;
}

/// Feeds `input` and gathers both outputs, until the program has closed them.
void exchange(Pipe& in, Pipe& out, Pipe& err, std::string_view input, Finished& run) {
  bool out_open = true, err_open = true;
  if (input.empty()) in.close(1);
  while (out_open || err_open) {
    pollfd waits[] = {{out_open ? out.end[0] : -1, POLLIN, 0},
                      {err_open ? err.end[0] : -1, POLLIN, 0},
                      {in.end[1], POLLOUT, 0}};
    ::poll(waits, 3, -1);
    if (waits[0].revents) out_open = drain(out.end[0], run.out);
    if (waits[1].revents) err_open = drain(err.end[0], run.err);
    if (!waits[2].revents) continue;
    const ssize_t written = ::write(in.end[1], input.data(), input.size());
    input.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : input.size());
    if (input.empty()) in.close(1);
  }
}

/// Reads key by key, as at a prompt. What is typed before may be lost when it begins to.
bool reads_keys(int terminal) {
  termios mode{};
  return ::tcgetattr(terminal, &mode) == 0 && (mode.c_lflag & ICANON) == 0;
}

}  // namespace

Finished run_program(const std::vector<std::string>& command, const std::string& input,
                     const std::string& folder) {
  ::signal(SIGPIPE, SIG_IGN);  // a program may end before it has read all of its input
  Pipe in, out, err;
  const pid_t child = ::fork();
  CULPRIT_CHECK(child >= 0);
  if (child == 0) {
    ::dup2(in.end[0], 0);
    ::dup2(out.end[1], 1);
    ::dup2(err.end[1], 2);
    become(command, folder);
  }
  in.close(0);
  out.close(1);
  err.close(1);
  Finished run;
  exchange(in, out, err, input, run);
  for (Pipe* pipe : {&in, &out, &err}) {
    pipe->close(0);
    pipe->close(1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  run.code = exit_code(status);
  return run;
}

Finished run_at_terminal(const std::vector<std::string>& command, const std::vector<std::string>& lines,
                         const std::string& folder) {
  winsize size{40, 100, 0, 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  CULPRIT_CHECK(child >= 0);
  if (child == 0) become(command, folder);
  Finished run;
  std::size_t typed = 0, answered = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  auto seen = std::chrono::steady_clock::now();  // before there was a prompt
  for (;;) {
    pollfd wait{terminal, POLLIN, 0};
    const auto now = std::chrono::steady_clock::now();
    const bool is_late = now > deadline;
    const bool is_quiet = !is_late && ::poll(&wait, 1, 10) == 0;
    if (is_late || (!is_quiet && !drain(terminal, run.out))) break;
    const bool waits = run.out.ends_with("> ");
    if (!waits) seen = now;
    // A program that reads lines never does.
    const bool is_ready = reads_keys(terminal) || now - seen > std::chrono::milliseconds(300);
    if (!waits || !is_ready || typed == lines.size() || run.out.size() == answered) continue;
    answered = run.out.size();
    seen = now;
    const std::string text = lines[typed++];
    const std::string keys = text == "\x03" || text == "\x04" ? text : text + "\n";
    if (::write(terminal, keys.data(), keys.size()) < 0) break;
  }
  if (std::chrono::steady_clock::now() > deadline) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  run.code = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? -1 : exit_code(status);
  return run;
}

}  // namespace culprit::test
