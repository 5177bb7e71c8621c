// A program with an allocator of its own, which gives blocks that no other can free.
// FLAGS: -fno-builtin
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

static char pool[1 << 22] __attribute__((aligned(64)));
static std::size_t used;
extern "C" {
void* malloc(std::size_t size) {
  auto* block = reinterpret_cast<std::size_t*>(pool + used);
  used += (size + 31) & ~std::size_t{15};
  block[0] = size;
  return block + 2;
}
void free(void* block) {
  if (block && (block < pool || block >= pool + sizeof pool)) abort();
}
void* calloc(std::size_t count, std::size_t size) { return memset(malloc(count * size), 0, count * size); }
void* realloc(void* block, std::size_t size) {
  void* moved = malloc(size);
  const std::size_t old = block ? static_cast<std::size_t*>(block)[-2] : 0;
  if (block) memcpy(moved, block, old < size ? old : size);
  return moved;
}
}

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};
static int checked(int n) {
  if (n % 3 == 0) throw Refused("refused " + std::to_string(n));
  return n;
}
static int guarded(int n) {
  try {
    return checked(n);
  } catch (const std::exception& error) {
    return -static_cast<int>(std::strlen(error.what()));
  }
}

int main() {
  std::vector<int> all;
  for (int i = 0; i < 10; i++) all.push_back(guarded(i));
  for (const int one : all) std::printf("%d ", one);
  std::printf("\n");
}
