// `culprit check` on programs that write memory behind the recorder's back.
#include <gmock/gmock.h>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class Check : public CommandLine {
 protected:
  /// Compiles the program for the self-check, records it and checks the trace.
  Finished check(const std::string& source) {
    write("probe.c", source);
    const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
    ::setenv("CULPRIT_CHECK", "1", 1);
    const Finished compiled =
        run_program({compiler, "-O1", "probe.c", "-o", "probe", "-pthread"}, {}, folder_);
    ::unsetenv("CULPRIT_CHECK");
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    const Finished recorded = culprit({"record", "-o", "probe.trace", "--", "./probe"});
    EXPECT_EQ(recorded.code, 0) << recorded.err;
    return culprit({"check", "probe.trace"});
  }
};

// The statement says that it changes memory, but not which.
constexpr const char* kOverwrite = R"c(#include <stdlib.h>
struct pair { int first, second; };
static void overwrite(struct pair* pair) {
  __asm__ volatile("movl $7, (%0)" : : "r"(&pair->second) : "memory");
}
static void put(struct pair* pair, int value) { pair->second = value; }
static int get(const struct pair* pair) { return pair->second; }
int main(void) {
  struct pair* pair = calloc(1, sizeof *pair);
  put(pair, 3);
  CHANGE(pair);
  return get(pair) - EXPECTED;
}
)c";

TEST_F(Check, NamesTheFunctionWhoseWriteWasMissed) {
  const Finished run = check(std::string("#define CHANGE overwrite\n#define EXPECTED 7\n") + kOverwrite);
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 byte at 0x"));
  EXPECT_THAT(run.out, HasSubstr(", in overwrite (node "));
  EXPECT_THAT(run.out, HasSubstr("probe.c:5), noticed at moment "));
  EXPECT_THAT(run.out, HasSubstr("  the log says 03, memory held 07\n  last logged in put (node "));
  EXPECT_THAT(run.out, EndsWith("; 1 difference\n"));
}

TEST_F(Check, IsContentWithTheSameWriteInC) {
  const Finished run = check(std::string("#define CHANGE(p) put(p, 7)\n#define EXPECTED 7\n") + kOverwrite);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("memory held")));
  EXPECT_THAT(run.out, EndsWith("; the log explains them all\n"));
}

TEST_F(Check, ComparesOneOfSoManyCopies) {
  ::setenv("CULPRIT_CHECK_EVERY", "2", 1);
  const Finished run = check(std::string("#define CHANGE overwrite\n#define EXPECTED 7\n") + kOverwrite);
  ::unsetenv("CULPRIT_CHECK_EVERY");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("bytes compared in 3 checks; 1 difference\n")) << "three calls, six hooks";
}

TEST_F(Check, FindsWhatTheSystemWroteByItself) {
  const Finished run = check(R"c(#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
static long read_raw(int from, char* to, long size) {
  long result = 0; /* SYS_read */
  __asm__ volatile("syscall" : "+a"(result) : "D"((long)from), "S"(to), "d"(size) : "rcx", "r11", "memory");
  return result;
}
static long load(char* to) {
  memset(to, '.', 8);
  return read_raw(open("probe.c", O_RDONLY), to, 5);
}
int main(void) {
  char* text = malloc(8);
  return load(text) == 5 && memcmp(text, "#incl...", 8) == 0 ? 0 : 1;
}
)c");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("5 bytes at 0x"));
  EXPECT_THAT(run.out, HasSubstr(", in read_raw (node "));
  EXPECT_THAT(run.out, HasSubstr("  the log says 2e 2e 2e 2e 2e, memory held 23 69 6e 63 6c\n"));
}

// One thread counts all the time; what the other writes without a record, nobody's write explains.
constexpr const char* kThreads = R"c(#include <pthread.h>
struct shared { pthread_mutex_t lock; int counted, other; };
static struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0, 3};
static void count(struct shared* all) {
  pthread_mutex_lock(&all->lock);
  ++all->counted;
  pthread_mutex_unlock(&all->lock);
}
static void* counter(void* all) {
  for (int i = 0; i < 200; ++i) count(all);
  return 0;
}
static void change(struct shared* all) {
  CHANGE;
}
static void* changer(void* all) {
  for (int i = 0; i < 200; ++i) change(all);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, counter, &shared);
  pthread_create(&two, 0, changer, &shared);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return shared.counted == 200 && shared.other == 7 ? 0 : 1;
}
)c";

TEST_F(Check, FindsAMissedWriteBesideAThreadThatWrites) {
  const Finished run =
      check(std::string(
                "#define CHANGE __asm__ volatile(\"movl $7, (%0)\" : : \"r\"(&all->other) : \"memory\")\n") +
            kThreads);
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("  the log says 03, memory held 07\n"));
  EXPECT_THAT(run.out, EndsWith("; 1 difference\n")) << "what is counted under the lock is explained";
}

TEST_F(Check, IsContentWithThreadsThatWriteWhatOthersCopy) {
  const Finished run = check(std::string("#define CHANGE all->other = 7\n") + kThreads);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

}  // namespace
}  // namespace culprit::test
