#include "src/strategy/tree_pool.h"

#include <algorithm>

#include "src/base/check.h"
#include "src/strategy/total_bounds.h"

namespace culprit::strategy {
namespace {

constexpr std::uint32_t kEmpty = 0xffffffff;
constexpr std::size_t kFirstTable = 64;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

std::uint32_t hash_of(std::uint64_t own, std::span<const TreePool::Run> runs) {
  std::uint64_t hash = mix(0x51ed270b, own);
  for (const TreePool::Run& run : runs) hash = mix(hash, std::uint64_t{run.tree.value()} << 32 | run.count);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

bool TreePool::is_before(const Run& a, const Run& b) const {
  return weight(a.tree) != weight(b.tree) ? weight(a.tree) > weight(b.tree) : a.tree < b.tree;
}

PooledTree TreePool::add(std::uint64_t own, std::vector<Run>& children) {
  std::sort(children.begin(), children.end(), [&](const Run& a, const Run& b) { return is_before(a, b); });
  scratch_.clear();
  for (const Run& run : children) {
    if (!scratch_.empty() && scratch_.back().tree == run.tree) {
      scratch_.back().count += run.count;
    } else {
      scratch_.push_back(run);
    }
  }
  return intern(own);
}

PooledTree TreePool::replace_child(PooledTree tree, std::uint32_t run, PooledTree with) {
  const auto old = runs(tree);
  scratch_.clear();
  Run waiting{with != kNoTree && weight(with) > 0 ? with : kNoTree, 1};
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    Run kept = old[i];
    if (i == run) --kept.count;
    if (waiting.tree != kNoTree && !is_before(kept, waiting)) {
      if (kept.tree == waiting.tree) {
        ++kept.count;
      } else {
        scratch_.push_back(waiting);
      }
      waiting.tree = kNoTree;
    }
    if (kept.count > 0) scratch_.push_back(kept);
  }
  if (waiting.tree != kNoTree) scratch_.push_back(waiting);
  return intern(own_weight(tree));
}

PooledTree TreePool::intern(std::uint64_t own) {
  if (table_.size() < 2 * (rows_.size() + 1)) grow_table();
  steps_ += 1 + scratch_.size();
  const std::uint32_t hash = hash_of(own, scratch_);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  for (; table_[slot] != kEmpty; slot = (slot + 1) & mask) {
    const PooledTree known{table_[slot]};
    if (row(known).hash != hash || own_weight(known) != own) continue;
    const auto its = runs(known);
    if (std::equal(its.begin(), its.end(), scratch_.begin(), scratch_.end())) return known;
  }
  const PooledTree made{static_cast<std::uint32_t>(rows_.size())};
  table_[slot] = made.value();
  append(own, hash);
  set_first_bounds(*this, made);
  return made;
}

void TreePool::append(std::uint64_t own, std::uint32_t hash) {
  Row made{};
  made.weight = own;
  made.entropy = times_log(own);
  made.is_plain = own == 1;
  made.is_counted = own <= 1;
  made.nodes = 1;
  CULPRIT_CHECK(runs_.size() + scratch_.size() < kEmpty);
  made.first_run = static_cast<std::uint32_t>(runs_.size());
  made.runs = static_cast<std::uint32_t>(scratch_.size());
  made.hash = hash;
  made.inside = made.rest = kNoTree;
  for (const Run& run : scratch_) {
    made.weight += run.count * weight(run.tree);
    made.nodes += run.count * row(run.tree).nodes;
    made.degree += run.count;
    made.entropy += run.count * row(run.tree).entropy;
    made.is_plain = made.is_plain && row(run.tree).is_plain;
    made.is_counted = made.is_counted && row(run.tree).is_counted;
    runs_.push_back(run);
  }
  rows_.push_back(made);
}

std::uint64_t TreePool::own_weight(PooledTree tree) const {
  if (row(tree).is_plain) return 1;
  std::uint64_t own = weight(tree);
  for (const Run& run : runs(tree)) own -= run.count * weight(run.tree);
  return own;
}

void TreePool::grow_table() {
  table_.assign(std::max(kFirstTable, 2 * table_.size()), kEmpty);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    std::size_t slot = rows_[i].hash & mask;
    while (table_[slot] != kEmpty) slot = (slot + 1) & mask;
    table_[slot] = i;
  }
}

std::size_t TreePool::bytes() const {
  return rows_.capacity() * sizeof(Row) + runs_.capacity() * sizeof(Run) +
         table_.size() * sizeof(std::uint32_t);
}

}  // namespace culprit::strategy
