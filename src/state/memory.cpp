#include "src/state/memory.h"

#include <algorithm>
#include <array>
#include <vector>

#include "src/state/pieces.h"

namespace culprit::state {
namespace {

constexpr std::size_t kChunk = 256;

bool has(Rank rank) {
  return rank != kNoRank;
}

/// The value of the byte at `address` from the record that wrote it; `key` is its index entry.
std::byte value_in(const trace::Event& event, Address address, std::uint64_t key) {
  if (event.kind == CULPRIT_EVENT_FILL) return std::byte{event.what};
  std::uint64_t at = 0;
  if (event.kind == CULPRIT_EVENT_BLOCK) {
    at = address - event.address;
  } else {
    // A short write's address is known only in order; its piece tells. Of a write that crosses into this
    // page, the piece is the tail and lies at the page's start.
    const std::uint64_t skipped = piece_offset(key) == 0 ? event.size - piece_bytes(key) : 0;
    at = address % kPageBytes - piece_offset(key) + skipped;
  }
  return at < event.payload.size() ? event.payload[at] : std::byte{};
}

}  // namespace

void Memory::read(Address address, Rank rank, std::span<Cell> cells) const {
  std::fill(cells.begin(), cells.end(), Cell{});
  cells = cells.first(static_cast<std::size_t>(clamped_size(address, cells.size())));
  while (!cells.empty()) {
    const std::size_t n =
        std::min({cells.size(), kChunk, static_cast<std::size_t>(kPageBytes - address % kPageBytes)});
    read_chunk(address, rank, cells.first(n));
    cells = cells.subspan(n);
    address += n;
  }
}

void Memory::read_chunk(Address address, Rank rank, std::span<Cell> cells) const {
  find_writes(address, rank, cells);
  judge(address, rank, cells);
}

void Memory::find_writes(Address address, Rank rank, std::span<Cell> cells) const {
  std::array<std::uint64_t, kChunk> storage;
  const std::span<std::uint64_t> keys(storage.data(), cells.size());
  index_.newest(address, rank, keys);
  index_.long_fills().each(address, address + cells.size(), rank, [&](const Cover& fill) {
    const Address end = std::min<Address>(fill.end, address + cells.size());
    for (Address a = std::max(fill.start, address); a < end; ++a) {
      std::uint64_t& key = keys[a - address];
      // A fill's record alone says all, so only the rank of its key counts.
      if (key == 0 || (key & kRankMask) < fill.begin.value()) key = key_of(1, fill.begin.value());
    }
  });
  trace::Event event;
  std::uint64_t loaded = kRankMask;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (keys[i] == 0) continue;
    const std::uint64_t written = keys[i] & kRankMask;
    if (written != loaded) event = trace_.event_at(Rank{loaded = written});
    cells[i].written = Rank{written};
    cells[i].value = value_in(event, address + i, keys[i]);
  }
}

class Memory::Judge {
 public:
  Judge(const Timeline& timeline, Rank rank) : timeline_(timeline), rank_(rank) {}

  /// Bytes of one write in one allocation lie in one frame, so the first stands for all.
  ByteState run(Address byte, Rank written, const Cover* cover) {
    const bool on_stack = cover == nullptr || cover->kind == CULPRIT_MEMORY_STACK;
    const bool ended = cover != nullptr && cover->ended < rank_;
    if (!on_stack) {
      if (ended) return ByteState::kFreed;
      return has(written) && written > cover->begin ? ByteState::kKnown : ByteState::kUninitialised;
    }
    const std::size_t stack = timeline_.stack_of(byte);
    const Rank floor = cover == nullptr ? Rank{0} : ended ? cover->ended : cover->begin;
    if (stack != Timeline::kNoStack) return on_stack_of(stack, byte, written, floor);
    if (has(written) && written >= floor) return ByteState::kKnown;
    return cover != nullptr ? ByteState::kUninitialised : ByteState::kNever;
  }

 private:
  ByteState on_stack_of(std::size_t stack, Address byte, Rank written, Rank floor) {
    if (!has(written) || written < floor) return ByteState::kUninitialised;
    if (stack != stack_) {
      now_ = timeline_.instant(stack_ = stack, rank_);
      then_.rank = kNoRank;
    }
    const NodeId owner = timeline_.owner(now_, byte);
    if (owner != kNoNode && written <= timeline_.birth(owner)) return ByteState::kUninitialised;
    if (written != then_.rank) then_ = timeline_.instant_before(stack, written, now_, owner);
    return timeline_.owner(then_, byte) == owner ? ByteState::kKnown : ByteState::kFreed;
  }

  const Timeline& timeline_;
  Rank rank_;
  std::size_t stack_ = Timeline::kNoStack;
  Timeline::Instant now_{};
  Timeline::Instant then_{kNoRank, kNoNode, 0};
};

void Memory::judge(Address address, Rank rank, std::span<Cell> cells) const {
  std::vector<Cover> covers;
  std::array<std::uint32_t, kChunk> cover_of;  // row of covers plus 1; 0 is none
  std::fill_n(cover_of.begin(), cells.size(), 0u);
  index_.allocations().each(address, address + cells.size(), rank, [&](const Cover& cover) {
    covers.push_back(cover);
    const std::size_t last = std::min<Address>(cover.end, address + cells.size()) - address;
    for (std::size_t i = std::max(cover.start, address) - address; i < last; ++i)
      if (cover_of[i] == 0 || covers[cover_of[i] - 1].begin < cover.begin)
        cover_of[i] = static_cast<std::uint32_t>(covers.size());
  });
  Judge judge(timeline_, rank);
  for (std::size_t i = 0; i < cells.size();) {
    std::size_t end = i + 1;
    while (end < cells.size() && cells[end].written == cells[i].written && cover_of[end] == cover_of[i])
      ++end;
    const Cover* cover = cover_of[i] == 0 ? nullptr : &covers[cover_of[i] - 1];
    const ByteState state = judge.run(address + i, cells[i].written, cover);
    for (; i < end; ++i) cells[i].state = state;
  }
}

std::optional<Cover> Memory::allocation(Address byte, Rank rank) const {
  std::optional<Cover> newest;
  if (byte == ~Address{0}) return newest;
  index_.allocations().each(byte, byte + 1, rank, [&](const Cover& cover) {
    if (!newest || newest->begin < cover.begin) newest = cover;
  });
  return newest;
}

bool Memory::is_known_place(Address byte, Rank rank) const {
  if (allocation(byte, rank) || timeline_.stack_of(byte) != Timeline::kNoStack) return true;
  Cell cell;
  read(byte, rank, {&cell, 1});
  return cell.state != ByteState::kNever;
}

Writer Memory::writer(Rank written) const {
  Writer writer;
  writer.moment = trace_.moment_at(written);
  const trace::Event event = trace_.event_at(written);
  if (event.kind == CULPRIT_EVENT_BLOCK) {
    writer.is_initial = (event.what & CULPRIT_BLOCK_INITIAL) != 0;
    writer.is_foreign = (event.what & CULPRIT_BLOCK_FOREIGN) != 0;
  }
  if (writer.is_initial) return writer;
  writer.node = timeline_.innermost(writer.moment);
  const NodeId call = timeline_.call_of(writer.node);
  if (call == kNoNode) return writer;
  const tree::Function& function = timeline_.tree().function(call);
  writer.file = function.file;
  if (event.line != 0) writer.line = event.line_absolute ? event.line : function.first_line + event.line - 1;
  return writer;
}

}  // namespace culprit::state
