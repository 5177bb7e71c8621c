#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace culprit::support {

/// Synthetic executions as a stream of open(function) and close(), so that trees and traces are made alike
/// and in bounded memory. Each makes `nodes` >= 1 nodes with one root, closed in the end. Functions are
/// numbers below kFunctions; the root's is 0. The same seed gives the same tree everywhere. O(nodes).
inline constexpr std::uint32_t kFunctions = 500;

namespace shape {

/// Few functions make most of the calls, as in real programs.
inline std::uint32_t pick_function(std::mt19937_64& random) {
  const std::uint64_t draw = random();
  const std::uint64_t range = 2 + (kFunctions - 2) * (draw >> 32 & 15) * (draw >> 36 & 15) / 225;
  return static_cast<std::uint32_t>(1 + (draw & 0xffffffff) % (range - 1));
}

/// A random walk in depth around 25, as calls of a program go: half the nodes are leaves.
template <class Open, class Close>
void call_like(std::uint64_t nodes, std::uint64_t seed, Open open, Close close) {
  constexpr std::uint64_t kUsualDepth = 25;
  std::mt19937_64 random(seed);
  open(0u);
  std::uint64_t depth = 1;
  for (std::uint64_t made = 1; made < nodes;) {
    const std::uint64_t percent = depth >= 2 * kUsualDepth ? 0 : 70 - 40 * depth / (2 * kUsualDepth);
    if (depth == 1 || random() % 100 < percent) {
      open(pick_function(random));
      ++depth;
      ++made;
    } else {
      close();
      --depth;
    }
  }
  for (; depth > 0; --depth) close();
}

/// A root with children of `siblings` leaves each (the last may have fewer).
template <class Open, class Close>
void wide(std::uint64_t nodes, std::uint64_t siblings, Open open, Close close) {
  open(0u);
  for (std::uint64_t made = 1; made < nodes;) {
    open(1u);
    ++made;
    for (std::uint64_t i = 0; i < siblings && made < nodes; ++i, ++made) {
      open(static_cast<std::uint32_t>(2 + i % 7));
      close();
    }
    close();
  }
  close();
}

/// Each node has one child.
template <class Open, class Close>
void path(std::uint64_t nodes, Open open, Close close) {
  for (std::uint64_t i = 0; i < nodes; ++i) open(i == 0 ? 0u : 1u);
  for (std::uint64_t i = 0; i < nodes; ++i) close();
}

/// A path, each node of which has a leaf before its longer child.
template <class Open, class Close>
void comb(std::uint64_t nodes, Open open, Close close) {
  std::uint64_t depth = 0;
  for (std::uint64_t made = 0; made < nodes; ++made) {
    open(made == 0 ? 0u : 1u);
    ++depth;
    if (made + 1 < nodes) {
      open(2u);
      close();
      ++made;
    }
  }
  for (; depth > 0; --depth) close();
}

/// 2^order nodes: a node of order k has children of the orders k - 1 to 0.
template <class Open, class Close>
void binomial(std::uint32_t order, Open open, Close close) {
  struct Frame {
    std::uint32_t next;  ///< order of the next child, plus 1
  };
  std::vector<Frame> stack{{order}};
  open(0u);
  while (!stack.empty()) {
    if (stack.back().next == 0) {
      close();
      stack.pop_back();
      continue;
    }
    const std::uint32_t child = --stack.back().next;
    open(child % kFunctions);
    stack.push_back({child});
  }
}

/// Node i hangs below a node drawn from all before it; depth is logarithmic, the root has many children.
template <class Open, class Close>
void random_recursive(std::uint32_t nodes, std::uint64_t seed, Open open, Close close) {
  constexpr std::uint32_t kNone = 0xffffffff;
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> first(nodes, kNone);
  std::vector<std::uint32_t> next(nodes, kNone);
  for (std::uint32_t i = nodes; i-- > 1;) {
    const auto parent = static_cast<std::uint32_t>(random() % i);
    next[i] = first[parent];
    first[parent] = i;
  }
  std::vector<std::uint32_t> stack{0};
  open(0u);
  while (!stack.empty()) {
    const std::uint32_t child = first[stack.back()];
    if (child == kNone) {
      close();
      stack.pop_back();
      continue;
    }
    first[stack.back()] = next[child];
    open(pick_function(random));
    stack.push_back(child);
  }
}

/// Calls and loops in each other, as open(function) and pass(loop) with the number of one of ten loops: loops of up to some hundred passes,
/// each of which makes some calls or runs another loop before the next one begins.
template <class Open, class Pass, class Close>
void looping(std::uint32_t nodes, std::uint64_t seed, Open open, Pass pass, Close close) {
  constexpr std::uint32_t kLoops = 10;
  constexpr std::uint32_t kMostDeep = 12;
  struct Level {
    std::uint32_t loop;         // kLoops: a call
    std::uint32_t passes_left;  // after this one
    std::uint32_t parts_left;   // calls and loops to come in it
  };
  std::mt19937_64 random(seed);
  std::vector<Level> levels;
  std::uint32_t nesting = 0;  // without the passes of one loop counted twice
  const auto parts = [&] { return nesting >= kMostDeep ? 0 : static_cast<std::uint32_t>(random() % 5); };
  open(0u);
  levels.push_back({kLoops, 0, nodes});
  for (std::uint32_t made = 1; made < nodes; ++made) {
    // What has no parts left goes on with the next pass, or ends with all its passes.
    while (levels.back().parts_left == 0 && levels.back().passes_left == 0) {
      const std::uint32_t loop = levels.back().loop;
      close();
      levels.pop_back();
      if (loop == kLoops || levels.back().loop != loop) --nesting;
    }
    Level& above = levels.back();
    if (above.parts_left == 0) {
      const Level next{above.loop, above.passes_left - 1, parts()};
      above.passes_left = 0;
      pass(next.loop);
      levels.push_back(next);
      continue;
    }
    --above.parts_left;
    ++nesting;
    if (random() % 3 == 0) {
      const auto loop = static_cast<std::uint32_t>(nesting % kLoops);  // never that of the pass around it
      pass(loop);
      levels.push_back(
          {loop, static_cast<std::uint32_t>(random() % (std::uint64_t{1} << random() % 9)), parts()});
    } else {
      open(1 + static_cast<std::uint32_t>(random() % 20));
      levels.push_back({kLoops, 0, parts()});
    }
  }
  for (; !levels.empty(); levels.pop_back()) close();
}

}  // namespace shape
}  // namespace culprit::support
