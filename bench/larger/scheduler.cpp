// Sixty tasks, of which every fourth waits for another.
#define main example_main
#include "../../examples/scheduler/scheduler_fixed.cpp"
#undef main

int main() {
  Scheduler scheduler;
  for (int i = 0; i < 60; ++i) scheduler.add(i * 37 % 11, "task " + std::to_string(i));
  for (int i = 4; i < 60; i += 4) scheduler.require(i, i - 3);
  for (const std::string& name : scheduler.run()) std::printf("%s ", name.c_str());
  std::printf("\n");
}
