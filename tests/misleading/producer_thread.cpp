#include <cstdio>
#include <semaphore>
#include <thread>
int slot;
double out;
std::binary_semaphore full(0);
int produce(int x) {
  return x - 10;
}  // bug: must return x
double root_of(int x) {
  return x < 0 ? -1 : x * 0.5;
}  // only for x >= 0
void consumer() {
  full.acquire();
  out = root_of(slot);
}
void producer() {
  slot = produce(4);
  full.release();
}
int main() {
  std::thread c(consumer), p(producer);
  c.join();
  p.join();
  std::printf("%g\n", out);
}
