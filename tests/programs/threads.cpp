// FLAGS: -pthread
// Threads: std::thread, jthread, async, promises, mutexes of all kinds, condition variables, atomics, call_once, barriers,
// thread_local with destructors, detached threads, threads that start threads, exceptions carried over, many at once.
#include <pthread.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <latch>
#include <mutex>
#include <numeric>
#include <queue>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static std::atomic<int> destroyed;
struct PerThread {
  ~PerThread() { destroyed += value; }
  int value = 0;
};
thread_local PerThread mine;
static int touch(int x) {
  mine.value += x;
  return mine.value;
}

class Channel {
 public:
  void send(int value) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push(value);
    }
    ready_.notify_one();
  }
  int receive() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !queue_.empty(); });
    const int value = queue_.front();
    queue_.pop();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::queue<int> queue_;
};

static long channel() {
  Channel channel;
  long sum = 0;
  std::thread consumer([&] {
    while (const int value = channel.receive()) sum += value;
  });
  for (int i = 1; i <= 200; ++i) channel.send(i);
  channel.send(0);
  consumer.join();
  return sum;
}
static int fan_out() {
  std::atomic<int> total{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&total, t] {
      for (int i = 0; i < 50; ++i) total.fetch_add(touch(t) > 0 ? 1 : 0);
      std::thread inner([&total] { total += 1000; });
      inner.join();
    });
  }
  for (auto& thread : threads) thread.join();
  return total;
}
static int divide(int a, int b) {
  if (b == 0) throw std::domain_error("by zero");
  return a / b;
}
static void* posix(void* argument) {
  int* value = static_cast<int*>(argument);
  *value *= 2;
  if (*value > 10) pthread_exit(value);
  return nullptr;
}

int main() {
  std::printf("%ld\n", channel());
  std::printf("%d\n", fan_out());
  std::printf("%d\n", destroyed.load());
  auto quotient = std::async(std::launch::async, divide, 12, 4);
  auto failing = std::async(std::launch::async, divide, 1, 0);
  auto lazy = std::async(std::launch::deferred, divide, 9, 3);
  std::printf("%d %d ", quotient.get(), lazy.get());
  try {
    failing.get();
  } catch (const std::domain_error& e) {
    std::puts(e.what());
  }
  {
    std::jthread worker([](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
    });
  }
  int value = 7;
  pthread_t thread;
  void* result = nullptr;
  pthread_create(&thread, nullptr, posix, &value);
  pthread_join(thread, &result);
  std::printf("%d %d\n", value, result == &value);
  std::once_flag flag;
  int once = 0, rounds = 0;
  std::shared_mutex shared;
  std::recursive_mutex recursive;
  std::counting_semaphore<2> places(2);
  std::latch done(3);
  std::barrier barrier(3, [&rounds]() noexcept { ++rounds; });
  std::vector<std::jthread> workers;
  int guarded = 0;
  for (int t = 0; t < 3; ++t) {
    workers.emplace_back([&] {
      std::call_once(flag, [&] { ++once; });
      for (int i = 0; i < 3; ++i) {
        places.acquire();
        {
          std::unique_lock write(shared);
          std::lock_guard a(recursive);
          std::lock_guard b(recursive);
          ++guarded;
        }
        places.release();
        std::shared_lock read(shared);
        read.unlock();
        barrier.arrive_and_wait();
      }
      done.count_down();
    });
  }
  done.wait();
  workers.clear();
  std::printf("%d %d %d\n", once, rounds, guarded);
  std::promise<void> finished;
  std::future<void> waiting = finished.get_future();
  std::thread([&finished] { finished.set_value_at_thread_exit(); }).detach();
  waiting.wait();
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto later = task.get_future();
  std::thread(std::move(task), 41).join();
  std::printf("%d\n", later.get());
}
