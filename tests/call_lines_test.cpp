// The line of every call in its caller, in recorded programs.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "src/service/subject.h"
#include "src/state/account.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines{""};
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Without classes, namespaces and template arguments.
std::string plain_name(const tree::Function& function) {
  if (function.kind == tree::FunctionKind::kLambda) return "lambda";
  std::string name;
  std::size_t depth = 0;
  const bool is_operator = function.name.find("operator") != std::string::npos;
  for (const char c : function.name) {
    if (c == '<' && !is_operator) ++depth;
    if (depth == 0) name += c;
    if (c == '>' && !is_operator) --depth;
  }
  const auto scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

class CallLines : public CommandLine {
 protected:
  service::Subject record(const fs::path& source, const std::vector<std::string>& options) {
    const bool is_c = source.extension() == ".c";
    const fs::path programs = fs::path(CULPRIT_PROGRAM).parent_path();
    std::vector<std::string> command{programs / (is_c ? "culprit-cc" : "culprit-c++"), source, "-o",
                                     "program", "-w"};
    command.insert(command.end(), options.begin(), options.end());
    const Finished compiled = run_program(command, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    fs::remove(folder_ / "trace");
    culprit({"record", "-o", "trace", "--", "./program"});
    auto subject = service::Subject::open(folder_ / "trace");
    if (!subject) throw std::runtime_error(subject.error().what);
    return std::move(*subject);
  }
  /// The names of what is called from each line of the program; of what no caller is known of, under 0.
  std::map<std::uint32_t, Names> calls(const service::Subject& subject) {
    std::map<std::uint32_t, Names> found;
    const tree::Tree& tree = subject.tree();
    const auto account = subject.account();
    for (std::uint32_t node = 0; account && node < tree.size(); ++node) {
      const tree::Function& function = tree.function(NodeId{node});
      if (function.kind == tree::FunctionKind::kLoop || function.kind == tree::FunctionKind::kProgram)
        continue;
      found[(*account)->call_line(NodeId{node})].insert(plain_name(function));
    }
    return found;
  }
};

std::map<std::uint32_t, Names> expected_calls(const fs::path& source) {
  std::map<std::uint32_t, Names> expected;
  const std::vector<std::string> lines = lines_of(source);
  for (std::uint32_t line = 1; line < lines.size(); ++line)
    for (const auto& [mark, where] : {std::pair("// CALLS: ", line), std::pair("// NOWHERE: ", 0u)}) {
      const auto at = lines[line].find(mark);
      if (at == std::string::npos) continue;
      std::istringstream names(lines[line].substr(at + std::string(mark).size()));
      for (std::string name; names >> name;) expected[where].insert(name);
    }
  return expected;
}

TEST_F(CallLines, AreThoseThatTheProgramSays) {
  const fs::path source = fs::path(CULPRIT_SOURCE_DIR) / "tests/programs/call_lines.cpp";
  for (const char* level : {"-O0", "-O2"}) {
    SCOPED_TRACE(level);
    const service::Subject subject = record(source, {level, "-pthread"});
    const auto found = calls(subject);
    const auto expected = expected_calls(source);
    for (const auto& [line, names] : expected)
      EXPECT_EQ(found.contains(line) ? found.at(line) : Names(), names) << "line " << line;
    for (const auto& [line, names] : found)
      EXPECT_TRUE(expected.contains(line)) << "line " << line << ": " << testing::PrintToString(names);
  }
}

TEST_F(CallLines, AreThoseOfCallsInOtherModules) {
  write("main.cpp", R"(#include "parts.h"
static int add(int x) { return x + 1; }
int main() {
  int sum = far(1);               // CALLS: far
  Part part(sum);                 // CALLS: Part
  sum += through(add, 1);         // CALLS: add
  sum += add(2);                  // CALLS: add
  sum += near(3) + through(add,   // CALLS: near add
                           2);
  return sum > 0 ? 0 : 1;
}                                 // CALLS: ~Part
// NOWHERE: main
)");
  write("parts.h", R"(int far(int);
inline int near(int x) { return far(x); }
struct Part { explicit Part(int); ~Part(); int x; };
extern "C" int through(int (*f)(int), int x);
)");
  write(
      "parts.cpp",
      "#include \"parts.h\"\nint far(int x) { return x; }\nPart::Part(int y) : x(y) {}\nPart::~Part() {}\n");
  write("through.c", "int through(int (*f)(int), int x) { return f(x); }\n");
  ASSERT_EQ(run_program({"/usr/bin/env", "clang-19", "-c", "through.c"}, {}, folder_).code, 0);
  const auto found = calls(record("main.cpp", {"parts.cpp", "through.o"}));
  auto expected = expected_calls(folder_ / "main.cpp");
  expected[2].insert("far");  // of parts.h
  EXPECT_EQ(found, expected);
}

bool is_identifier(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// What is called from a line that does not name it, and why.
const Names& unnamed() {
  static const Names names{
      "functions.cpp: apply calls twice",    // through a pointer
      "tree_varargs.c: through calls take",  // through a pointer
      "tail_calls.cpp: main calls even",     // start() passes its call on
      "tail_calls.cpp: main calls odd",
      "classes.cpp: main calls allocate",  // from std::vector
      "classes.cpp: main calls deallocate",
      "longjmp.c: from_fault calls handler",  // a signal: from no line
      "longjmp.c: from_signal calls handler", "tree_signal.c: send calls handler",
  };
  return names;
}

class CallLinesOfPrograms : public CallLines, public testing::WithParamInterface<fs::path> {
 protected:
  /// Functions whose names an author wrote, called by others in the same thread.
  static bool is_written(const tree::Tree& tree, NodeId node, NodeId caller) {
    const tree::FunctionKind kind = tree.function(node).kind;
    if (kind != tree::FunctionKind::kFunction && kind != tree::FunctionKind::kMethod) return false;
    if (tree.function(caller).kind == tree::FunctionKind::kProgram) return false;
    return is_identifier(plain_name(tree.function(node))) &&
           tree.enter(node).stream() == tree.enter(caller).stream();
  }
  /// Calls whose line does not have the name of what is called.
  Names misplaced(const service::Subject& subject) {
    Names wrong;
    const tree::Tree& tree = subject.tree();
    const auto account = subject.account();
    const std::vector<std::string> lines = lines_of(GetParam());
    for (std::uint32_t row = 1; account && row < tree.size(); ++row) {
      const NodeId node{row};
      NodeId caller = tree.parent(node);
      while (tree.is_iteration(caller)) caller = tree.parent(caller);
      if (!is_written(tree, node, caller) || tree.function(caller).file != GetParam()) continue;
      const std::string name = plain_name(tree.function(node));
      const std::string call =
          GetParam().filename().string() + ": " + tree.function(caller).name + " calls " + name;
      const std::uint32_t line = (*account)->call_line(node);
      ++found_;
      if (lines.at(line).find(name) == std::string::npos && !unnamed().contains(call))
        wrong.insert(call + " on line " + std::to_string(line));
    }
    return wrong;
  }

  std::size_t found_ = 0;
};

TEST_P(CallLinesOfPrograms, HaveTheNameOfWhatIsCalled) {
  const char* standard = GetParam().extension() == ".c" ? "-std=gnu17" : "-std=c++20";
  EXPECT_THAT(misplaced(record(GetParam(), {"-pthread", standard})), testing::IsEmpty());
  EXPECT_GT(found_, 0u);
}

std::vector<fs::path> programs() {
  const fs::path root = CULPRIT_SOURCE_DIR;
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / "examples"))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".c") found.push_back(entry.path());
  for (const char* name : {"classes.cpp",         "containers.cpp",   "exceptions.cpp",
                           "functions.cpp",       "lambdas.cpp",      "library.cpp",
                           "longjmp.c",           "tail_calls.cpp",   "templates.cpp",
                           "tree_calls.cpp",      "tree_classes.cpp", "tree_conditions.c",
                           "tree_exceptions.cpp", "tree_exit.c",      "tree_initialisers.cpp",
                           "tree_lambdas.cpp",    "tree_library.cpp", "tree_longjmp.c",
                           "tree_loops.cpp",      "tree_no_value.c",  "tree_range.cpp",
                           "tree_recursion.c",    "tree_signal.c",    "tree_templates.cpp",
                           "tree_threads.c",      "tree_values.cpp",  "tree_varargs.c"})
    found.push_back(root / "tests/programs" / name);
  std::ranges::sort(found);
  return found;
}

INSTANTIATE_TEST_SUITE_P(Examples, CallLinesOfPrograms, testing::ValuesIn(programs()),
                         [](const auto& program) {
                           return program.param.stem().string() +
                                  program.param.extension().string().substr(1);
                         });

}  // namespace
}  // namespace culprit::test
