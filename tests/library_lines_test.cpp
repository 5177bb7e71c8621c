// Who wrote what a library wrote: the line from which the program went into the library.
#include <gtest/gtest.h>

#include "src/service/subject.h"
#include "src/state/account.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

// What was written on which line stands behind "WRITES": a function, and a path in what it left behind.
constexpr const char* kProgram = R"(#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

static void rows(std::vector<int>& v) {
  v.push_back(1);
  v.reserve(10);        // WRITES: rows v[0]
  v.push_back(2);
  v.resize(4, 9);       // WRITES: rows v[3]
  v[1] = 5;             // WRITES: rows v[1]
  v.insert(v.end(), 7); // WRITES: rows v[4]
}
static void texts(std::string& s, char* c) {
  s = "a text that is longer than what fits into the object";
  s += "!";             // WRITES: texts s[3]
  strcpy(c, "abc");
  memcpy(c, "xy", 2);   // WRITES: texts c[1]
  c[2] = 'z';           // WRITES: texts c[2]
  snprintf(c + 8, 8, "%d", 42);  // WRITES: texts c[8]
  memset(c + 4, 0, 2);  // WRITES: texts c[4]
}
static void tables(std::map<int, int>& m) {
  m[3] = 4;             // WRITES: tables m[3]
  m.insert({5, 6});     // WRITES: tables m[5]
  m.emplace(7, 8);      // WRITES: tables m[7]
}
static bool counts(int a, int b, int* calls) {
  ++*calls;             // WRITES: counts calls[0]
  return a < b;
}
static void sorted(std::vector<int>& v, int* calls) {
  std::sort(v.begin(), v.end(), [&](int a, int b) {  // WRITES: sorted v[2]
    return counts(a, b, calls);
  });
}
static void copied(int* from, int* to) {
  std::vector<int> unused(from, from + 3);
  std::copy(from, from + 3, to);                      // WRITES: copied to[0]
  for (int i = 1; i < 3; i++)
    std::swap(to[i],                                  // WRITES: copied to[2]
              to[2]);
}
struct Pair {
  std::string name;
  int value;
};
static void assigned(Pair& pair, const Pair& other) {
  int size = static_cast<int>(other.name.size());
  pair = other;         // WRITES: assigned pair.value
  (void)size;
}
int main() {
  std::vector<int> v;
  rows(v);
  std::string s;
  char* c = static_cast<char*>(calloc(16, 1));
  texts(s, c);
  std::map<int, int> m;
  tables(m);
  int calls = 0;
  sorted(v, &calls);
  int from[3] = {3, 2, 1}, to[3] = {};
  copied(from, to);
  Pair a{"a", 1}, b{"b", 2};
  assigned(a, b);
  free(c);
}
)";

class LibraryLines : public CommandLine, public testing::WithParamInterface<const char*> {};

TEST_P(LibraryLines, AreThoseOfTheProgram) {
  write("program.cpp", kProgram);
  const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
  const Finished compiled =
      run_program({programs / "culprit-c++", GetParam(), "program.cpp", "-o", "program"}, {}, folder_);
  ASSERT_EQ(compiled.code, 0) << compiled.err;
  ASSERT_EQ(culprit({"record", "-o", "trace", "--", "./program"}).code, 0);
  const auto subject = service::Subject::open(folder_ / "trace");
  ASSERT_TRUE(subject);
  const tree::Tree& tree = subject->tree();
  const auto account = subject->account();
  ASSERT_TRUE(account);
  std::istringstream lines(kProgram);
  std::uint32_t number = 0, found = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto at = line.find("// WRITES: ");
    if (at == std::string::npos) continue;
    std::istringstream words(line.substr(at + 11));
    std::string function, path;
    words >> function >> path;
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
      if (tree.function(NodeId{row}).name != function) continue;
      const auto writer = (*account)->who_wrote(NodeId{row}, true, path);
      ASSERT_TRUE(writer) << line << writer.error().what;
      EXPECT_EQ(writer->line, number) << line;
      ++found;
      break;
    }
  }
  EXPECT_EQ(found, 17u);
}

INSTANTIATE_TEST_SUITE_P(Levels, LibraryLines, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

}  // namespace
}  // namespace culprit::test
