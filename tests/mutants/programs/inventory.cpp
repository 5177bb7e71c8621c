// features: containers globals stdin
// Keeps the stock of a warehouse by the commands of standard input: receive, ship, reserve, price, report.
#include <algorithm>
#include <deque>
#include <exception>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

class StockError : public std::exception {
 public:
  StockError(std::string item, int wanted, int available)
      : item_(std::move(item)), wanted_(wanted), available_(available) {
    text_ = item_ + ": " + std::to_string(wanted_) + " wanted, " + std::to_string(available_) + " there";
  }
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& item() const { return item_; }
  int missing() const { return wanted_ - available_; }

 private:
  std::string item_, text_;
  int wanted_, available_;
};

struct CommandError : std::exception {
  explicit CommandError(std::string command) : text("cannot understand '" + std::move(command) + "'") {}
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};

// Pieces that came in together and cost the same.
struct Batch {
  int pieces = 0;
  int cents = 0;
};

struct Item {
  std::deque<Batch> batches;
  int reserved = 0;
  int reorder_below = 5;
  std::optional<int> price;

  int pieces() const {
    int sum = 0;
    for (const Batch& batch : batches) sum += batch.pieces;
    return sum;
  }
};

static std::map<std::string, Item> stock;
static std::map<std::string, int> missed_by_item;
static std::set<std::string> to_order;
static long earned_cents;
static long spent_cents;
static int line_number;

static std::string money(long cents) {
  std::ostringstream text;
  if (cents < 0) text << '-';
  const long absolute = cents < 0 ? -cents : cents;
  text << absolute / 100 << '.' << std::setw(2) << std::setfill('0') << absolute % 100;
  return text.str();
}

static Item& known_item(const std::string& name) {
  const auto found = stock.find(name);
  if (found == stock.end()) throw StockError(name, 1, 0);
  return found->second;
}

static void receive(const std::string& name, int pieces, int cents) {
  Item& item = stock[name];
  if (!item.batches.empty() && item.batches.back().cents == cents) {
    item.batches.back().pieces += pieces;
  } else {
    item.batches.push_back({pieces, cents});
  }
  spent_cents += static_cast<long>(pieces) * cents;
  if (item.pieces() >= item.reorder_below) to_order.erase(name);
}

// Takes the oldest pieces first, and returns what they had cost.
static long take(Item& item, int pieces) {
  long cost = 0;
  while (pieces > 0) {
    Batch& oldest = item.batches.front();
    const int taken = std::min(pieces, oldest.pieces);
    cost += static_cast<long>(taken) * oldest.cents;
    oldest.pieces -= taken;
    pieces -= taken;
    if (oldest.pieces == 0) item.batches.pop_front();
  }
  return cost;
}

static int sale_price(const Item& item) {
  if (item.price) return *item.price;
  int dearest = 0;
  for (const Batch& batch : item.batches) dearest = std::max(dearest, batch.cents);
  return dearest + dearest / 4;
}

static void ship(const std::string& name, int pieces, bool from_reserve) {
  Item& item = known_item(name);
  const int available = from_reserve ? item.reserved : item.pieces() - item.reserved;
  if (pieces > available) throw StockError(name, pieces, available);
  const int price = sale_price(item);
  const int rebate = pieces >= 10 ? 5 : pieces >= 6 ? 2 : 0;
  const long income = static_cast<long>(pieces) * price * (100 - rebate) / 100;
  const long cost = take(item, pieces);
  if (from_reserve) item.reserved -= pieces;
  if (item.pieces() < item.reorder_below) to_order.insert(name);
  earned_cents += income;
  std::cout << "  " << pieces << " " << name << " for " << money(income) << ", gain " << money(income - cost)
            << "\n";
}

static void reserve(const std::string& name, int pieces) {
  Item& item = known_item(name);
  const int available = item.pieces() - item.reserved;
  if (pieces > available) throw StockError(name, pieces, available);
  item.reserved += pieces;
}

static long stock_value() {
  long value = 0;
  for (const auto& [name, item] : stock) {
    for (const Batch& batch : item.batches) value += static_cast<long>(batch.pieces) * batch.cents;
  }
  return value;
}

static void report() {
  for (const auto& [name, item] : stock) {
    if (item.batches.empty()) {
      std::cout << "  " << name << ": none\n";
      continue;
    }
    std::cout << "  " << name << ": " << item.pieces() << " in " << item.batches.size() << " batches, "
              << item.reserved << " reserved, at " << money(sale_price(item)) << "\n";
  }
  std::cout << "  value " << money(stock_value()) << ", earned " << money(earned_cents) << ", spent "
            << money(spent_cents) << "\n  to order:";
  for (const std::string& name : to_order) std::cout << " " << name;
  std::cout << "\n";
}

static void run(const std::string& line) {
  std::istringstream words(line);
  std::string command, name;
  int pieces = 0, cents = 0;
  words >> command >> name;
  if (command == "receive" && words >> pieces >> cents) {
    receive(name, pieces, cents);
  } else if (command == "ship" && words >> pieces) {
    std::string from;
    words >> from;
    ship(name, pieces, from == "reserved");
  } else if (command == "reserve" && words >> pieces) {
    reserve(name, pieces);
  } else if (command == "price" && words >> cents) {
    known_item(name).price = cents;
  } else if (command == "reorder" && words >> pieces) {
    known_item(name).reorder_below = pieces;
  } else if (command == "report") {
    report();
  } else {
    throw CommandError(line);
  }
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    ++line_number;
    if (line.empty() || line[0] == '#') continue;
    try {
      run(line);
    } catch (const StockError& error) {
      missed_by_item[error.item()] += error.missing();
      std::cout << line_number << ": " << error.what() << "\n";
    } catch (const std::exception& error) {
      std::cout << line_number << ": " << error.what() << "\n";
    }
  }
  std::vector<std::pair<int, std::string>> missed;
  for (const auto& [name, pieces] : missed_by_item) missed.emplace_back(-pieces, name);
  std::sort(missed.begin(), missed.end());
  for (const auto& [pieces, name] : missed) std::cout << "missed " << -pieces << " " << name << "\n";
  return 0;
}
