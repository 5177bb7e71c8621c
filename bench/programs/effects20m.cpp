// A run of some twenty million nodes over a live heap of 100 MB: maps, lists, vectors, arrays, texts and linked structures of its own.
// Most of it is written in the twenty years that are simulated, a few places often and the others now and then. A year is about a
// million nodes, a day about a thousand.
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

constexpr int kAccounts = 120'000, kArticles = 350'000, kShelves = 100'000, kRows = 1100, kColumns = 4000;
constexpr int kOrders = 400'000, kCells = 1 << 20, kNames = 60'000;
constexpr int kYears = 20, kDays = 720, kPurchases = 44;

class Random {
 public:
  std::uint32_t next() {
    state_ = state_ * 1664525 + 1013904223;
    return state_ >> 8;
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }
  /// Most draws are of few numbers, as customers and articles are.
  int skewed(int limit) {
    const int most = below(8) == 0 ? limit : limit / 100;
    return below(most);
  }

 private:
  std::uint32_t state_ = 1;
};

struct Account {
  std::int64_t balance = 0;
  int purchases = 0;
  double interest = 0.01;
};

/// A chain of its own on each shelf.
struct Article {
  int number;
  int stock;
  double price;
  Article* next;
  char label[24];
};

struct Order {
  int account;
  int article;
  int amount;
};

struct World {
  Random random;
  std::map<int, Account> accounts;
  std::vector<Article*> shelves;
  std::list<Order> orders;
  std::vector<std::vector<double>> prices;
  std::unordered_map<std::string, int> names;
  double* climate = nullptr;
  std::int64_t sold = 0;
};

int refused = 0;

Article* make_article(int number, Article* next) {
  auto* article = new Article{number, 1000, 1.0 + number % 90, next, {}};
  std::snprintf(article->label, sizeof article->label, "article %d", number);
  return article;
}

void stock(World& world) {
  world.shelves.assign(kShelves, nullptr);
  for (int i = 0; i < kArticles; ++i) {
    Article*& shelf = world.shelves[static_cast<std::size_t>(i % kShelves)];
    shelf = make_article(i, shelf);
  }
}

void open_accounts(World& world) {
  for (int i = 0; i < kAccounts; ++i) world.accounts[i].balance = 1000;
  for (int i = 0; i < kNames; ++i) world.names["customer with the number " + std::to_string(i)] = i;
}

void prepare(World& world) {
  stock(world);
  open_accounts(world);
  world.prices.assign(kRows, std::vector<double>(kColumns, 1.0));
  world.climate = static_cast<double*>(std::calloc(kCells, sizeof(double)));
  std::fill_n(world.climate, kCells, 20.0);
  for (int i = 0; i < kOrders; ++i) world.orders.push_back({i % kAccounts, i % kArticles, 1});
}

Article* find_article(const World& world, int number) {
  Article* article = world.shelves[static_cast<std::size_t>(number % kShelves)];
  while (article && article->number != number) article = article->next;
  return article;
}

bool covers(const Account& account, std::int64_t price) {
  return account.balance >= price;
}

bool pay(Account& account, std::int64_t price) {
  if (!covers(account, price)) return false;
  account.balance -= price;
  ++account.purchases;
  return true;
}

void ship(Article& article, int amount) {
  article.stock -= amount;
  if (article.stock < 100) article.stock += 1000;
}

void note(std::list<Order>& orders, const Order& order) {
  orders.push_back(order);
  orders.pop_front();
}

double& price_of(World& world, int article) {
  return world.prices[static_cast<std::size_t>(article % kRows)][static_cast<std::size_t>(article / kRows)];
}

bool purchase(World& world, int customer, int number) {
  Article* article = find_article(world, number);
  Account& account = world.accounts[customer];
  const auto price = static_cast<std::int64_t>(price_of(world, number));
  if (!article || !pay(account, price)) {
    ++refused;
    account.balance += 500;
    return false;
  }
  ship(*article, 1);
  note(world.orders, {customer, number, 1});
  world.sold += price;
  return true;
}

int rename_someone(World& world) {
  const int number = world.random.skewed(kNames);
  return ++world.names["customer with the number " + std::to_string(number)];
}

int day(World& world) {
  int served = 0;
  for (int i = 0; i < kPurchases; ++i) {
    const int customer = world.random.skewed(kAccounts), article = world.random.skewed(kArticles);
    if (purchase(world, customer, article)) ++served;
  }
  rename_someone(world);
  return served;
}

void add_interest(Account& account) {
  account.balance += static_cast<std::int64_t>(account.interest * static_cast<double>(account.balance));
}

void close_year(World& world) {
  for (auto& [number, account] : world.accounts) add_interest(account);
}

void quote(std::vector<double>& row) {
  std::transform(row.begin(), row.end(), row.begin(), [](double price) { return price * 1.01; });
}

void warm(double* cells, int count) {
  for (double* cell = cells; cell < cells + count; cell += 64) {
    for (int i = 0; i < 64; ++i) cell[i] += 0.01;
  }
}

int year(World& world, int number) {
  int served = 0;
  for (int i = 0; i < kDays; ++i) served += day(world);
  close_year(world);
  for (int row = number; row < kRows; row += kYears) quote(world.prices[static_cast<std::size_t>(row)]);
  warm(world.climate + kCells / kYears * number, kCells / kYears);
  return served;
}

int simulate(World& world) {
  int served = 0;
  for (int i = 0; i < kYears; ++i) served += year(world, i);
  return served;
}

}  // namespace

int main() {
  // Never given back, as in services that run on.
  World& world = *new World;
  prepare(world);
  const struct mallinfo2 heap = mallinfo2();
  std::printf("%zu MB of live heap\n", (heap.uordblks + heap.hblkhd) / 1'000'000);
  std::printf("%d were served\n", simulate(world));
}
