// A hundred and fifty reads of ten pages through a cache for four.
#define main example_main
#include "../../examples/lru_cache/lru_cache_fixed.cpp"
#undef main

int main() {
  Cache cache(4);
  for (int i = 0; i < 150; ++i) {
    const std::string key(1, static_cast<char>('a' + i * i / 3 % 10));
    std::printf("%s\n", read_page(cache, key).c_str());
  }
  std::printf("%d loads, kept: %s\n", loads, cache.keys().c_str());
}
