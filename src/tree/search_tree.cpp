#include "src/tree/search_tree.h"

#include <utility>

namespace culprit::tree {

SearchId SearchTreeBuilder::open(SearchId origin, bool is_projected) {
  const auto row = static_cast<std::uint32_t>(parent_.size());
  CULPRIT_CHECK(row < kNoSearchId.value() && (row == 0) == open_.empty());
  parent_.push_back(open_.empty() ? kNoSearchId.value() : open_.back());
  end_.push_back(0);
  origin_.push_back(from_.origin(origin).value());
  if (is_projected) {
    projected_.resize(row / 64 + 1);
    projected_[row / 64] |= std::uint64_t{1} << (row % 64);
  }
  open_.push_back(row);
  return SearchId{row};
}

SearchTree SearchTreeBuilder::finish() {
  while (!open_.empty()) close();
  CULPRIT_CHECK(!parent_.empty());
  const std::uint32_t rows = static_cast<std::uint32_t>(parent_.size());
  using Words = SharedColumn<std::uint32_t>;
  SearchTree tree(Words(std::move(parent_)), Words(std::move(end_)));
  tree.function_ = from_.function_;
  tree.origin_ = Words(std::move(origin_));
  tree.functions_ = from_.functions_;
  if (!projected_.empty()) {
    projected_.resize(std::size_t{rows} / 64 + 1);
    tree.projected_ = SharedColumn<std::uint64_t>(std::move(projected_));
    if (from_.projected_.empty()) {
      auto functions = std::make_shared<std::vector<Function>>(*from_.functions_);
      functions->emplace_back().name = "chain";
      functions->back().kind = FunctionKind::kChain;
      tree.functions_ = std::move(functions);
    }
  }
  return tree;
}

}  // namespace culprit::tree
