// What a call costs in the functional language, plain and recorded: of numbers, and of lists that are made and taken apart.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench/promises.h"
#include "recorders/fun/machine.h"
#include "recorders/fun/parser.h"

namespace {

using namespace culprit::fun;
using culprit::bench::Promises;

constexpr int kRounds = 9;

constexpr const char* kProgram =
    "fr(n) = {if n <= 2 then 1 else fr(n-1) + fr(n-2)}\n"
    "upto(a, b) = if a > b then nil else cons(a, upto(a+1, b))\n"
    "sum(x) = if null(x) then 0 else car(x) + sum(cdr(x))\n";

struct Cost {
  double seconds = 1e9;
  std::uintmax_t bytes = 0;
};

/// The least processor time of some rounds, reading the program included; `trace` is empty if nothing is to be recorded.
Cost cost(const char* expression, const std::string& trace) {
  Cost least;
  for (int round = 0; round < kRounds; ++round) {
    const double start = culprit::bench::cpu_seconds();
    const Source program("bench.fun", kProgram), text("expression", expression);
    Heap heap;
    const auto code = read_code(program, text, heap);
    std::unique_ptr<Recorder> recorder;
    if (!trace.empty())
      recorder = std::move(
          *Recorder::open({.path = trace, .program = "bench.fun", .expression = expression}, *code));
    if (!Machine(*code, heap, {}, recorder.get()).run()) std::abort();
    recorder.reset();
    least.seconds = std::min(least.seconds, culprit::bench::cpu_seconds() - start);
    std::error_code error;
    least.bytes = std::filesystem::file_size(trace, error);
    std::filesystem::remove(trace, error);
  }
  return least;
}

void measure(Promises& promises, const char* expression, double calls, const std::string& trace,
             double limit) {
  promises.heading(expression);
  const Cost plain = cost(expression, {}), recorded = cost(expression, trace);
  promises.note("a call", plain.seconds / calls * 1e9, "ns");
  promises.at_most("a recorded call", recorded.seconds / calls * 1e9, limit, "ns");
  promises.note("a recorded call takes in the trace", static_cast<double>(recorded.bytes) / calls, "bytes");
}

}  // namespace

int main() {
  Promises promises;
  const std::string trace = (std::filesystem::temp_directory_path() / "culprit_fun_bench.trace").string();
  std::remove(trace.c_str());
  measure(promises, "fr(25)", 150'049, trace, 250);
  measure(promises, "fr(30)", 1'664'079, trace, 250);
  measure(promises, "sum(upto(1, 500000))", 1'000'002, trace, 500);
  return promises.exit_code();
}
