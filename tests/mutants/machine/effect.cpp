#include "tests/mutants/machine/effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

namespace culprit::mutants {
namespace {

using trace::Event;

/// Return address and saved frame pointer.
constexpr std::uint64_t kAboveFrame = 16;
/// Events behind a pass that are compared.
constexpr std::size_t kMostAfter = 20'000;

struct Range {
  Address low = 0, high = 0;
  bool contains(Address address) const { return low <= address && address < high; }
};

/// A value as a number; of what may be an address, or is longer than one, no more than that.
std::string number_in(std::span<const std::byte> value) {
  constexpr std::uint64_t kLowest = 0x5500'0000'0000, kHighest = 0x8000'0000'0000;
  std::uint64_t number = 0;
  if (value.size() > sizeof number) return "?";
  std::memcpy(&number, value.data(), value.size());
  return number >= kLowest && number < kHighest ? "?" : fmt::format("{:x}", number);
}

/// Events of all threads in their order.
struct Ordered {
  Rank rank;
  StreamId stream;
  Event event;
};
std::vector<Ordered> ordered_events(const trace::Trace& trace) {
  std::vector<Ordered> events;
  for (const trace::StreamInfo& stream : trace.streams()) {
    trace::Cursor cursor = trace.events(stream.id);
    while (cursor.next()) {
      const Event& event = cursor.event();
      events.push_back({trace.order(Moment(stream.id, event.position)), stream.id, event});
    }
  }
  if (trace.streams().size() > 1) std::ranges::stable_sort(events, {}, &Ordered::rank);
  return events;
}

class Replay {
 public:
  Replay(const trace::Trace& trace, const tree::Tree& tree, NodeId node)
      : trace_(trace),
        tree_(tree),
        node_(node),
        is_pass_(tree.is_iteration(node)),
        own_(tree.enter(node).stream()),
        begin_(tree.enter(node).position()),
        end_(tree.leave(node) == kNoMoment ? ~std::uint64_t{0} : tree.leave(node).position()) {}

  Effect run();

 private:
  bool is_in_node(const Ordered& one) const {
    return is_inside_ && (one.stream == own_ ? one.event.position > begin_ : spawned_.contains(one.stream));
  }
  void follow(const Ordered& one);
  void follow_file(const Event& event, bool is_in);
  void remember(const Ordered& one, bool is_in);
  void write(Address address, const std::byte* bytes, std::uint64_t length, bool is_in);
  void touch(Address address, std::uint64_t length);
  void finish(const Event& event);
  void drop_what_is_gone();
  bool outlives(Address word) const;
  Address frame(NodeId node) const;
  void find_variables();
  void find_after();
  NodeId call_around() const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  NodeId node_;
  bool is_pass_;
  StreamId own_;
  std::uint64_t begin_, end_;
  bool is_inside_ = false;
  Effect effect_;
  Blocks heap_;
  Blocks gone_;                                 ///< ended in the node, whoever made them
  std::map<std::uint32_t, std::string> paths_;  ///< of files, by number
  std::set<StreamId> spawned_;
  std::map<StreamId, Range> stacks_;
  std::vector<Range> variables_;  ///< of a pass: they lie in the frame, and outlive it
  Address frame_ = 0;
};

void Replay::touch(Address address, std::uint64_t length) {
  for (Address word = address & ~Address{7}; word < address + length; word += 8) effect_.words.insert(word);
}

void Replay::write(Address address, const std::byte* bytes, std::uint64_t length, bool is_in) {
  effect_.image.write(address, bytes, length);
  if (is_in) touch(address, length);
}

void Replay::remember(const Ordered& one, bool is_in) {
  const Event& event = one.event;
  if (event.kind == CULPRIT_EVENT_ALLOCATE) {
    if (event.what == CULPRIT_MEMORY_STACK)
      stacks_.try_emplace(one.stream, Range{event.address, event.address + event.size});
    if (event.what != CULPRIT_MEMORY_HEAP) return;
    effect_.image.fill(event.address, std::byte{0}, event.size);
    heap_.add(event.address, event.size);
    effect_.dead.take(event.address);
    if (is_in) effect_.born.add(event.address, event.size);
  } else {
    const std::uint64_t size = heap_.take(event.address);
    if (!is_in) return;
    gone_.add(event.address, size);
    if (effect_.born.contains(event.address))
      effect_.dead.add(event.address, effect_.born.take(event.address));
    else
      effect_.freed.insert(event.address);
  }
}

void Replay::follow_file(const Event& event, bool is_in) {
  const auto text = [&] {
    return std::string(reinterpret_cast<const char*>(event.payload.data()), event.payload.size());
  };
  const auto bytes = static_cast<std::int64_t>(event.payload.size());
  switch (event.what) {
    case CULPRIT_EXTENDED_OPENED:
      paths_[event.count] = text();
      return;
    case CULPRIT_EXTENDED_OUTPUT_FILE:
      if (is_in) effect_.files[paths_[event.count]] += text();
      return;
    case CULPRIT_EXTENDED_INPUT:
      if (is_in) effect_.consumed[paths_[event.count]] += bytes;
      return;
    case CULPRIT_EXTENDED_UNREAD:
      if (is_in && (effect_.consumed[paths_[event.count]] -= bytes) == 0)
        effect_.consumed.erase(paths_[event.count]);
      return;
    default:
      return;
  }
}

void Replay::follow(const Ordered& one) {
  const Event& event = one.event;
  const bool is_in = is_in_node(one);
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
      return write(event.address, event.payload.data(), event.payload.size(), is_in);
    case CULPRIT_EVENT_FILL:
      effect_.image.fill(event.address, std::byte{event.what}, event.size);
      if (is_in && event.size < (1u << 22)) touch(event.address, event.size);
      return;
    case CULPRIT_EVENT_ALLOCATE:
    case CULPRIT_EVENT_FREE:
      return remember(one, is_in);
    case CULPRIT_EVENT_OUTPUT:
      if (is_in)
        effect_.output[event.what].append(reinterpret_cast<const char*>(event.payload.data()),
                                          event.payload.size());
      return;
    case CULPRIT_EVENT_EXTENDED:
      if (is_in && event.what == CULPRIT_EXTENDED_SPAWN) spawned_.insert(StreamId{event.count});
      return follow_file(event, is_in);
    default:
      return;
  }
}

void Replay::finish(const Event& event) {
  effect_.result.assign(event.payload.begin(), event.payload.end());
  switch (event.kind) {
    case CULPRIT_EVENT_LEAVE:
      effect_.left = is_pass_ ? Left::kLeftWithCall : Left::kReturned;
      break;
    case CULPRIT_EVENT_LOOP_END:
      effect_.left = Left::kLoopEnded;
      break;
    case CULPRIT_EVENT_UNWIND: {
      const auto* bytes = reinterpret_cast<const std::byte*>(&event.address);
      effect_.left = event.what == CULPRIT_UNWIND_EXCEPTION ? Left::kThrew
                     : event.what == CULPRIT_UNWIND_JUMP    ? Left::kJumped
                                                            : Left::kExited;
      effect_.result.assign(bytes, bytes + sizeof event.address);
      break;
    }
    default:
      effect_.left = Left::kLeftWithCall;  // another loop's end, or a call that took its frame
  }
}

/// Calls are logged by how far their frames lie below each other.
Address Replay::frame(NodeId node) const {
  std::uint64_t below = 0;
  for (NodeId n = node; n != kNoNode && tree_.enter(n) != kNoMoment && tree_.enter(n).stream() == own_;
       n = tree_.parent(n)) {
    if (tree_.is_iteration(n)) continue;
    const Event event = trace_.event_at(tree_.enter(n));
    if (event.kind == CULPRIT_EVENT_ENTER_LONG) return event.address - below;
    if (event.kind == CULPRIT_EVENT_ENTER) below += event.size;
  }
  return 0 - below;
}

NodeId Replay::call_around() const {
  NodeId call = node_;
  while (call != kNoNode && tree_.is_iteration(call)) call = tree_.parent(call);
  return call;
}

/// Where the variables lie that a pass can see: said where its loop began.
void Replay::find_variables() {
  NodeId first = node_;
  const FunctionId loop = tree_.function_id(node_);
  for (NodeId above = tree_.parent(first); above != kNoNode && tree_.function_id(above) == loop;
       above = tree_.parent(above))
    first = above;
  std::optional<Event> beginning;
  trace::Cursor cursor = trace_.events(own_);
  while (cursor.next() && cursor.event().position < tree_.enter(first).position())
    if (cursor.event().kind == CULPRIT_EVENT_LOOP_BEGIN && cursor.event().function == loop)
      beginning = cursor.event();
  if (!beginning) return;
  const trace::Tables& tables = trace_.tables();
  std::size_t at = 0;
  for (const trace::Parameter& parameter : tables.function(loop).parameters) {
    if (!parameter.is_fixed || parameter.passing == CULPRIT_PASS_ABSENT) continue;
    const trace::Type& type = tables.type(parameter.type);
    if (parameter.passing != CULPRIT_PASS_ADDRESS) {
      at += (type.size + 3) & ~std::uint64_t{3};
      continue;
    }
    Address address = 0;
    if (at + sizeof address > beginning->payload.size()) return;
    std::memcpy(&address, beginning->payload.data() + at, sizeof address);
    const std::uint64_t size =
        type.kind == CULPRIT_TYPE_REFERENCE ? tables.type(type.element).size : type.size;
    variables_.push_back({address, address + size});
    at += sizeof address;
  }
}

bool Replay::outlives(Address word) const {
  for (const StreamId stream : spawned_)
    if (const auto stack = stacks_.find(stream); stack != stacks_.end() && stack->second.contains(word))
      return false;
  const auto stack = stacks_.find(own_);
  if (stack != stacks_.end() && stack->second.contains(word) && word < frame_ + kAboveFrame)
    return std::ranges::any_of(variables_,
                               [&](const Range& one) { return one.low <= word + 7 && word < one.high; });
  return !effect_.born.covers(word) && !gone_.covers(word);
}

void Replay::drop_what_is_gone() {
  std::erase_if(effect_.words, [&](Address word) { return !outlives(word); });
}

/// What follows a pass in its call: where control went, and what the call gave back.
void Replay::find_after() {
  const NodeId call = call_around();
  if (call == kNoNode) return;
  effect_.after_is_cut = tree_.leave(call) == kNoMoment;
  const std::uint64_t last =
      tree_.leave(call) == kNoMoment ? ~std::uint64_t{0} : tree_.leave(call).position();
  trace::Cursor cursor = trace_.events(own_);
  while (cursor.next() && cursor.event().position <= last && effect_.after.size() < kMostAfter) {
    const Event& event = cursor.event();
    if (event.position <= end_) continue;
    const trace::Function& function = trace_.tables().function(event.function);
    if (event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ENTER_LONG)
      effect_.after.push_back(fmt::format("calls {}", function.signature));
    else if (event.kind == CULPRIT_EVENT_ITERATION)
      effect_.after.push_back(fmt::format("passes {}", function.first_line));
    else if (event.kind == CULPRIT_EVENT_LEAVE)
      effect_.after.push_back(fmt::format("leaves {} {}", event.line, number_in(event.payload)));
  }
}

Effect Replay::run() {
  for (const Ordered& one : ordered_events(trace_)) {
    const bool is_own = one.stream == own_;
    if (is_own && one.event.position >= end_) {
      finish(one.event);
      break;
    }
    follow(one);
    if (is_own && one.event.position == begin_) is_inside_ = true;
  }
  frame_ = frame(node_);
  if (is_pass_) find_variables();
  drop_what_is_gone();
  if (is_pass_ && effect_.left == Left::kLoopEnded) find_after();
  return std::move(effect_);
}

}  // namespace

Effect effect_of(const trace::Trace& trace, const tree::Tree& tree, NodeId node) {
  return Replay(trace, tree, node).run();
}

}  // namespace culprit::mutants
