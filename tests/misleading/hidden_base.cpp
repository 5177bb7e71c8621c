// A class of the program is derived from one of the library, whose members have no names here: what is used of them decides.
#include <streambuf>

struct Source : std::streambuf {
  char text[6] = "value";
  Source() { setg(text, text, text + 5); }
  int left() { return static_cast<int>(egptr() - gptr()); }
};

int main() {
  Source in;
  const int before = in.left();
  in.sbumpc();
  return before + in.left() == 9 ? 0 : 1;
}
