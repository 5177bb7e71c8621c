// printf, puts, cout, cerr, write, fwrite, putchar mixed: the order must stay; buffers of all kinds; dup'ed descriptors;
// output from destructors and after main.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

static void say(const char* text) {
  std::cout << text << ' ';
}
struct Last {
  ~Last() { std::cout << "last\n"; }
};
static Last last;
static void raw(const char* text) {
  std::fflush(stdout);
  if (write(1, text, std::strlen(text)) < 0) _exit(1);
}

int main() {
  std::printf("printf ");
  say("cout");
  std::puts("puts");
  std::putchar('c');
  std::fputs("fputs ", stdout);
  std::fwrite("fwrite\n", 1, 7, stdout);
  raw("raw\n");
  std::cerr << "cerr " << 1 << '\n';
  std::fprintf(stderr, "stderr %d\n", 2);
  std::clog << "clog\n";
  std::cout << std::hex << 255 << ' ' << std::dec << std::setw(6) << std::setfill('*') << 42 << ' '
            << std::setprecision(3) << 3.14159 << ' ' << std::boolalpha << true << std::endl;
  std::ostringstream text;
  text << "text " << 1 << 'x' << 2.5;
  std::istringstream in("7 eight 9.5");
  int seven = 0;
  std::string eight;
  double nine = 0;
  in >> seven >> eight >> nine;
  std::cout << text.str() << seven << eight << nine << '\n';
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%5.2f|%-5s|%05d|%x", 1.5, "ab", 42, 255);
  std::cout << buffer << '\n';
  int a = 0, b = 0;
  std::sscanf("12 34", "%d %d", &a, &b);
  std::printf("%d %n%d\n", a, &b, a);
  std::printf("%d\n", b);
  static char big[4096];
  std::setvbuf(stdout, big, _IOFBF, sizeof big);
  for (int i = 0; i < 300; ++i) std::printf("%d,", i);
  std::printf("\n");
  std::fflush(stdout);
  const int copy = dup(1);
  if (write(copy, "dup\n", 4) != 4) return 1;
  close(copy);
  std::cout << std::string(100, '=') << "\nend\n";
}
