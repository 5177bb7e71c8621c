#include "src/session/space.h"

#include <algorithm>

namespace culprit::session {
namespace {

using transform::Made;
using transform::Reshaped;

std::vector<std::uint32_t> row_weights(const Reshaped& reshaped, const tree::Tree& subject,
                                       std::span<const std::uint32_t> weights) {
  constexpr std::uint64_t kMost = 0xffffffff;
  std::vector<std::uint64_t> sums(reshaped.tree.size());
  for (std::uint32_t n = 0; n < subject.size(); ++n) {
    if (weights[n] == 0) continue;
    SearchId row = reshaped.nearest(subject, NodeId{n});
    // A hidden call counts for its chain.
    const SearchId above = reshaped.tree.parent(row);
    if (above != kNoSearchId && reshaped.made_as(above) == Made::kCollapsed) row = above;
    sums[row.value()] += weights[n];
  }
  std::vector<std::uint32_t> result;
  result.reserve(sums.size());
  for (const std::uint64_t sum : sums) result.push_back(static_cast<std::uint32_t>(std::min(sum, kMost)));
  return result;
}

std::shared_ptr<const strategy::Prior> prior_of(const Reshaped& reshaped, const tree::Tree& subject,
                                                std::span<const std::uint32_t> weights) {
  if (reshaped.made.empty() && weights.empty()) return nullptr;
  std::vector<SearchId> hidden;
  for (const std::uint32_t row : reshaped.hidden()) hidden.emplace_back(row);
  std::vector<std::uint32_t> given;
  if (!weights.empty()) given = row_weights(reshaped, subject, weights);
  return std::make_shared<const strategy::Prior>(reshaped.tree.size(), given, hidden, reshaped.projected());
}

}  // namespace

Space::Space(transform::Reshaped reshaped, const tree::Tree& subject, std::span<const std::uint32_t> weights,
             const Progress& progress)
    : reshaped_(std::move(reshaped)),
      shape_(reshaped_.tree, prior_of(reshaped_, subject, weights), progress) {}

transform::Family family_of(std::string_view strategy) {
  return strategy == "top-down" || strategy == "heaviest-first" ? transform::Family::kTopDown
                                                                : transform::Family::kDivideAndQuery;
}

}  // namespace culprit::session
