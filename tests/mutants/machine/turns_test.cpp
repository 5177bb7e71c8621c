// Threads of a program with a switch take turns.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "src/service/subject.h"
#include "tests/mutants/machine/program.h"
#include "tests/mutants/machine/start_difference.h"
#include "tests/mutants/runtime/exit_codes.h"
#include "tests/support/places.h"

namespace culprit::mutants {
namespace {

class Turns : public ::testing::Test {
 protected:
  static Result<Program> build(const std::string& source) {
    Recipe recipe;
    recipe.sources = {source};
    recipe.folder =
        std::filesystem::current_path() / ("turns." + std::filesystem::path(source).stem().string());
    recipe.with_mutants = false;
    return Program::build(recipe);
  }
  /// How a program of a few lines of C++ ends.
  static Result<Ended> run(const std::string& name, const std::string& text) {
    const std::string source = std::filesystem::current_path() / (name + ".cpp");
    std::ofstream(source) << text;
    auto program = build(source);
    if (!program) return tl::unexpected(program.error());
    return program->run({}, "test.trace");
  }
};

TEST_F(Turns, MakeRunsAlikeToTheByte) {
  const auto program = build(std::string(CULPRIT_SOURCE_DIR) + "/tests/mutants/programs/worker_pipeline.c");
  ASSERT_TRUE(program) << program.error().what;
  const std::string trace = program->folder() + "/first.trace", other = program->folder() + "/other.trace";
  ASSERT_TRUE(program->run({}, "first.trace"));
  const auto first = service::Subject::open(trace);
  ASSERT_TRUE(first);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(program->run({}, "other.trace"));
    const auto second = service::Subject::open(other);
    ASSERT_TRUE(second);
    const tree::Tree& tree = first->tree();
    ASSERT_EQ(tree.size(), second->tree().size());
    for (std::uint32_t row = 0; row < tree.size(); row += 40)
      ASSERT_EQ(
          start_difference(*first->trace(), tree, NodeId{row}, *second->trace(), second->tree(), NodeId{row}),
          "");
  }
}

TEST_F(Turns, ComeWhenAThreadWaits) {
  const auto ended = run("waits", R"(
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <thread>
std::mutex mutex;
std::condition_variable condition;
int turn = 0;
std::atomic<int> flag{0};
void play(int number) {
  for (int round = 0; round < 3; ++round) {
    std::unique_lock<std::mutex> lock(mutex);
    condition.wait(lock, [&] { return turn % 2 == number; });
    std::printf("%d", number);
    ++turn;
    condition.notify_all();
  }
}
int main() {
  std::thread first(play, 0), second(play, 1);
  second.join();
  first.join();
  std::thread third([] { flag.wait(0); std::printf(" woken"); });
  std::thread fourth([] { while (flag != 2) std::this_thread::yield(); std::printf(" seen"); });
  flag = 2;
  flag.notify_all();
  third.join();
  fourth.join();
  std::printf(" %d\n", std::async(std::launch::async, [] { return 7; }).get());
})");
  ASSERT_TRUE(ended) << ended.error().what;
  EXPECT_EQ(ended->output, "010101 woken seen 7\n");
  EXPECT_EQ(ended->code, 0);
}

TEST_F(Turns, LeaveOtherWaitsToTheSystem) {
  const auto ended = run("system", R"(
#include <pthread.h>
#include <semaphore.h>
#include <chrono>
#include <cstdio>
#include <thread>
sem_t semaphore;
pthread_barrier_t barrier;
int main() {
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, nullptr, 2);
  std::thread other([] {
    sem_wait(&semaphore);
    std::printf("posted");
    pthread_barrier_wait(&barrier);
  });
  std::this_thread::sleep_for(std::chrono::microseconds(1));
  sem_post(&semaphore);
  pthread_barrier_wait(&barrier);
  other.join();
  std::printf(", met\n");
})");
  ASSERT_TRUE(ended) << ended.error().what;
  EXPECT_EQ(ended->output, "posted, met\n");
}

TEST_F(Turns, EndTheProcessIfNobodyCanGoOn) {
  const auto ended = run("stuck", R"(
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::thread other([&] { std::lock_guard<std::mutex> again(mutex); });
  other.join();
})");
  ASSERT_TRUE(ended) << ended.error().what;
  EXPECT_EQ(ended->how, Ended::How::kExit);
  EXPECT_EQ(ended->code, MUTANT_STUCK);
}

}  // namespace
}  // namespace culprit::mutants
