// Programs recorded from the command line: what they get, what they leave, what is said about it.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <regex>
#include <thread>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kProbe = R"(#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int add(int a, int b) { return a + b; }
static int total(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum = add(sum, i);
  return sum;
}
int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "sum") == 0) printf("%d\n", total(*argv[2] == '-' ? getchar() - '0' : atoi(argv[2])));
  if (strcmp(mode, "exit") == 0) return atoi(argv[2]);
  if (strcmp(mode, "crash") == 0) raise(SIGSEGV);
  if (strcmp(mode, "copy") == 0) for (int c; (c = getchar()) != EOF;) putchar(c);
  if (strcmp(mode, "first") == 0) { char line[100]; if (fgets(line, sizeof line, stdin)) fputs(line, stdout); }
  if (strcmp(mode, "wait") == 0) { fputs("ready> ", stdout); fflush(stdout); for (;;) pause(); }
  if (strcmp(mode, "spawn") == 0) { return system(argv[2]); }
  return 0;
}
)";

class Record : public CommandLine {
 protected:
  static void SetUpTestSuite() {
    tools_ = std::filesystem::temp_directory_path() / ("culprit_record_test." + std::to_string(::getpid()));
    std::filesystem::create_directories(tools_);
    std::ofstream(tools_ / "probe.c") << kProbe;
    const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
    const Finished run = run_program({compiler, "probe.c", "-o", "probe"}, {}, tools_);
    ASSERT_EQ(run.code, 0) << run.err;
    ASSERT_EQ(run.err, "");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(tools_); }
  void SetUp() override {
    CommandLine::SetUp();
    std::filesystem::copy_file(tools_ / "probe", folder_ / "probe");
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  }
  Finished record(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), "record");
    return culprit(std::move(words), input);
  }
  /// Without figures that depend on how the recorder goes about it.
  static std::string plain(const std::string& text) {
    return std::regex_replace(text, std::regex("[0-9,]+ (writes?|bytes)"), "N $1");
  }
  std::string shell(const std::string& command) {
    const Finished run = run_program({"/bin/bash", "-c", command}, {}, folder_);
    return run.out + run.err + "exit " + std::to_string(run.code) + "\n";
  }
  static std::filesystem::path tools_;
};

std::filesystem::path Record::tools_;

TEST_F(Record, SaysWhatWasRecordedAndWhatIsNext) {
  const Finished run = record({"--", "./probe", "sum", "4"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "6\n");
  EXPECT_EQ(plain(run.err),
            "culprit: ./probe exited with code 0.\n"
            "culprit: probe.trace has 6 calls, 4 iterations and N writes of 1 thread, in N bytes.\n"
            "Next: culprit debug probe.trace\n");
  const Finished tree = culprit({"tree", "probe.trace"});
  EXPECT_THAT(tree.out, HasSubstr("total(4) = 6"));
  EXPECT_THAT(tree.out, HasSubstr("add(3, 3) = 6"));
}

TEST_F(Record, TakesOptionsBeforeTheProgramOnly) {
  const Finished run = record({"--loops", "none", "-o", "my.trace", "./probe", "sum", "4", "-o", "--help"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "6\n");
  EXPECT_THAT(run.err, HasSubstr("my.trace has 6 calls, 0 iterations"));
  EXPECT_FALSE(exists("probe.trace"));
}

TEST_F(Record, ExitsAsTheProgramDid) {
  EXPECT_EQ(record({"./probe", "exit", "42"}).code, 42);
  const Finished crash = record({"./probe", "crash"});
  EXPECT_EQ(crash.code, 128 + SIGSEGV);
  EXPECT_THAT(crash.err, StartsWith("culprit: ./probe was ended by signal 11 (Segmentation fault).\n"
                                    "culprit: probe.trace has 1 call, 0 iterations and "));
  EXPECT_EQ(culprit({"tree", "probe.trace"}).code, 0);
}

TEST_F(Record, KeepsInputThatIsNoTerminal) {
  const Finished piped = record({"./probe", "copy"}, "one\ntwo\n");
  EXPECT_EQ(piped.out, "one\ntwo\n");
  EXPECT_THAT(piped.err, HasSubstr("culprit: Its input is kept in probe.trace.input.\n"));
  EXPECT_EQ(read("probe.trace.input"), "one\ntwo\n");
  write("data", "from\na file\n");
  EXPECT_THAT(shell("{ read line; echo $line; " CULPRIT_PROGRAM " record ./probe copy; } <data 2>/dev/null"),
              "from\na file\nexit 0\n");
  EXPECT_EQ(read("probe.trace.input"), "a file\n") << "from where the file stood";
  EXPECT_EQ(record({"--input", "data", "./probe", "first"}).out, "from\n");
  EXPECT_EQ(read("probe.trace.input"), "from\na file\n");
}

TEST_F(Record, BigInputPassesThroughUnchanged) {
  EXPECT_EQ(shell("seq 200000 >numbers; cat numbers | " CULPRIT_PROGRAM
                  " record --loops none --max-size 1M ./probe copy 2>/dev/null | cmp - numbers && "
                  "cmp numbers probe.trace.input"),
            "exit 0\n");
}

TEST_F(Record, FeederNoticesThatNobodyReads) {
  EXPECT_EQ(
      shell("yes 2>/dev/null | " CULPRIT_PROGRAM " record ./probe first 2>/dev/null; echo ${PIPESTATUS[*]}"),
      "y\n1 0\nexit 0\n");
  EXPECT_EQ(shell(CULPRIT_PROGRAM " record ./probe exit 3 2>/dev/null < <(exec sleep 30 2>/dev/null)"),
            "exit 3\n")
      << "an input that never comes must not be waited for";
}

TEST_F(Record, InterruptEndsTheProgramAndNotTheReport) {
  const Finished run = culprit_at_terminal({"record", "./probe", "wait"}, {"\x03"});
  EXPECT_EQ(run.code, 128 + SIGINT) << run.out;
  EXPECT_THAT(run.out, HasSubstr("./probe was ended by signal 2 (Interrupt)."));
  EXPECT_THAT(run.out, HasSubstr("Next: culprit debug probe.trace"));
  EXPECT_FALSE(exists("probe.trace.input")) << "a terminal is left alone";
}

TEST_F(Record, SignalsAreHandedOn) {
  EXPECT_EQ(
      shell(CULPRIT_PROGRAM
            " record ./probe wait >out 2>err </dev/null & "
            "until grep -qs ready out; do sleep 0.02; done; kill -TERM $!; wait $!; echo $?; head -n 1 err"),
      "143\nculprit: ./probe was ended by signal 15 (Terminated).\nexit 0\n");
}

TEST_F(Record, EachProcessHasATrace) {
  const Finished run = record({"./probe", "spawn", "./probe sum 3 >/dev/null"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("culprit: 1 further process was recorded, too: probe.trace."));
  record({"./probe", "sum", "1"});
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_FALSE(std::regex_match(entry.path().filename().string(), std::regex("probe\\.trace\\.[0-9]+")))
        << "what belonged to the older trace is gone";
}

TEST_F(Record, StopsAtItsBudget) {
  const Finished run = record({"--max-size", "1M", "./probe", "sum", "1000000"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "1783293664\n");
  EXPECT_THAT(
      run.err,
      HasSubstr(
          "culprit: Recording stopped when the trace reached its limit of 1,048,576 bytes. What was "
          "recorded until then is there; calls that were open count as unfinished, later ones are "
          "missing.\n"
          "  hint: give a larger limit with --max-size, or record less: --loops calls, --loops none\n"));
  EXPECT_LE(std::filesystem::file_size(folder_ / "probe.trace"), 1048576u);
  EXPECT_EQ(culprit({"debug", "probe.trace"}, "no\n").code, 1);
}

TEST_F(Record, FullDiskIsSaid) {
  if (::getuid() != 0 || std::system(("mkdir -p " + (folder_ / "small").string() +
                                      " && mount -t tmpfs -o size=1m culprit_test " +
                                      (folder_ / "small").string() + " 2>/dev/null")
                                         .c_str()) != 0)
    GTEST_SKIP() << "needs the right to mount";
  const Finished tight = record({"-o", "small/probe.trace", "./probe", "sum", "1000000"});
  const Finished run = record({"-o", "small/probe.trace", "--max-size", "1G", "./probe", "sum", "1000000"});
  const Finished none = record({"-o", "small/second.trace", "./probe", "sum", "10"});
  ASSERT_EQ(std::system(("umount " + (folder_ / "small").string()).c_str()), 0);
  EXPECT_EQ(tight.code, 0);
  EXPECT_THAT(tight.err,
              HasSubstr("culprit: Recording stopped when the trace reached its limit of 1,048,576 bytes, "
                        "most of the room that was free on the disk. "));
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("culprit: Recording stopped because the disk was full. "));
  EXPECT_EQ(none.err,
            "culprit: cannot write a trace at small/second.trace: No space left on device\n"
            "  hint: give another place with -o\n");
}

TEST_F(Record, RefusesWhatCannotBeRun) {
  const auto refusal = [&](std::vector<std::string> words) {
    const Finished run = record(std::move(words));
    EXPECT_EQ(run.out, "");
    return std::to_string(run.code) + " " + run.err;
  };
  write("text", "no program");
  EXPECT_EQ(refusal({}),
            "2 culprit: 'record' needs PROGRAM: the program to run, with its arguments\n"
            "  hint: for example: culprit record -- ./mergesort 3 1 2\n");
  EXPECT_EQ(refusal({"--", "./missing"}),
            "3 culprit: there is no program './missing'\n  hint: check the path\n");
  EXPECT_EQ(refusal({"--", "probe"}),
            "3 culprit: there is no program 'probe' in PATH\n  hint: to run the one in this folder, write "
            "./probe\n");
  EXPECT_EQ(refusal({"--", "./text"}),
            "3 culprit: './text' may not be run\n  hint: if it is a program, type chmod +x ./text\n");
  EXPECT_EQ(refusal({"--", "/tmp"}),
            "3 culprit: '/tmp' is a directory, not a program\n  hint: give a program in it\n");
  EXPECT_EQ(refusal({"--max-size", "lots", "./probe"}),
            "2 culprit: --max-size takes a size of 1M or more, not 'lots'\n  hint: for example 500M or 4G\n");
  EXPECT_EQ(refusal({"--outptu", "x", "./probe"}),
            "2 culprit: 'record' has no option '--outptu'\n  hint: did you mean --output?\n");
  EXPECT_EQ(refusal({"--input", "none", "./probe"}),
            "3 culprit: cannot read none: No such file or directory\n"
            "  hint: check the path: it is to be the program's standard input\n");
}

TEST_F(Record, LooksAtThePlaceOfTheTraceFirst) {
  write("notes.txt", "precious");
  const Finished precious = record({"-o", "notes.txt", "./probe", "sum", "4"});
  EXPECT_EQ(precious.out, "") << "the program must not have run";
  EXPECT_EQ(precious.err,
            "culprit: there is a file at notes.txt that is no trace\n"
            "  hint: give another place with -o, or remove it\n");
  EXPECT_EQ(read("notes.txt"), "precious");
  const Finished nowhere = record({"-o", "/proc/nowhere/x.trace", "./probe", "sum", "4"});
  EXPECT_EQ(nowhere.code, 3);
  EXPECT_EQ(nowhere.out, "");
  EXPECT_EQ(nowhere.err,
            "culprit: cannot write a trace at /proc/nowhere/x.trace: No such file or directory\n"
            "  hint: give another place with -o\n");
}

TEST_F(Record, ExplainsWhyNothingWasRecorded) {
  const Finished foreign = record({"true"});
  EXPECT_EQ(foreign.code, 4);
  EXPECT_EQ(
      foreign.err,
      "culprit: true exited with code 0.\n"
      "culprit: nothing was recorded: 'true' was not compiled with culprit-cc or culprit-c++\n"
      "  hint: compile and link it with culprit-cc or culprit-c++ (make CC=culprit-cc CXX=culprit-c++), then "
      "record it again\n");
  EXPECT_EQ(record({"false"}).code, 1);
  write("run.sh", "#!/bin/sh\nexit 0\n");
  std::filesystem::permissions(folder_ / "run.sh", std::filesystem::perms::owner_all);
  EXPECT_EQ(
      record({"./run.sh"}).err,
      "culprit: ./run.sh exited with code 0.\n"
      "culprit: nothing was recorded: './run.sh' is a script (for /bin/sh), and ran no program that was "
      "compiled with culprit-cc or culprit-c++\n"
      "  hint: compile with them what it runs, then record it again\n");
  write("run.sh", "#!/bin/sh\n./probe sum 2; ./probe sum 3\n");
  EXPECT_THAT(record({"./run.sh"}).err, HasSubstr("run.sh.trace has 4 calls, 2 iterations"));
}

TEST_F(Record, MovesTheSessionOfAnOlderTraceAside) {
  record({"./probe", "sum", "4"});
  culprit({"debug", "probe.trace"}, "no\n");
  ASSERT_TRUE(exists("probe.trace.session"));
  record({"./probe", "sum", "5"});
  EXPECT_FALSE(exists("probe.trace.session"));
  EXPECT_TRUE(exists("probe.trace.session.1"));
}

TEST_F(Record, DebugTakesTheNewestTrace) {
  const Finished none = culprit({"debug"});
  EXPECT_EQ(none.code, 3);
  EXPECT_EQ(none.err,
            "culprit: there is no trace (*.trace) in this folder\n"
            "  hint: record a run with 'culprit record -- PROGRAM', or name a file\n");
  record({"-o", "b.trace", "./probe", "sum", "4"});
  record({"-o", "a.trace", "./probe", "sum", "4"});
  write("c.trace", "not one");
  const Finished run = culprit({"debug", "--no-save"}, "quit\n");
  EXPECT_EQ(run.err, "culprit: a.trace is the newest trace here\n");
  EXPECT_THAT(run.out, StartsWith("a.trace: 10 nodes."));
}

TEST_F(Record, RunCompilesRecordsAndAsks) {
  write("sums.c",
        "int add(int a, int b) { return a + b + 1; }\nint main(int n, char** v) { return n > 2 ? "
        "add(n, 1) : 0; }\n");
  const Finished run =
      culprit({"run", "sums.c", "-O1", "-Wall", "--input", "/dev/null", "--", "-x", "y"}, "no\n");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(plain(run.err), StartsWith("culprit: sums exited with code 5.\n"
                                         "culprit: sums.trace has 2 calls, 0 iterations and N writes"));
  EXPECT_THAT(run.out, HasSubstr("add(3, 1) = 5"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in add, sums.c:1.\n"));
}

TEST_F(Record, RunTakesAnswersFromTheTerminalWhereTheProgramReadsAFile) {
  write("data", "12\n");
  write("number.c",
        "#include <stdio.h>\nint read_it(void) { int n = 0; scanf(\"%d\", &n); return n; }\n"
        "int main(void) { printf(\"%d\\n\", read_it()); }\n");
  const Finished run = run_at_terminal({"/bin/sh", "-c", CULPRIT_PROGRAM " run number.c --color never <data"},
                                       {"no", "quit"}, folder_);
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("12\r\n"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in read_it, number.c:2."));
  EXPECT_EQ(read("number.trace.input"), "12\n");
}

TEST_F(Record, RunLeavesErrorsToTheCompiler) {
  write("bad.cpp", "int main() { return x; }\n");
  const Finished run = culprit({"run", "bad.cpp"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "bad.cpp:1:21: error: use of undeclared identifier 'x'\n"
            "    1 | int main() { return x; }\n"
            "      |                     ^\n"
            "1 error generated.\n");
  EXPECT_EQ(culprit({"run"}).err,
            "culprit: 'run' needs FILE: a program's source, or several\n"
            "  hint: for example: culprit run mergesort.cpp\n");
  EXPECT_EQ(culprit({"run", "./probe"}).err,
            "culprit: './probe' is no source file: none ends in .c, .cpp or .fun\n"
            "  hint: to run a program that is compiled already: culprit record -- PROGRAM\n");
}

TEST_F(Record, PackTravelsWithItsSources) {
  std::filesystem::create_directory(folder_ / "here");
  std::filesystem::copy_file(tools_ / "probe.c", folder_ / "here/probe.c");
  const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
  ASSERT_EQ(run_program({compiler, "probe.c", "-o", "probe"}, {}, folder_ / "here").code, 0);
  record({"-o", "here/run.trace", "here/probe", "sum", "-"}, "4");
  const Finished packed = culprit({"pack", "here/run.trace", "-o", "run.culprit"});
  EXPECT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, StartsWith("run.culprit: the trace, its input and 1 source file, "));
  EXPECT_THAT(packed.out, HasSubstr("Next: culprit debug run.culprit\n"));
  std::filesystem::remove_all(folder_ / "here");
  EXPECT_EQ(culprit({"tree", "run.culprit"}).out.find("main("), 2u);
  const Finished verdict = culprit({"debug", "run.culprit"}, "no\nyes\nyes\nyes\nyes\nyes\n");
  EXPECT_THAT(verdict.out, HasSubstr("run.culprit: 10 nodes."));
  EXPECT_THAT(verdict.out, HasSubstr("for (int i = 0; i < n; ++i) sum = add(sum, i);")) << verdict.err;
  EXPECT_TRUE(exists("run.culprit.session"));
  EXPECT_EQ(culprit({"info", "run.culprit"}).code, 0);
  const std::string whole = read("run.culprit");
  write("cut.culprit", whole.substr(0, whole.size() / 2));
  const Finished cut = culprit({"info", "cut.culprit"});
  EXPECT_EQ(cut.code, 4);
  EXPECT_EQ(cut.err,
            "culprit: 'cut.culprit' is a damaged pack\n  hint: get it again, or pack the trace again\n");
  EXPECT_EQ(culprit({"pack", "run.culprit"}).code, 4);
}

TEST_F(Record, ChangesSinceTheRunAreSaid) {
  std::filesystem::copy_file(tools_ / "probe.c", folder_ / "probe.c");
  const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
  ASSERT_EQ(run_program({compiler, "probe.c", "-o", "probe"}, {}, folder_).code, 0);
  record({"./probe", "sum", "4"});
  EXPECT_THAT(culprit({"info", "probe.trace"}).out, Not(HasSubstr("since the run")));
  write("probe.c", "// another one\n" + read("probe.c"));
  ASSERT_EQ(run_program({compiler, "probe.c", "-o", "probe"}, {}, folder_).code, 0);
  const std::string source = "The source has changed since the run was recorded: ";
  const std::string program = "The program has been built again since the run was recorded: ";
  const Finished info = culprit({"info", "probe.trace"});
  EXPECT_THAT(info.out, HasSubstr("  note       " + source));
  EXPECT_THAT(info.out, HasSubstr("  note       " + program + (folder_ / "probe").string() + ".\n"));
  const Finished debug = culprit({"debug", "probe.trace", "--no-save"}, "quit\n");
  EXPECT_THAT(debug.out, HasSubstr(source));
  EXPECT_THAT(debug.out, HasSubstr(program));
}

TEST_F(Record, DoctorTriesTheWholeWay) {
  const Finished run = culprit({"doctor"});
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("culprit-cc and culprit-c++ run Debian clang version 19."));
  EXPECT_THAT(run.out, HasSubstr("ok       compiled a small C++ program\n"));
  EXPECT_THAT(run.out, HasSubstr("ok       recorded it: 2 calls\n"));
  EXPECT_THAT(run.out, HasSubstr("ok       a session about it asks: twice(\"abc\") = 7, right?\n"));
  EXPECT_THAT(run.out,
              HasSubstr("ok       recorded a small program in the functional language; a session about it "
                        "asks: twice((3)) = (3 3), right?\n"));
  ::setenv("CULPRIT_CLANG", "/no/clang", 1);
  const Finished without = culprit({"doctor"});
  ::unsetenv("CULPRIT_CLANG");
  EXPECT_EQ(without.code, 1);
  EXPECT_THAT(without.out,
              HasSubstr("problem  culprit-cc: error: cannot run '/no/clang', which CULPRIT_CLANG names\n"
                        "         hint: set it to the path of clang 19, or unset it\n"));
}

}  // namespace
}  // namespace culprit::test
