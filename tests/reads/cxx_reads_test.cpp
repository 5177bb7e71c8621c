// Reads of C and C++ programs: which bytes a call is said to have read, what the table of the newest ones may leave out, and that
// nothing is missing.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/trace/trace.h"
#include "tests/support/places.h"
#include "tests/support/reads_of_calls.h"
#include "tests/support/recorded_event.h"
#include "tests/support/run_program.h"

namespace culprit::test {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = CULPRIT_SOURCE_DIR;

class CxxReads : public testing::Test {
 protected:
  CxxReads() : folder_(fs::temp_directory_path() / fmt::format("culprit_reads_test.{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  ~CxxReads() override { fs::remove_all(folder_); }

  /// Compiles as the words say, in an environment of `settings`.
  void compile(const fs::path& source, std::vector<std::string> words,
               std::vector<std::string> settings = {}) {
    const fs::path compilers = fs::path(CULPRIT_PROGRAM).parent_path();
    const bool is_c = source.extension() == ".c";
    std::vector<std::string> command{"/usr/bin/env"};
    command.insert(command.end(), settings.begin(), settings.end());
    command.push_back(compilers / (is_c ? "culprit-cc" : "culprit-c++"));
    if (!is_c) command.push_back("-std=c++20");
    command.insert(command.end(), {"-w", source, "-o", "program", "-pthread", "-lm"});
    command.insert(command.end(), words.begin(), words.end());
    const Finished compiled = run_program(command, {}, folder_);
    ASSERT_EQ(compiled.code, 0) << source << compiled.err;
  }
  /// Gives what the program printed.
  Finished record(const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{CULPRIT_PROGRAM, "record", "-o", "trace"};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(), {"--", "./program"});
    return run_program(command, {}, folder_);
  }
  trace::Trace trace() const {
    auto opened = trace::Trace::open(folder_ / "trace");
    EXPECT_TRUE(opened.has_value());
    return std::move(*opened);
  }
  fs::path folder_;
};

struct Object {
  std::string name;
  std::uint64_t address = 0, size = 0;
};

/// "pair[4,8) number[0,4)", in the order of the objects.
std::string in_words(const std::set<std::uint64_t>& bytes, const std::vector<Object>& objects) {
  std::string text;
  for (const Object& object : objects)
    for (std::uint64_t i = 0; i < object.size; ++i) {
      if (!bytes.contains(object.address + i)) continue;
      std::uint64_t end = i;
      while (end < object.size && bytes.contains(object.address + end)) ++end;
      text += fmt::format("{}{}[{},{})", text.empty() ? "" : " ", object.name, i, end);
      i = end;
    }
  return text;
}

std::vector<Object> objects_in(const std::string& printed) {
  std::vector<Object> objects;
  std::istringstream lines(printed);
  std::string address;
  for (Object object; lines >> object.name >> address >> object.size; objects.push_back(object))
    object.address = std::strtoull(address.c_str(), nullptr, 16);
  return objects;
}

/// The comments of a source: what a function is to read.
std::map<std::string, std::set<std::string>> expected_of(const fs::path& source) {
  std::map<std::string, std::set<std::string>> expected;
  std::ifstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with("// of_") || colon == std::string::npos) continue;
    std::istringstream words(line.substr(colon + 1));
    std::set<std::string>& parts = expected[line.substr(3, colon - 3)];
    for (std::string word; words >> word;) parts.insert(word);
  }
  return expected;
}

TEST_F(CxxReads, AreThoseOfEachCallByteByByte) {
  const fs::path source = kSource / "tests/reads/reads.cpp";
  const auto expected = expected_of(source);
  ASSERT_GE(expected.size(), 22u);
  for (const std::string level : {"-O0", "-O2"}) {
    ASSERT_NO_FATAL_FAILURE(compile(source, {level}));
    const Finished ran = record();
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::vector<Object> objects = objects_in(ran.out);
    const trace::Trace recorded = trace();
    std::map<std::string, std::set<std::string>> found;
    for (const CallReads& call : reads_of_calls(recorded, StreamId{1})) {
      std::istringstream words(in_words(call.filtered, objects));
      std::set<std::string>& parts = found[recorded.tables().functions.at(call.function).name];
      for (std::string word; words >> word;) parts.insert(word);
    }
    for (const auto& [name, parts] : expected)
      EXPECT_EQ(fmt::format("{}", fmt::join(found[name], " ")), fmt::format("{}", fmt::join(parts, " ")))
          << name << " at " << level;
  }
}

/// All frames below that of a call are the business of nobody who is open.
TEST_F(CxxReads, OfVariablesOfFunctionsThatAreNoNodesAreNotRecorded) {
  ASSERT_NO_FATAL_FAILURE(compile(kSource / "tests/reads/own.c", {}, {"CULPRIT_EXCLUDE=hidden*"}));
  ASSERT_EQ(record().out, "3\n");
  const trace::Trace recorded = trace();
  std::size_t shared = 0;
  for (const CallReads& call : reads_of_calls(recorded, StreamId{1})) {
    const std::string& name = recorded.tables().functions.at(call.function).name;
    if (name == "call") shared = call.filtered.size();
    if (name != "call") continue;
    for (const RecordedEvent& event : read_events(recorded, StreamId{1}))
      if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_READ_BLOCK) {
        EXPECT_GE(call.frame - event.address, std::uint64_t{1} << 16);
      }
  }
  EXPECT_EQ(shared, 8u);
}

/// The system refuses them: the program goes on as it does unrecorded, and nothing was read.
TEST_F(CxxReads, OfPointersAndLengthsThatCannotBeAreNone) {
  for (const std::string check : {"CULPRIT_CHECK=0", "CULPRIT_CHECK=1"}) {
    ASSERT_NO_FATAL_FAILURE(compile(kSource / "tests/reads/refused.c", {}, {check}));
    const Finished alone = run_program({"./program"}, {}, folder_), ran = record();
    ASSERT_EQ(alone.code, 0) << alone.err;
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, alone.out);
    const trace::Trace recorded = trace();
    recorded.verify();
    EXPECT_TRUE(recorded.damage().empty());
    std::size_t calls = 0;
    for (const RecordedEvent& event : read_events(recorded, StreamId{1}))
      if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_READ_BLOCK) {
        EXPECT_LT(event.size, 4096u) << event.address;
      }
    for (const CallReads& call : reads_of_calls(recorded, StreamId{1}))
      calls += recorded.tables().functions.at(call.function).name == "used_at_the_end" &&
               call.filtered.size() == 4;
    EXPECT_EQ(calls, 1u);
  }
}

TEST_F(CxxReads, AreNotRecordedIfNotWanted) {
  const auto count = [](const trace::Trace& recorded) {
    std::size_t reads = 0;
    for (const RecordedEvent& event : read_events(recorded, StreamId{1}))
      reads += event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_READ_BLOCK;
    return reads;
  };
  const auto has = [](const trace::Trace& recorded, const char* option) {
    return std::ranges::count(recorded.tables().options, option) == 1;
  };
  const fs::path source = kSource / "tests/reads/reads.cpp";
  ASSERT_NO_FATAL_FAILURE(compile(source, {}));
  ASSERT_EQ(record().code, 0);
  EXPECT_GT(count(trace()), 20u);
  EXPECT_TRUE(has(trace(), "reads=yes"));
  ASSERT_EQ(record({"--no-reads"}).code, 0);
  EXPECT_EQ(count(trace()), 0u);
  EXPECT_TRUE(has(trace(), "reads=no"));
  ASSERT_NO_FATAL_FAILURE(compile(source, {}, {"CULPRIT_READS=0"}));
  ASSERT_EQ(record().code, 0);
  EXPECT_EQ(count(trace()), 0u);
  EXPECT_TRUE(has(trace(), "reads=partly"));
}

/// Every known function is in one of the classes of what it reads, once.
TEST(KnownReads, AreSaidOfEachKnownFunction) {
  const std::vector<std::string> known{
#define CULPRIT_WRAP(name) #name,
#define CULPRIT_HARMLESS(name) #name,
#include "recorders/cxx/known_functions.def"
  };
  const std::vector<std::string> classed{
#define CULPRIT_READS(name, ...) #name,
#define CULPRIT_READS_ITSELF(name) #name,
#define CULPRIT_READS_NOTHING(name) #name,
#include "recorders/cxx/known_reads.def"
  };
  EXPECT_EQ(std::set<std::string>(known.begin(), known.end()),
            std::set<std::string>(classed.begin(), classed.end()));
  EXPECT_EQ(std::set<std::string>(classed.begin(), classed.end()).size(), classed.size());
}

/// Sources of the examples, and generated ones.
std::vector<fs::path> some_programs(const fs::path& folder, int generated) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "examples")) {
    const std::string extension = entry.path().extension();
    if (extension == ".c" || extension == ".cpp") sources.push_back(entry.path());
  }
  std::ranges::sort(sources);
  for (int seed = 1; seed <= generated; ++seed) {
    const std::string generate = kSource / "scripts/generate", number = std::to_string(seed);
    const bool is_c = run_program({generate, number, "--language"}).out == "c";
    sources.push_back(folder / fmt::format("generated_{}.{}", seed, is_c ? "c" : "cpp"));
    std::ofstream(sources.back()) << run_program({generate, number}).out;
  }
  return sources;
}

/// The self-check logs every read; the table leaves out those that tell nothing new about any open call.
TEST_F(CxxReads, LoseNothingOfAnyCallByTheTable) {
  std::size_t calls = 0, bytes = 0;
  for (const fs::path& source : some_programs(folder_, 24)) {
    ASSERT_NO_FATAL_FAILURE(compile(source, {}, {"CULPRIT_CHECK=1"}));
    record();
    const trace::Trace recorded = trace();
    for (const auto& stream : recorded.streams())
      for (const CallReads& call : reads_of_calls(recorded, stream.id)) {
        ASSERT_EQ(call.filtered, call.all)
            << source << ", " << recorded.tables().functions.at(call.function).name;
        ++calls;
        bytes += call.all.size();
      }
  }
  EXPECT_GT(calls, 2000u);
  EXPECT_GT(bytes, 20000u);
}

/// What the table says of the code that a handler interrupts, or of a parent, says nothing of the handler and the child.
TEST_F(CxxReads, OfHandlersAndOfTheChildOfAForkAreWhole) {
  ASSERT_NO_FATAL_FAILURE(compile(kSource / "tests/reads/handlers.c", {}, {"CULPRIT_CHECK=1"}));
  const Finished ran = record();
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::size_t processes = 0, handled = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    if (name != "trace" && !(name.starts_with("trace.") && std::isdigit(name.back()) != 0)) continue;
    auto recorded = trace::Trace::open(entry.path());
    ASSERT_TRUE(recorded.has_value());
    ++processes;
    std::map<std::string, std::size_t> smallest;
    for (const auto& stream : recorded->streams())
      for (const CallReads& call : reads_of_calls(*recorded, stream.id)) {
        const std::string& function = recorded->tables().functions.at(call.function).name;
        ASSERT_EQ(call.filtered, call.all) << name << ", " << function;
        const auto [known, is_new] = smallest.emplace(function, call.all.size());
        if (!is_new) known->second = std::min(known->second, call.all.size());
        handled += function == "handle" ? 1 : 0;
      }
    EXPECT_GE(smallest["sum"], 64u) << name << ": all that it adds up";
  }
  EXPECT_EQ(processes, 2u);
  EXPECT_GE(handled, 40u);
}

/// Each process's trace says that some reads are missing.
TEST_F(CxxReads, AreMissedInTheChildOfAForkToo) {
  ASSERT_NO_FATAL_FAILURE(compile(kSource / "tests/reads/handlers.c", {}, {"CULPRIT_READS=0"}));
  const Finished ran = record();
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::size_t processes = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    if (name != "trace" && !(name.starts_with("trace.") && std::isdigit(name.back()) != 0)) continue;
    auto recorded = trace::Trace::open(entry.path());
    ASSERT_TRUE(recorded.has_value());
    ++processes;
    EXPECT_EQ(std::ranges::count(recorded->tables().options, "reads=partly"), 1) << name;
  }
  EXPECT_EQ(processes, 2u);
}

const std::set<std::string> kWithLoads{"bank",       "calculator", "json",      "lru_cache",
                                       "containers", "classes",    "c_features"};

std::vector<fs::path> programs_of_loads() {
  std::vector<fs::path> sources{kSource / "tests/reads/reads.cpp"};
  const char* wanted = std::getenv("CULPRIT_LOADS");
  const bool is_all = wanted && std::string_view(wanted) == "all";
  for (const char* folder : {"examples", "tests/programs"})
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
      const std::string extension = entry.path().extension(), name = entry.path().stem();
      if (extension != ".c" && extension != ".cpp") continue;
      // Some are more than one source.
      const bool is_whole = !fs::exists(entry.path().parent_path() / "build.sh");
      if (is_whole && (is_all || kWithLoads.contains(name))) sources.push_back(entry.path());
    }
  std::ranges::sort(sources);
  return sources;
}

/// What the compiler alone asks: whether static variables were made; and the recorder, where it calls foreign code.
std::set<std::uint64_t> hidden_in(const fs::path& program) {
  std::set<std::uint64_t> hidden;
  std::istringstream lines(run_program({"/usr/bin/nm", program}).out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" _ZGV") == std::string::npos && line.find(" culprit.callee") == std::string::npos)
      continue;
    const std::uint64_t address = std::strtoull(line.c_str(), nullptr, 16);
    for (std::uint64_t i = 0; i < 8; ++i) hidden.insert(address + i);
  }
  return hidden;
}

/// Clang's own instrumentation reports loads to tests/reads/loads.c. With CULPRIT_LOADS=all of all examples and torture programs.
TEST_F(CxxReads, MissNoLoadThatAnotherToolSees) {
  const Finished made = run_program(
      {"/usr/bin/cc", "-O1", "-c", kSource / "tests/reads/loads.c", "-o", "loads.o"}, {}, folder_);
  ASSERT_EQ(made.code, 0) << made.err;
  std::size_t calls = 0, reported = 0;
  for (const fs::path& source : programs_of_loads()) {
    SCOPED_TRACE(source);
    ASSERT_NO_FATAL_FAILURE(compile(source, {"-fsanitize-coverage=func,trace-pc-guard,trace-loads",
                                             "-fno-pie", "-no-pie", folder_ / "loads.o", "-ldl"}));
    record();
    const std::set<std::uint64_t> hidden = hidden_in(folder_ / "program");
    const trace::Trace recorded = trace();
    for (const auto& stream : recorded.streams())
      for (const CallReads& call : reads_of_calls(recorded, stream.id)) {
        std::string missed;
        for (const std::uint64_t byte : call.missed)
          if (!hidden.contains(byte)) missed += fmt::format(" {:x}", byte);
        EXPECT_EQ(missed, "") << recorded.tables().functions.at(call.function).name << ", frame " << std::hex
                              << call.frame;
        reported += call.reported;
        ++calls;
      }
  }
  EXPECT_GT(calls, 500u);
  EXPECT_GT(reported, 5000u);
}

}  // namespace
}  // namespace culprit::test
