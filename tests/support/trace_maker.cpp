#include "tests/support/trace_maker.h"

#include <utility>

#include "src/base/check.h"
#include "tests/support/extended_record.h"

namespace culprit::test {

TraceMaker::TraceMaker(std::uint32_t segment_size, std::string program) {
  culprit_options options{};
  options.path = path_.str().c_str();
  options.segment_size = segment_size;
  options.producer = "trace maker";
  options.program = program.c_str();
  trace_ = culprit_trace_create(&options);
  CULPRIT_CHECK(trace_ != nullptr);
  threads_.push_back({culprit_stream_open(trace_, 0, 0, 0), {}});
  current_ = threads_[0].stream;
}

TraceMaker::~TraceMaker() {
  close();
}

std::uint32_t TraceMaker::string(std::string_view text) {
  return text.empty() ? 0 : culprit_intern(trace_, text.data(), text.size());
}

TypeId TraceMaker::type(std::string_view name, culprit_type_kind kind, std::uint64_t size, TypeId element,
                        std::uint64_t count, const std::vector<MemberSpec>& members, TypeId id,
                        std::uint32_t flags) {
  std::vector<culprit_member> rows;
  for (const MemberSpec& member : members) {
    const bool is_enumerator = kind == CULPRIT_TYPE_ENUM;
    const std::int64_t offset =
        member.bit_offset >= 0 ? member.bit_offset : member.offset * (is_enumerator ? 1 : 8);
    rows.push_back({string(member.name), member.type.value(), offset, member.bits,
                    member.flags | (member.is_base ? std::uint32_t{CULPRIT_MEMBER_BASE} : 0u)});
  }
  const culprit_type row{
      id.value(), kind, string(name), element.value(), static_cast<std::uint32_t>(rows.size()),
      flags,      size, count};
  return TypeId{culprit_define_type(trace_, &row, rows.data())};
}

TypeId TraceMaker::pointer_to(TypeId element, std::string_view name) {
  return type(name, CULPRIT_TYPE_POINTER, 8, element);
}

TypeId TraceMaker::reserve_type() {
  return TypeId{culprit_reserve_ids(trace_, CULPRIT_TABLE_TYPE, 1)};
}

FileId TraceMaker::file(std::string_view path, std::string_view directory) {
  const culprit_source_file row{0, string(path), string(directory), 0, 0, 0, {}};
  return FileId{culprit_define_file(trace_, &row)};
}

GlobalId TraceMaker::global(std::string_view name, TypeId type, Address address, std::uint32_t line,
                            std::uint64_t size, std::uint32_t flags) {
  const culprit_global row{0, string(name), type.value(), 0, line, flags, address, size};
  return GlobalId{culprit_define_global(trace_, &row)};
}

FunctionId TraceMaker::function(std::string_view name, const FunctionSpec& spec) {
  std::vector<culprit_parameter> parameters;
  for (const ParameterSpec& parameter : spec.parameters)
    parameters.push_back({string(parameter.name), parameter.type.value(), parameter.passing,
                          (parameter.is_this ? std::uint32_t{CULPRIT_PARAMETER_THIS} : 0u) |
                              (parameter.is_fixed ? std::uint32_t{CULPRIT_PARAMETER_FIXED} : 0u) |
                              (parameter.is_own ? std::uint32_t{CULPRIT_PARAMETER_OWN} : 0u) |
                              (parameter.is_rest ? std::uint32_t{CULPRIT_PARAMETER_REST} : 0u)});
  std::vector<std::uint32_t> globals;
  for (const GlobalId global : spec.globals) globals.push_back(global.value());
  culprit_function row{};
  row.kind = spec.kind;
  row.name = string(name);
  row.signature = string(spec.signature);
  row.file = spec.file.empty() ? 0 : file(spec.file).value();
  row.first_line = spec.first_line;
  row.last_line = spec.last_line;
  row.enclosing = spec.enclosing.value();
  row.result_type = spec.result.value();
  row.result_passing = spec.result == TypeId{} ? CULPRIT_PASS_ABSENT : spec.result_passing;
  row.parameters = static_cast<std::uint32_t>(parameters.size());
  row.globals = static_cast<std::uint32_t>(globals.size());
  return FunctionId{culprit_define_function(trace_, &row, parameters.data(), globals.data())};
}

void TraceMaker::define_loop(const culprit_loop_row& row) {
  culprit_define_loop(trace_, &row);
}

void TraceMaker::arc(culprit_arc kind, FunctionId from, FunctionId to, std::uint32_t parameter) {
  const culprit_dependency row{static_cast<std::uint32_t>(kind), from.value(), to.value(), parameter};
  culprit_define_arc(trace_, &row);
}

void TraceMaker::enter_words(Address frame, FunctionId function, const std::vector<std::uint32_t>& words) {
  thread().frames.push_back(current_->frame);
  culprit_enter(current_, function.value(), frame, words.data(), static_cast<std::uint32_t>(words.size()));
}

void TraceMaker::leave_words(std::uint32_t line, const std::vector<std::uint32_t>& words) {
  auto& frames = thread().frames;
  const std::uint64_t frame = frames.empty() ? 0 : frames.back();
  if (!frames.empty()) frames.pop_back();
  culprit_leave(current_, frame, line, words.data(), static_cast<std::uint32_t>(words.size()));
}

void TraceMaker::unwind(std::uint32_t calls, culprit_unwind_cause cause, TypeId type, Address address) {
  auto& frames = thread().frames;
  std::uint64_t frame = current_->frame;
  for (std::uint32_t i = 0; i < calls && !frames.empty(); ++i) {
    frame = frames.back();
    frames.pop_back();
  }
  culprit_unwind(current_, frame, calls, cause, type.value(), address);
}

void TraceMaker::thrown(TypeId type, Address address, std::uint32_t line, bool is_caught) {
  put_extended(current_, is_caught ? CULPRIT_EXTENDED_CATCH : CULPRIT_EXTENDED_THROW, type.value(), line,
               address);
}

void TraceMaker::check(Address address, std::string_view bytes) {
  std::vector<std::uint32_t> words(4 + (bytes.size() + 3) / 4);
  std::memcpy(words.data(), &address, 8);
  words[2] = static_cast<std::uint32_t>(bytes.size());
  if (!bytes.empty()) std::memcpy(words.data() + 4, bytes.data(), bytes.size());
  put_extended_words(current_, CULPRIT_EXTENDED_CHECK, words);
}

StreamId TraceMaker::spawn() {
  const std::uint32_t id = culprit_stream_reserve(trace_);
  CULPRIT_CHECK(id == threads_.size() + 1);
  culprit_spawn(current_, id);
  threads_.push_back({culprit_stream_open(trace_, id, static_cast<std::uint32_t>(thread_ + 1), 0), {}});
  return StreamId{id};
}

void TraceMaker::switch_to(StreamId thread) {
  thread_ = thread.value() - 1;
  CULPRIT_CHECK(thread_ < threads_.size());
  current_ = threads_[thread_].stream;
}

void TraceMaker::close() {
  if (!trace_) return;
  for (const Thread& thread : threads_) culprit_stream_close(thread.stream);
  culprit_trace_close(trace_);
  trace_ = nullptr;
}

void TraceMaker::kill() {
  if (!trace_) return;
  culprit_trace_abandon(trace_);
  culprit_trace_close(trace_);
  trace_ = nullptr;
}

trace::Trace TraceMaker::finish() {
  close();
  auto trace = trace::Trace::open(path());
  CULPRIT_CHECK(trace.has_value());
  return std::move(*trace);
}

}  // namespace culprit::test
