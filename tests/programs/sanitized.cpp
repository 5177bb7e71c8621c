// With the address sanitizer, which has an allocator of its own and watches what lies between objects.
// FLAGS: -fsanitize=address,undefined -fno-sanitize-recover=all
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static char first[3] = "ab";
static int second[5] = {1, 2, 3, 4, 5};
static std::vector<std::string> words;

static int checked(int n) {
  if (n % 3 == 0) throw std::out_of_range("out of range " + std::to_string(n));
  return n;
}
static int guarded(int n) {
  try {
    return checked(n);
  } catch (const std::exception& error) {
    words.push_back(error.what());
    return 0;
  }
}
static int sum(const int* numbers, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total += numbers[i];
  return total;
}

int main() {
  int total = 0;
  for (int i = 0; i < 7; i++) total += guarded(i);
  char local[5] = "";
  std::strncpy(local, first, sizeof local);
  std::istringstream line("12 words");
  int number = 0;
  line >> number;
  double whole = 0;
  const double part = std::modf(2.5, &whole);
  std::thread([&] { total += sum(second, 5); }).join();
  std::printf("%d %zu %s %d %g %g\n", total, words.size(), local, number, part, whole);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(sum(second, 5));
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("%d\n", WEXITSTATUS(status));
}
