#include "src/transform/chains.h"

#include <algorithm>
#include <utility>

namespace culprit::transform {
namespace {

/// Copies a tree in preorder and puts made rows in between.
class Inserter {
 public:
  Inserter(Reshaped from, Chains& chains) : from_(std::move(from)), chains_(chains), builder_(from_.tree) {}
  Inserter(const Inserter&) = delete;
  Inserter& operator=(const Inserter&) = delete;

  Reshaped insert(Steps& steps) {
    for (std::uint32_t n = 0; n < from_.tree.size(); ++n) {
      steps.next();
      const SearchId row{n};
      if (n % kForgetEach == 0) forget_before(row);
      while (!open_.empty() && open_.back() <= n) close();
      for (const Chains::Ending& chain : chains_.starting_at(row)) open(row, chain.last, chain.kind);
      open(row, row, kind_of(row));
    }
    while (!open_.empty()) close();
    return {builder_.finish(), SharedColumn(std::move(made_)), SharedColumn(std::move(kinds_))};
  }

 private:
  /// Precondition: rows are asked for in ascending order, each once. O(1).
  Made kind_of(SearchId row) {
    if (next_made_ == from_.made.size() || from_.made[next_made_] != row.value()) return Made::kNo;
    return static_cast<Made>(from_.kinds[next_made_++]);
  }

  void open(SearchId first, SearchId last, Made kind) {
    const SearchId opened = builder_.open(first, kind == Made::kProjected);
    open_.push_back(from_.tree.end(last).value());
    if (kind == Made::kNo) return;
    made_.push_back(opened.value());
    kinds_.push_back(static_cast<std::uint8_t>(kind));
  }

  void close() {
    builder_.close();
    open_.pop_back();
  }

  void forget_before(SearchId row) {
    from_.tree.forget_before(row);
    chains_.forget_before(row);
  }

  static constexpr std::uint32_t kForgetEach = 1 << 16;

  Reshaped from_;
  Chains& chains_;
  tree::SearchTreeBuilder builder_;
  std::size_t next_made_ = 0;
  Column<std::uint32_t> open_;  ///< where open rows end in `from_`: themselves, or the last of a chain
  Column<std::uint32_t> made_;
  Column<std::uint8_t> kinds_;
};

}  // namespace

void Chains::add(Made kind, SearchId first, SearchId last) {
  rows_.push_back({last.value(), newest_[first.value()]});
  kinds_.push_back(static_cast<std::uint8_t>(kind));
  newest_[first.value()] = static_cast<std::uint32_t>(rows_.size());
}

bool Chains::is_opened(SearchId first, SearchId last) const {
  return !wishes_.opened.empty() && std::binary_search(wishes_.opened.begin(), wishes_.opened.end(),
                                                       Chain{from_.origin_of(first), from_.origin_of(last)});
}

std::uint32_t Chains::collapse(SearchId first, SearchId last) {
  struct Part {
    SearchId first;
    SearchId last;
  };
  std::uint32_t left = 0;
  // Each half is half as long, so that few wait.
  for (std::vector<Part> waiting{{first, last}}; !waiting.empty();) {
    const Part part = waiting.back();
    waiting.pop_back();
    if (part.first != part.last && is_opened(part.first, part.last)) {
      project(part.first, part.last);
      // Leaves lie side by side, so the middle of the rows is the middle of the chain.
      const std::uint32_t middle = part.first.value() + (part.last.value() - part.first.value()) / 2;
      waiting.push_back({part.first, SearchId{middle}});
      waiting.push_back({SearchId{middle + 1}, part.last});
    } else {
      if (part.first != part.last) add(Made::kCollapsed, part.first, part.last);
      ++left;
    }
  }
  return left;
}

const std::vector<Chains::Ending>& Chains::starting_at(SearchId first) {
  found_.clear();
  for (std::uint32_t row = newest_[first.value()]; row != 0; row = rows_[row - 1].older) {
    found_.push_back({SearchId{rows_[row - 1].last}, static_cast<Made>(kinds_[row - 1])});
  }
  if (found_.size() > 1) {
    std::sort(found_.begin(), found_.end(), [](const Ending& a, const Ending& b) { return a.last > b.last; });
  }
  return found_;
}

Reshaped with_chains(Reshaped from, Chains& chains, Steps& steps) {
  return Inserter(std::move(from), chains).insert(steps);
}

}  // namespace culprit::transform
