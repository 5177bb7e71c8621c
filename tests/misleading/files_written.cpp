// Exceptions, aliasing, statics, iterators, swaps: what is shown and chained?
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct Log {
  std::string text;
  void add(const std::string& s) {
    text += s;
    if (text.size() == 4) text += "!";
  }
};  // bug: adds ! at length 4
struct Base {
  virtual ~Base() = default;
  virtual int f(int x) { return x; }
};
struct D : Base {
  int calls = 0;
  int f(int x) override {
    ++calls;
    return x + (calls == 2);
  }
};
int use_f(const std::unique_ptr<Base>& b, int x) {
  return b->f(x);
}
static int& counter() {
  static int c = 0;
  return c;
}
void tick() {
  counter() += 1;
}
struct Impl;
struct Pimpl {
  Impl* p;
  Pimpl();
  ~Pimpl();
  void inc();
  int get() const;
};
struct Impl {
  int n = 0;
};
Pimpl::Pimpl() : p(new Impl) {}
Pimpl::~Pimpl() {
  delete p;
}
void Pimpl::inc() {
  p->n += p->n == 1 ? 2 : 1;
}
int Pimpl::get() const {
  return p->n;
}
void write_to(const char* name, int x) {
  std::ofstream f(name, std::ios::app);
  f << x + (x == 2) << '\n';
}  // bug: 2 is written as 3
int read_sum(const char* name) {
  std::ifstream f(name);
  int s = 0, x;
  while (f >> x) s += x;
  return s;
}
void cwrite(const char* name, int x) {
  FILE* f = std::fopen(name, "a");
  std::fprintf(f, "%d\n", x + (x == 2));
  std::fclose(f);
}
int files() {
  std::remove("c1.txt");
  write_to("c1.txt", 1);
  write_to("c1.txt", 2);
  return read_sum("c1.txt");
}
int cfiles() {
  std::remove("c2.txt");
  cwrite("c2.txt", 1);
  cwrite("c2.txt", 2);
  return read_sum("c2.txt");
}
void maybe(int& x) {
  ++x;
  if (x == 2) throw 1;
}
int exc() {
  int x = 0;
  try {
    maybe(x);
    maybe(x);
    maybe(x);
  } catch (int) {
    x += 10;
  }
  return x;
}
int logs() {
  Log l;
  l.add("ab");
  l.add("cd");
  l.add("ef");
  return (int)l.text.size();
}
int virt() {
  std::unique_ptr<Base> b = std::make_unique<D>();
  return use_f(b, 1) * 10 + use_f(b, 1);
}
int stat() {
  tick();
  tick();
  return counter();
}
int pim() {
  Pimpl p;
  p.inc();
  p.inc();
  return p.get();
}
int main() {
  std::printf("%d %d %d %d %d %d %d\n", files(), cfiles(), exc(), logs(), virt(), stat(), pim());
}
