#include "src/cli/recording.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "src/trace/format.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSmallest = 1 << 20;

/// "200M" and the like; 0 if it is no size.
std::uint64_t parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || unit.size() > 1) return 0;
  const std::size_t power = unit.empty() ? 0 : std::string_view("KMG").find(unit[0]) + 1;
  if (!unit.empty() && power == 0) return 0;
  const std::uint64_t factor = std::uint64_t{1} << (10 * power);
  return power > 3 || number > UINT64_MAX / factor ? 0 : number * factor;
}

constexpr std::uint64_t kUsual = std::uint64_t{16} << 30;

/// An endless loop must not take all of the disk.
std::uint64_t usual_limit(const std::string& trace) {
  const fs::path folder = fs::path(trace).parent_path();
  std::error_code error;
  const fs::space_info room = fs::space(folder.empty() ? "." : folder, error);
  return error ? kUsual : std::clamp<std::uint64_t>(room.available / 4 * 3, kSmallest, kUsual);
}

bool is_trace(const std::string& path) {
  char magic[8] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::memcmp(magic, CULPRIT_MAGIC, sizeof magic) == 0;
}

Status cannot_write(const std::string& path, int error) {
  return fail(ErrorCode::kIo, "cannot write a trace at " + path + ": " + std::strerror(error),
              "give another place with -o");
}

void move_session_aside(const std::string& trace) {
  std::error_code error;
  const std::string session = trace + ".session";
  if (!fs::exists(session, error)) return;
  int number = 1;
  while (fs::exists(session + "." + std::to_string(number), error)) ++number;
  fs::rename(session, session + "." + std::to_string(number), error);
}

}  // namespace

bool is_functional(const std::string& word) {
  return !word.starts_with('-') && fs::path(word).extension() == ".fun";
}

Result<std::string> find_interpreter() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error).parent_path() / "culprit-fun";
  if (fs::exists(path, error)) return path.string();
  return fail(ErrorCode::kNotFound, "the interpreter is missing: " + path.string(),
              "install Culprit again; 'culprit doctor' checks it");
}

void interpret(Recording& recording) {
  recording.is_interpreted = true;
  recording.words.insert(recording.words.begin(), "culprit-fun");
  recording.input = "/dev/null";
}

std::vector<Option> recording_options() {
  return {{"--output", "-o", Takes::kFile, "TRACE", "where the trace goes (default: PROGRAM.trace, here)"},
          {"--loops",
           "",
           Takes::kChoice,
           "WHICH",
           "iterations to record: all, those of loops that make calls, or none (default: as compiled)",
           {"all", "calls", "none"}},
          {"--no-reads", "", Takes::kNothing, "",
           "do not record what is read: faster, but questions cannot show what a call used"},
          {"--max-size", "", Takes::kText, "SIZE",
           "stop recording when the trace is this large, for example 500M (default: 16G, or three quarters "
           "of the "
           "free room on the disk)"},
          {"--input", "", Takes::kFile, "FILE", "the program's standard input (default: that of culprit)"}};
}

Result<Recording> read_recording(const Arguments& arguments, const std::string& name) {
  Recording recording;
  recording.trace = arguments.text("--output", fs::path(name).filename().string() + ".trace");
  recording.loops = arguments.text("--loops");
  recording.with_reads = !arguments.has("--no-reads");
  recording.input = arguments.text("--input");
  recording.max_bytes = usual_limit(recording.trace);
  recording.is_short_of_room = recording.max_bytes < kUsual;
  if (arguments.has("--max-size")) {
    recording.is_short_of_room = false;
    recording.max_bytes = parse_size(arguments.text("--max-size"));
    if (recording.max_bytes < kSmallest)
      return fail(ErrorCode::kUsage,
                  "--max-size takes a size of 1M or more, not '" + arguments.text("--max-size") + "'",
                  "for example 500M or 4G");
  }
  return recording;
}

Status prepare_trace(const Recording& recording) {
  const std::string& path = recording.trace;
  std::error_code error;
  if (fs::is_directory(path, error)) return cannot_write(path, EISDIR);
  if (fs::exists(path, error) && fs::file_size(path, error) > 0 && !is_trace(path))
    return fail(ErrorCode::kIo, "there is a file at " + path + " that is no trace",
                "give another place with -o, or remove it");
  for (const std::string& further : further_traces(path)) {
    fs::remove(further, error);
    fs::remove(further + ".index", error);
  }
  for (const char* suffix : {".index", ".input"}) fs::remove(path + suffix, error);
  if (fs::exists(path, error) && ::unlink(path.c_str()) != 0) return cannot_write(path, errno);
  move_session_aside(path);
  // The recorder cannot complain from inside the program, so what it will do is tried here.
  const int tried = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (tried < 0) return cannot_write(path, errno);
  const bool has_room = ::posix_fallocate(tried, 0, kSmallest / 2) != ENOSPC;
  ::close(tried);
  ::unlink(path.c_str());
  return has_room ? Status() : cannot_write(path, ENOSPC);
}

Result<ChildEnd> run_recorded(const Recording& recording) {
  ChildRequest request;
  request.path = recording.program;
  request.words = recording.words;
  request.input = recording.input;
  request.input_copy = recording.trace + ".input";
  std::error_code error;
  const std::string place = fs::absolute(recording.trace, error).lexically_normal().string();
  request.environment = {{"CULPRIT_TRACE", place},
                         {"CULPRIT_INPUT", place + ".input"},
                         {"CULPRIT_MAX_BYTES", std::to_string(recording.max_bytes)}};
  if (!recording.loops.empty()) request.environment.emplace_back("CULPRIT_LOOPS", recording.loops);
  if (!recording.with_reads) request.environment.emplace_back("CULPRIT_READS", "0");
  auto end = run_child(request);
  if (end && end->has_input_copy && fs::file_size(request.input_copy, error) == 0) {
    end->has_input_copy = false;
    fs::remove(request.input_copy, error);
  }
  return end;
}

std::vector<std::string> further_traces(const std::string& trace) {
  std::vector<std::string> found;
  std::error_code error;
  const fs::path path(trace);
  const std::string prefix = path.filename().string() + ".";
  const fs::path folder = path.parent_path();
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const std::string_view suffix = std::string_view(name).substr(prefix.size());
    if (suffix.find_first_not_of("0123456789.") != std::string_view::npos) continue;
    if (is_trace(entry.path().string())) found.push_back((folder / name).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace culprit::cli
