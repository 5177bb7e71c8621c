// Variables that no other function can see: their values are in a trace only on request.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <set>

#include "src/trace/trace.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

constexpr const char* kProgram = R"(#include <stdio.h>
int steps(int from) {
  int seen = from + 4000;
  seen = seen * 3;
  for (int i = 0; i < 3; i++) seen += 7;
  return seen;
}
int main(void) {
  printf("%d\n", steps(5));
  return 0;
}
)";

class Locals : public CommandLine {
 protected:
  void record(const std::string& settings) {
    write("program.c", kProgram);
    write("culprit.toml", settings);
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    const Finished compiled =
        run_program({programs / "culprit-cc", "program.c", "-o", "program"}, {}, folder_);
    ASSERT_EQ(compiled.code, 0) << compiled.err;
    std::filesystem::remove(folder_ / "trace");
    ASSERT_EQ(culprit({"record", "-o", "trace", "--", "./program"}).out, "12036\n");
  }
  /// The numbers of four bytes that were written, by line of the function `steps`.
  std::map<std::uint32_t, std::set<std::uint32_t>> written() {
    std::map<std::uint32_t, std::set<std::uint32_t>> found;
    const auto trace = trace::Trace::open(folder_ / "trace");
    EXPECT_TRUE(trace);
    if (!trace) return found;
    for (const trace::StreamInfo& stream : trace->streams())
      for (trace::Cursor cursor = trace->events(stream.id); cursor.next();) {
        const trace::Event& event = cursor.event();
        const bool is_write = event.kind == CULPRIT_EVENT_WRITE || event.kind == CULPRIT_EVENT_WRITE_FAR;
        if (!is_write || event.payload.size() < 4 || event.size != 4) continue;
        std::uint32_t value = 0;
        std::memcpy(&value, event.payload.data(), 4);
        found[event.line].insert(value);
      }
    return found;
  }
  std::set<std::uint32_t> all_written() {
    std::set<std::uint32_t> all;
    for (const auto& [line, values] : written()) all.insert(values.begin(), values.end());
    return all;
  }
};

TEST_F(Locals, EveryValueOfAVariableIsInTheTraceOnRequest) {
  record("");
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(all_written(), Not(Contains(4005u)));
  EXPECT_THAT(all_written(), Not(Contains(12015u)));
  record("[record]\nlocals = \"all\"\n");
  EXPECT_THAT(written()[2], Contains(4005u)) << "with the line of the function that it was given in";
  EXPECT_THAT(written()[3], Contains(12015u));
  for (const std::uint32_t value : {12022u, 12029u, 12036u}) EXPECT_THAT(written()[4], Contains(value));
  EXPECT_EQ(culprit({"tree", "trace"}).out, tree) << "the same calls and passes";
}

}  // namespace
}  // namespace culprit::test
