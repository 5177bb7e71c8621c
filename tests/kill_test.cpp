// A process that writes a trace is killed at a random moment, again and again: every event that it had
// committed is read back, as it was.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <random>
#include <thread>

#include "src/trace/trace.h"
#include "tests/support/recorded_event.h"
#include "tests/support/temporary_path.h"

namespace culprit {
namespace {

using test::RecordedEvent;

constexpr std::uint32_t kFunctions = 5;
constexpr int kMostThreads = 2;

/// How many events each thread of the child committed; shared with the child.
struct Progress {
  std::atomic<std::uint64_t> events[kMostThreads];
};

std::string number_bytes(std::uint64_t i, std::size_t size) {
  std::string bytes(size, static_cast<char>(i));
  std::memcpy(bytes.data(), &i, std::min<std::size_t>(8, size));
  return bytes;
}

/// The i-th event of a thread: a cycle of kinds, with contents that depend on i alone. A call in four stays
/// open.
RecordedEvent expected(std::uint64_t i) {
  RecordedEvent event;
  event.line = static_cast<std::uint32_t>(i % 200);
  switch (i % 8) {
    case 0:
    case 1:
      event.kind = CULPRIT_EVENT_ENTER;
      event.function = static_cast<std::uint32_t>(i % kFunctions) + 1;
      event.frame = 0x7fff00000000 + i * 16 % 100'000;
      event.line = 0;
      event.payload = number_bytes(i, 12);
      break;
    case 2:
    case 3:
      event.kind = CULPRIT_EVENT_WRITE;
      event.address = (i % 3 ? 0x7fff00000000 : 0x555500000000) + i * 8 % 100'000;
      event.size = 8;
      event.payload = number_bytes(i, 8);
      break;
    case 4:
      event.kind = CULPRIT_EVENT_BLOCK;
      event.address = i << 20;
      event.size = i % 40 == 4 ? 6000 : 20;
      event.payload = number_bytes(i, event.size);
      break;
    case 5:
      event.kind = CULPRIT_EVENT_ITERATION;
      event.function = 1;
      event.line = 0;
      event.payload = number_bytes(i, 8);
      break;
    case 6:
      event.kind = CULPRIT_EVENT_ALLOCATE;
      event.address = i;
      event.size = i + 1;
      break;
    default:
      event.kind = CULPRIT_EVENT_LEAVE;
      event.payload = number_bytes(i, 4);
  }
  return event;
}

[[noreturn]] void write_until_killed(const std::string& path, std::uint32_t segment_size, int threads,
                                     Progress& progress) {
  culprit_options options{};
  options.path = path.c_str();
  options.segment_size = segment_size;
  options.max_bytes = 1u << 30;
  culprit_trace* trace = culprit_trace_create(&options);
  if (!trace) ::_exit(1);
  for (std::uint32_t i = 0; i < kFunctions; ++i) {
    culprit_function function{};
    function.name = culprit_intern(trace, "f", 1);
    culprit_define_function(trace, &function, nullptr, nullptr);
  }
  const auto write = [&](std::uint32_t thread) {
    test::EventRecorder recorder(culprit_stream_open(trace, thread + 1, thread, 0));
    for (std::uint64_t i = 0; culprit_trace_is_recording(trace); ++i) {
      recorder.record(expected(i));
      progress.events[thread].store(i + 1, std::memory_order_release);
    }
  };
  std::thread second;
  if (threads == 2) second = std::thread(write, 1);
  write(0);
  for (;;) ::pause();
}

/// Runs a child for about `microseconds` after its first event, kills it, and checks what it left.
void kill_once(std::uint32_t segment_size, int threads, long microseconds, Progress& progress,
               std::uint64_t& events) {
  const test::TemporaryPath path;
  for (auto& count : progress.events) count = 0;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) write_until_killed(path.str(), segment_size, threads, progress);
  int status = 0;
  while (progress.events[0].load(std::memory_order_acquire) == 0)
    ASSERT_EQ(::waitpid(child, &status, WNOHANG), 0);
  const timespec time{0, microseconds * 1000};
  ::nanosleep(&time, nullptr);
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));

  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace) << trace.error().what;
  EXPECT_EQ(trace->state(), CULPRIT_STATE_OPEN);
  for (int thread = 0; thread < threads; ++thread) {
    const std::uint64_t committed = progress.events[thread];
    if (committed == 0) continue;  // killed before it began
    const auto read =
        test::joined(test::read_events(*trace, StreamId{static_cast<std::uint32_t>(thread + 1)}));
    ASSERT_GE(read.size(), committed);
    ASSERT_LE(read.size(), committed + 1);
    for (std::uint64_t i = 0; i < committed; ++i)
      ASSERT_EQ(read[i], expected(i)) << "thread " << thread << ", event " << i;
    // One more may have been committed, but not yet counted; a long block of it perhaps in part.
    if (read.size() > committed) {
      EXPECT_EQ(read.back().kind, expected(committed).kind);
    }
    events += committed;
  }
  EXPECT_TRUE(trace->damage().empty()) << trace->damage()[0].what;
}

TEST(Kill, LeavesEveryCommittedEventReadable) {
  void* shared = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto& progress = *new (shared) Progress;
  std::mt19937 random(::testing::UnitTest::GetInstance()->random_seed() + 1);
  std::uint64_t events = 0;
  for (int i = 0; i < 200; ++i) {
    // Small segments roll over thousands of times a second, the usual ones now and then.
    const std::uint32_t segment_size = i % 4 < 2    ? 4096
                                       : i % 4 == 2 ? 16384
                                                    : std::uint32_t{CULPRIT_SEGMENT_SIZE};
    const int threads = 1 + i / 4 % 2;
    const long microseconds = std::uniform_int_distribution<long>(0, i % 10 == 0 ? 20'000 : 4'000)(random);
    SCOPED_TRACE("kill " + std::to_string(i));
    kill_once(segment_size, threads, microseconds, progress, events);
    if (HasFatalFailure()) break;
  }
  EXPECT_GT(events, 10'000u);
  ::munmap(shared, sizeof(Progress));
}

}  // namespace
}  // namespace culprit
