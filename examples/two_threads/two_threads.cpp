// Two threads check the bags of a warehouse, each its own half, and write what they find into one common tally.
//
//   weight(bag)             what a bag weighs: all its pieces
//   is_heavy(bag)           it weighs more than 20
//   Tally::add(heavy, kg)   under a lock: one bag more, and its weight; and one heavy bag more, if it is one
//   inspect(bags, first, last, tally)  adds each bag from first to before last
//   main                    prints bags, heavy bags and the total weight: 6 bags, 3 of them heavy, 125 kg
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

using Bag = std::vector<int>;

class Tally {
 public:
  void add(bool heavy, int kg) {
    const std::lock_guard<std::mutex> lock(mutex_);
    bags_ += 1;
    heavy_ += heavy ? 1 : 0;
    kg_ += kg;
  }

  int bags() const { return bags_; }
  int heavy() const { return heavy_; }
  int kg() const { return kg_; }

 private:
  std::mutex mutex_;
  int bags_ = 0;
  int heavy_ = 0;
  int kg_ = 0;
};

int weight(const Bag& bag) {
  int kg = 0;
  for (const int piece : bag) kg += piece;
  return kg;
}

bool is_heavy(const Bag& bag) {
  return weight(bag) >= 20;
}

void inspect(const std::vector<Bag>& bags, int first, int last, Tally& tally) {
  for (int i = first; i < last; ++i) tally.add(is_heavy(bags[i]), weight(bags[i]));
}

int main() {
  const std::vector<Bag> bags{{10, 5}, {21}, {8, 8, 8}, {12, 8}, {9, 9, 9}, {18}};
  Tally tally;
  std::thread left(inspect, std::cref(bags), 0, 3, std::ref(tally));
  std::thread right(inspect, std::cref(bags), 3, 6, std::ref(tally));
  left.join();
  right.join();
  std::printf("%d bags, %d heavy, %d kg\n", tally.bags(), tally.heavy(), tally.kg());
}
