// features: threads containers globals
// Several tellers, each a thread, post transfers between accounts; a clerk settles them after every round.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Overdrawn : public std::runtime_error {
 public:
  Overdrawn(int account, long missing)
      : std::runtime_error("overdrawn"), account_(account), missing_(missing) {}
  int account() const { return account_; }
  long missing() const { return missing_; }

 private:
  int account_;
  long missing_;
};

struct Transfer {
  int teller = 0;
  int from = 0;
  int to = 0;
  long amount = 0;
};

// The balance changes only while its lock is held.
class Account {
 public:
  Account(int number, long balance, long limit) : number_(number), balance_(balance), limit_(limit) {}

  std::mutex& mutex() { return mutex_; }
  long balance() const { return balance_; }

  void withdraw(long amount) {
    if (balance_ + limit_ < amount) throw Overdrawn(number_, amount - balance_ - limit_);
    balance_ -= amount;
    ++movements_;
  }
  void deposit(long amount) {
    balance_ += amount;
    ++movements_;
  }

  // Each step of the balance is paid at a higher rate, in cents for a thousand.
  long interest() const {
    if (balance_ < 0) return balance_ * 9 / 100;
    long sum = 0, rest = balance_;
    int rate = 5;
    for (long step = 1000; rest > 0; rest -= step, step *= 2, rate += 5)
      sum += std::min(rest, step) * rate / 1000;
    return sum;
  }
  int movements() const { return movements_; }

 private:
  int number_;
  long balance_;
  long limit_;
  int movements_ = 0;
  std::mutex mutex_;
};

using Accounts = std::vector<std::unique_ptr<Account>>;

constexpr int kTellers = 3, kAccounts = 6, kRounds = 3, kTransfers = 5;

static std::mutex journal_mutex;
static std::map<std::pair<int, int>, Transfer> journal;  // by teller and serial number
static std::array<long, kTellers> fees;
static thread_local int serial;
static thread_local long fees_of_thread;

static Transfer plan(int teller, int round, int index) {
  const int from = (teller * 2 + index + round) % kAccounts;
  const int step = 1 + (teller + index * index) % (kAccounts - 1);
  return {teller, from, (from + step) % kAccounts, 120L + (teller * 251 + round * 97 + index * 173) % 700};
}

static long fee_for(const Transfer& transfer) {
  if (transfer.amount < 200) return 1;
  return transfer.from / 2 == transfer.to / 2 ? 2 : 2 + transfer.amount / 250;
}

// A journal of what is to be done; several threads may write into it.
static void note(const Transfer& transfer) {
  const std::lock_guard<std::mutex> lock(journal_mutex);
  journal[{transfer.teller, serial++}] = transfer;
}

static void teller_round(int teller, int round) {
  serial = round * 100;
  fees_of_thread = 0;
  for (int index = 0; index < kTransfers; ++index) {
    const Transfer transfer = plan(teller, round, index);
    if (transfer.from == transfer.to) continue;
    note(transfer);
    fees_of_thread += fee_for(transfer);
  }
  fees[teller] += fees_of_thread;
}

// Deposits that commute are made by all tellers at once.
static void pay_salaries(Accounts& accounts, int teller) {
  for (int account = teller; account < kAccounts + teller; account += 2) {
    Account& target = *accounts[account % kAccounts];
    const std::lock_guard<std::mutex> lock(target.mutex());
    target.deposit(100 + 10 * teller);
  }
}

static void execute(Accounts& accounts, const Transfer& transfer) {
  Account& from = *accounts[transfer.from];
  Account& to = *accounts[transfer.to];
  const std::scoped_lock lock(from.mutex(), to.mutex());
  from.withdraw(transfer.amount);
  to.deposit(transfer.amount);
}

static long total(const Accounts& accounts) {
  return std::accumulate(accounts.begin(), accounts.end(), 0L,
                         [](long sum, const auto& account) { return sum + account->balance(); });
}

static int settle(Accounts& accounts) {
  int refused = 0;
  for (const auto& [key, transfer] : journal) {
    try {
      execute(accounts, transfer);
    } catch (const Overdrawn& error) {
      ++refused;
      std::printf("  transfer %d/%d of %ld: account %d lacks %ld\n", key.first, key.second, transfer.amount,
                  error.account(), error.missing());
    }
  }
  journal.clear();
  return refused;
}

template <typename Work>
static void in_parallel(Work work) {
  std::vector<std::thread> tellers;
  for (int teller = 0; teller < kTellers; ++teller) tellers.emplace_back(work, teller);
  for (std::thread& teller : tellers) teller.join();
}

static void print_balances(const Accounts& accounts) {
  long interest = 0;
  for (const auto& account : accounts) {
    std::printf("  %ld", account->balance());
    interest += account->interest();
  }
  std::printf(" = %ld, interest %ld\n", total(accounts), interest);
}

int main() {
  Accounts accounts;
  for (int i = 0; i < kAccounts; ++i)
    accounts.push_back(std::make_unique<Account>(i, 300 + i * i * 90, i % 3 == 0 ? 0 : 150));
  for (int round = 0; round < kRounds; ++round) {
    std::printf("round %d\n", round);
    in_parallel([round](int teller) { teller_round(teller, round); });
    const std::size_t noted = journal.size();
    const int refused = settle(accounts);
    std::printf("  %zu noted, %d refused\n", noted, refused);
    print_balances(accounts);
    in_parallel([&accounts](int teller) { pay_salaries(accounts, teller); });
    print_balances(accounts);
  }
  for (int i = 0; i < kAccounts; ++i)
    std::printf("account %d: interest %ld, %d movements\n", i, accounts[i]->interest(),
                accounts[i]->movements());
  for (int i = 0; i < kTellers; ++i) std::printf("teller %d: fees %ld\n", i, fees[i]);
  return 0;
}
