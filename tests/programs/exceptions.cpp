// Exceptions: thrown, rethrown, nested, through destructors, constructors (function-try blocks), noexcept(false), from
// std::sort's and qsort's callbacks, exception_ptr, through loops, in and out of catch blocks, by value, pointer and int.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Guard {
  explicit Guard(int id) : id(id) {}
  ~Guard() { std::printf("~%d ", id); }
  int id;
};
static int depth(int n) {
  Guard guard(n);
  if (n == 0) throw std::runtime_error("bottom");
  return depth(n - 1) + 1;
}
static int caught(int n) {
  try {
    return depth(n);
  } catch (const std::exception& e) {
    std::printf("%s ", e.what());
    return -1;
  }
}
static void rethrow() {
  try {
    depth(1);
  } catch (...) {
    std::printf("again ");
    throw;
  }
}
static void nested() {
  try {
    throw std::logic_error("inner");
  } catch (...) {
    std::throw_with_nested(std::runtime_error("outer"));
  }
}
static void explain(const std::exception& e) {
  std::printf("%s ", e.what());
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception& inner) {
    explain(inner);
  }
}
struct Part {
  explicit Part(int x) {
    if (x > 1) throw x;
  }
};
struct Whole {
  explicit Whole(int x) try : guard(90), first(1), second(x) {
  } catch (int y) {
    std::printf("whole %d ", y);
    throw std::out_of_range("part");
  }
  Guard guard;
  Part first, second;
};
static int function_try(int x) try {
  if (x) throw x;
  return 0;
} catch (int y) {
  return y * 2;
}
static bool picky(int a, int b) {
  if (a == 13 || b == 13) throw std::string("thirteen");
  return a < b;
}
static int picky_c(const void* a, const void* b) {
  if (*static_cast<const int*>(b) == 13) throw 13;
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
static int loops() {
  int total = 0;
  for (int i = 0; i < 4; ++i) {
    try {
      for (int j = 0; j < 4; ++j) {
        total += 1;
        if (j == i) throw i;
        while (true) {
          if (j > 1) throw 'c';
          break;
        }
      }
    } catch (int n) {
      total += 100 * n;
      if (n == 0) continue;
    } catch (char) {
      total += 1000;
      break;
    }
  }
  return total;
}
static std::exception_ptr keep() {
  try {
    depth(0);
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}
struct Thrower {
  ~Thrower() noexcept(false) {
    if (std::uncaught_exceptions() == 0) throw 5L;
  }
};
static void recursive_catch(int n) {
  try {
    if (n == 0) throw 0;
    recursive_catch(n - 1);
  } catch (int got) {
    if (n < 3) throw got + n;
    std::printf("caught %d ", got);
  }
}

int main() {
  std::printf("%d\n", caught(3));
  try {
    rethrow();
  } catch (const std::runtime_error& e) {
    std::printf("%s\n", e.what());
  }
  try {
    nested();
  } catch (const std::exception& e) {
    explain(e);
  }
  try {
    Whole whole(2);
  } catch (const std::out_of_range& e) {
    std::printf("%s\n", e.what());
  }
  std::printf("%d %d\n", function_try(0), function_try(4));
  std::vector<int> values{5, 13, 2};
  try {
    std::sort(values.begin(), values.end(), picky);
  } catch (const std::string& text) {
    std::printf("%s ", text.c_str());
  }
  int plain[] = {5, 13, 2};
  try {
    std::qsort(plain, 3, sizeof(int), picky_c);
  } catch (int n) {
    std::printf("%d\n", n);
  }
  std::printf("%d\n", loops());
  std::exception_ptr kept = keep();
  for (int i = 0; i < 2; ++i) {
    try {
      std::rethrow_exception(kept);
    } catch (std::exception& e) {
      std::printf("%s ", e.what());
    }
  }
  try {
    Thrower thrower;
  } catch (long n) {
    std::printf("%ld ", n);
  }
  recursive_catch(5);
  try {
    throw std::make_unique<int>(3);
  } catch (std::unique_ptr<int>& p) {
    std::printf("%d\n", *p);
  }
  try {
    std::vector<int>().at(3);
  } catch (const std::out_of_range&) {
    std::puts("at");
  }
  try {
    std::stoi("no number");
  } catch (const std::invalid_argument& e) {
    std::puts(e.what());
  }
}
