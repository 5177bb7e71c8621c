#include "src/state/owners.h"

#include <algorithm>
#include <functional>

namespace culprit::state {

std::string Owners::allocated_in(const Cover& cover) const {
  const Timeline& timeline = memory_.timeline();
  const NodeId maker = timeline.call_of(timeline.innermost(trace_.moment_at(cover.begin)));
  return maker == kNoNode ? "" : " allocated in " + tree_.function(maker).name;
}

NodeId Owners::frame_owner(Address byte, Rank rank) const {
  const Timeline& timeline = memory_.timeline();
  const std::size_t stack = timeline.stack_of(byte);
  if (stack == Timeline::kNoStack) return kNoNode;
  return timeline.owner(timeline.instant(stack, rank), byte);
}

Owners::Owner Owners::owner(Address byte, Rank rank) const {
  const auto cover = memory_.allocation(byte, rank);
  if (cover && cover->kind == CULPRIT_MEMORY_HEAP) {
    const std::string by = allocated_in(*cover);
    return {by.empty() ? "the heap" : "what was" + by, cover->start, std::max(byte + 1, cover->end)};
  }
  if (const trace::Global* global = catalogue_.global_at(byte))
    return {global->name, global->address, std::max(byte + 1, global->address + global->size)};
  const NodeId owner = frame_owner(byte, rank);
  if (owner == kNoNode) return {"memory without a name", 0, byte + 1};
  return {"variables of " + tree_.function(owner).name, 0, byte + 1};
}

std::vector<WrittenCount> OwnedBytes::counts() const {
  std::vector<WrittenCount> counts;
  for (const auto& [owner, bytes] : bytes_) counts.push_back({owner, bytes, step_ > 1});
  std::ranges::stable_sort(counts, std::greater<>(), &WrittenCount::bytes);
  return counts;
}

}  // namespace culprit::state
