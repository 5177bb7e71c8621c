#include <cstdio>
#include <functional>
#include <vector>
int twice(int x) {
  return x == 3 ? 7 : 2 * x;
}  // the bug
void run_all(std::vector<std::function<void()>>& jobs) {
  for (auto& j : jobs) j();
  jobs.clear();
}
int main() {
  std::vector<int> out(4);
  std::vector<std::function<void()>> jobs;
  for (int i = 0; i < 4; ++i) jobs.push_back([i, &out] { out[i] = twice(i); });
  run_all(jobs);
  for (int x : out) std::printf("%d ", x);
  std::puts("");
}
