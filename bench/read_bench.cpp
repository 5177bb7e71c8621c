// Reading a trace to a tree: nodes a second, and bytes a node that stay resident, with and without the shape
// that strategies need. `read_bench [--nodes N] [--shape call|wide|deep]`; without --shape all three, ten
// million nodes each.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bench/promises.h"
#include "recorders/runtime/culprit_runtime.h"
#include "src/base/text.h"
#include "src/session/session.h"
#include "src/strategy/shape.h"
#include "src/tree/from_trace.h"
#include "tests/support/shapes.h"

namespace culprit::bench {
namespace {

constexpr std::uint64_t kSiblings = 1'000'000;
constexpr int kRuns = 3;  ///< other programs on the machine can only make one slower

/// A trace in the temporary directory, removed with the object.
class TemporaryTrace {
 public:
  TemporaryTrace() {
    std::string name = (std::filesystem::temp_directory_path() / "culprit-read-bench-XXXXXX").string();
    const int file = ::mkstemp(name.data());
    if (file >= 0) ::close(file);
    path_ = name;
    culprit_options options{};
    options.path = path_.c_str();
    trace_ = culprit_trace_create(&options);
    stream_ = culprit_stream_open(trace_, 0, 0, 0);
    for (std::uint32_t i = 0; i < support::kFunctions; ++i)
      define("f" + std::to_string(i), CULPRIT_FUNCTION_FUNCTION);
    loop_ = define("loop", CULPRIT_FUNCTION_LOOP);
  }
  ~TemporaryTrace() {
    finish();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryTrace(const TemporaryTrace&) = delete;
  TemporaryTrace& operator=(const TemporaryTrace&) = delete;

  const std::string& path() const { return path_; }
  /// A call as recorders write it: an argument, a result, and a write to memory.
  void enter(std::uint32_t function) {
    culprit_enter(stream_, function + 1, 0, &value_, 1);
    culprit_write4(stream_, 0x7f0000001000 + 4 * (value_ & 0xfff), value_, 3);
    ++value_;
  }
  void leave() { culprit_leave(stream_, 0, 5, &value_, 1); }
  void begin_loop() { culprit_loop(stream_, loop_, nullptr, 0); }
  void iterate() { culprit_iteration(stream_, loop_, &value_, 1); }
  void end_loop() { culprit_loop_end(stream_, loop_, &value_, 1); }
  void finish() {
    if (!trace_) return;
    culprit_stream_close(stream_);
    culprit_trace_close(trace_);
    trace_ = nullptr;
  }

 private:
  std::uint32_t define(const std::string& name, culprit_function_kind kind) {
    culprit_function function{};
    function.kind = kind;
    function.name = culprit_intern(trace_, name.data(), name.size());
    return culprit_define_function(trace_, &function, nullptr, nullptr);
  }

  std::string path_;
  culprit_trace* trace_ = nullptr;
  culprit_stream* stream_ = nullptr;
  std::uint32_t loop_ = 0;
  std::uint32_t value_ = 0;
};

/// One loop: each pass is nested in the one before, and makes a call.
void record_deep(TemporaryTrace& trace, std::uint64_t nodes) {
  trace.enter(0);
  trace.begin_loop();
  for (std::uint64_t made = 1; made < nodes; ++made) {
    trace.iterate();
    if (++made == nodes) break;
    trace.enter(1);
    trace.leave();
  }
  trace.end_loop();
  trace.leave();
}

void record(TemporaryTrace& trace, std::string_view shape, std::uint64_t nodes) {
  const auto enter = [&](std::uint32_t function) { trace.enter(function); };
  const auto leave = [&] { trace.leave(); };
  if (shape == "call") support::shape::call_like(nodes, 1, enter, leave);
  if (shape == "wide") support::shape::wide(nodes, kSiblings, enter, leave);
  if (shape == "deep") record_deep(trace, nodes);
  trace.finish();
}

struct Loaded {
  trace::Trace trace;
  tree::Tree tree;
  std::optional<strategy::Shape> shape;  ///< of the tree: goes first
};

std::optional<Loaded> load(const std::string& path) {
  Result<trace::Trace> trace = trace::Trace::open(path);
  if (!trace) return std::nullopt;
  Result<tree::Tree> tree = tree::read_tree(*trace);
  if (!tree) return std::nullopt;
  return std::optional<Loaded>(std::in_place, std::move(*trace), std::move(*tree));
}

/// A session as a user has it, without the terminal: question, reason, questions to expect. Yes and no in turn.
void measure_questions(Promises& promises, const tree::Tree& tree) {
  /// The tree as it is.
  class PlainSpaces final : public session::Spaces {
   public:
    explicit PlainSpaces(const tree::Tree& subject)
        : space_(std::make_shared<session::Space>(transform::unchanged(subject), subject,
                                                  std::span<const std::uint32_t>())) {}
    std::shared_ptr<const session::Space> make(const transform::Form&,
                                               const transform::Wishes&) const override {
      return space_;
    }

   private:
    std::shared_ptr<const session::Space> space_;
  };
  const PlainSpaces spaces(tree);
  const tree::PreorderEvents order(tree);
  constexpr std::uint32_t kQuestions = 1000;
  double first = 0;
  double slowest = 0;
  for (const std::string_view name : strategy::strategy_names()) {
    if (name == "strategic") continue;  // see graph_bench
    double since = cpu_seconds();
    session::Session session =
        session::Session::start(tree, spaces, order, {.strategy = std::string(name)}).value();
    for (std::uint32_t i = 0; i < kQuestions && !session.question().is_nothing(); ++i) {
      if (session.why().empty() || session.expectation().most == 0) std::abort();
      double& longest = i == 0 ? first : slowest;
      longest = std::max(longest, cpu_seconds() - since);
      const auto answer = i % 3 == 2 ? session::AnswerKind::kNo : session::AnswerKind::kYes;
      since = cpu_seconds();
      session.apply(session::Request::make_answer(answer, session.question()));
    }
  }
  promises.at_most("first question of a session, slowest strategy", first * 1e3, 50, "ms CPU");
  promises.at_most("later questions, slowest of all strategies", slowest * 1e3, 1, "ms CPU");
}

/// False if the trace could not be read as it was written.
bool measure(Promises& promises, std::string_view shape, std::uint64_t nodes) {
  TemporaryTrace file;
  record(file, shape, nodes);
  const auto per_node = [&](std::uint64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(nodes);
  };
  promises.heading(fmt::format("{}, {} nodes", shape, with_commas(nodes)));
  promises.note("trace", per_node(std::filesystem::file_size(file.path())), "B/node");

  const std::uint64_t before = memory();
  std::optional<Loaded> loaded;
  double tree_only = 0;
  double ready = 0;
  for (int run = 0; run < kRuns; ++run) {
    loaded.reset();
    const Stopwatch watch;
    loaded = load(file.path());
    const double seconds = watch.seconds();
    if (!loaded || loaded->tree.size() != nodes) {
      fmt::print(stderr, "read_bench: the trace was not read as it was written\n");
      return false;
    }
    const auto speed = [&](double time) { return static_cast<double>(nodes) / time / 1e6; };
    tree_only = std::max(tree_only, speed(seconds));
    if (run + 1 == kRuns) promises.note("tree, resident", per_node(memory() - before), "B/node");
    loaded->shape.emplace(loaded->tree);
    ready = std::max(ready, speed(watch.seconds()));
  }
  promises.note(fmt::format("trace to tree, best of {} runs", kRuns), tree_only, "M nodes/s");
  promises.at_least(fmt::format("trace to tree and shape, best of {} runs", kRuns), ready, 5, "M nodes/s");
  promises.at_most("tree and shape, resident", per_node(memory() - before), 48, "B/node");
  promises.note("  memory (RssAnon of the process)", per_node(memory("RssAnon")), "B/node");
  promises.note("  mapped files (RssFile of the process)", per_node(memory("RssFile")), "B/node");
  measure_questions(promises, loaded->tree);
  promises.at_most("process, resident at most so far", static_cast<double>(memory("VmHWM")) / (1 << 30), 8,
                   "GiB");
  return true;
}

int usage(std::string_view found) {
  fmt::print(stderr, "read_bench: cannot use '{}'; usage: read_bench [--nodes N] [--shape call|wide|deep]\n",
             found);
  return 2;
}

}  // namespace
}  // namespace culprit::bench

int main(int argc, char** argv) {
  using namespace culprit::bench;
  std::uint64_t nodes = 10'000'000;
  std::optional<std::string_view> only;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i];
    if (i + 1 == argc || (option != "--nodes" && option != "--shape")) return usage(option);
    const std::string_view value = argv[i + 1];
    if (option == "--nodes") nodes = std::strtoull(argv[i + 1], nullptr, 10);
    if (nodes == 0) return usage(value);
    if (option == "--shape" && value != "call" && value != "wide" && value != "deep") return usage(value);
    if (option == "--shape") only = value;
  }
  Promises promises;
  for (const std::string_view shape : {"call", "wide", "deep"}) {
    if ((!only || *only == shape) && !measure(promises, shape, nodes)) return 1;
  }
  return promises.exit_code();
}
