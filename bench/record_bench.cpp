// What recording costs real programs: compiles the programs of bench/programs plainly and for recording, runs both in
// turns in one go, and takes the least processor time of each. uftrace is measured beside it where it is installed.
//   record_bench [DIRECTORY OF THE COMPILERS]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/processor_time.h"
#include "bench/promises.h"
#include "src/trace/trace.h"

namespace {

using culprit::bench::Promises;
using culprit::bench::seconds;
namespace fs = std::filesystem;

constexpr int kRounds = 15;
constexpr double kFibCalls = 7'049'155;

struct Programs {
  std::string plain;
  std::string recorded;
  std::string profiled;  ///< for uftrace
};

Programs compile(const fs::path& source, const fs::path& compilers, const fs::path& room) {
  const bool is_c = source.extension() == ".c";
  const std::string clang = is_c ? "clang-19" : "clang++-19";
  const std::string ours = compilers / (is_c ? "culprit-cc" : "culprit-c++");
  const Programs programs{room / (source.stem().string() + "_plain"),
                          room / (source.stem().string() + "_recorded"),
                          room / (source.stem().string() + "_profiled")};
  seconds({clang, "-O0", source, "-o", programs.plain});
  seconds({ours, "-O0", source, "-o", programs.recorded});
  if (is_c) seconds({clang, "-O0", "-g", "-pg", source, "-o", programs.profiled});
  return programs;
}

struct Times {
  double plain = 1e9;
  double recorded = 1e9;
  double unrecorded = 1e9;  ///< compiled for recording, run without
  double uftrace = 1e9;
  std::uint64_t bytes = 0;
};

Times measure(const Programs& programs, const fs::path& room, bool with_uftrace) {
  Times times;
  const std::string trace = room / "bench.trace", data = room / "uftrace.data";
  for (int round = 0; round < kRounds; ++round) {
    times.plain = std::min(times.plain, seconds({programs.plain}));
    fs::remove(trace);
    times.recorded = std::min(times.recorded, seconds({programs.recorded}, trace));
    times.unrecorded = std::min(times.unrecorded, seconds({programs.recorded}));
    times.bytes = fs::file_size(trace);
    if (!with_uftrace || round >= 2) continue;
    times.uftrace =
        std::min(times.uftrace, seconds({"uftrace", "record", "-a", "-d", data, programs.profiled}));
    fs::remove_all(data);
  }
  return times;
}

double count_events(const std::string& path) {
  const auto trace = culprit::trace::Trace::open(path);
  double events = 0;
  if (!trace) return events;
  for (const auto& stream : trace->streams()) {
    auto cursor = trace->events(stream.id);
    while (cursor.next()) ++events;
  }
  return events;
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path self = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path compilers = argc > 1 ? fs::path(argv[1]) : self.parent_path() / "apps";
  const fs::path room = fs::temp_directory_path() / fmt::format("record_bench_{}", getpid());
  fs::create_directories(room);
  const bool with_uftrace = std::system("command -v uftrace >/dev/null") == 0;
  Promises promises;

  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(fs::path(CULPRIT_SOURCE_DIR) / "bench/programs"))
    if (entry.path().stem() != "nodes20m") sources.push_back(entry.path());  // that is for reshape_bench
  std::ranges::sort(sources);
  for (const fs::path& source : sources) {
    promises.heading(
        fmt::format("{}: processor time, least of {} runs", source.filename().string(), kRounds));
    const bool is_fib = source.stem() == "fib";
    const Times times = measure(compile(source, compilers, room), room, is_fib && with_uftrace);
    const double events = count_events(room / "bench.trace");
    promises.note("plain -O0", times.plain * 1e3, "ms");
    promises.note("recorded, to plain", times.recorded / times.plain, "x");
    promises.note("compiled for recording but not recorded, to plain", times.unrecorded / times.plain, "x");
    promises.note("bytes an event", static_cast<double>(times.bytes) / events, "B");
    if (!is_fib) continue;
    const double overhead = (times.recorded - times.plain) / kFibCalls * 1e9;
    promises.at_most("overhead a call", overhead, 10, "ns");
    promises.at_most("bytes a call", (static_cast<double>(times.bytes) - 512 * 1024) / kFibCalls, 16, "B");
    if (with_uftrace) {
      const double theirs = (times.uftrace - times.plain) / kFibCalls * 1e9;
      promises.note("overhead a call of uftrace record -a", theirs, "ns");
      promises.at_least("overhead of uftrace, to ours", theirs / overhead, 10, "x");
    }
  }
  fs::remove_all(room);
  return promises.exit_code();
}
