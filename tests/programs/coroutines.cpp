// Coroutines: a generator, a lazy task, exceptions out of them, destroyed in the middle, awaiting each other.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

template <typename T>
struct Generator {
  struct promise_type {
    T value;
    std::exception_ptr problem;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { problem = std::current_exception(); }
  };
  explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  Generator(Generator&& other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Generator() {
    if (handle) handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.promise().problem) std::rethrow_exception(handle.promise().problem);
    return !handle.done();
  }
  T value() const { return handle.promise().value; }
  std::coroutine_handle<promise_type> handle;
};
struct Guard {
  explicit Guard(int id) : id(id) {}
  ~Guard() { std::printf("~%d ", id); }
  int id;
};
static int square(int x) {
  return x * x;
}
static Generator<int> squares(int from, int to) {
  Guard guard(from);
  for (int i = from; i < to; ++i) co_yield square(i);
}
static Generator<long> fibonacci() {
  long a = 0, b = 1;
  while (true) {
    co_yield a;
    a = std::exchange(b, a + b);
  }
}
static Generator<int> failing() {
  co_yield 1;
  throw std::runtime_error("in the coroutine");
}
struct Task {
  struct promise_type {
    int result = 0;
    std::coroutine_handle<> waiting = std::noop_coroutine();
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    auto final_suspend() noexcept {
      struct Resume {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
          return h.promise().waiting;
        }
        void await_resume() noexcept {}
      };
      return Resume{};
    }
    void return_value(int v) { result = v; }
    void unhandled_exception() { std::terminate(); }
  };
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
    handle.promise().waiting = h;
    return handle;
  }
  int await_resume() {
    const int result = handle.promise().result;
    handle.destroy();
    return result;
  }
  std::coroutine_handle<promise_type> handle;
};
static Task leaf(int x) {
  co_return square(x);
}
static Task branch(int x) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += co_await leaf(x + i);
  co_return sum + co_await leaf(10);
}

int main() {
  for (Generator<int> g = squares(2, 6); g.next();) std::printf("%d ", g.value());
  std::puts("");
  {
    Generator<int> abandoned = squares(7, 100);
    abandoned.next();
  }
  Generator<long> numbers = fibonacci();
  for (int i = 0; i < 10; ++i) numbers.next();
  std::printf("%ld\n", numbers.value());
  Generator<int> fails = failing();
  try {
    while (fails.next()) std::printf("%d ", fails.value());
  } catch (const std::exception& e) {
    std::puts(e.what());
  }
  Task task = branch(1);
  task.handle.resume();
  std::printf("%d\n", task.await_resume());
}
