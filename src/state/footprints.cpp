#include "src/state/footprints.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "src/state/used.h"

namespace culprit::state {
namespace {

/// Calls above a node whose variables are looked through, and granules that are looked at for a name of their own.
constexpr int kMostCallers = 64;
/// Granules that are named; of more it is counted who owns them.
constexpr std::size_t kMostNamed = 16 << 10;
constexpr std::size_t kMostLookedAt = 1024;

bool is_among(std::span<const WrittenRow> rows, Address address) {
  const auto row = std::ranges::lower_bound(rows, address / kGranuleBytes, {}, &WrittenRow::granule);
  return row != rows.end() && row->granule == address / kGranuleBytes &&
         (row->mask >> address % kGranuleBytes & 1) != 0;
}

Address place_of(const Value& value) {
  return value.kind == ValueKind::kPointer ? 0 : value.address;
}

/// Beside what other threads wrote there meanwhile stands that they did: the node may have read that.
void note_others(std::span<const WrittenRow> others, Used& used) {
  for (UsedPart& part : used.parts) {
    part.is_written = is_among(others, place_of(part.value));
    for (const Value& child : part.value.children)
      part.is_written = part.is_written || is_among(others, place_of(child));
  }
}

/// Only bytes that are there.
void keep_known(Snapshot& before, std::vector<WrittenRow>& rows) {
  for (WrittenRow& row : rows) {
    std::array<Cell, kGranuleBytes> cells;
    before.read(row.granule * kGranuleBytes, cells);
    for (unsigned i = 0; i < kGranuleBytes; ++i)
      if (cells[i].state != ByteState::kKnown) row.mask &= ~(std::uint64_t{1} << i);
  }
  std::erase_if(rows, [](const WrittenRow& row) { return row.mask == 0; });
}

}  // namespace

void Footprints::leave_out_frames(NodeId first, NodeId last, UsedWalk& walk) const {
  const Timeline& timeline = memory_.timeline();
  const NodeId call = timeline.call_of(last);
  const bool has_frame = call != kNoNode && timeline.frame(call) != kNoFrame && timeline.frame(call) != 0;
  const Address frame = has_frame ? timeline.frame(call) : 0;
  const std::size_t stack = has_frame ? timeline.stack_of(frame - 1) : Timeline::kNoStack;
  std::set<std::size_t> started;
  const auto& streams = trace_.streams();
  for (std::size_t row = 0; row < streams.size(); ++row) {
    const auto nodes = index_.stream_nodes(row);
    const bool is_own = tree_.enter(first) != kNoMoment && tree_.enter(first).stream() == streams[row].id;
    if (!is_own && !nodes.empty() && first.value() <= nodes.front() &&
        nodes.front() < tree_.end(last).value())
      started.insert(row);
  }
  walk.leave_out([&](std::uint64_t granule) -> std::uint64_t {
    const std::size_t on = timeline.stack_of(granule * kGranuleBytes);
    if (on == Timeline::kNoStack) return 0;
    if (started.contains(on)) return ~std::uint64_t{0};
    return on == stack ? granule_bits(granule, 0, frame) : 0;
  });
}

/// Globals that the functions below do not name: they were reached through pointers that nobody sees.
void Footprints::name_globals(UsedWalk& walk) const {
  std::size_t looked_at = 0;
  std::set<const trace::Global*> known;
  for (const WrittenRow& row : walk.left()) {
    if (++looked_at > kMostLookedAt) return;
    for (std::uint64_t mask = row.mask; mask != 0; mask &= mask - 1) {
      const Address byte = row.granule * kGranuleBytes + static_cast<unsigned>(std::countr_zero(mask));
      const trace::Global* global = catalogue_.global_at(byte);
      if (global == nullptr || !known.insert(global).second) continue;
      walk.run_from({global->name, {.type = global->type, .address = global->address}});
    }
  }
}

/// Variables of the calls above that lie in memory, as far as these calls were given them.
void Footprints::name_variables(NodeId first, Rank rank, UsedWalk& walk) const {
  std::set<NodeId> owners;
  std::size_t looked_at = 0;
  for (const WrittenRow& row : walk.left()) {
    if (++looked_at > kMostLookedAt) break;
    if (memory_.timeline().stack_of(row.granule * kGranuleBytes) == Timeline::kNoStack) continue;
    const Address byte = row.granule * kGranuleBytes + static_cast<unsigned>(std::countr_zero(row.mask));
    owners.insert(owners_.frame_owner(byte, rank));
  }
  owners.erase(kNoNode);
  NodeId n = tree_.parent(first);
  for (int i = 0; n != kNoNode && i < kMostCallers && !owners.empty(); n = tree_.parent(n), ++i) {
    const NodeId call = memory_.timeline().call_of(n);
    if (!owners.contains(call)) continue;
    const Context context(trace_, tree_, index_, n);
    for (Root root : context.inputs()) {
      if (root.place.is_inline) continue;
      root.name += " of " + tree_.function(call).name;
      walk.run_from(root);
    }
    if (n == call) owners.erase(call);
  }
}

Used Footprints::name(NodeId first, NodeId last, const Footprint& footprint, const WrittenBytes& others,
                      Snapshot& before, const std::vector<Root>& roots, const Limits& limits) const {
  UsedWalk walk(catalogue_, before, limits, footprint.read);
  for (const Root& root : roots) walk.add(root);
  leave_out_frames(first, last, walk);
  const bool is_large = footprint.read.size() > kMostNamed;
  if (!is_large) walk.run();
  const std::size_t seen = walk.parts().size();
  if (!is_large) name_globals(walk);
  if (!is_large) name_variables(first, before.rank(), walk);
  Used used;
  used.is_known = true;
  used.is_too_much = footprint.is_too_much;
  used.given = std::move(walk.given());
  used.parts = std::move(walk.parts());
  for (std::size_t i = seen; i < used.parts.size(); ++i) used.parts[i].root.clear();
  used.is_cut = walk.is_cut() || is_large;
  for (const Address address : walk.bare())
    used.bare.emplace(address, owners_.owner(address, before.rank()).start);
  std::vector<WrittenRow> left = walk.left();
  // What earlier passes had and is gone when this one begins was not used by it.
  if (tree_.is_iteration(first) && left.size() <= kMostLookedAt) keep_known(before, left);
  count_rest(owners_, before, left, used);
  if (others.granules.empty()) return used;
  used.is_raced = !common(footprint.read, others.granules).empty();
  note_others(others.granules, used);
  return used;
}

}  // namespace culprit::state
