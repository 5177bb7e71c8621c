// Values passed and returned in every way: structs in integer, float and mixed registers, in memory, large ones, unions,
// long double, __int128, SIMD vectors, complex, enums, bool, wide characters, references and pointers to all of them.
#include <complex>
#include <cstdint>
#include <cstdio>

struct OneInt {
  int a;
};
struct TwoInts {
  int a, b;
};
struct ThreeChars {
  char a, b, c;
};
struct TwoLongs {
  long a, b;
};
struct OneFloat {
  float a;
};
struct TwoFloats {
  float a, b;
};
struct ThreeFloats {
  float a, b, c;
};
struct TwoDoubles {
  double a, b;
};
struct Mixed {
  double a;
  int b;
};
struct Mixed2 {
  int a;
  float b;
  long c;
};
struct Three {
  long a, b, c;
};
struct Big {
  int values[200];
};
struct WithLongDouble {
  long double x;
};
struct Nested {
  TwoInts inner[1];
  float x;
};
struct Bits {
  unsigned a : 4;
  unsigned b : 12;
  long c : 33;
};
union Either {
  long whole;
  double real;
};
struct NonTrivial {
  NonTrivial(int v) : v(v) {}
  NonTrivial(const NonTrivial& o) : v(o.v + 1) {}
  ~NonTrivial() { v = -1; }
  int v;
};
enum class Color : unsigned char { kRed, kGreen = 5 };
enum Plain { kOne = 1, kHuge = 1LL << 40 };
typedef float Vector4 __attribute__((vector_size(16)));
typedef int Vector8 __attribute__((vector_size(32)));

static OneInt f(OneInt x) {
  return {x.a + 1};
}
static TwoInts f(TwoInts x) {
  return {x.b, x.a};
}
static ThreeChars f(ThreeChars x) {
  return {x.c, x.b, x.a};
}
static TwoLongs f(TwoLongs x) {
  return {x.b, x.a};
}
static OneFloat f(OneFloat x) {
  return {x.a * 2};
}
static TwoFloats f(TwoFloats x) {
  return {x.b, x.a};
}
static ThreeFloats f(ThreeFloats x) {
  return {x.c, x.b, x.a};
}
static TwoDoubles f(TwoDoubles x) {
  return {x.b, x.a};
}
static Mixed f(Mixed x) {
  return {x.a + x.b, x.b};
}
static Mixed2 f(Mixed2 x) {
  return {x.a, x.b + x.c, x.c};
}
static Three f(Three x) {
  return {x.c, x.b, x.a};
}
static Big f(Big x) {
  x.values[7] += x.values[199];
  return x;
}
static WithLongDouble f(WithLongDouble x) {
  return {x.x / 2};
}
static Nested f(Nested x) {
  return {{f(x.inner[0])}, x.x};
}
static Bits f(Bits x) {
  x.b++;
  x.c = -x.c;
  return x;
}
static Either f(Either x) {
  return {.real = static_cast<double>(x.whole)};
}
static NonTrivial f(NonTrivial x) {
  return x;
}
static Color f(Color x) {
  return x == Color::kRed ? Color::kGreen : Color::kRed;
}
static Plain f(Plain x) {
  return x == kOne ? kHuge : kOne;
}
static Vector4 f(Vector4 x) {
  return x * x;
}
static Vector8 f(const Vector8& x) {
  return x + 1;
}
static std::complex<double> f(std::complex<double> x) {
  return x * x;
}
static std::complex<float> f(std::complex<float> x) {
  return x + 1.0f;
}
static __int128 f(__int128 x) {
  return -x;
}
static unsigned __int128 f(unsigned __int128 x) {
  return x << 64;
}
static long double f(long double x) {
  return x * 2;
}
static bool f(bool x) {
  return !x;
}
static wchar_t f(wchar_t x) {
  return x + 1;
}
static char32_t f(char32_t x) {
  return x + 1;
}
static std::int8_t f(std::int8_t x) {
  return static_cast<std::int8_t>(-x);
}
static std::uint16_t f(std::uint16_t x) {
  return static_cast<std::uint16_t>(~x);
}
static _Float16 f(_Float16 x) {
  return x * 2;
}
static std::nullptr_t f(std::nullptr_t x) {
  return x;
}
static int stack_args(Three a, int b, Big c, double d, Mixed e, long double g, Three h) {
  return static_cast<int>(a.a + b + c.values[0] + d + e.a + static_cast<double>(g) + h.c);
}

int main() {
  std::printf("%d %d %c %ld\n", f(OneInt{1}).a, f(TwoInts{1, 2}).a, f(ThreeChars{'a', 'b', 'c'}).a,
              f(TwoLongs{1, 2}).a);
  std::printf("%g %g %g %g\n", f(OneFloat{1}).a, f(TwoFloats{1, 2}).a, f(ThreeFloats{1, 2, 3}).a,
              f(TwoDoubles{1, 2}).a);
  std::printf("%g %g %ld\n", f(Mixed{1.5, 2}).a, f(Mixed2{1, 2.5, 3}).b, f(Three{1, 2, 3}).a);
  Big big{};
  big.values[199] = 8;
  std::printf("%d %Lg %d\n", f(big).values[7], f(WithLongDouble{3}).x, f(Nested{{{1, 2}}, 3}).inner[0].a);
  const Bits bits = f(Bits{1, 2, 3});
  std::printf("%d %d %ld %g %d\n", bits.a, bits.b, static_cast<long>(bits.c), f(Either{3}).real,
              f(NonTrivial(1)).v);
  std::printf("%d %lld\n", static_cast<int>(f(Color::kRed)), static_cast<long long>(f(kOne)));
  const Vector4 four = f(Vector4{1, 2, 3, 4});
  const Vector8 eight = f(Vector8{1, 2, 3, 4, 5, 6, 7, 8});
  std::printf("%g %g %d %d\n", four[0], four[3], eight[0], eight[7]);
  std::printf("%g %g\n", f(std::complex<double>(1, 2)).imag(), f(std::complex<float>(1, 2)).real());
  std::printf("%d %d %Lg\n", static_cast<int>(f(static_cast<__int128>(5))),
              static_cast<int>(f(static_cast<unsigned __int128>(5)) >> 64), f(1.5L));
  std::printf("%d %d %d %d %d %g %d\n", f(true), static_cast<int>(f(L'a')), static_cast<int>(f(U'b')),
              f(static_cast<std::int8_t>(-128)), f(static_cast<std::uint16_t>(1)),
              static_cast<double>(f(static_cast<_Float16>(1.5))), f(nullptr) == nullptr);
  std::printf("%d\n", stack_args({1, 2, 3}, 4, big, 5, {6, 7}, 8, {9, 10, 11}));
}
