#include <cstdio>
#include <semaphore>
#include <thread>
int x = 0;
std::binary_semaphore a_started(0), b_done(0);
void work_a() {
  x += 1;
  a_started.release();
  b_done.acquire();
  x += 1;
}  // right: adds 2
void work_b() {
  a_started.acquire();
  x += 100;
  b_done.release();
}  // bug: must not touch x
int main() {
  std::thread a(work_a), b(work_b);
  a.join();
  b.join();
  std::printf("%d\n", x);
}
