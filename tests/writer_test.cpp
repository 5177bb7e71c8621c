// The writer as a guest: what it does when its host or the system is unkind.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <thread>

#include "recorders/runtime/culprit_runtime.h"
#include "src/trace/trace.h"
#include "tests/support/temporary_path.h"

namespace culprit {
namespace {

using test::TemporaryPath;

struct Recording {
  explicit Recording(const TemporaryPath& path, std::uint64_t max_bytes = 0) {
    culprit_options options{};
    options.path = path.str().c_str();
    options.segment_size = 4096;
    options.max_bytes = max_bytes;
    trace = culprit_trace_create(&options);
    stream = culprit_stream_open(trace, 0, 0, 0);
  }
  void write(std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i)
      culprit_write4(stream, 0x1000, static_cast<std::uint32_t>(i), 0);
  }
  void close() {
    culprit_stream_close(stream);
    culprit_trace_close(trace);
  }
  culprit_trace* trace;
  culprit_stream* stream;
};

/// Writes come back in order from the first: how many.
std::uint64_t count_writes(const trace::Trace& trace, std::uint32_t stream = 1) {
  std::uint64_t count = 0;
  for (trace::Cursor cursor = trace.events(StreamId{stream}); cursor.next();) {
    if (cursor.event().kind != CULPRIT_EVENT_WRITE && cursor.event().kind != CULPRIT_EVENT_WRITE_FAR)
      continue;
    std::uint32_t value = 0;
    std::memcpy(&value, cursor.event().payload.data(), sizeof value);
    EXPECT_EQ(value, count);
    ++count;
  }
  return count;
}

/// What a host would meet, in a process of its own; gives its exit code.
int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

TEST(Runtime, StopsAtItsBudgetAndKeepsWhatItHas) {
  const TemporaryPath path;
  Recording recording(path, 4096 + 6 * 4096);
  recording.write(10'000);
  EXPECT_FALSE(culprit_trace_is_recording(recording.trace));
  EXPECT_EQ(culprit_define_string(recording.trace, "late", 4), 0u);
  EXPECT_EQ(culprit_stream_open(recording.trace, 0, 0, 0)->room, 0u);
  recording.close();
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->state(), CULPRIT_STATE_STOPPED);
  EXPECT_EQ(trace->stop_reason(), CULPRIT_STOP_BUDGET);
  // Tables, window and four copies fit: five segments of writes, each but for a few bytes at its end.
  EXPECT_NEAR(static_cast<double>(count_writes(*trace)), 5 * 3968 / 8, 10);
  EXPECT_TRUE(trace->damage().empty());
}

TEST(Runtime, StopsAtTheFileSizeLimitWithoutASignal) {
  const TemporaryPath path;
  EXPECT_EQ(in_child([&] {
              const rlimit limit{40'000, 40'000};
              ::setrlimit(RLIMIT_FSIZE, &limit);
              Recording recording(path);
              recording.write(10'000);
              recording.close();
              return 0;
            }),
            0);
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->state(), CULPRIT_STATE_STOPPED);
  EXPECT_EQ(trace->stop_reason(), CULPRIT_STOP_DISK_FULL);
  EXPECT_GT(count_writes(*trace), 2000u);
}

TEST(Runtime, FindsItsFileAgainWhenTheHostClosedTheDescriptor) {
  const TemporaryPath path, other;
  EXPECT_EQ(in_child([&] {
              Recording recording(path);
              recording.write(1000);
              for (int fd = 3; fd < 2000; ++fd) ::close(fd);
              // The host's next files get the numbers that were ours.
              for (int i = 0; i < 20; ++i)
                if (::open(other.str().c_str(), O_RDWR | O_CREAT, 0600) < 0) return 1;
              recording.write(0);
              for (std::uint32_t i = 1000; i < 9000; ++i) culprit_write4(recording.stream, 0x1000, i, 0);
              recording.close();
              struct stat status{};
              return ::stat(other.str().c_str(), &status) == 0 && status.st_size == 0 &&
                             ::fcntl(3, F_GETFD) >= 0
                         ? 0
                         : 2;
            }),
            0);
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->state(), CULPRIT_STATE_CLOSED);
  EXPECT_EQ(count_writes(*trace), 9000u);
}

TEST(Runtime, StopsWhenItsFileIsGone) {
  const TemporaryPath path;
  EXPECT_EQ(in_child([&] {
              Recording recording(path);
              for (int fd = 3; fd < 2000; ++fd) ::close(fd);
              ::unlink(path.str().c_str());
              recording.write(10'000);
              return culprit_trace_is_recording(recording.trace) ? 1 : 0;
            }),
            0);
}

TEST(Runtime, AForkedChildThatAbandonsTheTraceLeavesItAlone) {
  const TemporaryPath path;
  Recording recording(path);
  recording.write(600);
  EXPECT_EQ(in_child([&] {
              culprit_trace_abandon(recording.trace);
              recording.write(10'000);
              culprit_block(recording.stream, 0, 0, 1, "x", 1);
              const std::uint32_t id = culprit_define_string(recording.trace, "child", 5);
              culprit_stream_close(recording.stream);
              return id == 0 && culprit_stream_open(recording.trace, 0, 0, 0)->room == 0 ? 0 : 1;
            }),
            0);
  for (std::uint32_t i = 600; i < 5000; ++i) culprit_write4(recording.stream, 0x1000, i, 0);
  recording.close();
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(count_writes(*trace), 5000u);
  EXPECT_TRUE(trace->damage().empty());
}

TEST(Runtime, KeepsErrno) {
  const TemporaryPath path;
  Recording recording(path, 1 << 20);
  errno = 4711;
  recording.write(1'000'000);  // rolls over, then stops
  EXPECT_EQ(errno, 4711);
  culprit_stream_open(recording.trace, 0, 0, 0);
  recording.close();
  EXPECT_EQ(errno, 4711);
}

TEST(Runtime, SaysWhyATraceCannotBeCreated) {
  culprit_options options{};
  options.path = "/no/such/directory/trace";
  EXPECT_EQ(culprit_trace_create(&options), nullptr);
  EXPECT_EQ(errno, ENOENT);
  options.path = "/dev/null";
  EXPECT_EQ(culprit_trace_create(&options), nullptr);
  EXPECT_EQ(errno, EEXIST);
  const TemporaryPath path;
  options.path = path.str().c_str();
  for (const std::uint32_t size : {1u, 4095u, 4097u, 32u << 20}) {
    options.segment_size = size;
    EXPECT_EQ(culprit_trace_create(&options), nullptr);
    EXPECT_EQ(errno, EINVAL);
  }
}

TEST(Runtime, RecordsNothingWithoutATrace) {
  culprit_stream* stream = culprit_stream_open(nullptr, 0, 0, 0);
  culprit_enter(stream, 1, 0, nullptr, 0);
  culprit_write8(stream, 1, 2, 3);
  culprit_output(stream, 1, "x", 1);
  culprit_leave(stream, 0, 0, nullptr, 0);
  EXPECT_EQ(culprit_sequence(stream), 0u);
  EXPECT_EQ(culprit_intern(nullptr, "x", 1), 0u);
  culprit_stream_close(stream);
  culprit_trace_close(nullptr);
  EXPECT_EQ(stream->depth, 0u);
}

TEST(Runtime, ReplacesAnOldTraceWithoutPullingItFromUnderItsReader) {
  const TemporaryPath path;
  Recording first(path);
  first.write(3000);
  first.close();
  auto old = trace::Trace::open(path.str());
  ASSERT_TRUE(old);
  Recording second(path);
  second.close();
  EXPECT_EQ(count_writes(*old), 3000u);
  EXPECT_EQ(count_writes(*trace::Trace::open(path.str())), 0u);
}

TEST(Runtime, InternedStringsAreDefinedOnce) {
  const TemporaryPath path;
  Recording recording(path);
  std::vector<std::uint32_t> ids;
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < 1000; ++i) {
      const std::string text = "name " + std::to_string(i);
      const std::uint32_t id = culprit_intern(recording.trace, text.data(), text.size());
      if (round == 0) ids.push_back(id);
      EXPECT_EQ(id, ids[i]);
    }
  EXPECT_EQ(ids.back(), 1000u);
  recording.close();
}

TEST(Runtime, ThreadsRecordAndDefineAtOnce) {
  constexpr std::uint32_t kThreads = 4, kWrites = 20'000;
  const TemporaryPath path;
  Recording recording(path);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    const std::uint32_t id = culprit_stream_reserve(recording.trace);
    culprit_spawn(recording.stream, id);
    threads.emplace_back([&, id] {
      culprit_stream* stream = culprit_stream_open(recording.trace, id, 1, 0);
      for (std::uint32_t i = 0; i < kWrites; ++i) {
        if (i % 100 == 0) {
          const std::string text = std::to_string(i);
          culprit_intern(recording.trace, text.data(), text.size());
          culprit_sequence(stream);
        }
        culprit_write4(stream, 0x1000, i, 0);
      }
      culprit_stream_close(stream);
    });
  }
  recording.write(kWrites);
  for (std::thread& thread : threads) thread.join();
  recording.close();
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->streams().size(), kThreads + 1);
  for (std::uint32_t id = 1; id <= kThreads + 1; ++id) EXPECT_EQ(count_writes(*trace, id), kWrites);
  EXPECT_TRUE(trace->damage().empty());
}

TEST(Runtime, AStreamOfARunningThreadOutlivesTheClose) {
  const TemporaryPath path;
  Recording recording(path);
  recording.write(700);
  culprit_trace_close(recording.trace);
  for (std::uint32_t i = 700; i < 5000; ++i)
    culprit_write4(recording.stream, 0x1000, i, 0);  // till the window is full
  culprit_stream_close(recording.stream);
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->state(), CULPRIT_STATE_CLOSED);
  EXPECT_GE(count_writes(*trace), 700u);
  EXPECT_TRUE(trace->damage().empty());
}

TEST(Runtime, RowsOfFinishedStreamsAreUsedAgain) {
  const TemporaryPath path;
  Recording recording(path);
  culprit_stream* first = culprit_stream_open(recording.trace, 0, 1, 0);
  culprit_stream_close(first);
  culprit_stream* second = culprit_stream_open(recording.trace, 0, 1, CULPRIT_THREAD_SIGNAL);
  EXPECT_EQ(first, second);
  culprit_stream_close(second);
  recording.close();
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->streams().size(), 3u);
}

TEST(Runtime, ValuesThatAreTooLongAreLeftOutAndTheCallStays) {
  const TemporaryPath path;
  Recording recording(path);
  const std::vector<std::uint32_t> values(5000, 1);
  culprit_enter(recording.stream, 0, 0, values.data(), 5000);
  culprit_leave(recording.stream, 0, 0, values.data(), CULPRIT_MAX_WORDS);
  recording.close();
  auto trace = trace::Trace::open(path.str());
  ASSERT_TRUE(trace);
  trace::Cursor cursor = trace->events(StreamId{1});
  ASSERT_TRUE(cursor.next() && cursor.next());
  EXPECT_EQ(cursor.event().kind, CULPRIT_EVENT_ENTER);
  EXPECT_EQ(cursor.event().payload.size(), 0u);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().kind, CULPRIT_EVENT_LEAVE);
  EXPECT_EQ(cursor.event().payload.size(), 4u * CULPRIT_MAX_WORDS);
}

}  // namespace
}  // namespace culprit
