// What a question says of the state that a call changed; tests/cxx_changes_test.sh compares it with the CHANGED lines:
// a function's name, then a change a line as `culprit show` lists them.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

struct Account {
  // CHANGED Account::Account: *this uninitialised → {owner = "ada", balance = 0}
  explicit Account(std::string name) : owner(std::move(name)) {}
  // CHANGED Account::deposit: this->balance 0 → 50
  void deposit(long amount) { balance += amount; }
  std::string owner;
  long balance = 0;
};

static int calls = 0;

// CHANGED element: v[2] 3 → 0
static void element(std::vector<int>& v) {
  v[2] = 0;
}
// CHANGED longer: v {1, 2, 0} → {1, 2, 0, 9}
static void longer(std::vector<int>& v) {
  v.push_back(9);
}
// CHANGED keys: m["a"] 1 → 2
// CHANGED keys: m["z"] not there → 26
static void keys(std::map<std::string, int>& m) {
  m["a"] = 2;
  m["z"] = 26;
}
// CHANGED text: s "before" → "before and after, longer than it was"
static void text(std::string& s) {
  s += " and after, longer than it was";
}
// CHANGED parts: std::get<1>(t) "x" → "y"
// CHANGED parts: o unset → 3
static void parts(std::tuple<int, std::string>& t, std::optional<int>& o) {
  std::get<1>(t) = "y";
  o = 3;
}
// CHANGED owner: *p 4 → 5
static void owner(std::unique_ptr<int>& p) {
  *p = 5;
}
// CHANGED global: calls 0 → 1
static void global() {
  ++calls;
}
// CHANGED by_value: none
static void by_value(std::vector<int> v) {
  v.clear();
}

int main() {
  Account account("ada");
  account.deposit(50);
  std::vector<int> v{1, 2, 3};
  element(v);
  longer(v);
  std::map<std::string, int> m{{"a", 1}};
  keys(m);
  std::string s = "before";
  text(s);
  std::tuple<int, std::string> t{1, "x"};
  std::optional<int> o;
  parts(t, o);
  auto p = std::make_unique<int>(4);
  owner(p);
  global();
  by_value(v);
}
