// Measures how long it takes to tell whether a call goes on where the one before it ended, over runs of a million calls.
// Transformations ask this of every two siblings. Fails when a promise is broken.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/promises.h"
#include "recorders/runtime/culprit_runtime.h"
#include "src/state/trace_account.h"
#include "src/trace/trace.h"
#include "src/tree/from_trace.h"

namespace culprit {
namespace {

constexpr Address kStack = 0x7fffff000000, kObject = 0x555555600000, kElsewhere = 0x555555500000;

/// A program that calls one function many times with the address of an object, and may write to something else in between.
class Program {
 public:
  explicit Program(const std::string& path) {
    culprit_options options{};
    options.path = path.c_str();
    options.program = "chains_bench";
    trace_ = culprit_trace_create(&options);
    stream_ = culprit_stream_open(trace_, 0, 0, 0);
    integer_ = type(CULPRIT_TYPE_SIGNED, 4);
  }

  std::uint32_t numbers(std::uint64_t count) { return type(CULPRIT_TYPE_ARRAY, 4 * count, integer_, count); }
  /// Objects with a number and the address of the next.
  std::uint32_t nodes(std::uint32_t count) {
    const std::uint32_t id = culprit_reserve_ids(trace_, CULPRIT_TABLE_TYPE, 1);
    const culprit_member members[] = {{0, integer_, 0, 0, 0},
                                      {0, type(CULPRIT_TYPE_POINTER, 8, id), 64, 0, 0}};
    const culprit_type row{id, CULPRIT_TYPE_STRUCT, 0, 0, 2, 0, 16, 0};
    culprit_define_type(trace_, &row, members);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Address node = kObject + Address{64} * i;
      culprit_allocate(stream_, CULPRIT_MEMORY_HEAP, 0, node, 16);
      culprit_write(stream_, node, i, 2, 0);
      culprit_write(stream_, node + 8, i + 1 < count ? node + 64 : 0, 3, 0);
    }
    return id;
  }

  /// Each call writes all the numbers of the first `written` bytes of the object.
  void run(std::uint32_t object, std::uint32_t written, bool by_address, bool with_writes,
           std::uint32_t calls) {
    const std::uint32_t passed = by_address ? type(CULPRIT_TYPE_POINTER, 8, object) : integer_;
    const std::uint32_t caller = function({}), callee = function({{0, passed, CULPRIT_PASS_VALUE, 0}});
    std::uint32_t words[2];
    std::memcpy(words, &kObject, sizeof words);
    culprit_enter(stream_, caller, kStack, nullptr, 0);
    for (std::uint32_t i = 0; i < calls; ++i) {
      const std::uint64_t frame = stream_->frame;
      culprit_enter(stream_, callee, kStack - 64, words, by_address ? 2 : 1);
      for (std::uint32_t at = 0; at < written; at += 4) {
        if (i == 0 || (at / 4 + i) % 16 == 0) culprit_write(stream_, kObject + at, i, 2, 0);
      }
      culprit_leave(stream_, frame, 0, nullptr, 0);
      if (with_writes) culprit_write(stream_, kElsewhere + i % 64 * 4, i, 2, 0);
    }
    culprit_leave(stream_, 0, 0, nullptr, 0);
    culprit_stream_close(stream_);
    culprit_trace_close(trace_);
  }

 private:
  std::uint32_t type(culprit_type_kind kind, std::uint64_t size, std::uint32_t element = 0,
                     std::uint64_t count = 0) {
    const culprit_type row{0, static_cast<std::uint32_t>(kind), 0, element, 0, 0, size, count};
    return culprit_define_type(trace_, &row, nullptr);
  }
  std::uint32_t function(const std::vector<culprit_parameter>& parameters) {
    culprit_function row{};
    row.result_passing = CULPRIT_PASS_ABSENT;
    row.parameters = static_cast<std::uint32_t>(parameters.size());
    return culprit_define_function(trace_, &row, parameters.data(), nullptr);
  }

  culprit_trace* trace_;
  culprit_stream* stream_;
  std::uint32_t integer_;
};

/// Processor time an answer, in microseconds; -1 if one of them is wrong.
double ask(const std::string& path) {
  const auto trace = trace::Trace::open(path);
  const auto tree = tree::read_tree(*trace);
  const auto account = state::make_trace_account(*trace, *tree);
  const double start = bench::cpu_seconds();
  std::uint64_t chained = 0;
  for (std::uint32_t n = 1; n + 1 < tree->size(); ++n)
    chained += (*account)->continues(NodeId{n}, NodeId{n + 1});
  const double seconds = bench::cpu_seconds() - start;
  return chained == tree->size() - 2 ? seconds * 1e6 / static_cast<double>(chained) : -1;
}

struct Case {
  std::string_view name;
  std::function<void(Program&, std::uint32_t)> make;
  double promise;
};

int run(std::uint32_t calls, const std::string& folder) {
  const Case cases[] = {
      {"numbers only", [](Program& p, std::uint32_t n) { p.run(0, 0, false, true, n); }, 1},
      {"an object, nothing written in between",
       [](Program& p, std::uint32_t n) { p.run(p.numbers(2), 8, true, false, n); }, 3},
      {"an object of 8 bytes, something else written",
       [](Program& p, std::uint32_t n) { p.run(p.numbers(2), 8, true, true, n); }, 20},
      {"an object of 256 bytes, something else written",
       [](Program& p, std::uint32_t n) { p.run(p.numbers(64), 256, true, true, n); }, 50},
      {"20 linked objects, something else written",
       [](Program& p, std::uint32_t n) { p.run(p.nodes(20), 0, true, true, n); }, 200},
      {"an object of 4,000 bytes, something else written",
       [](Program& p, std::uint32_t n) { p.run(p.numbers(1000), 4000, true, true, n / 10); }, 500},
  };
  bench::Promises promises;
  promises.heading(fmt::format("whether a call goes on where the one before it ended, over {} calls", calls));
  for (const Case& each : cases) {
    const std::string path = folder + "/bench.trace";
    Program program(path);
    each.make(program, calls);
    const double answer = ask(path);
    std::filesystem::remove(path);
    if (answer < 0) return fmt::print(stderr, "{}: some calls do not go on\n", each.name), 1;
    promises.at_most(each.name, answer, each.promise, "us");
  }
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit

int main(int argc, char** argv) {
  std::uint32_t calls = 1'000'000;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--calls") == 0 && i + 1 < argc)
      calls = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("culprit-chains-bench-{}", ::getpid());
  std::filesystem::create_directories(folder);
  const int code = culprit::run(calls, folder.string());
  std::filesystem::remove_all(folder);
  return code;
}
