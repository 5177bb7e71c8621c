// What the optimum costs: the least total of whole trees, the strategy that asks for it on trees of a million
// nodes, how close to the optimum its totals are, and ranking for the worst case.
#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/promises.h"
#include "src/base/check.h"
#include "src/session/expectation.h"
#include "src/strategy/evaluate.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/optimum.h"
#include "src/strategy/search_ranks.h"
#include "src/strategy/strategies.h"
#include "tests/support/shapes.h"

namespace culprit::bench {
namespace {

using strategy::IntervalSuspects;
using strategy::Optimum;
using strategy::OptimumLimits;
using strategy::Shape;

constexpr std::uint32_t kMillion = 1'000'000;
constexpr double kGibibyte = 1 << 30;
constexpr OptimumLimits kLimits{2'000'000'000, std::size_t{2} << 30};

template <class Make>
tree::Tree build(Make make) {
  tree::TreeBuilder builder;
  for (std::uint32_t i = 0; i < support::kFunctions; ++i) builder.add_function({});
  make([&](std::uint32_t function) { builder.open(FunctionId{function}); }, [&] { builder.close(); });
  return builder.finish();
}

tree::Tree call_like(std::uint32_t nodes, std::uint64_t seed) {
  return build([=](auto open, auto close) { support::shape::call_like(nodes, seed, open, close); });
}
tree::Tree random_recursive(std::uint32_t nodes, std::uint64_t seed) {
  return build([=](auto open, auto close) { support::shape::random_recursive(nodes, seed, open, close); });
}
/// A walk that goes down more often than up: depth grows with the nodes.
tree::Tree deep(std::uint32_t nodes, std::uint64_t seed) {
  return build([=](auto open, auto close) {
    std::mt19937_64 random(seed);
    open(0u);
    std::uint32_t depth = 1;
    for (std::uint32_t made = 1; made < nodes;) {
      if (depth == 1 || random() % 100 < 60) {
        open(1u);
        ++depth;
        ++made;
      } else {
        close();
        --depth;
      }
    }
    for (; depth > 0; --depth) close();
  });
}
/// A loop: one parent, and children of up to six nodes each, of any shape.
tree::Tree wide_loop(std::uint32_t nodes, std::uint64_t seed) {
  return build([=](auto open, auto close) {
    std::mt19937_64 random(seed);
    open(0u);
    for (std::uint32_t made = 1; made < nodes;) {
      const auto inside = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes - made, 1 + random() % 6));
      open(1u);
      std::uint32_t depth = 1;
      for (std::uint32_t i = 1; i < inside; ++i) {
        for (; depth > 1 && random() % 2 == 0; --depth) close();
        open(2u);
        ++depth;
      }
      for (; depth > 0; --depth) close();
      made += inside;
    }
    close();
  });
}

using MakeTree = tree::Tree (*)(std::uint32_t nodes, std::uint64_t seed);

/// The slowest of several trees; all must be solved.
void measure_totals(Promises& promises, std::string_view name, MakeTree make, std::uint32_t nodes,
                    double seconds, int trees) {
  double slowest = 0;
  double widest = 0;
  for (int seed = 1; seed <= trees; ++seed) {
    const auto suspects = strategy::reduced(make(nodes, static_cast<std::uint64_t>(seed)), {}, true);
    const Stopwatch watch;
    const Optimum found = strategy::least_total(suspects, kLimits);
    slowest = std::max(slowest, watch.seconds());
    widest = std::max(widest, static_cast<double>(found.upper - found.lower));
  }
  const std::string what = fmt::format("{}, {} nodes, slowest of {}", name, nodes, trees);
  promises.at_most(what, slowest, seconds, "s");
  promises.at_most("  upper less lower bound", widest, 0, "questions");
}

/// The state from which a session goes on. Of a wide loop, asked about child by child, only the last few
/// thousand nodes are left: nobody would ever see that end otherwise.
IntervalSuspects session_start(const Shape& shape, bool is_wide, std::uint64_t seed) {
  const tree::SearchTree& tree = shape.tree();
  IntervalSuspects suspects(shape);
  suspects.set_root(tree.root(), true);
  if (!is_wide) return suspects;
  SearchId child{static_cast<std::uint32_t>(tree.size() - 1000 - seed % 2000)};
  while (tree.parent(child) != tree.root()) child = tree.parent(child);
  suspects.clear_between(SearchId{1}, child);
  return suspects;
}

/// Whole sessions with random answers.
void measure_questions(Promises& promises, std::string_view name, MakeTree make, bool is_wide, int sessions) {
  const tree::Tree tree = make(kMillion, 1);
  const Shape shape(tree);
  const auto strategy = strategy::make_divide_by_queries();
  std::mt19937_64 random(7);
  std::size_t written = 0;
  std::vector<double> halved;
  std::vector<double> searched;
  for (int i = 0; i < sessions; ++i) {
    IntervalSuspects suspects = session_start(shape, is_wide, random());
    for (;;) {
      const bool is_searched = suspects.total() <= strategy::kExactBelow;
      const double start = cpu_seconds();
      const SearchId node = strategy->select(shape, suspects);
      if (node != kNoSearchId) {  // all that stands beside a question
        written += strategy->explain(shape, suspects, node).size();
        written += session::expected_questions(shape, *strategy, suspects, node).least;
      }
      (is_searched ? searched : halved).push_back(cpu_seconds() - start);
      if (node == kNoSearchId) break;
      if (random() % (is_wide ? 1000 : 2) == 0) {
        suspects.set_root(node, true);
      } else {
        suspects.clear(node);
      }
    }
  }
  CULPRIT_CHECK(written > 0);
  std::sort(halved.begin(), halved.end());
  std::sort(searched.begin(), searched.end());
  promises.at_most(fmt::format("{}: slowest of {} halving questions", name, halved.size()),
                   halved.back() * 1e3, 100, "ms");
  promises.at_most(fmt::format("{}: slowest of {} exact questions", name, searched.size()),
                   searched.back() * 1e3, 100, "ms");
  promises.note("  their median", searched[searched.size() / 2] * 1e3, "ms");
}

/// How far the strategy's totals are above the optimum, over all trees together.
double excess(std::uint32_t exact_suspects, int trees, double* seconds) {
  const auto strategy = strategy::make_divide_by_queries(exact_suspects);
  std::uint64_t reached = 0;
  std::uint64_t least = 0;
  const Stopwatch watch;
  for (int seed = 1; seed <= trees; ++seed) {
    const tree::Tree tree = call_like(1000, static_cast<std::uint64_t>(seed));
    reached += strategy::evaluate(Shape(tree), *strategy, true).total;
    least += strategy::least_total(strategy::reduced(tree, {}, true), kLimits).lower;
  }
  *seconds = watch.seconds();
  return 100 * (static_cast<double>(reached) / static_cast<double>(least) - 1);
}

void measure_excess(Promises& promises) {
  double seconds = 0;
  for (const std::uint32_t limit : {0u, 50u, 100u, 200u, 500u}) {
    const double percent = excess(limit, 100, &seconds);
    promises.note(fmt::format("100 trees, exact from {} suspects down: above the optimum", limit), percent,
                  "%");
  }
  const double percent = excess(strategy::kExactBelow, 1000, &seconds);
  promises.at_most(fmt::format("1,000 trees, exact from {} suspects down", strategy::kExactBelow), percent,
                   0.1, "%");
  promises.note("  evaluating these, and their optima", seconds, "s");
}

/// What one exact question costs for so many suspects, found or given up.
void measure_limits(Promises& promises, std::string_view name, MakeTree make) {
  for (const std::uint32_t nodes : {100u, 200u, 300u, 500u}) {
    const auto strategy = strategy::make_divide_by_queries(nodes);
    double slowest = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const tree::Tree tree = make(nodes, seed);
      const Shape shape(tree);
      IntervalSuspects suspects(shape);
      suspects.set_root(SearchId{0}, true);
      const double start = cpu_seconds();
      strategy->select(shape, suspects);
      slowest = std::max(slowest, cpu_seconds() - start);
    }
    promises.note(fmt::format("{}, {} suspects, slowest of 50", name, nodes), slowest * 1e3, "ms");
  }
}

void measure_ranks(Promises& promises, std::string_view name, MakeTree make) {
  const tree::Tree tree = make(kMillion, 1);
  const Shape shape(tree);
  const Stopwatch watch;
  strategy::search_ranks(shape);
  promises.at_most(fmt::format("{}: ranks of a million nodes", name), watch.seconds(), 1, "s");
  const Stopwatch evaluation;
  const auto result = strategy::evaluate(shape, *strategy::make_worst_case(), true);
  promises.at_most(fmt::format("{}: evaluating (worst {})", name, result.worst), evaluation.seconds(), 10,
                   "s");
}

int run() {
  Promises promises;
  promises.heading("the least total");
  measure_totals(promises, "random recursive", random_recursive, 30'000, 2, 5);
  measure_totals(promises, "wide loop", wide_loop, 10'000, 3, 5);
  measure_totals(promises, "call-like", call_like, 600, 3, 20);
  measure_totals(promises, "call-like", call_like, 10'000, 3, 3);
  measure_totals(promises, "deep", deep, 600, 1, 20);
  promises.at_most("most memory so far", static_cast<double>(memory("VmHWM")) / kGibibyte, 2, "GiB");
  promises.heading("divide by queries, sessions on trees of a million nodes");
  measure_questions(promises, "call-like", call_like, false, 200);
  measure_questions(promises, "wide loop", wide_loop, true, 3);
  measure_questions(promises, "deep", deep, false, 200);
  promises.heading("divide by queries, totals on call-like trees of 1,000 nodes");
  measure_excess(promises);
  promises.heading("divide by queries, what an exact question costs");
  measure_limits(promises, "call-like", call_like);
  measure_limits(promises, "wide loop", wide_loop);
  measure_limits(promises, "deep", deep);
  promises.heading("the worst case");
  measure_ranks(promises, "call-like", call_like);
  measure_ranks(promises, "wide loop", wide_loop);
  measure_ranks(promises, "deep", deep);
  promises.at_most("most memory at any time", static_cast<double>(memory("VmHWM")) / kGibibyte, 2, "GiB");
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit::bench

int main() {
  return culprit::bench::run();
}
