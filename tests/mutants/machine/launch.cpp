#include "tests/mutants/machine/launch.h"

#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace culprit::mutants {
namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;
constexpr int kCannotRun = 127;

/// As exec takes them.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

void limit(decltype(RLIMIT_CORE) what, rlim_t most) {
  const rlimit limits{most, most};
  ::setrlimit(what, &limits);
}

/// The timer outlives exec; its signal ends who does not handle it.
void limit_processor_time(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

/// Allocates nothing: behind a fork, and within the limits that it sets, that may fail.
[[noreturn]] void run_child(const Launch& launch, char* const* environment, int output) {
  ::setsid();
  const int input = ::open(launch.input.empty() ? "/dev/null" : launch.input.c_str(), O_RDONLY);
  const int errors = ::open("/dev/null", O_WRONLY);
  ::dup2(input, 0);
  ::dup2(output, 1);
  ::dup2(errors, 2);
  ::close_range(3, ~0u, 0);
  if (::chdir(launch.folder.c_str()) != 0) ::_exit(kCannotRun);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_STACK, rlim_t{8} << 20);
  limit(RLIMIT_AS, rlim_t{4} << 30);
  ::personality(ADDR_NO_RANDOMIZE);
  char* const arguments[] = {const_cast<char*>(launch.program.c_str()), nullptr};
  limit_processor_time(launch.processor_seconds);
  ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  ::execve(launch.program.c_str(), arguments, environment);
  ::_exit(kCannotRun);
}

/// What the kernel gives the C library to make guards from. Precondition: the process has stopped at its first instruction.
bool fix_random_bytes(pid_t child) {
  const std::string folder = "/proc/" + std::to_string(child);
  const int vector = ::open((folder + "/auxv").c_str(), O_RDONLY | O_CLOEXEC);
  const int memory = ::open((folder + "/mem").c_str(), O_RDWR | O_CLOEXEC);
  bool is_fixed = false;
  for (Elf64_auxv_t entry; ::read(vector, &entry, sizeof entry) == sizeof entry;)
    if (entry.a_type == AT_RANDOM)
      is_fixed = ::pwrite(memory, "\0sixteen bytes..", 16, static_cast<off_t>(entry.a_un.a_val)) == 16;
  ::close(vector);
  ::close(memory);
  return is_fixed;
}

/// Reads to the end, or until time is over; then ends the process and whatever it started. True if it ran out of time.
bool collect(int from, pid_t child, double seconds, std::string& output) {
  using Clock = std::chrono::steady_clock;
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  char buffer[1 << 14];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{from, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0) {
      ::kill(-child, SIGKILL);
      return true;
    }
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0 && output.size() < kMostOutput) output.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<Ended> launch(const Launch& launch) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(ErrorCode::kIo, "cannot make a pipe");
  const std::vector<char*> environment = pointers(launch.environment);
  const pid_t child = ::fork();
  if (child == 0) run_child(launch, environment.data(), ends[1]);
  ::close(ends[1]);
  int status = 0;
  Ended ended;
  bool is_late = false;
  ::waitpid(child, &status, 0);
  const bool has_begun = child > 0 && WIFSTOPPED(status) && fix_random_bytes(child);
  if (has_begun) {
    ::ptrace(PTRACE_DETACH, child, nullptr, nullptr);
    is_late = collect(ends[0], child, launch.seconds, ended.output);
    ::waitpid(child, &status, 0);
  } else if (child > 0 && WIFSTOPPED(status)) {
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
  }
  ::close(ends[0]);
  if (!has_begun) return fail(ErrorCode::kIo, "cannot run " + launch.program);
  is_late = is_late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF);
  ended.how = is_late ? Ended::How::kTime : WIFSIGNALED(status) ? Ended::How::kSignal : Ended::How::kExit;
  if (!is_late) ended.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return ended;
}

}  // namespace culprit::mutants
