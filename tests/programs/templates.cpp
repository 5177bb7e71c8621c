// Templates: of functions, classes, variables, aliases; variadic, recursive, CRTP, specialised, with values and templates as
// arguments, fold expressions, concepts, if constexpr, tuples and structured bindings.
#include <array>
#include <concepts>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

template <typename T>
T largest(T a, T b) {
  return a < b ? b : a;
}
template <>
const char* largest(const char* a, const char*) {
  return a;
}
template <typename First, typename... Rest>
auto sum(First first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first;
  else
    return first + sum(rest...);
}
template <typename... T>
int count(const T&...) {
  return (0 + ... + static_cast<int>(sizeof(T)));
}
template <typename Derived>
struct Comparable {
  bool operator>(const Derived& other) const { return other < static_cast<const Derived&>(*this); }
  int id() { return static_cast<Derived*>(this)->number(); }
};
struct Weight : Comparable<Weight> {
  explicit Weight(int kg) : kg(kg) {}
  int number() const { return kg; }
  bool operator<(const Weight& other) const { return kg < other.kg; }
  int kg;
};
template <typename T, int N, template <typename...> class Container>
struct Stack {
  bool push(T value) {
    if (items.size() == N) return false;
    items.push_back(std::move(value));
    return true;
  }
  Container<T> items;
};
template <typename T>
struct Stack<T*, 1, std::vector> {
  bool push(T*) { return true; }
};
template <typename T>
constexpr T pi = T(3.1415926535897932385L);
template <int N>
struct Factorial {
  static constexpr int value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr int value = 1;
};
template <std::integral T>
const char* kind(T) {
  return "integral";
}
template <std::floating_point T>
const char* kind(T) {
  return "floating";
}
template <typename... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <std::size_t... I>
int digits(std::index_sequence<I...>) {
  int value = 0;
  ((value = value * 10 + static_cast<int>(I)), ...);
  return value;
}
template <auto Value>
auto constant() {
  return Value;
}
static std::tuple<int, std::string, double> record() {
  return {1, "two", 3.0};
}
static std::optional<int> parse(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text[0] - '0';
}

int main() {
  std::printf("%d %g %s\n", largest(1, 2), largest(1.5, 0.5), largest("a", "b"));
  std::printf("%d %d %s\n", sum(1, 2, 3, 4), count(1, 'a', 2.0), sum(std::string("x"), "y").c_str());
  Weight a(1), b(2);
  std::printf("%d %d\n", b > a, b.id());
  Stack<int, 2, std::vector> stack;
  stack.push(1);
  stack.push(2);
  std::printf("%d %d\n", stack.push(3), Stack<int*, 1, std::vector>().push(nullptr));
  std::printf("%.3f %d %s %s\n", pi<double>, Factorial<5>::value, kind(1), kind(1.0f));
  std::variant<int, std::string, std::array<int, 2>> either = "text";
  for (int turn = 0; turn < 3; ++turn) {
    std::visit(Overloaded{[](int x) { std::printf("int %d\n", x); },
                          [](const std::string& x) { std::printf("string %s\n", x.c_str()); },
                          [](auto x) { std::printf("array %zu\n", x.size()); }},
               either);
    if (turn == 0) either = 5;
    if (turn == 1) either = std::array<int, 2>{1, 2};
  }
  auto [number, text, real] = record();
  auto& [first, second] = *new std::pair<int, int>(3, 4);
  first += number;
  std::printf("%d %s %g %d %d\n", number, text.c_str(), real, first, second);
  std::printf("%d %d %d\n", digits(std::make_index_sequence<5>()), constant<7>(), constant<'c'>());
  std::printf("%d %d\n", parse("4").value_or(9), parse("").value_or(9));
}
