#include "tests/laws/recorded_run.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <utility>

#include "tests/support/places.h"
#include "tests/support/run_program.h"

namespace culprit::laws {
namespace {

using test::Finished;
using test::run_program;

std::vector<HeadLine> heads_in(const std::string& source) {
  std::vector<HeadLine> heads;
  std::istringstream lines(source);
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    HeadLine head{.line = number};
    const std::size_t at = line.find("// head ");
    if (at == std::string::npos) continue;
    if (std::sscanf(line.c_str() + at, "// head %u in %u", &head.loop, &head.outer) == 2)
      heads.push_back(head);
  }
  return heads;
}

}  // namespace

RecordedRun::RecordedRun(std::uint64_t seed)
    : folder_(std::filesystem::temp_directory_path() /
              ("culprit_laws." + std::to_string(::getpid()) + "." + std::to_string(seed))) {
  std::filesystem::create_directories(folder_);
  error_ = make(seed);
}

RecordedRun::~RecordedRun() {
  subject_.reset();
  std::filesystem::remove_all(folder_);
}

std::string RecordedRun::make(std::uint64_t seed) {
  const std::string generate = std::string(CULPRIT_SOURCE_DIR) + "/scripts/generate";
  const std::string number = std::to_string(seed);
  const Finished made = run_program({generate, number});
  if (made.code != 0) return made.err;
  const bool is_c = run_program({generate, number, "--language"}).out == "c";
  source_ = made.out;
  heads_ = heads_in(source_);
  const std::string file = is_c ? "program.c" : "program.cpp";
  std::ofstream(folder_ / file) << source_;
  const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
  std::vector<std::string> compile{programs / (is_c ? "culprit-cc" : "culprit-c++"), "-w", "-O0"};
  if (!is_c) compile.insert(compile.end(), {"-std=c++20", "-pthread"});
  compile.insert(compile.end(), {file, "-o", "program"});
  const Finished compiled = run_program(compile, {}, folder_);
  if (compiled.code != 0) return compiled.err;
  constexpr int kNumbers = 2000;
  std::string input;
  for (int i = 0; i < kNumbers; ++i) input += std::to_string(i * 37 % 101) + (i % 5 == 0 ? "\n" : " ");
  const Finished ran =
      run_program({CULPRIT_PROGRAM, "record", "-o", "trace", "--", "./program"}, input, folder_);
  if (ran.code != 0) return "it ended with " + std::to_string(ran.code) + ": " + ran.err;
  Result<service::Subject> opened = service::Subject::open(trace_path());
  if (!opened) return opened.error().what;
  subject_ = std::make_unique<service::Subject>(std::move(*opened));
  return {};
}

}  // namespace culprit::laws
