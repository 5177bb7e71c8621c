// The golden trees, and the example of the paper on tree compression: how many nodes are left, and what they cost.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/strategy/evaluate.h"
#include "src/transform/drop.h"
#include "src/transform/transformations.h"
#include "src/tree/text.h"
#include "tests/support/places.h"

namespace culprit::transform {
namespace {

using nlohmann::json;

tree::Tree tree_of(const json& row) {
  tree::TreeBuilder builder;
  std::map<std::string, FunctionId> functions;
  for (std::size_t i = 0; i < row["parent"].size(); ++i) {
    const auto parent = row["parent"][i].get<std::int64_t>();
    const auto name = row["method"][i].get<std::string>();
    while (builder.depth() > 0 && builder.innermost().value() != parent) builder.close();
    const auto [known, is_new] = functions.try_emplace(name);
    if (is_new) {
      tree::Function function;
      function.name = name;
      known->second = builder.add_function(std::move(function));
    }
    builder.open(known->second);
  }
  return builder.finish();
}

strategy::Evaluation evaluated(const Reshaped& reshaped, std::string_view strategy, bool root_wrong) {
  return strategy::evaluate(strategy::Shape(reshaped.tree), *strategy::make_strategy(strategy).value(),
                            root_wrong);
}

TEST(TransformGolden, CompressionLeavesTheListedNodesInEveryRow) {
  std::ifstream in(CULPRIT_SOURCE_DIR "/tests/golden/strategies.jsonl");
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line); ++rows) {
    const json row = json::parse(line);
    const bool root_wrong = row["root_wrong"];
    const std::string title =
        row["name"].get<std::string>() + (root_wrong ? ", root wrong" : ", root undefined");
    const Reshaped plain = unchanged(tree_of(row));
    EXPECT_EQ(compress_all(plain).tree.size(), row["compress-all-nodes"].get<std::uint32_t>()) << title;
    const Reshaped compressed = compress(plain);
    EXPECT_EQ(compressed.tree.size(), row["compress-nodes"].get<std::uint32_t>()) << title;
    EXPECT_EQ(evaluated(compressed, "heaviest-first", root_wrong).total,
              row["compress-then-heaviest-first-total"].get<std::uint64_t>())
        << title;
  }
  EXPECT_EQ(rows, 200u);
}

/// D. Insa, J. Silva and C. Tomás, "Mejora del rendimiento de la depuración declarativa mediante expansión y compresión de
/// bucles", Ex. 2: both calls compressed are worse than none, one compressed is better.
TEST(TransformGolden, Example2IsBestWithOneOfBothCallsCompressed) {
  const tree::Tree tree = tree::read_text("f\n  f\n    a\n    b\n    c\n  f\n    a\n    b\n    c\n").value();
  const Reshaped plain = unchanged(tree);
  const auto fraction = [](const Reshaped& reshaped) {
    const strategy::Evaluation result = evaluated(reshaped, "divide-and-query", false);
    return std::to_string(result.total) + "/" + std::to_string(result.nodes);
  };
  EXPECT_EQ(fraction(plain), "33/9");
  EXPECT_EQ(fraction(compress_all(plain)), "28/7");
  EXPECT_EQ(fraction(compress(plain)), "27/8");
  EXPECT_EQ(fraction(compress_chains(plain)), "33/9") << "there is no chain";
}

}  // namespace
}  // namespace culprit::transform
