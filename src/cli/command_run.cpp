#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "src/base/cache_folder.h"
#include "src/cli/commands.h"
#include "src/cli/recording.h"
#include "src/cli/recording_report.h"
#include "src/trace/format.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kCFiles{".c"};
constexpr std::array kCxxFiles{".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".cp"};

bool has_extension(const std::string& word, std::span<const char* const> extensions) {
  return !word.starts_with('-') &&
         std::find(extensions.begin(), extensions.end(), fs::path(word).extension()) != extensions.end();
}

/// The sources among the words for the compiler.
struct Sources {
  std::string first;
  bool is_cxx = false;
};

Result<Sources> find_sources(const std::vector<std::string>& words) {
  Sources sources;
  for (const std::string& word : words) {
    const bool is_cxx = has_extension(word, kCxxFiles);
    if (!is_cxx && !has_extension(word, kCFiles)) continue;
    if (sources.first.empty()) sources.first = word;
    sources.is_cxx |= is_cxx;
  }
  if (!sources.first.empty()) return sources;
  if (words.empty())
    return fail(ErrorCode::kUsage, "'run' needs FILE: a program's source, or several",
                "for example: culprit run mergesort.cpp");
  return fail(ErrorCode::kUsage, "'" + words[0] + "' is no source file: none ends in .c, .cpp or .fun",
              "to run a program that is compiled already: culprit record -- PROGRAM");
}

/// One place for each set of sources and options, so that a program stays where its trace says it was.
Result<std::string> program_place(const Sources& sources, const std::vector<std::string>& words,
                                  bool with_reads) {
  const auto cache = cache_folder("run");
  if (!cache) return tl::unexpected(cache.error());
  std::error_code error;
  std::string key = fs::current_path(error).string();
  for (const std::string& word : words) key += '\0' + word;
  if (!with_reads) key += std::string_view("\0--no-reads", 11);
  key.resize((key.size() + 3) / 4 * 4);
  const fs::path folder = fs::path(*cache) / fmt::format("{:016x}", culprit_checksum(key.data(), key.size()));
  fs::create_directories(folder, error);
  if (error) return fail(ErrorCode::kIo, "cannot make " + folder.string() + ": " + error.message(), "");
  return (folder / fs::path(sources.first).stem()).string();
}

/// The compiler's exit code; what it has to say it says itself.
Result<int> compile(const Sources& sources, std::vector<std::string> words, const std::string& program,
                    bool with_reads) {
  std::error_code error;
  const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  ChildRequest request;
  request.path = (bin / (sources.is_cxx ? "culprit-c++" : "culprit-cc")).string();
  if (!fs::exists(request.path, error))
    return fail(ErrorCode::kNotFound, "the compiler is missing: " + request.path,
                "install Culprit again; 'culprit doctor' checks it");
  words.insert(words.begin(), request.path);
  words.insert(words.end(), {"-o", program});
  request.words = std::move(words);
  request.input = "/dev/null";
  if (!with_reads) request.environment.emplace_back("CULPRIT_READS", "0");
  const auto end = run_child(request);
  if (!end) return tl::unexpected(end.error());
  return end->exit_code();
}

/// Where the program has read standard input, the person still sits at the terminal.
void return_to_terminal() {
  if (::isatty(STDIN_FILENO) == 1 || ::isatty(STDOUT_FILENO) != 1) return;
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0) return;
  ::dup2(terminal, STDIN_FILENO);
  ::close(terminal);
}

Result<ExitCode> start_session(const Arguments& arguments, const std::string& trace) {
  std::vector<std::string> words{trace, arguments.has("--no-save") ? "--no-save" : "--new"};
  for (const char* option : {"--strategy", "--transform"})
    if (arguments.has(option)) words.insert(words.end(), {option, arguments.text(option)});
  const Command debug = debug_command();
  const auto session = read_arguments(debug, words);
  if (!session) return tl::unexpected(session.error());
  const std::string color = arguments.text("--color", "auto");
  Console console(color == "always"  ? ColorChoice::kAlways
                  : color == "never" ? ColorChoice::kNever
                                     : ColorChoice::kAuto);
  auto result = debug.run(*session, console);
  if (const Status written = console.finish(); !written && result) return tl::unexpected(written.error());
  return result;
}

/// Compiles the program, and says in the recording what to run. Gives the compiler's exit code.
Result<int> build(const Sources& sources, const Arguments& arguments, Recording& recording) {
  const auto program = program_place(sources, arguments.operands(), recording.with_reads);
  if (!program) return tl::unexpected(program.error());
  recording.program = *program;
  recording.words = {fs::path(*program).filename().string()};
  recording.words.insert(recording.words.end(), arguments.rest().begin(), arguments.rest().end());
  return compile(sources, arguments.operands(), *program, recording.with_reads);
}

/// The same for a program in the functional language: its interpreter checks it, and then runs it.
Result<int> check_functional(const Arguments& arguments, Recording& recording) {
  const auto interpreter = find_interpreter();
  if (!interpreter) return tl::unexpected(interpreter.error());
  recording.program = *interpreter;
  recording.words = arguments.operands();
  interpret(recording);
  if (!arguments.rest().empty()) recording.words.emplace_back("--");
  recording.words.insert(recording.words.end(), arguments.rest().begin(), arguments.rest().end());
  ChildRequest request;
  request.path = *interpreter;
  request.words = recording.words;
  request.input = "/dev/null";
  request.words.insert(request.words.begin() + 1, "--check");
  const auto end = run_child(request);
  if (!end) return tl::unexpected(end.error());
  return end->exit_code();
}

Result<ExitCode> run_run(const Arguments& arguments, Console& console) {
  const auto& words = arguments.operands();
  const auto functional = std::find_if(words.begin(), words.end(), is_functional);
  const bool is_interpreted = functional != words.end();
  const auto sources = is_interpreted ? Sources{.first = *functional} : find_sources(words);
  if (!sources) return tl::unexpected(sources.error());
  auto recording = read_recording(arguments, fs::path(sources->first).stem().string());
  if (!recording) return tl::unexpected(recording.error());
  const auto built =
      is_interpreted ? check_functional(arguments, *recording) : build(*sources, arguments, *recording);
  if (!built) return tl::unexpected(built.error());
  if (*built != 0) return static_cast<ExitCode>(*built);
  if (const Status status = prepare_trace(*recording); !status) return tl::unexpected(status.error());
  const auto end = run_recorded(*recording);
  if (!end) return tl::unexpected(end.error());
  if (!report_recording(*recording, *end, console)) return ExitCode::kContent;
  console.note("\n");
  return_to_terminal();
  return start_session(arguments, recording->trace);
}

std::vector<Option> options() {
  std::vector<Option> all = recording_options();
  all.push_back(
      {"--strategy", "", Takes::kStrategy, "NAME", "how to choose questions (default: divide-by-queries)"});
  all.push_back({"--transform", "", Takes::kTransforms, "LIST",
                 "reshape the tree first (default: loops,compress,balance)"});
  all.push_back({"--no-save", "", Takes::kNothing, "", "keep no answers"});
  return all;
}

constexpr std::string_view kDetails =
    "Compiles C and C++ files with culprit-cc or culprit-c++, records a run of the program, and starts a "
    "session about it: record and debug in one. A FILE that ends in .fun is a program in the functional "
    "language: "
    "culprit-fun evaluates the expression behind -- with it.\n\n"
    "Options that are none of those below go to the compiler: -O1, -std=c++20, -I, -lm and so on. What it "
    "complains of it says itself. What follows -- are the program's arguments.\n\n"
    "The program reads standard input, unless --input names a file; the answers then come from the "
    "terminal, or from what is left of standard input.";

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "compile a program, record it and start a session",
          .details = kDetails,
          .operands = {{"FILE",
                        "a C or C++ source file, or several, or a .fun file; and options for the compiler",
                        Takes::kFile, false, true}},
          .options = options(),
          .run = run_run,
          .rest = Rest::kCompiler,
          .rest_usage = "[-- ARGUMENT…]"};
}

}  // namespace culprit::cli
