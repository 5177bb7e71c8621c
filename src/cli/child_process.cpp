#include "src/cli/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "src/base/text.h"
#include "src/cli/input_tee.h"

namespace culprit::cli {
namespace {

void (*inherited_broken_pipe)(int) = SIG_DFL;
volatile pid_t child_of_handlers = 0;

/// What a terminal sends reaches the whole group, the program included. What someone sent to us is meant for
/// it.
void hand_on(int number, siginfo_t* info, void*) {
  const int saved = errno;
  if (info->si_code <= 0 && child_of_handlers > 0) ::kill(child_of_handlers, number);
  errno = saved;
}

/// While it lives, signals that would end us are handed on, and a child's end can be waited for. The program
/// must be started with the state from before: restore_in_child().
class SignalsHandedOn {
 public:
  SignalsHandedOn() {
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, &mask_);
    struct sigaction usual{};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &usual, &child_action_);
  }
  ~SignalsHandedOn() {
    child_of_handlers = 0;
    for (std::size_t i = 0; i < std::size(kHandedOn); ++i) ::sigaction(kHandedOn[i], &actions_[i], nullptr);
    ::sigaction(SIGPIPE, &pipe_action_, nullptr);
    restore_in_child();
    if (wakeup_ >= 0) ::close(wakeup_);
  }
  SignalsHandedOn(const SignalsHandedOn&) = delete;
  SignalsHandedOn& operator=(const SignalsHandedOn&) = delete;

  void restore_in_child() {
    ::sigaction(SIGCHLD, &child_action_, nullptr);
    ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }

  /// In the parent. Gives a descriptor that is readable when the child has ended.
  int start(pid_t child) {
    child_of_handlers = child;
    struct sigaction action{};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    for (std::size_t i = 0; i < std::size(kHandedOn); ++i) ::sigaction(kHandedOn[i], &action, &actions_[i]);
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &pipe_action_);
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    wakeup_ = ::signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
    sigset_t mask = mask_;
    sigaddset(&mask, SIGCHLD);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    return wakeup_;
  }

 private:
  static constexpr int kHandedOn[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  sigset_t mask_{};
  struct sigaction child_action_{}, pipe_action_{};
  struct sigaction actions_[std::size(kHandedOn)]{};
  int wakeup_ = -1;
};

/// Tells through `report` why it could not.
[[noreturn]] void become(const ChildRequest& request, int report) {
  ::signal(SIGPIPE, inherited_broken_pipe);
  for (const auto& [name, value] : request.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (!request.output.empty()) {
    const int out = ::open(request.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
  }
  std::vector<char*> words;
  words.reserve(request.words.size() + 1);
  for (const std::string& word : request.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(request.path.c_str(), words.data());  // also runs scripts that do not name their interpreter
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(report, &error, sizeof error);
  ::_exit(127);
}

/// Passes input on until the child has ended.
int wait_for(pid_t child, int wakeup, InputTee& tee) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    pollfd waits[] = {{wakeup, POLLIN, 0},
                      {tee.waits_to_read(), POLLIN, 0},
                      {tee.waits_to_write(), static_cast<short>(tee.has_pending() ? POLLOUT : 0), 0}};
    if (::poll(waits, 3, -1) < 0) continue;
    signalfd_siginfo ended;
    if (waits[0].revents) [[maybe_unused]]
      const ssize_t length = ::read(wakeup, &ended, sizeof ended);
    const bool is_broken = (waits[2].revents & (POLLERR | POLLHUP)) != 0;
    if (waits[2].revents) {
      tee.write(is_broken);
    } else if (waits[1].revents) {
      tee.read();
    }
  }
  return status;
}

std::string signal_name(int number) {
  const char* text = ::strsignal(number);
  return text ? text : "unknown";
}

bool is_runnable(const std::string& path) {
  struct stat found{};
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

int ChildEnd::exit_code() const {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ChildEnd::text() const {
  if (WIFEXITED(status)) return "exited with code " + std::to_string(WEXITSTATUS(status));
  return "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" + signal_name(WTERMSIG(status)) +
         ")";
}

void take_broken_pipes() {
  inherited_broken_pipe = ::signal(SIGPIPE, SIG_DFL);
}

Result<ChildEnd> run_child(const ChildRequest& request) {
  auto tee = InputTee::open(request.input, request.input_copy);
  if (!tee) return tl::unexpected(tee.error());
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0)
    return fail(ErrorCode::kIo, std::string("cannot make a pipe: ") + std::strerror(errno), "try again");
  SignalsHandedOn signals;
  const pid_t child = ::fork();
  if (child == 0) {
    signals.restore_in_child();
    tee->attach();
    become(request, report[1]);
  }
  const int fork_error = errno;
  ::close(report[1]);
  int error = 0;
  ChildEnd end;
  if (child > 0) {
    const int wakeup = signals.start(child);
    tee->start();
    // The pipe closes when the program runs, so this waits only until it does.
    while (::read(report[0], &error, sizeof error) < 0 && errno == EINTR) continue;
    end.status = wait_for(child, wakeup, *tee);
  }
  ::close(report[0]);
  end.has_input_copy = tee->has_copy();
  if (child < 0 || error != 0)
    return fail(ErrorCode::kIo,
                "cannot run " + request.path + ": " + std::strerror(child < 0 ? fork_error : error),
                "check that it is a program, and that what it needs is there");
  return end;
}

Result<std::string> find_program(const std::string& name) {
  struct stat found{};
  if (name.find('/') == std::string::npos) {
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
      std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
      if (is_runnable(candidate)) return candidate;
    }
    return fail(ErrorCode::kNotFound, "there is no program '" + name + "' in PATH",
                ::stat(name.c_str(), &found) == 0 ? "to run the one in this folder, write ./" + name
                                                  : "check its name, or give its path");
  }
  if (is_runnable(name)) return name;
  if (::stat(name.c_str(), &found) != 0)
    return fail(ErrorCode::kNotFound, "there is no program '" + name + "'", "check the path");
  if (S_ISDIR(found.st_mode))
    return fail(ErrorCode::kIo, "'" + name + "' is a directory, not a program", "give a program in it");
  return fail(ErrorCode::kIo, "'" + name + "' may not be run", "if it is a program, type chmod +x " + name);
}

}  // namespace culprit::cli
