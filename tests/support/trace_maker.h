#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "recorders/runtime/culprit_runtime.h"
#include "src/base/ids.h"
#include "src/trace/trace.h"
#include "tests/support/temporary_path.h"
#include "tests/support/trace_specs.h"

namespace culprit::test {

/// Writes a trace in a few lines: declare by name, then one call an event. Values are any arithmetic types,
/// enums or pointers; each is padded to 4 bytes as the format wants it. Failing to write ends the test
/// program.
///
///   TraceMaker maker;
///   const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
///   const FunctionId f = maker.function("f", {.parameters = {{"x", integer}}, .result = integer});
///   maker.enter(f, 3);
///   maker.write(0x1000, std::int32_t{4}, /*line=*/2);
///   maker.leave(4);
///   trace::Trace trace = maker.finish();
class TraceMaker {
 public:
  explicit TraceMaker(std::uint32_t segment_size = CULPRIT_SEGMENT_SIZE, std::string program = "program");
  ~TraceMaker();
  TraceMaker(const TraceMaker&) = delete;
  TraceMaker& operator=(const TraceMaker&) = delete;

  const std::string& path() const { return path_.str(); }
  culprit_trace* raw() { return trace_; }
  culprit_stream* stream() { return current_; }  ///< of the current thread

  TypeId type(std::string_view name, culprit_type_kind kind, std::uint64_t size, TypeId element = {},
              std::uint64_t count = 0, const std::vector<MemberSpec>& members = {}, TypeId id = {},
              std::uint32_t flags = 0);
  TypeId pointer_to(TypeId element, std::string_view name = "");
  /// An id for a type that is defined later (give it to type()), so that types can refer to each other.
  TypeId reserve_type();
  FileId file(std::string_view path, std::string_view directory = "");
  GlobalId global(std::string_view name, TypeId type, Address address, std::uint32_t line = 0,
                  std::uint64_t size = 0, std::uint32_t flags = 0);
  FunctionId function(std::string_view name, const FunctionSpec& spec = {});
  /// Of the recorder: "reads=yes" says that what was read is known.
  void option(const char* text) { culprit_define_meta(trace_, CULPRIT_META_OPTION, text); }
  /// What its function row cannot say of a loop.
  void define_loop(const culprit_loop_row& row);
  void arc(culprit_arc kind, FunctionId from, FunctionId to, std::uint32_t parameter = 0);

  template <class... Values>
  void enter(FunctionId function, const Values&... values) {
    enter_at(0, function, values...);
  }
  /// With the frame's address; calls entered without one have frame 0.
  template <class... Values>
  void enter_at(Address frame, FunctionId function, const Values&... values) {
    enter_words(frame, function, pack(values...));
  }
  /// Variable arguments of the next call, which is entered with so many words of others.
  template <class... Values>
  void varargs(const std::vector<TypeId>& types, std::uint32_t enter_words, const Values&... values) {
    std::vector<std::uint32_t> words;
    std::size_t next = 0;
    [[maybe_unused]] const auto add = [&](const std::vector<std::uint32_t>& value) {
      words.push_back(types[next++].value());
      words.push_back(static_cast<std::uint32_t>(value.size()));
      words.insert(words.end(), value.begin(), value.end());
    };
    (add(pack(values)), ...);
    culprit_varargs(current_, static_cast<std::uint32_t>(next), words.data(),
                    static_cast<std::uint32_t>(words.size()), enter_words);
  }
  template <class... Values>
  void leave(const Values&... result) {
    leave_words(0, pack(result...));
  }
  template <class... Values>
  void leave_from(std::uint32_t line, const Values&... result) {
    leave_words(line, pack(result...));
  }
  /// With its fixed variables.
  template <class... Values>
  void loop(FunctionId loop, const Values&... variables) {
    const auto words = pack(variables...);
    culprit_loop(current_, loop.value(), words.data(), static_cast<std::uint32_t>(words.size()));
  }
  template <class... Values>
  void iteration(FunctionId loop, const Values&... variables) {
    const auto words = pack(variables...);
    culprit_iteration(current_, loop.value(), words.data(), static_cast<std::uint32_t>(words.size()));
  }
  template <class... Values>
  void loop_end(FunctionId loop, const Values&... variables) {
    const auto words = pack(variables...);
    culprit_loop_end(current_, loop.value(), words.data(), static_cast<std::uint32_t>(words.size()));
  }
  /// The same, of a loop that its condition did not end.
  template <class... Values>
  void loop_exit(FunctionId loop, enum culprit_loop_exit how, std::uint32_t line,
                 const Values&... variables) {
    culprit_loop_exit(current_, how, line, static_cast<std::uint32_t>(pack(variables...).size()));
    loop_end(loop, variables...);
  }
  /// Precondition: 1, 2, 4 or 8 bytes.
  template <class T>
  void write(Address address, T value, std::uint32_t line = 0) {
    static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    culprit_write(current_, address, bits, static_cast<std::uint32_t>(__builtin_ctz(sizeof(T))), line);
  }
  void block(Address address, std::string_view bytes, std::uint32_t line = 0, std::uint32_t flags = 0) {
    culprit_block(current_, flags, line, address, bytes.data(), bytes.size());
  }
  void fill(Address address, std::uint64_t length, std::uint8_t byte, std::uint32_t line = 0) {
    culprit_fill(current_, byte, line, address, length);
  }
  void allocate(Address address, std::uint64_t size, culprit_memory what = CULPRIT_MEMORY_HEAP,
                std::uint32_t line = 0) {
    culprit_allocate(current_, what, line, address, size);
  }
  void free(Address address, culprit_memory what = CULPRIT_MEMORY_HEAP, std::uint32_t line = 0) {
    culprit_free(current_, what, line, address);
  }
  void read(Address address, std::uint64_t size) { culprit_read_anywhere(current_, address, size); }
  void output(std::string_view text, std::uint8_t descriptor = 1) {
    culprit_output(current_, descriptor, text.data(), text.size());
  }
  void unwind(std::uint32_t calls, culprit_unwind_cause cause = CULPRIT_UNWIND_EXCEPTION, TypeId type = {},
              Address address = 0);
  /// What the innermost open call threw, or caught.
  void thrown(TypeId type, Address address, std::uint32_t line = 0, bool is_caught = false);
  /// What memory really holds.
  void check(Address address, std::string_view bytes);
  /// Bytes that change without records from now on.
  void unlogged(Address address, std::uint32_t length) { culprit_unlogged(current_, address, length); }
  /// The absolute line of the next record.
  void line(std::uint32_t line) { culprit_line(current_, line); }
  std::uint64_t sequence() { return culprit_sequence(current_); }

  /// Starts a thread from the current one (spawn record here, thread start there) and gives its stream.
  StreamId spawn();
  /// Further events go to that thread; 1 is the first.
  void switch_to(StreamId thread);

  /// Ends the trace in order; done by finish() and the destructor too.
  void close();
  /// Leaves the trace as a killed process would: windows unsealed, state open.
  void kill();
  /// Closes and reads it.
  trace::Trace finish();

 private:
  struct Thread {
    culprit_stream* stream;
    std::vector<std::uint64_t> frames;  ///< stream->frame from before each open call
  };

  template <class T>
  static void put(std::vector<std::uint32_t>& words, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = words.size();
    words.resize(at + (sizeof(T) + 3) / 4);
    std::memcpy(words.data() + at, &value, sizeof value);
  }
  template <class... Values>
  static std::vector<std::uint32_t> pack(const Values&... values) {
    std::vector<std::uint32_t> words;
    (put(words, values), ...);
    return words;
  }
  void enter_words(Address frame, FunctionId function, const std::vector<std::uint32_t>& words);
  void leave_words(std::uint32_t line, const std::vector<std::uint32_t>& words);
  std::uint32_t string(std::string_view text);
  Thread& thread() { return threads_[thread_]; }

  TemporaryPath path_;
  culprit_trace* trace_ = nullptr;
  culprit_stream* current_ = nullptr;
  std::size_t thread_ = 0;
  std::vector<Thread> threads_;
};

}  // namespace culprit::test
