#include <stdexcept>
#include <string>
namespace {
struct Syntax {
  int column;
  std::string found;
};
}  // namespace
struct Missing : std::runtime_error {
  int row;
  Missing(const std::string& what, int at) : std::runtime_error(what), row(at) {}
};
enum class Code { kFull = 3 };
static int digit(const std::string& text, int at) {
  if (text[at] < '0' || text[at] > '9') throw Syntax{at, text.substr(at, 1)};
  return text[at] - '0';
}  // bug: columns count from 1
static int first(const std::string& text) {
  if (text.empty()) throw Missing("no digit", 7);
  return digit(text, 0);
}
static int reserve(int n) {
  if (n > 8) throw Code::kFull;
  if (n < 0) throw "negative";
  if (n == 0) throw std::string("nothing");
  return n;
}
static void report(const std::exception&) {}
template <class Call>
static int column_of(Call call) {
  try {
    call();
  } catch (const Syntax& error) {
    return error.column;
  } catch (const std::exception& error) {
    report(error);
  } catch (...) {
  }
  return -1;
}
int main() {
  for (int n : {9, -1, 0}) column_of([&] { reserve(n); });
  column_of([] { first(""); });
  return column_of([] { first("x"); }) == 1 ? 0 : 1;
}
