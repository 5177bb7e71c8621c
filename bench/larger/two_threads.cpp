// Two hundred and fifty bags.
#define main example_main
#include "../../examples/two_threads/two_threads_fixed.cpp"
#undef main

int main() {
  std::vector<Bag> bags;
  for (int i = 0; i < 250; ++i) bags.push_back(Bag(1 + i % 4, 5 + i % 13));
  Tally tally;
  std::thread left(inspect, std::cref(bags), 0, 125, std::ref(tally));
  std::thread right(inspect, std::cref(bags), 125, 250, std::ref(tally));
  left.join();
  right.join();
  std::printf("%d bags, %d heavy, %d kg\n", tally.bags(), tally.heavy(), tally.kg());
}
