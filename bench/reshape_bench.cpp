// A recorded run of twenty million nodes, reshaped as sessions do by default: time, memory beyond the tree's, and whether whoever waits is
// told how far it is. bench/programs/nodes20m.cpp is compiled, recorded and opened.
//   reshape_bench [DIRECTORY OF THE COMPILERS | TRACE]
//
// Memory is anonymous memory (RssAnon), looked at every millisecond: pages of the trace and of its index, which the system may drop, do not
// count. What a step takes is that beyond what was there when it began: the tree, and what the account of states keeps.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "bench/promises.h"
#include "src/service/spaces.h"
#include "src/service/subject.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"

namespace culprit::bench {
namespace {

namespace fs = std::filesystem;
using service::Subject;
using transform::Reshaped;

constexpr double kLongSilence = 0.5;  ///< seconds after which a person wonders

std::uint64_t anonymous() {
  return memory("RssAnon");
}
/// Without what the allocator keeps for later.
std::uint64_t trimmed_anonymous() {
  malloc_trim(0);
  return anonymous();
}

/// The most anonymous memory beyond what there was at the beginning, and what is left of it.
class MemoryWatch {
 public:
  MemoryWatch() : before_(trimmed_anonymous()), peak_(before_), thread_([this] { watch(); }) {}
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    is_over_ = true;
    thread_.join();
    look();
  }
  double most() const { return static_cast<double>(peak_ - before_); }
  static double now_beyond(std::uint64_t before) {
    return static_cast<double>(trimmed_anonymous()) - static_cast<double>(before);
  }
  std::uint64_t before() const { return before_; }

 private:
  void look() { peak_ = std::max(peak_, anonymous()); }
  void watch() {
    while (!is_over_) {
      look();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::uint64_t before_;
  std::uint64_t peak_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

/// What a stage tells whoever waits for it.
class ProgressWatch {
 public:
  Progress callback() {
    return [this](std::string_view activity, std::uint64_t done, std::uint64_t) {
      ++calls_;
      longest_ = std::max(longest_, last_.seconds());
      last_ = Stopwatch();
      is_rising_ = is_rising_ && (activity != activity_ || done >= done_);
      activity_ = activity;
      done_ = done;
    };
  }
  std::uint64_t calls() const { return calls_; }
  bool is_rising() const { return is_rising_; }
  double longest_silence() const { return std::max(longest_, last_.seconds()); }

 private:
  std::uint64_t calls_ = 0;
  std::uint64_t done_ = 0;
  bool is_rising_ = true;
  std::string activity_;
  double longest_ = 0;
  Stopwatch last_;
};

/// A stage's time, what it told, and the memory that it took and left, in bytes for each node of the tree.
template <class Run>
auto stage(Promises& promises, std::string_view name, double nodes, bool is_told, Run run) {
  MemoryWatch watch;
  ProgressWatch progress;
  const Stopwatch stopwatch;
  auto result = run(progress.callback());
  const double seconds = stopwatch.seconds();
  const double silence = progress.longest_silence();
  watch.stop();
  promises.note(name, seconds, "s");
  if (nodes > 0) {
    promises.note("  memory, the most at a time", watch.most() / nodes, "B/node");
    promises.note("  memory that stays", MemoryWatch::now_beyond(watch.before()) / nodes, "B/node");
  }
  if (is_told) {
    promises.note("  calls of its progress", static_cast<double>(progress.calls()), "");
    promises.at_most("  longest time without one", silence, kLongSilence, "s");
    promises.at_most("  figures that fell", progress.is_rising() ? 0 : 1, 0, "");
  }
  return result;
}

void run_or_exit(const std::string& command) {
  if (std::system(command.c_str()) == 0) return;
  fmt::print(stderr, "reshape_bench: {} failed\n", command);
  std::exit(2);
}

std::string record(Promises& promises, const fs::path& compilers, const fs::path& room) {
  const fs::path source = fs::path(CULPRIT_SOURCE_DIR) / "bench/programs/nodes20m.cpp";
  const std::string program = room / "nodes20m", trace = room / "nodes20m.trace";
  run_or_exit(fmt::format("{}/culprit-c++ -O0 -std=c++20 -pthread {} -o {}", compilers.string(),
                          source.string(), program));
  const Stopwatch stopwatch;
  run_or_exit(fmt::format("CULPRIT_TRACE={} {} >/dev/null", trace, program));
  promises.note("recorded", stopwatch.seconds(), "s");
  return trace;
}

Reshaped reshaped(const Subject& subject, std::string_view list, const Progress& progress = no_progress) {
  return service::reshape(subject.tree(), *subject.account().value(),
                          {.list = transform::parse_transformations(list).value()}, false, {}, progress);
}

void measure_steps(Promises& promises, const Subject& subject, double nodes) {
  promises.heading("each list from the beginning");
  constexpr double kScratch = 8;  // bytes a node beside the result
  for (const std::string_view list : {"loops", "none", "loops,compress", "loops,compress,balance"}) {
    const std::uint64_t before = trimmed_anonymous();
    MemoryWatch watch;
    const Reshaped result = stage(promises, list, nodes, true, [&](const Progress& progress) {
      return reshaped(subject, list, progress);
    });
    watch.stop();
    promises.note("  rows", result.tree.size(), "");
    promises.at_most("  the most at a time beyond the result",
                     (watch.most() - MemoryWatch::now_beyond(before)) / nodes, kScratch, "B/node");
  }
  promises.heading("what a search needs beside the tree");
  stage(promises, "space of the tree as it is", nodes, false, [&](const Progress&) {
    return std::make_unique<session::Space>(transform::unchanged(subject.tree()), subject.tree(),
                                            std::span<const std::uint32_t>());
  });
  const Reshaped result = reshaped(subject, "loops,compress,balance");
  stage(promises, "space of the reshaped tree, which is there", nodes, false, [&](const Progress&) {
    return std::make_unique<session::Space>(result, subject.tree(), std::span<const std::uint32_t>());
  });
}

/// As sessions do it.
void measure_whole(Promises& promises, const Subject& subject, double nodes) {
  promises.heading("as a session does it: reshaped by loops,compress,balance, and made ready to be searched");
  const state::Account& account = *subject.account().value();
  const transform::Form form{.list = transform::parse_transformations("loops,compress,balance").value()};
  const std::uint64_t before = trimmed_anonymous();
  const auto space = stage(promises, "reshaping", nodes, true, [&](const Progress& progress) {
    return service::SubjectSpaces(subject, account, {}, progress).make(form, {});
  });
  const double row_bytes = 12.0 * space->tree().size() / nodes;
  const auto shape_bytes = static_cast<double>(space->shape().bytes());
  promises.note("  of that the shape, which every search needs", shape_bytes / nodes, "B/node");
  promises.at_most("memory that stays beyond tree, reshaped tree and shape",
                   (MemoryWatch::now_beyond(before) - shape_bytes) / nodes - row_bytes, 1, "B/node");
  strategy::IntervalSuspects suspects(space->shape());
  suspects.set_root(SearchId{0}, true);
  const auto strategy = strategy::make_strategy(strategy::kDefaultStrategy).value();
  const Stopwatch stopwatch;
  const SearchId first = strategy->select(space->shape(), suspects);
  promises.note("first question", stopwatch.seconds() * 1e3, "ms");
  promises.note("  about row", first.value(), "");
}

int run(int argc, char** argv) {
  const fs::path self = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path given = argc > 1 ? fs::path(argv[1]) : self.parent_path() / "apps";
  const fs::path room = fs::temp_directory_path() / fmt::format("reshape_bench_{}", getpid());
  fs::create_directories(room);
  Promises promises;
  promises.heading("bench/programs/nodes20m.cpp");
  const std::string trace = fs::is_directory(given) ? record(promises, given, room) : given.string();
  promises.note("trace", static_cast<double>(fs::file_size(trace)) / 1e6, "MB");
  {
    const std::uint64_t before = trimmed_anonymous();
    const Subject subject =
        stage(promises, "opened, and its tree read", 0, true,
              [&](const Progress& progress) { return std::move(*Subject::open(trace, progress)); });
    const auto nodes = static_cast<double>(subject.tree().size());
    promises.note("nodes", nodes, "");
    promises.note("the tree", MemoryWatch::now_beyond(before) / nodes, "B/node");
    stage(promises, "states indexed", nodes, true,
          [&](const Progress& progress) { return subject.account(progress).value(); });
    measure_steps(promises, subject, nodes);
    measure_whole(promises, subject, nodes);
  }
  fs::remove_all(room);
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit::bench

int main(int argc, char** argv) {
  return culprit::bench::run(argc, argv);
}
