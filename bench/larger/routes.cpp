// A grid of five by five towns, and the ways from its first town to all others.
#define main example_main
#include "../../examples/routes/routes_fixed.cpp"
#undef main

int main() {
  Map map;
  const auto town = [](int x, int y) {
    return std::string(1, static_cast<char>('A' + x)) + std::to_string(y);
  };
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) {
      if (x > 0) map.road(town(x - 1, y), town(x, y), 1 + (x * 7 + y * 3) % 5);
      if (y > 0) map.road(town(x, y - 1), town(x, y), 1 + (x * 5 + y * 11) % 7);
    }
  }
  for (int i = 1; i < 25; i += 2) {
    std::printf("stops %d\n", map.stops("A0", town(i / 5, i % 5)));
    const Way found = map.shortest("A0", town(i / 5, i % 5));
    for (const std::string& step : found.towns) std::printf("%s ", step.c_str());
    std::printf("%d km\n", found.length);
  }
}
