#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "recorders/fun/code.h"
#include "recorders/fun/value.h"

struct culprit_trace;
struct culprit_stream;

namespace culprit::fun {

/// Where a run is recorded to, and what is said of it.
struct RecordingPlan {
  std::string path;
  std::uint64_t max_bytes = 0;  ///< 0: no limit
  std::string program;          ///< the file of the program, as it was given
  std::string expression;
};

/// Writes a run into a trace. An object gets its virtual address, and is written there, when an argument or a result first leads to
/// it; values never change, so once is enough.
class Recorder {
 public:
  /// Defines the functions and types. Should the place be taken by the trace of another process, the process's number is added to
  /// its name.
  static Result<std::unique_ptr<Recorder>> open(const RecordingPlan& plan, const Code& code);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// `line` counts from the caller's first one, from 1; 0 if there is none.
  void enter(std::uint32_t function, std::span<const Value> arguments, std::uint32_t line);
  /// `line` counts from the function's own.
  void leave(Value result, std::uint32_t line);
  /// All calls that are open end with an error. `at` is empty if it happened in none of them.
  void fail(std::uint32_t calls, const std::string& what, Position at);

 private:
  explicit Recorder(culprit_trace* trace);
  void define(const RecordingPlan& plan, const Code& code);
  void define_types();
  std::uint32_t define_dynamic(const char* name);
  void define_functions(const Code& code, std::uint32_t file);
  std::uint32_t define_file(const RecordingPlan& plan);
  std::uint32_t text(std::string_view text);

  /// The word of a value with virtual addresses; what it leads to is written first.
  std::uint64_t word(Value value, std::uint32_t line);
  std::uint64_t word_of(Value value);
  void write(Value value, std::uint32_t line);
  void write_bytes(std::uint64_t address, std::string_view text, std::uint32_t line);
  std::uint64_t allocate(std::uint64_t size);

  culprit_trace* trace_;
  culprit_stream* stream_;
  std::uint32_t value_type_ = 0;
  std::uint32_t error_type_ = 0;
  std::uint32_t integer_type_ = 0;
  std::uint32_t boolean_type_ = 0;
  std::uint32_t character_type_ = 0;
  std::vector<std::uint32_t> functions_;  ///< ids in the trace
  std::vector<std::uint64_t> words_;
  std::vector<Value> left_;  ///< have an address, and are still to be written
  std::uint64_t next_address_;
  std::uint64_t chunk_end_;
};

}  // namespace culprit::fun
