// A bank with thirty accounts, sixty transfers and three months.
#define main example_main
#include "../../examples/bank/bank_fixed.cpp"
#undef main

int main() {
  Bank bank;
  std::string names[30];
  for (int i = 0; i < 30; ++i) {
    names[i] = "owner " + std::to_string(i);
    if (i % 3 == 0) {
      bank.open(std::make_unique<Giro>(names[i], 5000)).deposit(1000 + i * 37);
    } else {
      bank.open(std::make_unique<Savings>(names[i], i % 5)).deposit(2000 + i * 91);
    }
  }
  for (int i = 0; i < 60; ++i)
    bank.transfer(names[i * 7 % 30], names[(i * 11 + 1) % 30], 100 + i * 53 % 3000);
  for (int month = 0; month < 3; ++month) bank.month_end();
  bank.print();
}
