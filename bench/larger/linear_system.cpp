// Eighty systems of equations.
#define main example_main
#include "../../examples/linear_system/linear_system_fixed.cpp"
#undef main

int main() {
  for (int i = 0; i < 80; ++i) {
    const double a = i % 7 + 1;
    const double b = i % 5 - 2;
    const System system{{{a, 2, b, 8}, {2, a + b, 0, 6}, {b, 1, 4 + a, 13}}};
    const Solution x = solve(system);
    std::printf("x = %g, y = %g, z = %g\n", x[0], x[1], x[2]);
  }
}
