#include <cstdio>
#include <thread>
#include <vector>
// thread-local state is not among the globals shown
int next_id() {
  thread_local int last = 0;
  last += last == 1 ? 2 : 1;
  return 0;
}
static thread_local int tl = 0;
void bump() {
  tl += tl == 1 ? 2 : 1;
}  // bug: the second adds 2
int twice() {
  bump();
  bump();
  return tl;
}
int main() {
  next_id();
  std::printf("%d\n", twice());
}
