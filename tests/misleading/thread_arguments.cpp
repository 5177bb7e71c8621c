#include <pthread.h>
#include <cstdio>
#include <thread>
struct Worker {
  int id;
  int sum;
};
static Worker workers[5];
static pthread_t threads[4];
static int total;
void* work(void* given) {
  auto* worker = static_cast<Worker*>(given);
  worker->sum += worker->id * 10;
  return nullptr;
}
void start(int i) {
  pthread_create(&threads[i], nullptr, work, &workers[i == 2 ? i + 1 : i]);
}  // bug: the third worker is left out, and the fourth gets two threads
void finish(int i) {
  pthread_join(threads[i], nullptr);
}
std::thread count(int by) {
  return std::thread([by] { total += by; });
}
int run() {
  for (int i = 0; i < 4; ++i) workers[i].id = i + 1;
  for (int i = 0; i < 4; ++i) {
    start(i);
    finish(i);
  }
  std::thread counter = count(3);
  counter.join();
  return workers[0].sum + workers[1].sum + workers[2].sum + workers[3].sum + total;
}
int main() {
  std::printf("%d\n", run());
}
