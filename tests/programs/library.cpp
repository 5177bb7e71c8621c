// regex, chrono, locale, filesystem, random, charconv, format by printf, time, environment, math, memory functions.
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <locale>
#include <random>
#include <regex>
#include <string>

namespace fs = std::filesystem;

static int matches(const std::string& text) {
  const std::regex word("[a-z]+(\\d)");
  int n = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it)
    n += (*it)[1].str()[0] - '0';
  return n;
}
static std::size_t files() {
  char name[] = "/tmp/culprit-torture-XXXXXX";
  const fs::path folder = mkdtemp(name);
  std::ofstream(folder / "a.txt") << "some text\nand more\n";
  fs::create_directories(folder / "b" / "c");
  std::ifstream in(folder / "a.txt");
  std::string line;
  std::size_t size = 0;
  while (std::getline(in, line)) size += line.size();
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    size += entry.is_directory() ? 100 : 1000;
  try {
    size += fs::file_size(folder / "absent");
  } catch (const fs::filesystem_error&) {
    size += 10000;
  }
  fs::remove_all(folder);
  return size;
}

int main() {
  std::printf("%d %zu\n", matches("ab1 c2 D3 xyz4"), files());
  using namespace std::chrono;
  const auto span = hours(1) + minutes(2) + milliseconds(5);
  std::printf("%lld\n", static_cast<long long>(duration_cast<milliseconds>(span).count()));
  std::printf("%d\n", static_cast<int>(std::toupper('q', std::locale::classic())));
  std::mt19937 generator(42);
  std::printf("%u\n", static_cast<unsigned>(generator()));
  char digits[16] = {};
  std::to_chars(digits, digits + 15, 12345);
  int parsed = 0;
  std::from_chars(digits, digits + 5, parsed);
  std::printf("%s %d %ld %g\n", digits, parsed, std::strtol("0x1f", nullptr, 0),
              std::strtod("2.5e3", nullptr));
  setenv("CULPRIT_TORTURE", "value", 1);
  std::printf("%s\n", std::getenv("CULPRIT_TORTURE"));
  std::time_t when = 86400;
  std::tm date{};
  gmtime_r(&when, &date);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", &date);
  std::printf("%s %.6f %.6f\n", text, std::sin(1.0), std::pow(2.0, 0.5));
  char buffer[32] = "hello";
  std::memmove(buffer + 2, buffer, 6);
  std::strcat(buffer, "!");
  char copy[] = "a,b;c";
  int parts = 0;
  for (char* part = std::strtok(copy, ",;"); part; part = std::strtok(nullptr, ",;")) ++parts;
  double whole = 0;
  int exponent = 0;
  const double fraction = std::modf(3.75, &whole) + std::frexp(8.0, &exponent);
  std::printf("%s %d %g %g %d\n", buffer, parts, fraction, whole, exponent);
  char* duplicate = strdup("duplicate");
  duplicate = static_cast<char*>(std::realloc(duplicate, 100));
  std::printf("%s %zu\n", duplicate, std::strspn(duplicate, "dupl"));
  std::free(duplicate);
  void* aligned = std::aligned_alloc(64, 128);
  std::memset(aligned, 7, 128);
  std::printf("%d\n", static_cast<char*>(aligned)[127]);
  std::free(aligned);
}
