#include "src/cli/recorder_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/base/text.h"
#include "src/cli/recording.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;
using Finding = Result<std::string>;

constexpr std::string_view kProgram =
    "#include <string>\n"
    "int twice(const std::string& text) { return 2 * static_cast<int>(text.size()) + 1; }\n"
    "int main() { return twice(\"abc\") == 7 ? 0 : 1; }\n";

fs::path bin_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

constexpr const char* kInstall = "install Culprit again: its programs look for it there";

/// Runs one of the compilers; what it prints is in `folder`/log.
Finding compile(const std::string& folder, const std::string& name, std::vector<std::string> words) {
  ChildRequest request;
  request.path = (bin_folder() / name).string();
  request.words = std::move(words);
  request.words.insert(request.words.begin(), request.path);
  request.input = "/dev/null";
  request.output = folder + "/log";
  if (::access(request.path.c_str(), X_OK) != 0)
    return fail(ErrorCode::kNotFound, name + " is missing: " + request.path, kInstall);
  const auto end = run_child(request);
  if (!end) return tl::unexpected(end.error());
  const std::string line = first_line(request.output);
  if (end->exit_code() == 0) return line;
  std::ifstream log(request.output);
  std::string text, hint;
  std::getline(log, text);
  std::getline(log, hint);
  const std::string_view advice = trimmed(hint);
  return fail(ErrorCode::kNotFound, text.empty() ? name + " " + end->text() : text,
              advice.starts_with("hint: ") ? std::string(advice.substr(6)) : std::string(kInstall));
}

Finding check_compilers(const std::string& folder) {
  std::string version;
  for (const char* name : {"culprit-cc", "culprit-c++"}) {
    const Finding found = compile(folder, name, {"--version"});
    if (!found) return found;
    version = *found;
  }
  if (version.find("clang version 19.") == std::string::npos)
    return fail(ErrorCode::kVersion, "culprit-c++ runs '" + version + "', and needs clang 19",
                "install the package clang-19; CULPRIT_CLANG and CULPRIT_CLANGXX must not name another one");
  return "culprit-cc and culprit-c++ run " + version;
}

Finding check_parts(const std::string&) {
  const fs::path library = (bin_folder() / "../lib/culprit").lexically_normal();
  for (const auto& [file, what] :
       {std::pair{"culprit-pass.so", "the plugin for clang"},
        std::pair{"libculprit-cxx.so", "the recorder's runtime"},
        std::pair{"libculprit-hot.a", "the part of the runtime that programs have in themselves"},
        std::pair{"libculprit-cxx.a", "the recorder's runtime for -static"},
        std::pair{"libculprit-stdcxx.a", "the recorder's runtime for C++ and -static"},
        std::pair{"include/bits/c++config.h", "the header that makes std::string recordable"}}) {
    if (::access((library / file).c_str(), R_OK) != 0)
      return fail(ErrorCode::kNotFound, std::string(what) + " is missing: " + (library / file).string(),
                  kInstall);
  }
  return "plugin, runtime and headers are in " + library.string();
}

Recording probe(const std::string& folder) {
  Recording recording;
  recording.program = folder + "/probe";
  recording.words = {recording.program};
  recording.trace = folder + "/probe.trace";
  recording.input = "/dev/null";
  return recording;
}

Finding check_compiling(const std::string& folder) {
  std::ofstream(folder + "/probe.cpp") << kProgram;
  const Finding found = compile(folder, "culprit-c++", {folder + "/probe.cpp", "-o", folder + "/probe"});
  if (!found) return found;
  return "compiled a small C++ program";
}

Finding check_recording(const std::string& folder) {
  const Recording recording = probe(folder);
  if (const Status status = prepare_trace(recording); !status) return tl::unexpected(status.error());
  const auto end = run_recorded(recording);
  if (!end) return tl::unexpected(end.error());
  if (end->exit_code() != 0)
    return fail(ErrorCode::kDamaged, "recorded, the program " + end->text() + " instead of 0",
                "this is a defect of Culprit; please report it");
  const auto subject = service::Subject::open(recording.trace);
  if (!subject) return tl::unexpected(subject.error());
  return fmt::format("recorded it: {} calls", subject->tree().size());
}

/// What a session about a trace asks first.
Finding ask(const std::string& trace, const std::string& expected) {
  const auto subject = service::Subject::open(trace);
  if (!subject) return tl::unexpected(subject.error());
  auto dialogue = service::Dialogue::start(*subject, {});
  if (!dialogue) return tl::unexpected(dialogue.error());
  const auto* question = std::get_if<service::Question>(&dialogue->turn());
  std::string line = question ? service::one_line(question->about, 80) : "";
  if (line != expected)
    return fail(ErrorCode::kDamaged, "a session about it asks '" + line + "' instead of '" + expected + "'",
                "this is a defect of Culprit or of its installation; please report it");
  return line;
}

Finding check_question(const std::string& folder) {
  Finding line = ask(folder + "/probe.trace", "twice(\"abc\") = 7");
  if (!line) return line;
  return "a session about it asks: " + *line + ", right?";
}

}  // namespace

Finding check_functional_recorder(const std::string& folder) {
  const auto interpreter = find_interpreter();
  if (!interpreter) return tl::unexpected(interpreter.error());
  std::ofstream(folder + "/probe.fun") << "twice(x) = append(x, x)\nstart(x) = twice(list(x))\n";
  const std::string trace = folder + "/functional.trace";
  ChildRequest request;
  request.path = *interpreter;
  request.words = {"culprit-fun", folder + "/probe.fun", "start(3)"};
  request.input = "/dev/null";
  request.output = folder + "/log";
  request.environment = {{"CULPRIT_TRACE", trace}};
  const auto end = run_child(request);
  if (!end) return tl::unexpected(end.error());
  if (end->exit_code() != 0) return fail(ErrorCode::kDamaged, "culprit-fun " + end->text(), kInstall);
  Finding line = ask(trace, "twice((3)) = (3 3)");
  if (!line) return line;
  return "recorded a small program in the functional language; a session about it asks: " + *line +
         ", right?";
}

std::vector<std::function<Finding(const std::string&)>> recorder_checks() {
  return {check_compilers, check_parts, check_compiling, check_recording, check_question};
}

}  // namespace culprit::cli
