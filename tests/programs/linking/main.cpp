#include <dlfcn.h>

#include <cstdio>
#include <stdexcept>

#include "parts.h"

static int triple(int x) {
  return 3 * x;
}
struct Mine : Foreign {
  int answer(int x) override { return triple(x); }
};
static void collect(int i, void* context) {
  static_cast<std::vector<int>*>(context)->push_back(triple(i));
}
static void stop(int i, void*) {
  if (i == 2) throw i;
}
static int load(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW);
  if (!library) return -1;
  auto run = reinterpret_cast<int (*)(int (*)(int), int)>(dlsym(library, "plugin_run"));
  const int result = run(triple, 4);
  dlclose(library);
  return result;
}

int main(int, char** arguments) {
  std::string folder = arguments[0];
  folder = folder.substr(0, folder.rfind('/') + 1);
  std::printf("%d %d\n", static_sum(1, 2), static_sum(3, 4));
  std::vector<int> values = doubled({1, 2, 3});
  std::printf("%d %d %d\n", values[2], call_back(triple, 2), shared_counter);
  try {
    doubled({1, -1});
  } catch (const std::out_of_range& problem) {
    std::puts(problem.what());
  }
  foreign_fill(values, 3);
  std::printf("%s %zu\n", foreign_name("a name that does not fit the short string").c_str(), values.size());
  Mine mine;
  Foreign other;
  std::printf("%d %d\n", ask(mine, 4), ask(other, 4));
  std::vector<int> collected;
  foreign_each(4, collect, &collected);
  std::printf("%d\n", collected[3]);
  try {
    foreign_each(4, stop, nullptr);
  } catch (int i) {
    std::printf("stopped at %d\n", i);
  }
  int value = 5;
  foreign_increase(&value);
  std::printf("%d\n", value);
  std::printf("%d\n", load(folder + "plugin.so"));
  std::printf("%d\n", load(folder + "plain_plugin.so"));
  std::printf("%d\n", load(folder + "plugin.so"));
}
