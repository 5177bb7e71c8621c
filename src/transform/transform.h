#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/transform/chain_size.h"
#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"
#include "src/transform/wishes.h"

namespace culprit::transform {

/// In the order in which they make sense.
enum class Transformation : std::uint8_t { kLoops, kCompressAll, kCompress, kCollapse, kBalance };

std::span<const std::string_view> transformation_names();
std::string_view name_of(Transformation transformation);

/// "loops,compress,balance", or "none" (then, as without "loops", iterations are dissolved into their calls). Fails with
/// kUsage: an unknown name (with the nearest one), one given twice, compress and compress-all together, an order that makes
/// no sense (with the order that does).
Result<std::vector<Transformation>> parse_transformations(std::string_view list);

/// Whose rule `compress` follows: Algorithm 1 for strategies that go down from the root, the rule for D&Q for those that
/// jump.
enum class Family : std::uint8_t { kTopDown, kDivideAndQuery };

/// What a search tree is made by.
struct Form {
  std::vector<Transformation> list{};  ///< in their order
  Family family = Family::kDivideAndQuery;
  std::uint32_t chain_size = kAnyChainSize;  ///< calls of a chain, at most
  bool operator==(const Form&) const = default;
};

/// O(n log n) at worst; no recursion.
Reshaped transform(const tree::Tree& tree, const Form& form, const Contexts& contexts,
                   const Wishes& wishes = {}, const Progress& progress = no_progress);

}  // namespace culprit::transform
