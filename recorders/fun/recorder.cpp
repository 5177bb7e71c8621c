#include "recorders/fun/recorder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "recorders/fun/dependencies.h"
#include "recorders/runtime/culprit_runtime.h"

namespace culprit::fun {
namespace {

constexpr std::uint64_t kFirstAddress = 1 << 20;
/// Addresses are set aside in pieces: a record for each object would be as long as the object.
constexpr std::uint64_t kChunk = 1 << 20;
constexpr std::uint32_t kWordBits = 64;
/// Where the bits of numbers and truth values lie in a word.
constexpr std::uint32_t kIntegerBit = 1, kBooleanBit = 5;

Header* header_of(Value value) {
  return reinterpret_cast<Header*>(value.bits() & ~std::uint64_t{15});
}

std::uint64_t up_to_16(std::uint64_t size) {
  return (size + 15) / 16 * 16;
}

std::string digits_of(Value value) {
  return value.integer()->number.get_str();
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::open(const RecordingPlan& plan, const Code& code) {
  std::error_code error;
  const std::string directory = std::filesystem::current_path(error).string();
  const char* const expression = plan.expression.c_str();
  std::string path = plan.path;
  culprit_options options{};
  options.path = path.c_str();
  options.exclusive = 1;
  options.max_bytes = plan.max_bytes;
  options.producer = "culprit-fun " CULPRIT_VERSION_TEXT;
  options.program = plan.program.c_str();
  options.arguments = &expression;
  options.argument_count = 1;
  options.directory = directory.c_str();
  options.language = "fun";
  culprit_trace* trace = culprit_trace_create(&options);
  if (trace == nullptr && errno == EEXIST) {
    path += "." + std::to_string(::getpid());
    options.path = path.c_str();
    trace = culprit_trace_create(&options);
  }
  if (trace == nullptr)
    return culprit::fail(ErrorCode::kIo, "cannot write a trace at " + path + ": " + std::strerror(errno),
                         "CULPRIT_TRACE says where it goes");
  std::unique_ptr<Recorder> recorder(new Recorder(trace));
  recorder->define(plan, code);
  return recorder;
}

Recorder::Recorder(culprit_trace* trace)
    : trace_(trace),
      stream_(culprit_stream_open(trace, 0, 0, 0)),
      next_address_(kFirstAddress),
      chunk_end_(kFirstAddress) {}

Recorder::~Recorder() {
  culprit_stream_close(stream_);
  culprit_trace_close(trace_);
}

std::uint32_t Recorder::text(std::string_view text) {
  return culprit_intern(trace_, text.data(), text.size());
}

void Recorder::define(const RecordingPlan& plan, const Code& code) {
  define_types();
  define_functions(code, define_file(plan));
  for (const Dependency& found : dependencies_of(code)) {
    const bool is_call = found.kind == Dependency::Kind::kCall;
    const culprit_dependency arc{.kind = is_call ? CULPRIT_ARC_CALL : CULPRIT_ARC_PARAMETER,
                                 .from = functions_[found.from],
                                 .to = functions_[found.to],
                                 .parameter = found.parameter};
    culprit_define_arc(trace_, &arc);
  }
}

/// A value is a word that says itself what it is (docs/format.md): its members are where numbers and truth values stand in it.
std::uint32_t Recorder::define_dynamic(const char* name) {
  const std::array<culprit_member, 3> members{
      {{.name = text("integer"),
        .type = integer_type_,
        .offset = kIntegerBit,
        .bits = kWordBits - kIntegerBit,
        .flags = 0},
       {.name = text("boolean"), .type = boolean_type_, .offset = kBooleanBit, .bits = 1, .flags = 0},
       {.name = text("character"),
        .type = character_type_,
        .offset = 0,
        .bits = 0,
        .flags = CULPRIT_MEMBER_ARGUMENT}}};
  culprit_type type{};
  type.kind = CULPRIT_TYPE_STRUCT;
  type.name = text(name);
  type.members = members.size();
  type.flags = CULPRIT_TYPE_DYNAMIC;
  type.size = sizeof(std::uint64_t);
  return culprit_define_type(trace_, &type, members.data());
}

void Recorder::define_types() {
  const auto plain = [&](culprit_type_kind kind, const char* name, std::uint64_t size) {
    culprit_type type{};
    type.kind = kind;
    type.name = text(name);
    type.size = size;
    return culprit_define_type(trace_, &type, nullptr);
  };
  integer_type_ = plain(CULPRIT_TYPE_SIGNED, "integer", 8);
  boolean_type_ = plain(CULPRIT_TYPE_BOOL, "boolean", 1);
  character_type_ = plain(CULPRIT_TYPE_CHAR, "character", 1);
  value_type_ = define_dynamic("value");
  error_type_ = define_dynamic("error");
}

std::uint32_t Recorder::define_file(const RecordingPlan& plan) {
  std::error_code error;
  culprit_source_file file{};
  file.path = text(plan.program);
  file.directory = text(std::filesystem::current_path(error).string());
  struct stat status{};
  if (::stat(plan.program.c_str(), &status) == 0) {
    file.size = static_cast<std::uint64_t>(status.st_size);
    file.modified = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000 +
                    static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
  }
  return culprit_define_file(trace_, &file);
}

void Recorder::define_functions(const Code& code, std::uint32_t file) {
  for (const Function& function : code.functions) {
    std::vector<culprit_parameter> parameters;
    std::string signature = function.name + "(";
    for (const std::string& name : function.parameters) {
      signature += (parameters.empty() ? "" : ", ") + name;
      parameters.push_back(
          {.name = text(name), .type = value_type_, .passing = CULPRIT_PASS_VALUE, .flags = 0});
    }
    culprit_function row{};
    row.kind = CULPRIT_FUNCTION_FUNCTION;
    row.name = text(function.name);
    row.signature = text(signature + ")");
    row.file = file;
    row.first_line = function.position.line;
    row.last_line = function.last_line;
    row.result_type = value_type_;
    row.result_passing = CULPRIT_PASS_VALUE;
    row.parameters = static_cast<std::uint32_t>(parameters.size());
    functions_.push_back(culprit_define_function(trace_, &row, parameters.data(), nullptr));
  }
}

void Recorder::enter(std::uint32_t function, std::span<const Value> arguments, std::uint32_t line) {
  words_.clear();
  for (const Value argument : arguments) words_.push_back(word(argument, line));
  culprit_enter(stream_, functions_[function], 0, words_.data(),
                static_cast<std::uint32_t>(2 * words_.size()));
}

void Recorder::leave(Value result, std::uint32_t line) {
  const std::uint64_t bits = word(result, line);
  culprit_leave(stream_, 0, line, &bits, 2);
}

void Recorder::fail(std::uint32_t calls, const std::string& what, Position at) {
  if (calls == 0) return;
  const std::string message =
      at.line == 0 ? what
                   : what + ", line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
  const std::uint64_t string = allocate(8 + message.size());
  write_bytes(string, message, 0);
  const std::uint64_t error = allocate(8);
  culprit_write8(stream_, error, string | static_cast<std::uint64_t>(Tag::kString), 0);
  constexpr std::uint32_t kMost = (1 << 24) - 1;  // calls in one record
  for (std::uint32_t left = calls; left > 0;) {
    const std::uint32_t now = std::min(left, kMost);
    culprit_unwind(stream_, 0, now, CULPRIT_UNWIND_EXCEPTION, error_type_, error);
    left -= now;
  }
}

std::uint64_t Recorder::allocate(std::uint64_t size) {
  size = up_to_16(size);
  if (next_address_ + size > chunk_end_) {
    next_address_ = chunk_end_;
    chunk_end_ += std::max(kChunk, size);
    culprit_allocate(stream_, CULPRIT_MEMORY_OBJECT, 0, next_address_, chunk_end_ - next_address_);
  }
  return std::exchange(next_address_, next_address_ + size);
}

std::uint64_t Recorder::word(Value value, std::uint32_t line) {
  const std::uint64_t bits = word_of(value);
  while (!left_.empty()) {
    const Value next = left_.back();
    left_.pop_back();
    write(next, line);
  }
  return bits;
}

/// Gives an object its address, if it has none yet.
std::uint64_t Recorder::word_of(Value value) {
  if (!value.is_object()) return value.bits();
  Header* header = header_of(value);
  if (header->address() == 0) {
    std::uint64_t size = 16;
    if (value.is(Tag::kTuple)) size = 8 + 8 * value.tuple()->parts.size();
    if (value.is(Tag::kString)) size = 8 + value.string()->text.size();
    if (value.is(Tag::kInteger)) size = 8 + 2 + mpz_sizeinbase(value.integer()->number.get_mpz_t(), 10);
    header->set_address(allocate(size));
    left_.push_back(value);
  }
  return header->address() | static_cast<std::uint64_t>(value.tag());
}

void Recorder::write(Value value, std::uint32_t line) {
  std::uint64_t address = header_of(value)->address();
  switch (value.tag()) {
    case Tag::kCell:
      culprit_write8(stream_, address, word_of(value.cell()->head), line);
      return culprit_write8(stream_, address + 8, word_of(value.cell()->tail), line);
    case Tag::kTuple:
      culprit_write8(stream_, address, value.tuple()->parts.size(), line);
      for (const Value part : value.tuple()->parts)
        culprit_write8(stream_, address += 8, word_of(part), line);
      return;
    case Tag::kString:
      return write_bytes(address, value.string()->text, line);
    case Tag::kInteger:
      return write_bytes(address, digits_of(value), line);
    case Tag::kConstant:
      return;
  }
}

/// Their number, and the bytes.
void Recorder::write_bytes(std::uint64_t address, std::string_view text, std::uint32_t line) {
  culprit_write8(stream_, address, text.size(), line);
  if (!text.empty()) culprit_block(stream_, 0, line, address + 8, text.data(), text.size());
}

}  // namespace culprit::fun
