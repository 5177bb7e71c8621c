// Calls in a row whose results their caller keeps.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

std::string money(int cents) {
  std::ostringstream text;
  text << cents / 100 << '.' << std::setw(2) << std::setfill('0') << cents % 100;
  return text.str();
}

int main() {
  const std::string first = money(2562), second = money(705);
  std::cout << first << " and " << second << "\n";
}
