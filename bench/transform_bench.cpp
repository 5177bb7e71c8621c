// What each transformation costs on trees of ten million nodes, in time and in memory beside the tree it is given.
#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

#include "bench/promises.h"
#include "src/transform/transformations.h"
#include "tests/support/shapes.h"

namespace culprit::bench {
namespace {

using transform::Reshaped;

constexpr std::uint32_t kNodes = 10'000'000;
constexpr std::uint32_t kSiblings = 1'000'000;
constexpr double kBytesPerNode = 28;  // of a tree from a trace

struct Transformation {
  std::string_view name;
  Reshaped (*run)(const Reshaped& from);
};

constexpr Transformation kTransformations[] = {
    {"without loops", [](const Reshaped& from) { return transform::without_loops(from); }},
    {"compress-all", [](const Reshaped& from) { return transform::compress_all(from); }},
    {"compress", [](const Reshaped& from) { return transform::compress(from); }},
    {"compress, for D&Q", [](const Reshaped& from) { return transform::compress_chains(from); }},
    {"collapse", [](const Reshaped& from) { return transform::collapse(from, transform::AnyContexts()); }},
    {"balance", [](const Reshaped& from) { return transform::balance(from, transform::AnyContexts()); }},
};

/// With moments, as a tree from a trace has them. Function 1 is a loop.
template <class Make>
Reshaped build(Make make) {
  tree::TreeBuilder builder;
  for (std::uint32_t i = 0; i < support::kFunctions; ++i) {
    tree::Function function;
    function.name = "f" + std::to_string(i);
    if (i == 1) function.kind = tree::FunctionKind::kLoop;
    builder.add_function(std::move(function));
  }
  std::uint64_t moment = 0;
  make([&](std::uint32_t function) { builder.open(FunctionId{function}, Moment{moment++}); },
       [&] { builder.close(Moment{moment++}); });
  const tree::Tree tree = builder.finish();
  return transform::unchanged(tree);
}

/// A random walk in depth; `functions` of them call each other.
Reshaped call_like(std::uint32_t functions) {
  return build([=](auto open, auto close) {
    support::shape::call_like(kNodes, 1, [&](std::uint32_t function) { open(function % functions); }, close);
  });
}

/// A root with a million children of the function `sibling`, each with a subtree of some `depth` and a different shape. The
/// root is of function 0, and so is every fourth node in the subtrees.
Reshaped wide(std::uint32_t sibling, std::uint32_t depth) {
  return build([=](auto open, auto close) {
    std::mt19937_64 random(1);
    open(0u);
    for (std::uint32_t i = 0, left = kNodes - 1; i < kSiblings; ++i) {
      const std::uint32_t most = 2 * (left / (kSiblings - i));
      const std::uint32_t size =
          i + 1 == kSiblings ? left : 1 + static_cast<std::uint32_t>(random() % (most - 1));
      open(sibling);
      std::uint32_t level = 1;
      for (std::uint32_t made = 1; made < size; ++made) {
        while (level > depth || (level > 1 && random() % 2 == 0)) {
          close();
          --level;
        }
        open(static_cast<std::uint32_t>(random() % 4));
        ++level;
      }
      for (; level > 0; --level) close();
      left -= size;
    }
    close();
  });
}

/// A loop of five million passes, each of which is nested in the one before and calls a leaf first.
Reshaped deep() {
  return build([](auto open, auto close) { support::shape::comb(kNodes, open, close); });
}

/// A path of recursive calls, each of which makes some other recursive call first that has up to 64 leaves of its own.
Reshaped deep_with_branches() {
  return build([](auto open, auto close) {
    std::mt19937_64 random(1);
    std::uint32_t depth = 0;
    for (std::uint32_t left = kNodes; left > 0; ++depth) {
      open(2u);
      open(2u);
      const auto leaves = static_cast<std::uint32_t>(random() % (1 + random() % 64));
      for (std::uint32_t i = 0; i < leaves; ++i) {
        open(3u);
        close();
      }
      close();
      left -= std::min(left, leaves + 2);
    }
    for (; depth > 0; --depth) close();
  });
}

/// From here on VmHWM is the most memory since now.
void forget_peak() {
  if (std::FILE* file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}

void measure(Promises& promises, std::string_view name, const Reshaped& from) {
  promises.heading(fmt::format("{}, {} nodes", name, from.tree.size()));
  for (const Transformation& transformation : kTransformations) {
    forget_peak();
    const std::uint64_t before = memory();
    const double start = cpu_seconds();
    const Reshaped result = transformation.run(from);
    const double seconds = cpu_seconds() - start;
    const auto extra = static_cast<double>(memory("VmHWM") - before);
    const std::string title = fmt::format("{} ({} nodes left)", transformation.name, result.tree.size());
    promises.at_most(title, seconds, 5, "s");
    promises.at_most("  most memory at a time", extra / (kBytesPerNode * from.tree.size()), 2, "trees");
  }
}

int run() {
  Promises promises;
  measure(promises, "call-like", call_like(support::kFunctions));
  measure(promises, "call-like, 3 functions", call_like(3));
  measure(promises, "wide: a million siblings", wide(1, 1));
  measure(promises, "wide: a million recursive calls", wide(0, 1));
  measure(promises, "wide: a million recursive calls of many shapes", wide(0, 5));
  measure(promises, "deep", deep());
  measure(promises, "deep, with branches", deep_with_branches());
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit::bench

int main() {
  return culprit::bench::run();
}
