// A small bank. Accounts hold cents; a savings account earns interest, a giro account may be overdrawn to its limit.
//
//   deposit(amount)            adds to the balance; amounts of 0 or less are refused (std::invalid_argument)
//   withdraw(amount)           takes from the balance; throws NotCovered, and changes nothing, if the account may not
//                              go that low
//   lowest()                   the lowest balance allowed: 0, or the overdraft limit of a giro account, negated
//   month_end()                savings: adds a twelfth of the yearly rate (in percent), rounded down; giro: nothing
//   Bank::transfer(a, b, x)    moves x from a to b, or changes neither and says false
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

class NotCovered : public std::runtime_error {
 public:
  NotCovered(const std::string& owner, long missing)
      : std::runtime_error(owner + " is short of " + std::to_string(missing)), missing_(missing) {}
  long missing() const { return missing_; }

 private:
  long missing_;
};

class Account {
 public:
  explicit Account(std::string owner) : owner_(std::move(owner)) {}
  virtual ~Account() = default;

  long balance() const { return balance_; }
  const std::string& owner() const { return owner_; }

  void deposit(long amount) {
    if (amount <= 0) throw std::invalid_argument("a deposit is more than nothing");
    balance_ += amount;
  }

  void withdraw(long amount) {
    if (balance_ - amount < lowest()) throw NotCovered(owner_, lowest() - (balance_ - amount));
    balance_ -= amount;
  }

  virtual long lowest() const { return 0; }
  virtual void month_end() {}

 private:
  std::string owner_;
  long balance_ = 0;
};

class Savings : public Account {
 public:
  Savings(std::string owner, long rate) : Account(std::move(owner)), rate_(rate) {}

  void month_end() override {
    const long interest = balance() * rate_ / 100 / 12;
    if (interest > 0) deposit(interest);
  }

 private:
  long rate_;
};

class Giro : public Account {
 public:
  Giro(std::string owner, long limit) : Account(std::move(owner)), limit_(limit) {}

  long lowest() const override { return -limit_; }

 private:
  long limit_;
};

class Bank {
 public:
  Account& open(std::unique_ptr<Account> account) {
    Account& opened = *account;
    accounts_[opened.owner()] = std::move(account);
    return opened;
  }

  bool transfer(const std::string& from, const std::string& to, long amount) {
    Account& source = *accounts_.at(from);
    Account& target = *accounts_.at(to);
    try {
      source.withdraw(amount);
      target.deposit(amount);
      return true;
    } catch (const NotCovered& problem) {
      std::printf("refused: %s\n", problem.what());
      return false;
    }
  }

  void month_end() {
    for (auto& [owner, account] : accounts_) account->month_end();
  }

  void print() const {
    for (const auto& [owner, account] : accounts_)
      std::printf("%-6s %8ld\n", owner.c_str(), account->balance());
  }

 private:
  std::map<std::string, std::unique_ptr<Account>> accounts_;
};

int main() {
  Bank bank;
  bank.open(std::make_unique<Savings>("ada", 6)).deposit(120000);
  bank.open(std::make_unique<Giro>("bob", 5000)).deposit(10000);
  bank.open(std::make_unique<Savings>("cleo", 3));

  bank.transfer("ada", "cleo", 20000);
  bank.transfer("bob", "cleo", 12000);
  bank.transfer("cleo", "ada", 999999);
  bank.month_end();
  bank.print();
}
