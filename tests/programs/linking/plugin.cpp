#include <cstdio>
#include <string>
struct Loud {
  Loud() { std::printf("plugin loaded\n"); }
  ~Loud() { std::printf("plugin unloaded\n"); }
};
static Loud loud;
static int calls = 0;
extern "C" int plugin_run(int (*function)(int), int x) {
  int sum = 0;
  for (int i = 0; i < x; ++i) sum += function(i) + std::stoi("1");
  return sum + ++calls;
}
