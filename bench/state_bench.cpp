// Measures the state index: how long it takes and how much memory it needs to index a log of writes, and how
// long a lookup takes. Fails when a promise of docs/architecture.md is broken.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "recorders/runtime/culprit_runtime.h"
#include "src/base/text.h"
#include "src/state/index.h"
#include "src/state/memory.h"
#include "src/trace/trace.h"
#include "src/tree/from_trace.h"

namespace culprit {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A field of /proc/self/status, in MiB.
double status_mib(std::string_view field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with(field)) return std::strtod(line.c_str() + field.size() + 1, nullptr) / 1024;
  return 0;
}

double own_mib() {
  return status_mib("RssAnon") + status_mib("RssShmem");
}

/// Looks at this process's memory every few milliseconds.
class MemoryWatch {
 public:
  struct Peak {
    double own = 0, files = 0;
  };
  MemoryWatch()
      : thread_([this] {
          while (!stopped_) {
            peak_.own = std::max(peak_.own, own_mib());
            peak_.files = std::max(peak_.files, status_mib("RssFile"));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
          }
        }) {}
  Peak stop() {
    stopped_ = true;
    thread_.join();
    return peak_;
  }

 private:
  Peak peak_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

struct Sample {
  std::vector<Address> addresses;
  std::uint64_t writes = 0;
};

/// A program's log: calls that write to hot slots of their frames, objects that come and go on a heap of 512
/// MiB, runs over arrays, and now and then a block.
class Program {
 public:
  Program(const std::string& path, std::uint64_t writes) : writes_(writes) {
    culprit_options options{};
    options.path = path.c_str();
    options.program = "state_bench";
    trace_ = culprit_trace_create(&options);
    stream_ = culprit_stream_open(trace_, 0, 0, 0);
    culprit_function row{};
    row.name = culprit_intern(trace_, "f", 1);
    row.result_passing = CULPRIT_PASS_ABSENT;
    function_ = culprit_define_function(trace_, &row, nullptr, nullptr);
  }

  Sample run() {
    frames_.push_back(stream_->frame);
    culprit_enter(stream_, function_, kStackTop, nullptr, 0);
    while (sample_.writes < writes_) step();
    while (!frames_.empty()) leave();
    culprit_stream_close(stream_);
    culprit_trace_close(trace_);
    return std::move(sample_);
  }

 private:
  static constexpr Address kStackTop = 0x7fffff000000, kHeap = 0x555555600000;
  static constexpr std::uint64_t kHeapBytes = 512ull << 20;

  void leave() {
    culprit_leave(stream_, frames_.back(), 0, nullptr, 0);
    frames_.pop_back();
  }

  void step() {
    const std::uint64_t draw = random_();
    if (draw % 16 == 0 && frames_.size() < 40) {
      frames_.push_back(stream_->frame);
      culprit_enter(stream_, function_, stream_->frame - 16 * (2 + draw / 16 % 12), nullptr, 0);
    } else if (draw % 16 == 1 && frames_.size() > 1) {
      leave();
    } else if (draw % 256 == 2) {
      const Address object = kHeap + (draw >> 8) % kHeapBytes / 64 * 64;
      culprit_allocate(stream_, CULPRIT_MEMORY_HEAP, 1, object, 64);
      if (draw >> 62 != 0) culprit_free(stream_, CULPRIT_MEMORY_HEAP, 1, object);
    } else if (draw % 1024 == 3) {
      const std::uint64_t size = 1 + (draw >> 10) % 512;
      culprit_block(stream_, 0, 2, kHeap + (draw >> 20) % kHeapBytes, kBytes, size);
      ++sample_.writes;
    } else {
      write(draw >> 8);
    }
  }

  void write(std::uint64_t draw) {
    constexpr std::uint32_t kSizes[8] = {2, 2, 2, 3, 3, 3, 0, 1};
    const std::uint32_t size = kSizes[draw % 8];
    draw /= 8;
    Address address = 0;
    if (draw % 2 == 0) {
      address = stream_->frame - 8 * (1 + draw / 2 % 8);
    } else {
      if (draw / 2 % 16 == 0) heap_ = kHeap + (draw >> 5) % kHeapBytes / 8 * 8;
      address = heap_ += 8;
    }
    culprit_write(stream_, address, sample_.writes++, size, 3);
    if (sample_.writes % 997 == 0) sample_.addresses.push_back(address);
  }

  static constexpr char kBytes[512]{};
  std::uint64_t writes_;
  culprit_trace* trace_;
  culprit_stream* stream_;
  std::uint32_t function_ = 0;
  std::vector<std::uint64_t> frames_;
  Address heap_ = kHeap;
  std::mt19937_64 random_{42};
  Sample sample_;
};

/// One row of the table; false if the promise is broken.
bool row(std::string_view what, double value, std::string_view unit, double promise) {
  const bool kept = promise <= 0 || value <= promise;
  const std::string promised = promise > 0 ? fmt::format("<= {:g} {}", promise, unit) : "";
  fmt::print("  {:<42} {:>10.2f} {:<8} {:<14} {}\n", what, value, unit, promised, kept ? "" : "BROKEN");
  return kept;
}

struct Lookups {
  double mean = 0;  ///< of the first time
  double p999 = 0, slowest = 0;
};

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Looks the same places up five times. What else runs on the machine interrupts a few of 100,000 lookups every time:
/// the mean is the processor's time over the first round, and the slowest are judged by their least time.
Lookups look_up(const state::Memory& memory, const Sample& sample, std::uint64_t log_end) {
  constexpr std::size_t kLookups = 100'000;
  constexpr int kRounds = 5;
  std::vector<double> least(kLookups, 1e9);
  Lookups result;
  std::size_t known = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::mt19937_64 random(7);
    const double begun = thread_seconds();
    for (std::size_t i = 0; i < kLookups; ++i) {
      const Address address = sample.addresses[random() % sample.addresses.size()];
      const Rank rank{random() % log_end};
      state::Cell cells[8];
      const auto start = Clock::now();
      memory.read(address, rank, cells);
      least[i] = std::min(least[i], std::chrono::duration<double, std::micro>(Clock::now() - start).count());
      known += round == 0 && cells[0].state == state::ByteState::kKnown ? 1 : 0;
    }
    if (round == 0) result.mean = (thread_seconds() - begun) * 1e6 / kLookups;
  }
  fmt::print("  {} of {} lookups found a value\n", with_commas(known), with_commas(kLookups));
  std::sort(least.begin(), least.end());
  result.p999 = least[kLookups * 999 / 1000];
  result.slowest = least.back();
  return result;
}

int run(std::uint64_t writes, const std::string& path) {
  const Sample sample = Program(path, writes).run();
  const auto trace = trace::Trace::open(path);
  if (!trace) return fmt::print(stderr, "{}\n", trace.error().what), 1;
  const auto tree = tree::read_tree(*trace);
  if (!tree) return fmt::print(stderr, "{}\n", tree.error().what), 1;
  const auto start = Clock::now();
  MemoryWatch watch;
  auto index = state::Index::open(*trace, *tree);
  const double built = seconds_since(start);
  const MemoryWatch::Peak peak = watch.stop();
  if (!index) return fmt::print(stderr, "{}\n", index.error().what), 1;
  const auto again = Clock::now();
  if (auto opened = state::Index::open(*trace, *tree)) *index = std::move(*opened);
  const double opened = seconds_since(again);
  fmt::print("state index: {} writes, {} calls, trace {:.0f} MiB, {} entries, index {:.0f} MiB\n",
             with_commas(sample.writes), with_commas(tree->size()),
             static_cast<double>(trace->file_size()) / (1 << 20), with_commas(index->entries()),
             static_cast<double>(index->bytes()) / (1 << 20));
  const state::Memory memory(*trace, *tree, *index);
  const Lookups lookups = look_up(memory, sample, trace->streams()[0].end);
  bool kept = row("build", built, "s", 30);
  kept &= row("  own memory at its greatest", peak.own, "MiB", 2048);
  row("  mapped files at their greatest", peak.files, "MiB", 0);
  row("open again", opened, "s", 0);
  kept &= row("lookup of 8 bytes, mean", lookups.mean, "us", 10);
  kept &= row("  99.9 %", lookups.p999, "us", 10);
  row("  slowest", lookups.slowest, "us", 0);
  return kept ? 0 : 1;
}

}  // namespace
}  // namespace culprit

int main(int argc, char** argv) {
  std::uint64_t writes = 100'000'000;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--writes") == 0 && i + 1 < argc) writes = std::strtoull(argv[++i], nullptr, 10);
  const auto directory =
      std::filesystem::temp_directory_path() / fmt::format("culprit-state-bench-{}", ::getpid());
  std::filesystem::create_directories(directory);
  const int code = culprit::run(writes, (directory / "bench.trace").string());
  std::filesystem::remove_all(directory);
  return code;
}
