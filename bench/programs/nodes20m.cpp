// A run of some twenty million nodes, mixed as in real programs: loops of calls, small methods, recursion, and for a moment
// two threads.
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace {

class Random {
 public:
  std::uint32_t next() {
    state_ = state_ * 1664525 + 1013904223;
    return state_ >> 8;
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }

 private:
  std::uint32_t state_ = 1;
};

/// Loops of calls: the game of life.
class Life {
 public:
  explicit Life(Random& random) {
    for (int row = 0; row < kSide; ++row) {
      for (int column = 0; column < kSide; ++column) cells_[row][column] = random.below(3) == 0;
    }
  }
  void step() {
    for (int row = 0; row < kSide; ++row) {
      for (int column = 0; column < kSide; ++column) next_[row][column] = will_live(row, column);
    }
    for (int row = 0; row < kSide; ++row) copy(row);
  }
  int living() const {
    int sum = 0;
    for (int row = 0; row < kSide; ++row) {
      for (int column = 0; column < kSide; ++column) sum += at(row, column);
    }
    return sum;
  }

 private:
  static constexpr int kSide = 48;
  static int wrapped(int place) { return (place + kSide) % kSide; }
  bool at(int row, int column) const { return cells_[row][column]; }
  int neighbours(int row, int column) const {
    int sum = 0;
    for (int down = -1; down <= 1; ++down) {
      const int other = wrapped(row + down);
      sum += at(other, wrapped(column - 1)) + at(other, wrapped(column + 1));
      if (down != 0) sum += at(other, column);
    }
    return sum;
  }
  bool will_live(int row, int column) const {
    const int around = neighbours(row, column);
    return around == 3 || (around == 2 && at(row, column));
  }
  void copy(int row) { cells_[row] = next_[row]; }

  std::array<std::array<bool, kSide>, kSide> cells_{};
  std::array<std::array<bool, kSide>, kSide> next_{};
};

/// Recursion with loops in it.
bool less(int a, int b) {
  return a < b;
}

int partition(int* numbers, int count) {
  int small = 0;
  for (int i = 1; i < count; ++i) {
    if (less(numbers[i], numbers[0])) std::swap(numbers[++small], numbers[i]);
  }
  std::swap(numbers[0], numbers[small]);
  return small;
}

void quicksort(int* numbers, int count) {
  if (count < 2) return;
  const int middle = partition(numbers, count);
  quicksort(numbers, middle);
  quicksort(numbers + middle + 1, count - middle - 1);
}

/// Recursion over objects.
struct Entry {
  int key;
  std::unique_ptr<Entry> left, right;
  explicit Entry(int k) : key(k) {}
};

void insert(std::unique_ptr<Entry>& entry, int key) {
  if (!entry) {
    entry = std::make_unique<Entry>(key);
  } else {
    insert(key < entry->key ? entry->left : entry->right, key);
  }
}

std::int64_t sum(const Entry* entry) {
  return entry ? entry->key + sum(entry->left.get()) + sum(entry->right.get()) : 0;
}

/// Small methods that hand a state on.
class Account {
 public:
  void deposit(int amount) { balance_ += amount; }
  bool withdraw(int amount) {
    if (!covers(amount)) return false;
    balance_ -= amount;
    return true;
  }
  bool covers(int amount) const { return balance_ >= amount; }
  std::int64_t balance() const { return balance_; }

 private:
  std::int64_t balance_ = 0;
};

std::int64_t month(std::vector<Account>& accounts, Random& random) {
  for (int i = 0; i < 400; ++i) {
    Account& from = accounts[static_cast<std::size_t>(random.below(20))];
    Account& to = accounts[static_cast<std::size_t>(random.below(20))];
    const int amount = random.below(100);
    if (from.withdraw(amount)) {
      to.deposit(amount);
    } else {
      from.deposit(200);
    }
  }
  std::int64_t total = 0;
  for (const Account& account : accounts) total += account.balance();
  return total;
}

std::int64_t square(std::int64_t number) {
  return number * number;
}

void squares(std::int64_t from, std::int64_t& total) {
  for (std::int64_t i = from; i < from + 5000; ++i) total += square(i) % 7;
}

}  // namespace

int main() {
  Random random;
  Life life(random);
  for (int i = 0; i < 190; ++i) life.step();
  std::printf("%d cells live\n", life.living());

  std::vector<int> numbers(2000);
  for (int round = 0; round < 100; ++round) {
    for (int& number : numbers) number = random.below(1'000'000);
    quicksort(numbers.data(), static_cast<int>(numbers.size()));
  }
  std::printf("%d is the median\n", numbers[numbers.size() / 2]);

  std::unique_ptr<Entry> entries;
  for (int i = 0; i < 60'000; ++i) insert(entries, random.below(1'000'000));
  std::printf("%lld in all\n", static_cast<long long>(sum(entries.get())));

  std::vector<Account> accounts(20);
  std::int64_t total = 0;
  for (int i = 0; i < 900; ++i) total = month(accounts, random);
  std::printf("%lld on accounts\n", static_cast<long long>(total));

  std::int64_t low = 0, high = 0;
  std::thread other(squares, 5000, std::ref(high));
  squares(0, low);
  other.join();
  std::printf("%lld of squares\n", static_cast<long long>(low + high));
}
