#include "tests/laws/replay.h"

#include <algorithm>
#include <cstring>

namespace culprit::laws {
namespace {

using trace::Event;

/// Return address and saved frame pointer.
constexpr std::uint64_t kAboveFrame = 16;
/// Larger fills are of memory that generated programs do not have.
constexpr std::uint64_t kMostFilled = 1 << 16;

/// Lower words are no addresses of blocks.
constexpr std::uint64_t kLowest = 1 << 16;

std::uint64_t word_in(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

bool is_write(const Event& event) {
  return event.kind == CULPRIT_EVENT_WRITE || event.kind == CULPRIT_EVENT_WRITE_FAR ||
         event.kind == CULPRIT_EVENT_BLOCK;
}

}  // namespace

Replay::Replay(const trace::Trace& trace, const tree::Tree& tree) : trace_(trace), tree_(tree) {
  for (const trace::StreamInfo& stream : trace.streams()) {
    trace::Cursor cursor = trace.events(stream.id);
    while (cursor.next()) {
      const Event& event = cursor.event();
      events_.push_back({trace.order(Moment(stream.id, event.position)), stream.id, event});
    }
  }
  std::ranges::stable_sort(events_, {}, &Ordered::rank);
  for (std::size_t i = 0; i < events_.size(); ++i) follow(i);
}

void Replay::store(std::size_t index, Address address, std::span<const std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes_[address + i].push_back({index, i, bytes[i]});
  for (std::size_t i = (8 - address % 8) % 8; i + 8 <= bytes.size(); i += 8)
    if (word_in(bytes, i) > kLowest) pointers_.emplace_back(address + i, index);
}

void Replay::follow(std::size_t index) {
  const Event& event = events_[index].event;
  if (is_write(event)) {
    store(index, event.address, event.payload);
  } else if (event.kind == CULPRIT_EVENT_FILL) {
    const std::vector<std::byte> filled(std::min(event.size, kMostFilled), std::byte{event.what});
    store(index, event.address, filled);
  } else if (event.kind == CULPRIT_EVENT_ALLOCATE && event.what == CULPRIT_MEMORY_STACK) {
    stacks_.try_emplace(events_[index].stream, Range{event.address, event.address + event.size});
  } else if (event.kind == CULPRIT_EVENT_ALLOCATE && event.what == CULPRIT_MEMORY_HEAP) {
    blocks_[event.address].push_back({event.address, event.size, index, events_.size()});
  } else if (event.kind == CULPRIT_EVENT_FREE) {
    const auto found = blocks_.find(event.address);
    if (found != blocks_.end() && found->second.back().died == events_.size())
      found->second.back().died = index;
  }
}

const Replay::Block* Replay::block(Address byte, std::size_t event) const {
  constexpr int kNeighbours = 64;  // blocks that lay there at other times may begin between
  auto at = blocks_.upper_bound(byte);
  for (int i = 0; i < kNeighbours && at != blocks_.begin(); ++i) {
    --at;
    for (const Block& block : at->second)
      if (block.has(byte) && block.lives_at(event)) return &block;
  }
  return nullptr;
}

bool Replay::is_on_stack(Address byte, StreamId stream) const {
  const auto stack = stacks_.find(stream);
  return stack != stacks_.end() && stack->second.contains(byte);
}

bool Replay::is_on_any_stack(Address byte) const {
  return std::ranges::any_of(stacks_, [&](const auto& stack) { return stack.second.contains(byte); });
}

const trace::Global* Replay::global(Address byte) const {
  for (const trace::Global& global : trace_.tables().globals)
    if (global.address != 0 && global.address <= byte && byte < global.address + global.size) return &global;
  return nullptr;
}

/// The last write before an event.
const Replay::Version* Replay::version(Address byte, std::size_t event) const {
  const auto found = bytes_.find(byte);
  if (found == bytes_.end()) return nullptr;
  const auto behind = std::ranges::lower_bound(found->second, event, {}, &Version::event);
  return behind == found->second.begin() ? nullptr : &*std::prev(behind);
}

std::optional<std::uint64_t> Replay::word(Address address, std::size_t event) const {
  std::uint64_t word = 0;
  const Block* around = block(address, event);
  for (unsigned i = 0; i < 8; ++i) {
    const Version* byte = version(address + i, event);
    if (byte == nullptr || (around != nullptr && byte->event < around->born)) return std::nullopt;
    word |= std::uint64_t(byte->value) << 8 * i;
  }
  return word;
}

std::optional<Replay::Stretch> Replay::stretch(NodeId node) const {
  const Moment enter = tree_.enter(node), leave = tree_.leave(node);
  if (enter == kNoMoment || leave == kNoMoment) return std::nullopt;
  Stretch result;
  bool is_inside = false;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const auto& [rank, stream, event] = events_[i];
    const bool is_own = stream == enter.stream();
    if (is_own && event.position >= leave.position()) {
      result.end = i;
      return result;
    }
    if (is_own && event.position == enter.position()) {
      is_inside = true;
      result.begin = i;
      continue;
    }
    if (!is_inside || !(is_own || result.spawned.contains(stream))) continue;
    result.in.push_back(i);
    if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_SPAWN)
      result.spawned.insert(StreamId{event.count});
  }
  return std::nullopt;
}

/// Calls are logged by how far their frames lie below each other.
Address Replay::frame(NodeId node) const {
  const StreamId own = tree_.enter(node).stream();
  std::uint64_t below = 0;
  for (NodeId n = node; n != kNoNode && tree_.enter(n) != kNoMoment && tree_.enter(n).stream() == own;
       n = tree_.parent(n)) {
    if (tree_.is_iteration(n)) continue;
    const Event event = trace_.event_at(tree_.enter(n));
    if (event.kind == CULPRIT_EVENT_ENTER_LONG) return event.address - below;
    if (event.kind == CULPRIT_EVENT_ENTER) below += event.size;
  }
  return 0 - below;
}

/// What the beginning of its loop recorded.
std::span<const std::byte> Replay::fixed(NodeId pass) const {
  const FunctionId loop = tree_.function_id(pass);
  NodeId first = pass;
  while (tree_.parent(first) != kNoNode && tree_.function_id(tree_.parent(first)) == loop)
    first = tree_.parent(first);
  const Moment enter = tree_.enter(first);
  std::span<const std::byte> payload;
  for (const Ordered& one : events_) {
    if (one.stream != enter.stream()) continue;
    if (one.event.position >= enter.position()) break;
    if (one.event.kind == CULPRIT_EVENT_LOOP_BEGIN && one.event.function == loop) payload = one.event.payload;
  }
  return payload;
}

/// Where the variables lie that a pass can see and that outlive its loop.
std::vector<Replay::Range> Replay::variables(NodeId node) const {
  std::vector<Range> ranges;
  const trace::Tables& tables = trace_.tables();
  std::span<const std::byte> rest[2] = {trace_.event_at(tree_.enter(node)).payload, fixed(node)};
  for (const trace::Parameter& parameter : tables.function(tree_.function_id(node)).parameters) {
    std::span<const std::byte>& values = rest[parameter.is_fixed ? 1 : 0];
    const trace::Type& type = tables.type(parameter.type);
    if (parameter.passing == CULPRIT_PASS_ABSENT) continue;
    const bool is_address = parameter.passing == CULPRIT_PASS_ADDRESS;
    const std::uint64_t length = is_address ? sizeof(Address) : (type.size + 3) / 4 * 4;
    if (values.size() < length) break;
    Address address = 0;
    if (is_address) std::memcpy(&address, values.data(), sizeof address);
    values = values.subspan(length);
    const bool is_reference = type.kind == CULPRIT_TYPE_REFERENCE;
    const std::uint64_t size = is_reference ? tables.type(type.element).size : type.size;
    if (is_address && !parameter.is_own) ranges.push_back({address, address + size});
  }
  return ranges;
}

/// Neither in a frame that ended, nor in a block that was freed.
bool Replay::outlives(Address byte, NodeId node, const Stretch& stretch) const {
  const StreamId own = tree_.enter(node).stream();
  if (is_on_stack(byte, own) && byte < frame(node) + kAboveFrame) {
    if (!tree_.is_iteration(node)) return false;
    const std::vector<Range> seen = variables(node);
    return std::ranges::any_of(seen, [&](const Range& range) { return range.contains(byte); });
  }
  if (std::ranges::any_of(stretch.spawned, [&](StreamId stream) { return is_on_stack(byte, stream); }))
    return false;
  return block(byte, stretch.end) != nullptr || block(byte, version(byte, stretch.end)->event) == nullptr;
}

/// Blocks that the node made and to which nothing leads: nobody can see what is in them.
std::set<const Replay::Block*> Replay::lost_blocks(NodeId node, const Stretch& stretch) const {
  std::set<const Block*> lost;
  for (const std::size_t index : stretch.in) {
    const Event& event = events_[index].event;
    const Block* made = event.kind == CULPRIT_EVENT_ALLOCATE ? block(event.address, stretch.end) : nullptr;
    if (made != nullptr && made->born == index) lost.insert(made);
  }
  // A word that is older than the block led to what was there before.
  const auto find = [&](std::uint64_t word, std::size_t index) {
    const Block* target = block(word, stretch.end);
    return target != nullptr && target->born < index && lost.erase(target) > 0;
  };
  const std::span<const std::byte> result = events_[stretch.end].event.payload;
  for (std::size_t at = 0; at + 8 <= result.size(); at += 4) find(word_in(result, at), stretch.end);
  for (bool is_more = true; is_more && !lost.empty();) {
    is_more = false;
    for (const auto& [address, index] : pointers_) {
      if (index >= stretch.end || version(address, stretch.end)->event != index) continue;
      if (!outlives(address, node, stretch) || lost.contains(block(address, stretch.end))) continue;
      if (const auto leads = word(address, stretch.end)) is_more = find(*leads, index) || is_more;
    }
  }
  return lost;
}

std::vector<ChangedByte> Replay::changed(NodeId node, const Stretch& stretch) const {
  const std::set<const Block*> lost = lost_blocks(node, stretch);
  std::vector<ChangedByte> changed;
  for (const std::size_t index : stretch.in) {
    const Event& event = events_[index].event;
    if (!is_write(event)) continue;
    for (std::size_t i = 0; i < event.payload.size(); ++i) {
      const Address byte = event.address + i;
      const Version* last = version(byte, stretch.end);
      if (last->event != index) continue;  // written again, by whomever
      const Block* around = block(byte, stretch.end);
      if (!outlives(byte, node, stretch) || lost.contains(around)) continue;
      const Version* then = version(byte, stretch.begin);
      if (then != nullptr && around != nullptr && then->event < around->born) then = nullptr;
      if (then != nullptr && then->value == last->value) continue;
      changed.push_back(
          {byte, then == nullptr ? std::nullopt : std::optional(then->value), last->value, index, i});
    }
  }
  return changed;
}

std::string Replay::owner(Address byte, std::size_t event) const {
  if (const trace::Global* found = global(byte)) return "global " + found->name;
  if (const Block* found = block(byte, event))
    return "byte " + std::to_string(byte - found->address) + " of " + std::to_string(found->size);
  return is_on_any_stack(byte) ? "a stack" : "memory without a name";
}

}  // namespace culprit::laws
