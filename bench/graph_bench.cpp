// The strategic method on runs of a million calls and more: what the graphs cost, and each question.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <vector>

#include "bench/promises.h"
#include "src/graph/locator.h"

namespace {

using namespace culprit;
using culprit::bench::cpu_seconds;
using culprit::bench::Promises;

struct Run {
  tree::Tree tree;
  std::vector<std::uint64_t> keys;
};

void call_fr(tree::TreeBuilder& builder, std::vector<std::uint64_t>& keys, FunctionId fr, std::uint32_t n) {
  builder.open(fr);
  keys.push_back(n);
  if (n > 2) {
    call_fr(builder, keys, fr, n - 1);
    call_fr(builder, keys, fr, n - 2);
  }
  builder.close();
}

/// fr(30): 1.6 million calls of one function, 30 values.
Run fibonacci() {
  tree::TreeBuilder builder;
  std::vector<std::uint64_t> keys;
  call_fr(builder, keys, builder.add_function({"fr", {}, {}, 0, 0, tree::FunctionKind::kFunction, {}}), 30);
  return {builder.finish(), std::move(keys)};
}

/// Calls of many functions, no two of them equal: function i calls later functions, and sometimes earlier ones.
Run many_functions(std::uint32_t calls, std::uint32_t functions) {
  std::mt19937 random(1);
  tree::TreeBuilder builder;
  for (std::uint32_t f = 0; f < functions; ++f)
    builder.add_function({fmt::format("f{}", f), {}, {}, 0, 0, tree::FunctionKind::kFunction, {}});
  std::vector<std::uint32_t> open{0};
  builder.open(FunctionId{0});
  while (builder.size() < calls) {
    while (open.size() > 1 && random() % 5 < 2) {
      builder.close();
      open.pop_back();
    }
    const auto next = static_cast<std::uint32_t>(
        (open.back() + 1 + random() % 4 + (random() % 50 == 0 ? functions / 2 : 0)) % functions);
    builder.open(FunctionId{next});
    open.push_back(next);
  }
  return {builder.finish(), {}};
}

/// A session in which the calls on the way to one call are wrong.
void measure(Promises& promises, std::string_view name, const Run& run) {
  promises.heading(fmt::format("{}, {} calls", name, run.tree.size()));
  const double start = cpu_seconds();
  const graph::Instances instances(run.tree, run.keys);
  const graph::Locator locator(instances, {});
  graph::KeptReplay kept(locator, SearchId{0}, {.work = 150'000'000, .questions_after_retraction = 4});
  const SearchId bug{run.tree.size() / 2};
  std::vector<bool> is_known(run.tree.size());
  const auto answers = [&](SearchId n) {
    if (!is_known[n.value()]) return Mark::kUndefined;
    return instances.tree().contains(n, bug) ? Mark::kWrong : Mark::kRight;
  };
  graph::Location found = kept.next(answers);
  promises.at_most(fmt::format("first question ({} values)", instances.values()), cpu_seconds() - start, 2,
                   "s");
  double slowest = 0;
  int questions = 0;
  for (; found.kind == graph::Location::Kind::kQuestion; ++questions) {
    is_known[found.node.value()] = true;
    const double since = cpu_seconds();
    found = kept.next(answers);
    slowest = std::max(slowest, cpu_seconds() - since);
  }
  promises.at_most(fmt::format("slowest of {} later ones", questions), slowest, 2, "s");
  const double since = cpu_seconds();
  locator.next(answers, SearchId{0}, graph::Keep::kNothing,
               {.work = 150'000'000, .questions_after_retraction = 4});
  promises.note("all of them anew", cpu_seconds() - since, "s");
}

}  // namespace

int main() {
  Promises promises;
  measure(promises, "fr(30)", fibonacci());
  measure(promises, "50 functions", many_functions(1'000'000, 50));
  measure(promises, "1,000 functions", many_functions(1'000'000, 1'000));
  return promises.exit_code();
}
