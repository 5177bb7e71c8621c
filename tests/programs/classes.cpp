// Constructors, destructors, copies, moves, virtual calls through several and virtual bases, dynamic types, pointers to
// members, operators, conversions, empty classes, static members, friends, placement new, own new and delete, allocators.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

struct Loud {
  explicit Loud(int id) : id(id) { std::printf("+%d ", id); }
  Loud(const Loud& other) : id(other.id * 10) { std::printf("c%d ", id); }
  Loud(Loud&& other) noexcept : id(std::exchange(other.id, 0)) { std::printf("m%d ", id); }
  Loud& operator=(const Loud& other) {
    id = other.id;
    std::printf("=%d ", id);
    return *this;
  }
  ~Loud() { std::printf("-%d ", id); }
  int id;
};

static Loud make(int id) {
  return Loud(id);
}
static Loud pass(Loud loud) {
  loud.id++;
  return loud;
}

struct Shape {
  virtual ~Shape() { std::printf("~Shape "); }
  virtual double area() const = 0;
  virtual const char* name() const { return "shape"; }
  double twice() const { return 2 * area(); }
};
struct Named {
  explicit Named(const char* text) : text(text) { register_name(); }
  virtual ~Named() { std::printf("~Named "); }
  virtual void register_name() { std::printf("Named(%s) ", text); }
  const char* text;
};
struct Square : Shape, Named {
  explicit Square(double side) : Named("square"), side(side) {}
  ~Square() override { std::printf("~Square "); }
  double area() const override { return side * side; }
  const char* name() const override { return text; }
  void register_name() override { std::printf("Square(%s) ", text); }
  double side;
};
struct Base {
  explicit Base(int v) : value(v) {}
  virtual ~Base() = default;
  virtual int get() const { return value; }
  int value;
};
struct Left : virtual Base {
  Left() : Base(1) {}
  int get() const override { return value + 10; }
};
struct Right : virtual Base {
  Right() : Base(2) {}
  int right = 5;
};
struct Bottom : Left, Right {
  Bottom() : Base(3) {}
  int get() const override { return Left::get() + right; }
  // A covariant result.
  virtual Bottom* self() { return this; }
};
struct Empty {};
struct Holder : Empty {
  [[no_unique_address]] Empty nothing;
  int value = 4;
};
static int use(Empty, Holder holder, Empty) {
  return holder.value;
}

class Fraction {
 public:
  Fraction(int top, int bottom = 1) : top_(top), bottom_(bottom) {}
  friend Fraction operator+(Fraction a, Fraction b) {
    return {a.top_ * b.bottom_ + b.top_ * a.bottom_, a.bottom_ * b.bottom_};
  }
  Fraction& operator*=(const Fraction& by) {
    top_ *= by.top_;
    bottom_ *= by.bottom_;
    return *this;
  }
  Fraction& operator++() {
    top_ += bottom_;
    return *this;
  }
  Fraction operator++(int) {
    Fraction old = *this;
    ++*this;
    return old;
  }
  Fraction operator-() const { return {-top_, bottom_}; }
  explicit operator double() const { return static_cast<double>(top_) / bottom_; }
  auto operator<=>(const Fraction&) const = default;
  int operator[](int i) const { return i == 0 ? top_ : bottom_; }
  int operator()(int x, int y) const { return top_ * x + bottom_ * y; }
  static int made;

 private:
  int top_, bottom_;
};
int Fraction::made = 2;
static unsigned long long operator""_dozen(unsigned long long n) {
  return n * 12;
}

struct Counted {
  static void* operator new(std::size_t size) {
    ++news;
    return std::malloc(size);
  }
  static void operator delete(void* p) noexcept {
    ++deletes;
    std::free(p);
  }
  static inline int news = 0, deletes = 0;
  char payload[24] = "payload";
};

template <typename T>
struct Arena {
  using value_type = T;
  Arena() = default;
  template <typename U>
  explicit Arena(const Arena<U>&) {}
  T* allocate(std::size_t n) {
    ++blocks;
    return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p); }
  static inline int blocks = 0;
  bool operator==(const Arena&) const { return true; }
};

struct Delegating {
  Delegating() : Delegating(5) { b = a + 1; }
  explicit Delegating(int x) : a(x) {}
  int a, b = 0;
};
struct Inheriting : Delegating {
  using Delegating::Delegating;
  int c = a * 2;
};

static void members() {
  int Base::* field = &Base::value;
  int (Base::*method)() const = &Base::get;
  Bottom bottom;
  Base& base = bottom;
  std::printf("%d %d %d %d\n", base.*field, (base.*method)(), bottom.self()->get(),
              dynamic_cast<Right&>(base).right);
  std::printf("%s\n", typeid(base).name());
}

int main() {
  {
    Loud a = make(1);
    Loud b = pass(a);
    Loud c = pass(std::move(a));
    b = c;
    const Loud& extended = make(7);
    std::printf("[%d %d %d] ", b.id, c.id, extended.id);
  }
  std::puts("");
  {
    std::unique_ptr<Shape> shape = std::make_unique<Square>(3);
    std::printf("%g %s %g ", shape->area(), shape->name(), shape->twice());
    Named* named = dynamic_cast<Named*>(shape.get());
    named->register_name();
  }
  std::puts("");
  members();
  std::printf("%d %zu\n", use({}, {}, {}), sizeof(Holder));
  Fraction half(1, 2), sum = half + 2;
  sum *= half;
  Fraction old = sum++;
  std::printf("%g %g %g %d %d %d %llu\n", double(sum), double(old), double(-sum), sum[1], sum(1, 1),
              half < sum, 2_dozen + Fraction::made);
  {
    auto counted = std::make_unique<Counted>();
    Counted* more = new Counted[1];
    delete[] more;
    alignas(Loud) unsigned char room[2 * sizeof(Loud)];
    Loud* placed = new (room) Loud(5);
    Loud* second = new (room + sizeof(Loud)) Loud(6);
    second->~Loud();
    placed->~Loud();
    int* none = new (std::nothrow) int(3);
    delete none;
    Loud* array = new Loud[2]{Loud(8), Loud(9)};
    delete[] array;
  }
  std::vector<int, Arena<int>> numbers;
  for (int i = 0; i < 9; ++i) numbers.push_back(i);
  std::printf("\n%d %d %d %zu\n", Counted::news, Counted::deletes, Arena<int>::blocks, numbers.size());
  Inheriting inheriting(9);
  std::printf("%d %d %d %d\n", Delegating().b, inheriting.a, inheriting.c, Inheriting().c);
  std::string from = "a string that is longer than the short buffer", to = std::move(from);
  std::printf("%zu %zu\n", from.size(), to.size());
}
