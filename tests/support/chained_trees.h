#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "tests/support/tree_gen.h"

// For tests: trees with chains.
namespace culprit::support {

/// Small trees, wide, deep or of any shape, of a few functions and contexts, so that neighbours often match.
inline rc::Gen<std::vector<NodeSpec>> chained_trees() {
  // How far up the next node goes: 0 is a child of the last one, 1 a sibling.
  const rc::Gen<std::uint32_t> wide = rc::gen::element(1u, 1u, 1u, 1u, 1u, 1u, 0u, 2u);
  const rc::Gen<std::uint32_t> deep = rc::gen::element(0u, 0u, 0u, 1u, 1u, 2u);
  const rc::Gen<std::uint32_t> any = rc::gen::inRange(0u, 64u);
  return rc::gen::mapcat(rc::gen::element(wide, deep, any), [](const rc::Gen<std::uint32_t>& up) {
    return rc::gen::mapcat(rc::gen::inRange(1u, 4u), [up](std::uint32_t contexts) {
      return rc::gen::container<std::vector<NodeSpec>>(rc::gen::build<NodeSpec>(
          rc::gen::set(&NodeSpec::up, up),
          rc::gen::set(&NodeSpec::name, rc::gen::element<std::string>("f", "g", "h")),
          rc::gen::set(&NodeSpec::before, rc::gen::inRange(0u, contexts)),
          rc::gen::set(&NodeSpec::after, rc::gen::inRange(0u, contexts))));
    });
  });
}

/// A child of a root: so many nodes below each other, in one chain with the child before it, or not.
struct PathSpec {
  std::uint32_t weight = 1;
  bool continues = false;
};

/// Weights of one to thousands, as likely near the smallest as near the greatest.
inline rc::Gen<std::vector<PathSpec>> chained_paths() {
  const rc::Gen<std::uint32_t> alike = rc::gen::inRange(1u, 4u);
  const rc::Gen<std::uint32_t> skewed =
      rc::gen::map(rc::gen::pair(rc::gen::inRange(0u, 11u), rc::gen::inRange(1u, 4u)),
                   [](const std::pair<std::uint32_t, std::uint32_t>& drawn) {
                     return std::max(1u, (1u << drawn.first) / drawn.second);
                   });
  return rc::gen::mapcat(
      rc::gen::pair(rc::gen::element(alike, skewed), rc::gen::inRange(1, 8)), [](const auto& drawn) {
        const auto continues =
            rc::gen::map(rc::gen::inRange(0, drawn.second), [](int cut) { return cut != 1; });
        return rc::gen::container<std::vector<PathSpec>>(rc::gen::build<PathSpec>(
            rc::gen::set(&PathSpec::weight, drawn.first), rc::gen::set(&PathSpec::continues, continues)));
      });
}

inline tree::Tree build(const std::vector<PathSpec>& paths) {
  tree::TreeBuilder builder;
  const auto add = [&](const char* name) {
    tree::Function function;
    function.name = name;
    return builder.add_function(std::move(function));
  };
  const FunctionId root = add("root");
  const FunctionId functions[] = {add("f"), add("g")};  // in turns, so that leaves are not collapsed
  builder.open(root);
  builder.context(0, 0);
  std::uint32_t context = 1;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!paths[i].continues) ++context;
    for (std::uint32_t n = 0; n < paths[i].weight; ++n) {
      builder.open(functions[i % 2]);
      builder.context(context, n == 0 ? context + 1 : context);
    }
    ++context;
    for (std::uint32_t n = 0; n < paths[i].weight; ++n) builder.close();
  }
  return builder.finish();
}

}  // namespace culprit::support
