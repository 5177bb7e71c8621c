// Calls of every kind, each line with the functions that are called from it: "CALLS:" and their names, in any order. What is called from
// nowhere that is known stands in the line "NOWHERE:".
#include <setjmp.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// NOWHERE: main early in_thread on_signal ~Guard
static int early() {
  return 1;
}
static int before_main = early();

static int twice(int x) {
  return 2 * x;
}
static int plus(int x, int y = twice(20)) {
  return x + y;
}
static int again(int x) {
  return x;
}

// One line, two lines, three calls of which two share one.
static int one_line(int x) {
  return twice(x) + twice(x + 1);  // CALLS: twice
}
static int two_lines(int x) {
  int sum = twice(x);  // CALLS: twice
  sum += plus(x,       // CALLS: plus
              twice(x));  // CALLS: twice
  return sum;
}

static void sort_part(std::vector<int>& v, int low, int high) {
  if (high - low < 2) return;
  int middle = low;
  for (int i = low + 1; i < high; i++)
    if (v[i] < v[low]) std::swap(v[++middle], v[i]);
  std::swap(v[low], v[middle]);
  sort_part(v, low, middle);       // CALLS: sort_part
  sort_part(v, middle + 1, high);  // CALLS: sort_part
}

struct Shape {
  explicit Shape(int size) : size_(size) {}
  Shape() : Shape(twice(4)) {}  // CALLS: twice Shape
  virtual ~Shape() {}
  virtual int area() const { return again(size_); }  // CALLS: again
  int size_;
};
struct Square : Shape {
  explicit Square(int size) : Shape(size) {}             // CALLS: Shape
  int area() const override { return size_ * size_; }
  ~Square() override { again(size_); }                   // CALLS: again ~Shape
};
struct Initialised {
  int value = twice(8);  // CALLS: twice
};
struct Number {
  int value;
  Number operator+(const Number& other) const { return {value + other.value}; }
  bool operator<(const Number& other) const { return value < other.value; }
};
struct Guard {
  Guard() { again(1); }   // CALLS: again
  ~Guard() { again(2); }  // CALLS: again
};

static int virtuals() {
  Square square(3);                            // CALLS: Square
  const Shape* shapes[] = {&square, &square};
  int sum = shapes[0]->area();                 // CALLS: area
  for (const Shape* shape : shapes)
    sum += shape->area();                      // CALLS: area
  std::unique_ptr<Shape> owned =
      std::make_unique<Square>(5);             // CALLS: Square
  sum += owned->area();                        // CALLS: area
  owned.reset();                               // CALLS: ~Square
  Shape plain;                                 // CALLS: Shape
  return sum + plain.area();                   // CALLS: area
}  // CALLS: ~Square ~Shape

static int pointers(int (*f)(int)) {
  int (*g)(int) = f;
  int sum = f(1);                              // CALLS: twice
  g = again;
  sum += g(2);                                 // CALLS: again
  sum += again(3);                             // CALLS: again
  const std::function<int(int)> held = twice;
  sum += held(4);                              // CALLS: twice
  return sum;
}

static bool is_less(int a, int b) {
  return a < b;
}
static int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
static int in_library() {
  std::vector<int> v{5, 3, 4, 1};
  std::sort(v.begin(), v.end(),                // CALLS: is_less
            is_less);
  const bool found = is_less(1, 2);            // CALLS: is_less
  qsort(v.data(), v.size(), sizeof(int), compare);  // CALLS: compare
  const int wanted = 4;
  bsearch(&wanted, v.data(), v.size(), sizeof(int), compare);  // CALLS: compare
  std::map<Number, int> counts;
  counts[{3}]++;
  counts[{2}]++;                               // CALLS: operator<
  const Number sum = Number{1} + Number{2};    // CALLS: operator+
  const auto twice_and = [&](int x) {
    return twice(x) + sum.value;               // CALLS: twice
  };
  return std::count_if(v.begin(), v.end(), [&](int x) { return twice_and(x) > 9; }) +  // CALLS: lambda
         twice_and(found);                     // CALLS: lambda
}

static int deeper(int x) {
  if (x == 0) throw std::runtime_error("deep");
  return deeper(x - 1);                        // CALLS: deeper
}
static int caught() {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    try {
      Guard guard;                             // CALLS: Guard
      sum += deeper(2);                        // CALLS: deeper
    } catch (const std::exception&) {          // CALLS: ~Guard
      sum += again(7);                         // CALLS: again
    }
    sum += twice(i);                           // CALLS: twice
  }
  return sum + again(sum);                     // CALLS: again
}

static jmp_buf back;
static void jump(int to) {
  if (to) longjmp(back, to);
}
static int jumped() {
  volatile int count = 0;
  if (setjmp(back) < 2)
    jump(++count);                             // CALLS: jump
  return twice(count);                         // CALLS: twice
}

static void on_signal(int) {
  again(1);                                    // CALLS: again
}
static void signalled() {
  signal(SIGUSR1, on_signal);
  again(3);                                    // CALLS: again
  raise(SIGUSR1);
}

static int other(int x);
static int passes_on(int x) {
  [[clang::musttail]] return other(x);
}
static int other(int x) {
  return x + 1;
}

static void in_thread(int x) {
  twice(x);                                    // CALLS: twice
}
static void threads() {
  std::thread thread(in_thread, 3);
  thread.join();
  in_thread(4);                                // CALLS: in_thread
}

template <class T>
static T largest(const std::vector<T>& values) {
  T most = values[0];
  for (const T& value : values)
    if (most < value) most = value;            // CALLS: operator<
  return most;
}
#define CALL_TWICE(x) \
  twice(x)

int main() {
  int sum = one_line(1) + two_lines(2);        // CALLS: one_line two_lines
  std::vector<int> v{3, 1, 2};
  sort_part(v, 0, 3);                          // CALLS: sort_part
  puts("unused lines do not stay");
  sum += again(1);                             // CALLS: again
  sum += plus(1);                              // CALLS: plus twice
  sum += virtuals();                           // CALLS: virtuals
  sum += pointers(twice);                      // CALLS: pointers
  for (int i = 0; i < 2; i++)
    sum += in_library();                       // CALLS: in_library
  sum += caught();                             // CALLS: caught
  sum += jumped();                             // CALLS: jumped
  signalled();                                 // CALLS: signalled
  sum += passes_on(1);                         // CALLS: passes_on other
  threads();                                   // CALLS: threads
  sum += largest(std::vector<Number>{{1}, {3}, {2}}).value;  // CALLS: largest
  sum += CALL_TWICE(3);                        // CALLS: twice
  sum += Initialised().value;                  // CALLS: Initialised
  static const Guard forever;                  // CALLS: Guard
  printf("%d\n", sum + before_main);
  std::exit(0);
}
