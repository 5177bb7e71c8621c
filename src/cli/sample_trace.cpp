#include "src/cli/sample_trace.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "recorders/runtime/culprit_runtime.h"

namespace culprit::cli {
namespace {

constexpr std::uint64_t kTotal = 0x10000;  ///< address of the global

class Sample {
 public:
  explicit Sample(culprit_trace* trace) : trace_(trace) {
    const culprit_type integer{0, CULPRIT_TYPE_SIGNED, text("int"), 0, 0, 0, 4, 0};
    integer_ = culprit_define_type(trace_, &integer, nullptr);
    const culprit_source_file file{0, text("sample.c"), 0, 0, 0, 0, {}};
    file_ = culprit_define_file(trace_, &file);
    const culprit_global total{0, text("total"), integer_, file_, 1, 0, kTotal, 4};
    total_ = culprit_define_global(trace_, &total);
  }

  void write() {
    const std::uint32_t add = function("add", 3, {"a", "b"}, {});
    const std::uint32_t twice = function("twice", 7, {"x"}, {total_});
    const std::uint32_t main = function("main", 12, {}, {});
    culprit_stream* stream = culprit_stream_open(trace_, 0, 0, 0);
    culprit_allocate(stream, CULPRIT_MEMORY_STATIC, 0, kTotal, 4);
    culprit_write4(stream, kTotal, 0, 0);
    const std::int32_t one_two[] = {1, 2}, three = 3, seven = 7;
    culprit_enter(stream, main, 0, nullptr, 0);
    culprit_enter(stream, add, 0, one_two, 2);
    culprit_leave(stream, 0, 1, &three, 1);
    culprit_enter(stream, twice, 0, &three, 1);
    culprit_write4(stream, kTotal, 7, 2);
    culprit_leave(stream, 0, 3, &seven, 1);
    culprit_leave(stream, 0, 4, &seven, 1);
    culprit_stream_close(stream);
  }

 private:
  std::uint32_t text(std::string_view text) { return culprit_intern(trace_, text.data(), text.size()); }

  std::uint32_t function(std::string_view name, std::uint32_t line,
                         const std::vector<std::string_view>& names,
                         const std::vector<std::uint32_t>& globals) {
    std::vector<culprit_parameter> parameters;
    parameters.reserve(names.size());
    for (const std::string_view parameter : names)
      parameters.push_back({text(parameter), integer_, CULPRIT_PASS_VALUE, 0});
    culprit_function row{};
    row.name = text(name);
    row.file = file_;
    row.first_line = line;
    row.last_line = line + 3;
    row.result_type = integer_;
    row.parameters = static_cast<std::uint32_t>(parameters.size());
    row.globals = static_cast<std::uint32_t>(globals.size());
    return culprit_define_function(trace_, &row, parameters.data(), globals.data());
  }

  culprit_trace* trace_;
  std::uint32_t integer_ = 0;
  std::uint32_t file_ = 0;
  std::uint32_t total_ = 0;
};

}  // namespace

Status write_sample_trace(const std::string& path) {
  culprit_options options{};
  options.path = path.c_str();
  options.segment_size = 4096 * 2;
  options.producer = "culprit doctor";
  options.program = "sample";
  culprit_trace* trace = culprit_trace_create(&options);
  if (!trace)
    return fail(ErrorCode::kIo, "cannot write a trace at " + path + ": " + std::strerror(errno),
                "set TMPDIR to a folder that can be written to");
  Sample(trace).write();
  const bool recorded = culprit_trace_is_recording(trace) != 0;
  culprit_trace_close(trace);
  if (!recorded)
    return fail(ErrorCode::kIo, "recording stopped while writing " + path,
                "check that there is room on its disk");
  return {};
}

}  // namespace culprit::cli
