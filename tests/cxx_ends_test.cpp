// Whatever ends a recorded program, it ends as it would have unrecorded, and the trace is readable up to that moment: a
// session on it works, and the unfinished calls are suspects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "tests/support/places.h"
#include "tests/support/run_program.h"

namespace culprit::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Ends : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fs::temp_directory_path() / ("culprit_ends_test." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    const std::string source = std::string(CULPRIT_SOURCE_DIR) + "/tests/ends/ends.c";
    const std::string compiler = fs::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
    ASSERT_EQ(run_program({"/usr/bin/env", "clang-19", source, "-o", "plain"}, {}, folder_).code, 0);
    ASSERT_EQ(run_program({compiler, source, "-o", "recorded"}, {}, folder_).code, 0);
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static Finished culprit(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), CULPRIT_PROGRAM);
    return run_program(words, input, folder_);
  }
  static Finished in_shell(const std::string& script) {
    return run_program({"/bin/sh", "-c", script}, {}, folder_);
  }

  /// Runs plain and recorded; they must print and end alike. Gives what the recorder said.
  static std::string record(const std::string& how) {
    const Finished plain = run_program({"./plain", how}, {}, folder_);
    const Finished recorded = culprit({"record", "-o", how + ".trace", "--", "./recorded", how});
    EXPECT_EQ(recorded.out, plain.out);
    EXPECT_EQ(recorded.code, plain.code);
    return recorded.err;
  }
  /// The tree of the first calls.
  static std::string tree(const std::string& trace) {
    const Finished shown = culprit({"tree", trace, "--depth", "40"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    return shown.out;
  }
  static std::string contents(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  /// A session in which every question is answered with "no" ends in a verdict.
  static std::string verdict(const std::string& trace) {
    std::string answers;
    for (int i = 0; i < 60; ++i) answers += "no\n";
    const Finished session = culprit({"debug", trace, "--no-save", "--strategy", "top-down"}, answers);
    EXPECT_THAT(session.out, HasSubstr("The bug is in")) << session.err;
    return session.out;
  }

  static inline fs::path folder_;
};

TEST_F(Ends, KilledBySigkill) {
  EXPECT_THAT(record("kill"), HasSubstr("was ended by signal 9"));
  EXPECT_THAT(tree("kill.trace"), HasSubstr("square(19) = 361"));
  EXPECT_THAT(verdict("kill.trace"), HasSubstr("did not finish"));
}

TEST_F(Ends, SegmentationFault) {
  EXPECT_THAT(record("segv"), HasSubstr("was ended by signal 11"));
  EXPECT_THAT(tree("segv.trace"), HasSubstr("end(\"segv\")"));
  EXPECT_THAT(verdict("segv.trace"), HasSubstr("did not finish"));
}

TEST_F(Ends, Abort) {
  EXPECT_THAT(record("abort"), HasSubstr("was ended by signal 6"));
  EXPECT_THAT(tree("abort.trace"), HasSubstr("end(\"abort\")"));
  verdict("abort.trace");
}

TEST_F(Ends, StackOverflow) {
  EXPECT_THAT(record("overflow"), HasSubstr("was ended by signal 11"));
  EXPECT_THAT(tree("overflow.trace"), HasSubstr("overflow(10)"));
  const Finished info = culprit({"info", "overflow.trace"});
  EXPECT_EQ(info.code, 0) << info.err;
}

TEST_F(Ends, ExitInTheMiddle) {
  EXPECT_THAT(record("exit"), HasSubstr("exited with code 7"));
  EXPECT_THAT(tree("exit.trace"), HasSubstr("end(\"exit\")"));
  verdict("exit.trace");
  EXPECT_THAT(record("_exit"), HasSubstr("exited with code 8"));
  EXPECT_THAT(tree("_exit.trace"), HasSubstr("end(\"_exit\")"));
}

TEST_F(Ends, EndlessLoopEndedWithAnInterrupt) {
  // As at a terminal, the interrupt goes to the recorder and to the program: they are a process group of their own.
  const pid_t group = fork();
  if (group == 0) {
    setpgid(0, 0);
    if (chdir(folder_.c_str()) != 0 || !freopen("spin.out", "w", stdout) || !freopen("spin.err", "w", stderr))
      _exit(99);
    execl(CULPRIT_PROGRAM, CULPRIT_PROGRAM, "record", "-o", "spin.trace", "--max-size", "256M", "--",
          "./recorded", "spin", nullptr);
    _exit(99);
  }
  for (int i = 0; i < 300 && !contents("spin.out").ends_with("spinning\n"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(-group, SIGINT);
  int status = 0;
  for (int i = 0; i < 300 && waitpid(group, &status, WNOHANG) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(-group, SIGKILL);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 128 + SIGINT);
  EXPECT_THAT(contents("spin.err"), HasSubstr("was ended by signal 2"));
  EXPECT_THAT(contents("spin.err"), HasSubstr("spin.trace has"));
  EXPECT_THAT(tree("spin.trace"), HasSubstr("spin()"));
}

TEST_F(Ends, FullDisk) {
  // A file system of one megabyte, in a mount namespace of the test's own.
  fs::create_directories(folder_ / "small");
  const std::string mount = "mount -t tmpfs -o size=1m tmpfs small";
  if (in_shell("unshare -rm sh -c '" + mount + "' 2>/dev/null || unshare -m sh -c '" + mount + "'").code != 0)
    GTEST_SKIP() << "no file system can be mounted here";
  const std::string unshare = in_shell("unshare -rm true").code == 0 ? "unshare -rm" : "unshare -m";
  const Finished run = in_shell(unshare + " sh -c '" + mount + " && " + CULPRIT_PROGRAM +
                                " record -o small/full.trace -- ./recorded none 300000; echo code $?; cp "
                                "small/full.trace full.trace'");
  EXPECT_THAT(run.out, HasSubstr("begun\ncode 0\n"));
  EXPECT_THAT(run.err, HasSubstr("disk"));
  EXPECT_THAT(tree("full.trace"), HasSubstr("square(20) = 400"));
}

TEST_F(Ends, BudgetReached) {
  const Finished run =
      culprit({"record", "-o", "budget.trace", "--max-size", "2M", "--", "./recorded", "none", "300000"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "begun\n");
  EXPECT_THAT(run.err, HasSubstr("--max-size"));
  EXPECT_LE(fs::file_size(folder_ / "budget.trace"), 2u << 20);
  EXPECT_THAT(tree("budget.trace"), HasSubstr("square(20) = 400"));
}

TEST_F(Ends, TraceCannotBeMade) {
  // /proc takes no files: the recorder says so before it runs anything; a program on its own runs unrecorded.
  const Finished refused = culprit({"record", "-o", "/proc/none.trace", "--", "./recorded"});
  EXPECT_NE(refused.code, 0);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("/proc/none.trace"));
  const Finished alone = in_shell("CULPRIT_TRACE=/proc/none.trace ./recorded; echo code $?");
  EXPECT_EQ(alone.out, "begun\ncode 0\n");
  EXPECT_EQ(alone.err, "");
}

}  // namespace
}  // namespace culprit::test
