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

/// More than frames of calls that are no nodes reach below the lowest one.
constexpr Address kFarBelow = 64 << 20;

/// The first row that can lie on a stack.
std::span<const WrittenRow>::iterator first_on_stacks(const Index& index, std::span<const WrittenRow> rows) {
  Address lowest = ~Address{0};
  for (const StackRow& row : index.stacks())
    if (row.lowest <= row.highest) lowest = std::min(lowest, row.lowest - std::min(row.lowest, kFarBelow));
  return std::ranges::lower_bound(rows, lowest / kGranuleBytes, {}, &WrittenRow::granule);
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

/// The bytes that only the nodes themselves had: O(log granules), and granules on stacks.
std::vector<WrittenRow> Footprints::in_own_frames(NodeId first, NodeId last,
                                                  std::span<const WrittenRow> rows) const {
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
  Address highest = 0;
  for (const StackRow& row : index_.stacks())
    if (row.lowest <= row.highest) highest = std::max(highest, row.highest);
  std::vector<WrittenRow> own;
  // Heaps lie below all stacks, and may be large.
  for (auto row = first_on_stacks(index_, rows); row != rows.end() && row->granule * kGranuleBytes < highest;
       ++row) {
    const std::size_t on = timeline.stack_of(row->granule * kGranuleBytes);
    const bool is_whole = on != Timeline::kNoStack && started.contains(on);
    const std::uint64_t bits = is_whole      ? ~std::uint64_t{0}
                               : on == stack ? granule_bits(row->granule, 0, frame)
                                             : 0;
    if (on != Timeline::kNoStack && (row->mask & bits) != 0) own.push_back({row->granule, row->mask & bits});
  }
  return own;
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

/// Gives what has no name.
std::vector<WrittenRow> Footprints::name_parts(NodeId first, std::span<const WrittenRow> read,
                                               const std::vector<WrittenRow>& own, Snapshot& before,
                                               UsedWalk& walk, Used& used) const {
  if (read.size() > kMostNamed) {
    used.is_cut = true;
    return without(read, own);
  }
  walk.leave_out(own);
  walk.run();
  const std::size_t seen = walk.parts().size();
  name_globals(walk);
  name_variables(first, before.rank(), walk);
  used.parts = std::move(walk.parts());
  for (std::size_t i = seen; i < used.parts.size(); ++i) used.parts[i].root.clear();
  return walk.left();
}

Used Footprints::name(NodeId first, NodeId last, const Footprint& footprint, const WrittenBytes& others,
                      Snapshot& before, const Snapshot& after, const std::vector<Root>& roots,
                      const Limits& limits) const {
  const bool is_large = footprint.read.size() > kMostNamed;
  UsedWalk walk(catalogue_, before, after, limits,
                is_large ? std::span<const WrittenRow>() : std::span<const WrittenRow>(footprint.read));
  for (const Root& root : roots) walk.add(root);
  Used used;
  used.is_known = true;
  used.is_too_much = footprint.is_too_much;
  std::vector<WrittenRow> left =
      name_parts(first, footprint.read, in_own_frames(first, last, footprint.read), before, walk, used);
  used.is_cut = used.is_cut || footprint.is_cut || walk.is_cut();
  for (const Address address : walk.bare())
    used.bare.emplace(address, owners_.owner(address, before.rank()).start);
  // What earlier passes had and is gone when this one begins was not used by it.
  if (tree_.is_iteration(first) && left.size() <= kMostLookedAt) keep_known(before, left);
  count_rest(owners_, before, left, used);
  if (others.granules.empty()) return used;
  used.is_raced = !common(footprint.read, others.granules).empty();
  note_others(others.granules, used);
  return used;
}

}  // namespace culprit::state
