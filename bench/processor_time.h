#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace culprit::bench {

/// Processor time of a command and all that it started; exits if it fails.
inline double seconds(const std::vector<std::string>& command, const std::string& trace = {}) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (!trace.empty()) setenv("CULPRIT_TRACE", trace.c_str(), 1);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = posix_spawnp(&process, arguments[0], &quiet, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  unsetenv("CULPRIT_TRACE");
  int status = 0;
  rusage usage{};
  if (error != 0 || wait4(process, &status, 0, &usage) < 0 || status != 0) {
    fmt::print(stderr, "{} failed\n", fmt::join(command, " "));
    std::exit(2);
  }
  const auto part = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return part(usage.ru_utime) + part(usage.ru_stime);
}

}  // namespace culprit::bench
