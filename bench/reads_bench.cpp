// What it costs to record reads: each program is recorded with and without them in turns, in one go, and the least processor time
// of each is compared; and so are the sizes of the traces.
//   reads_bench [DIRECTORY OF THE COMPILERS]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench/processor_time.h"
#include "bench/promises.h"

namespace {

using culprit::bench::Promises;
using culprit::bench::seconds;
namespace fs = std::filesystem;

constexpr int kRounds = 15;
constexpr double kFibCalls = 7'049'155;
/// Segments that every trace has.
constexpr double kEmptyTrace = 512 * 1024;

struct Promised {
  const char* source;
  double most_time;  ///< to recording without reads
};
/// Hooks that do nothing take 1.15 times the time in sort.cpp and 1.65 in matrix.cpp: half of what reads cost is calling them. What is
/// promised of matrix.cpp went up when recording without reads took less: with them it takes 4.9 times the time of the plain program.
constexpr Promised kPrograms[] = {{"programs/fib.c", 1.05},
                                  {"reads/sort.cpp", 1.3},
                                  {"reads/quicksort.c", 1.37},
                                  {"reads/matrix.cpp", 2.45}};

struct Measured {
  double plain = 1e9, without = 1e9, with = 1e9;
  double bytes_without = 0, bytes_with = 0;
};

Measured measure(const fs::path& source, const fs::path& compilers, const fs::path& room) {
  const bool is_c = source.extension() == ".c";
  const std::string plain = room / "plain", recorded = room / "recorded", light = room / "light",
                    trace = room / "trace", ours = compilers / (is_c ? "culprit-cc" : "culprit-c++");
  seconds({is_c ? "clang-19" : "clang++-19", "-O0", source, "-o", plain});
  setenv("CULPRIT_READS", "0", 1);
  seconds({ours, "-O0", source, "-o", light});
  unsetenv("CULPRIT_READS");
  seconds({ours, "-O0", source, "-o", recorded});
  Measured found;
  for (int round = 0; round < kRounds; ++round) {
    found.plain = std::min(found.plain, seconds({plain}));
    fs::remove(trace);
    setenv("CULPRIT_READS", "0", 1);
    found.without = std::min(found.without, seconds({light}, trace));
    unsetenv("CULPRIT_READS");
    found.bytes_without = static_cast<double>(fs::file_size(trace));
    fs::remove(trace);
    found.with = std::min(found.with, seconds({recorded}, trace));
    found.bytes_with = static_cast<double>(fs::file_size(trace));
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path self = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path compilers = argc > 1 ? fs::path(argv[1]) : self.parent_path() / "apps";
  const fs::path room = fs::temp_directory_path() / fmt::format("reads_bench_{}", getpid());
  fs::create_directories(room);
  Promises promises;
  for (const Promised& program : kPrograms) {
    const fs::path source = fs::path(CULPRIT_SOURCE_DIR) / "bench" / program.source;
    promises.heading(fmt::format("{}: processor time, least of {} runs", program.source, kRounds));
    const Measured found = measure(source, compilers, room);
    promises.note("recorded without reads, to plain -O0", found.without / found.plain, "x");
    promises.at_most("with reads, to recorded without", found.with / found.without, program.most_time, "x");
    promises.note("size of the trace, to one without",
                  (found.bytes_with - kEmptyTrace) / (found.bytes_without - kEmptyTrace), "x");
    if (source.stem() != "fib") continue;
    promises.at_most("overhead a call", (found.with - found.plain) / kFibCalls * 1e9, 10, "ns");
    promises.at_most("bytes a call", (found.bytes_with - kEmptyTrace) / kFibCalls, 8.1, "B");
  }
  fs::remove_all(room);
  return promises.exit_code();
}
