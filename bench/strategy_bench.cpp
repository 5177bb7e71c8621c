// What selection costs on trees of ten million nodes: the frozen shape, the first question, later questions
// in complete sessions, and walking whole decision trees. With --hundred-million also a tree of that size.
#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "bench/promises.h"
#include "src/strategy/evaluate.h"
#include "src/strategy/interval_suspects.h"
#include "tests/support/shapes.h"

namespace culprit::bench {
namespace {

using strategy::IntervalSuspects;
using strategy::Shape;

constexpr std::uint32_t kMillion = 1'000'000;
constexpr std::uint32_t kLongestSession = 5000;
constexpr double kGibibyte = 1 << 30;

/// With moments, as a tree from a trace has them.
template <class Make>
tree::Tree build(Make make) {
  tree::TreeBuilder builder;
  for (std::uint32_t i = 0; i < support::kFunctions; ++i) {
    tree::Function function;
    function.name = "f" + std::to_string(i);
    builder.add_function(std::move(function));
  }
  std::uint64_t moment = 0;
  make([&](std::uint32_t function) { builder.open(FunctionId{function}, Moment{moment++}); },
       [&] { builder.close(Moment{moment++}); });
  return builder.finish();
}

tree::Tree call_like(std::uint32_t nodes) {
  return build([=](auto open, auto close) { support::shape::call_like(nodes, 1, open, close); });
}
/// A loop of a million passes, each with a few calls: all passes are siblings.
tree::Tree wide(std::uint32_t nodes, std::uint32_t siblings) {
  return build([=](auto open, auto close) {
    std::mt19937_64 random(1);
    open(0u);
    std::uint32_t made = 1;
    for (std::uint32_t i = 0; i < siblings; ++i) {
      const auto left = static_cast<std::uint64_t>(nodes - made);
      const auto most = 2 * left / (siblings - i);
      const auto inside = i + 1 == siblings ? left : std::min<std::uint64_t>(left, 1 + random() % (most + 1));
      for (std::uint64_t j = 0; j < inside; ++j) {
        open(j == 0 ? 1u : 2u);
        if (j > 0) close();
      }
      if (inside > 0) close();
      made += static_cast<std::uint32_t>(inside);
    }
    close();
  });
}
/// All leaves below one node.
tree::Tree star(std::uint32_t nodes) {
  return build([=](auto open, auto close) { support::shape::wide(nodes, nodes, open, close); });
}
/// Recursion: a path, each node of which also calls a leaf first.
tree::Tree deep(std::uint32_t nodes) {
  return build([=](auto open, auto close) { support::shape::comb(nodes, open, close); });
}

FunctionId add_function(tree::TreeBuilder& builder, tree::FunctionKind kind) {
  tree::Function function;
  function.kind = kind;
  return builder.add_function(std::move(function));
}
/// Calls, and loops of up to some hundred passes in each other.
tree::Tree looping(std::uint32_t nodes) {
  tree::TreeBuilder builder;
  std::vector<FunctionId> calls;
  std::vector<FunctionId> loops;
  for (int i = 0; i < 100; ++i) {
    calls.push_back(add_function(builder, tree::FunctionKind::kFunction));
    loops.push_back(add_function(builder, tree::FunctionKind::kLoop));
  }
  support::shape::looping(
      nodes, 1, [&](std::uint32_t function) { builder.open(calls[function]); },
      [&](std::uint32_t loop) { builder.open(loops[loop]); }, [&] { builder.close(); });
  return builder.finish();
}
/// One loop, each pass of which makes a call.
tree::Tree one_loop(std::uint32_t nodes) {
  tree::TreeBuilder builder;
  const FunctionId call = add_function(builder, tree::FunctionKind::kFunction);
  const FunctionId loop = add_function(builder, tree::FunctionKind::kLoop);
  builder.open(call);
  for (std::uint32_t i = 1; i < nodes; i += 2) {
    builder.open(loop);
    builder.open(call);
    builder.close();
  }
  return builder.finish();
}

struct Latency {
  double first = 0;
  std::vector<double> later;
};

/// One whole session with a planted bug, answered in truth. Choosing and taking in the answer both count, in
/// time of this thread: what else the machine does would drown microseconds.
void run_session(const Shape& shape, const strategy::Strategy& strategy, SearchId bug, Latency& latency) {
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  for (std::uint32_t asked = 0; asked < kLongestSession; ++asked) {
    const double start = cpu_seconds();
    const SearchId node = strategy.select(shape, suspects);
    if (node == kNoSearchId) break;
    if (shape.tree().contains(node, bug)) {
      suspects.set_root(node, true);
    } else {
      suspects.clear(node);
    }
    const double seconds = cpu_seconds() - start;
    if (asked == 0) latency.first = std::max(latency.first, seconds);
    if (asked > 0) latency.later.push_back(seconds);
  }
}

void measure_questions(Promises& promises, const Shape& shape, int sessions) {
  for (const std::string_view name : strategy::strategy_names()) {
    if (name == "strategic")
      continue;  // passes over the tree for a question: graph_bench has what it promises
    const auto strategy = strategy::make_strategy(name).value();
    std::mt19937_64 random(7);
    Latency latency;
    for (int i = 0; i < sessions; ++i) {
      run_session(shape, *strategy, SearchId{static_cast<std::uint32_t>(random() % shape.tree().size())},
                  latency);
    }
    std::sort(latency.later.begin(), latency.later.end());
    const std::string prefix(name);
    // The worst case needs the ranks of all nodes once, and then looks at every answer so far; divide by queries
    // searches when few suspects are left; least effort compares some hundred looks.
    const double first_limit = name == "worst-case" ? 5000 : 50;
    const bool is_slower = name == "worst-case" || name == "least-effort";
    const double later_limit = name == "divide-by-queries" ? 100 : is_slower ? 5 : 1;
    promises.at_most(prefix + ": first question", latency.first * 1e3, first_limit, "ms");
    if (latency.later.empty()) continue;
    promises.note(prefix + ": later ones, median of " + std::to_string(latency.later.size()),
                  latency.later[latency.later.size() / 2] * 1e6, "us");
    promises.at_most(prefix + ": later ones, slowest", latency.later.back() * 1e3, later_limit, "ms");
  }
}

/// One whole session that answers looks in truth. The first takes in the tree's loops, once.
void run_looks(const Shape& shape, const strategy::Strategy& strategy, SearchId bug, Latency& latency) {
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto is_true = [&](const strategy::Judgement& judgement) {
    return shape.tree().contains(judgement.node, bug) == (judgement.mark == Mark::kWrong);
  };
  for (std::uint32_t count = 0;; ++count) {
    const double start = cpu_seconds();
    const auto look = strategy.look(shape, suspects, {});
    const double seconds = cpu_seconds() - start;
    if (count == 0) latency.first = std::max(latency.first, seconds);
    if (count > 0) latency.later.push_back(seconds);
    if (!look) return;
    for (const strategy::Outcome& outcome : strategy::outcomes(*look)) {
      if (outcome.weight == 0 || !std::ranges::all_of(outcome.judgements, is_true)) continue;
      for (const auto& [node, mark] : outcome.judgements) {
        if (mark == Mark::kWrong) suspects.set_root(node, true);
        if (mark != Mark::kWrong) suspects.clear(node);
      }
      break;
    }
  }
}

void measure_looks(Promises& promises, std::string_view name, const tree::SearchTree& tree) {
  const Shape shape(tree);
  Latency latency;
  std::mt19937_64 random(7);
  constexpr int kSessions = 20;
  for (int i = 0; i < kSessions; ++i) {
    const auto strategy = strategy::make_strategy("least-effort").value();
    run_looks(shape, *strategy, SearchId{static_cast<std::uint32_t>(random() % tree.size())}, latency);
  }
  std::ranges::sort(latency.later);
  const auto count = latency.later.size();
  promises.heading(fmt::format("looks at {}, {} nodes, {:.1f} each on average", name, tree.size(),
                               static_cast<double>(count) / kSessions));
  promises.at_most("first look", latency.first * 1e3, 50, "ms");
  promises.note("later ones, median", latency.later[count / 2] * 1e6, "us");
  promises.at_most("later ones, slowest", latency.later.back() * 1e3, 5, "ms");
}

template <class Make>
void measure_tree(Promises& promises, std::string_view name, double build_limit, int sessions, Make make) {
  const std::uint64_t before = memory();
  const tree::Tree tree = make();
  promises.heading(fmt::format("{}, {} nodes", name, tree.size()));
  const double start = cpu_seconds();
  const Shape shape(tree);
  promises.at_most("building the shape", cpu_seconds() - start, build_limit, "s");
  promises.at_most("tree and shape, resident", static_cast<double>(memory() - before) / tree.size(), 48,
                   "B/node");
  measure_questions(promises, shape, sessions);
}

void measure_evaluation(Promises& promises, std::string_view name, const tree::SearchTree& tree) {
  const Shape shape(tree);
  for (const std::string_view chosen : strategy::strategy_names()) {
    if (chosen == "strategic" || chosen == "least-effort")
      continue;  // a million choices of theirs take minutes
    const auto strategy = strategy::make_strategy(chosen).value();
    const Stopwatch watch;
    const strategy::Evaluation result = strategy::evaluate(shape, *strategy, true);
    const std::string what = fmt::format("evaluate {}, {} (mean {:.4g})", chosen, name, result.mean());
    if (chosen == strategy::kDefaultStrategy) promises.at_most(what, watch.seconds(), 10, "s");
    if (chosen != strategy::kDefaultStrategy) promises.note(what, watch.seconds(), "s");
  }
}

int run(bool hundred_million) {
  Promises promises;
  measure_tree(promises, "call-like", 1, 20, [] { return call_like(10 * kMillion); });
  measure_tree(promises, "wide: a million siblings", 1, 5, [] { return wide(10 * kMillion, kMillion); });
  measure_tree(promises, "deep", 1, 20, [] { return deep(10 * kMillion); });
  promises.heading("decision trees, 1,000,000 nodes");
  measure_evaluation(promises, "call-like", call_like(kMillion));
  measure_evaluation(promises, "wide", wide(kMillion, kMillion / 10));
  measure_evaluation(promises, "star", star(kMillion));
  measure_evaluation(promises, "deep", deep(kMillion));
  measure_looks(promises, "call-like", call_like(kMillion));
  measure_looks(promises, "loops", looping(kMillion));
  measure_looks(promises, "one loop", one_loop(kMillion));
  measure_looks(promises, "deep", deep(kMillion));
  measure_looks(promises, "wide", wide(kMillion, kMillion / 10));
  if (hundred_million) {
    measure_tree(promises, "call-like", 10, 2, [] { return call_like(100 * kMillion); });
    promises.at_most("most memory at any time", static_cast<double>(memory("VmHWM")) / kGibibyte, 8, "GiB");
  }
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit::bench

int main(int count, char** arguments) {
  return culprit::bench::run(count > 1 && std::string_view(arguments[1]) == "--hundred-million");
}
