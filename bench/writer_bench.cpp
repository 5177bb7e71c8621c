// What recording costs the recorded program, through the inline interface: nanoseconds and bytes an event,
// beside the same loop without recording, in the same run. Then how fast a cursor reads the events back.
#include <fmt/core.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "recorders/runtime/culprit_runtime.h"
#include "src/trace/trace.h"

namespace {

constexpr std::uint32_t kTimes = 10'000'000;
constexpr int kRounds = 5;
constexpr double kPromisedEventsPerSecond = 60e6;

/// CPU time: the machine may be shared.
double seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Work>
double seconds_for(Work work) {
  const double start = seconds();
  work();
  return seconds() - start;
}

constexpr std::uint32_t kWords = 1024;
std::uint32_t memory[kWords];
std::uint64_t address_of(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

[[gnu::noinline]] std::uint32_t plain_call(std::uint32_t x) {
  asm volatile("" : "+r"(x));
  return x + 1;
}

[[gnu::noinline]] std::uint32_t recorded_call(culprit_stream* stream, std::uint32_t x) {
  const std::uint64_t frame = stream->frame;
  culprit_enter(stream, 1, address_of(__builtin_frame_address(0)), &x, 1);
  asm volatile("" : "+r"(x));
  const std::uint32_t result = x + 1;
  culprit_leave(stream, frame, 3, &result, 1);
  return result;
}

struct Sample {
  double plain = 1e9;
  double recorded = 1e9;
  std::uint64_t bytes = 0;
};

void calls(culprit_stream* stream) {
  std::uint32_t x = 0;
  // As below some other call: the outermost one takes the long form.
  if (stream) culprit_enter(stream, 2, address_of(__builtin_frame_address(0)), nullptr, 0);
  for (std::uint32_t i = 0; i < kTimes; ++i) x = stream ? recorded_call(stream, x) : plain_call(x);
  memory[0] = x;
}

void iterations(culprit_stream* stream) {
  for (std::uint32_t i = 0; i < kTimes; ++i) {
    if (stream) culprit_iteration(stream, 2, &i, 1);
    asm volatile("" : "+m"(memory[i % kWords]));
  }
}

template <class T>
void writes(culprit_stream* stream) {
  for (std::uint32_t i = 0; i < kTimes; ++i) {
    T* at = reinterpret_cast<T*>(memory) + i % (kWords * 4 / sizeof(T));
    *at = static_cast<T>(i);
    asm volatile("" : "+m"(*at));
    if (stream) culprit_write(stream, address_of(at), i, sizeof(T) == 8 ? 3 : 2, 4);
  }
}

/// The least of several interleaved rounds, each with a fresh trace.
template <class Work>
Sample measure(const std::string& path, Work work) {
  Sample sample;
  for (int round = 0; round < kRounds; ++round) {
    sample.plain = std::min(sample.plain, seconds_for([&] { work(nullptr); }));
    culprit_options options{};
    options.path = path.c_str();
    culprit_trace* trace = culprit_trace_create(&options);
    culprit_stream* stream = culprit_stream_open(trace, 0, 0, 0);
    sample.recorded = std::min(sample.recorded, seconds_for([&] { work(stream); }));
    sample.bytes = stream->window->number * stream->room + stream->window->committed;
    culprit_stream_close(stream);
    culprit_trace_close(trace);
  }
  return sample;
}

void print(std::string_view what, const Sample& sample) {
  const double scale = 1e9 / kTimes;
  fmt::print("{:<28} {:>8.2f} {:>10.2f} {:>7.1f} {:>7.1f}\n", what, sample.plain * scale,
             sample.recorded * scale, sample.recorded / sample.plain,
             static_cast<double>(sample.bytes) / kTimes);
}

/// Events a second, of the trace that was written last.
double read_back(const std::string& path) {
  double best = 1e9;
  std::uint64_t events = 0;
  for (int round = 0; round < kRounds; ++round) {
    auto trace = culprit::trace::Trace::open(path);
    if (!trace) return 0;
    best = std::min(best, seconds_for([&] {
                      events = 0;
                      for (auto cursor = trace->events(culprit::StreamId{1}); cursor.next();) ++events;
                    }));
  }
  return static_cast<double>(events) / best;
}

}  // namespace

int main() {
  const std::string path = std::filesystem::temp_directory_path() /
                           ("culprit_writer_bench_" + std::to_string(::getpid()) + ".trace");
  fmt::print("{:<28} {:>8} {:>10} {:>7} {:>7}\n", "each, in ns", "plain", "recorded", "ratio", "bytes");
  print("iteration, one int", measure(path, iterations));
  print("write of 4 bytes", measure(path, writes<std::uint32_t>));
  print("write of 8 bytes", measure(path, writes<std::uint64_t>));
  const double writes_read = read_back(path);
  print("enter + leave, one int each", measure(path, calls));
  const double calls_read = read_back(path);
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  const double slowest = std::min(writes_read, calls_read);
  fmt::print("read back: {:.0f} million calls' events, {:.0f} million writes a second (promised: {:.0f})\n",
             calls_read / 1e6, writes_read / 1e6, kPromisedEventsPerSecond / 1e6);
  return slowest >= kPromisedEventsPerSecond ? EXIT_SUCCESS : EXIT_FAILURE;
}
