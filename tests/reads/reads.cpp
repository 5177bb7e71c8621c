// Functions that read this and no more: `// name: what`, as tests/cxx_reads_test.cpp prints it. Objects are told by `show`.
#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

struct Pair {
  int a, b;
};
struct Large {
  long words[4];
};
struct Shape {
  virtual ~Shape() = default;
  virtual int area() const { return 1; }
  int side = 3;
};
struct Square : Shape {
  int area() const override { return side * side; }
};

int number = 7, other = 8;
Pair pair{1, 2}, copied;
int row[6] = {3, 1, 2, 6, 5, 4};
char text[] = "alpha", same[] = "alpine";
Large large{{1, 2, 3, 4}};
std::atomic<int> counter{5};
const int constant = 4;
Square square;
Shape* shape = &square;

// of_global: number[0,4)
int of_global() {
  return number + number;
}
// of_constant:
int of_constant() {
  return constant + 1;
}
// of_part: pair[4,8)
int of_part(const Pair* p) {
  return p->b;
}
// of_elements: row[0,12)
int of_elements(const int* p) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += p[i];
  return sum;
}
// of_written: other[0,4)
int of_written() {
  number = 1;
  return number + other;
}
// of_private:
int of_private(int n) {
  int a[3] = {n, n + 1, n + 2}, sum = 0;
  for (int i = 0; i < 3; ++i) sum += a[i];
  return sum;
}
// of_copy: pair[0,8)
void of_copy() {
  copied = pair;
}
// of_object: large[0,32)
long by_value(Large object) {
  return object.words[1];
}
long of_object() {
  return by_value(large);
}
// of_atomic: counter[0,4)
int of_atomic() {
  return counter.fetch_add(1);
}
// of_exchange: counter[0,4)
bool of_exchange() {
  int expected = 100;
  return counter.compare_exchange_strong(expected, 1);
}
// of_virtual: square[0,12) shape[0,8)
int of_virtual() {
  return shape->area();
}
// of_length: text[0,6)
std::size_t of_length() {
  return std::strlen(text);
}
// of_comparison: text[0,4) same[0,4)
int of_comparison() {
  return std::strcmp(text, same);
}
// of_search: text[0,3)
const char* of_search() {
  return std::strchr(text, 'p');
}
// of_copied_text: same[0,7)
void of_copied_text(char* to) {
  std::strcpy(to, same);
}
// of_format: text[0,6) number[0,4)
void of_format(char* to) {
  std::snprintf(to, 20, "%s %d", text, number);
}
// of_precision: text[0,2)
void of_precision(char* to) {
  std::snprintf(to, 20, "%.2s", text);
}
// of_list: text[0,6)
void listed(char* to, const char* format, ...) {
  va_list values;
  va_start(values, format);
  std::vsnprintf(to, 20, format, values);
  va_end(values);
}
void of_list(char* to) {
  listed(to, "%d %s", 1, text);
}
// of_bytes: row[0,8)
int of_bytes() {
  int two[2] = {3, 1};
  return std::memcmp(row, two, sizeof two);
}
// of_assembler: number[0,4)
int of_assembler() {
  int result;
  __asm__("movl %1, %0" : "=r"(result) : "m"(number));
  return result;
}
// of_callee: number[0,4) other[0,4)
int below() {
  return other;
}
int of_callee() {
  return number + below();
}
// of_callback: row[0,24)
int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
void of_callback() {
  std::qsort(row, 6, sizeof *row, compare);
}
// of_exception: number[0,4)
int of_exception() {
  try {
    throw number;
  } catch (int n) {
    return n;
  }
}
template <typename T>
void show(const char* name, T& object) {
  std::printf("%s %p %zu\n", name, static_cast<void*>(&object), sizeof object);
}
#define SHOW(object) show(#object, object)

int main() {
  SHOW(number), SHOW(other), SHOW(pair), SHOW(copied), SHOW(row), SHOW(text), SHOW(same), SHOW(large);
  SHOW(counter), SHOW(square), SHOW(shape);
  char room[20];
  of_global(), of_constant(), of_part(&pair), of_elements(row), of_private(2), of_copy();
  of_object(), of_atomic(), of_exchange(), of_virtual(), of_length(), of_comparison(), of_search();
  of_copied_text(room), of_format(room), of_precision(room), of_list(room), of_bytes(), of_assembler();
  of_callee(), of_callback(), of_exception(), of_written();
}
