#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <sstream>
#include <string_view>

#include "recorders/fun/machine.h"
#include "recorders/fun/options.h"
#include "recorders/fun/parser.h"

namespace {

using culprit::Error;
using culprit::ErrorCode;
using culprit::Result;
using namespace culprit::fun;

/// As those of culprit: 1 the run failed, 2 usage, 3 files, 4 the program is not in order, 6 no memory.
enum ExitCode { kOk = 0, kFailed = 1, kUsage = 2, kFile = 3, kContent = 4, kInternal = 6 };

int refuse(const Error& error, int code) {
  std::fprintf(stderr, "culprit-fun: %s\n", error.what.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  hint: %s\n", error.hint.c_str());
  return code;
}

Result<Source> read_source(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // Reading a folder fails only when its bytes are asked for; an empty file has none.
  if (!file || (!(text << file.rdbuf()) && file.peek() != std::ifstream::traits_type::eof()) || file.bad())
    return culprit::fail(ErrorCode::kIo, "cannot read " + path + ": " + std::strerror(errno));
  return Source(path, std::move(text).str());
}

/// None, if nobody asked for a recording.
Result<std::unique_ptr<Recorder>> open_recorder(const Options& options, const Code& code) {
  const char* path = std::getenv("CULPRIT_TRACE");
  if (path == nullptr || *path == '\0') return std::unique_ptr<Recorder>();
  RecordingPlan plan{.path = path, .program = options.program, .expression = options.expression};
  if (const char* limit = std::getenv("CULPRIT_MAX_BYTES"))
    std::from_chars(limit, limit + std::strlen(limit), plan.max_bytes);
  return Recorder::open(plan, code);
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

int run(const Options& options) {
  const auto program = read_source(options.program);
  if (!program) return refuse(program.error(), kFile);
  const Source expression("expression", options.expression);
  Heap heap;
  const auto code = read_code(*program, expression, heap);
  if (!code) return refuse(code.error(), kContent);
  if (options.action == Options::Action::kCheck) return kOk;
  const auto recorder = open_recorder(options, *code);
  if (!recorder) return refuse(recorder.error(), kFile);
  const auto value = Machine(*code, heap, options.limits, recorder->get()).run();
  if (!value) return refuse(value.error(), kFailed);
  if (print(to_text(*value) + "\n")) return kOk;
  return refuse({ErrorCode::kIo, std::string("cannot write the value: ") + std::strerror(errno), {}}, kFile);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto options = read_options({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (!options) return refuse(options.error(), kUsage);
    if (options->action == Options::Action::kHelp) return print(help_text()) ? kOk : kFile;
    if (options->action == Options::Action::kVersion)
      return print("culprit-fun " CULPRIT_VERSION_TEXT "\n") ? kOk : kFile;
    return run(*options);
  } catch (const std::bad_alloc&) {
    return refuse(
        {ErrorCode::kTooLarge, "there is not enough memory for this run", "--depth and --steps set limits"},
        kInternal);
  }
}
