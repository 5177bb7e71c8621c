#include "src/graph/run_facts.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string_view>

#include "src/trace/decode.h"

namespace culprit::graph {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 32);
}

std::uint64_t mixed(std::uint64_t hash, std::span<const std::byte> bytes) {
  hash = mixed(hash, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    hash = mixed(hash, word);
  }
  return hash;
}

/// Without a result there is nothing to judge, and nothing that could be equal.
std::uint64_t key_of(const tree::Tree& tree, std::uint32_t node) {
  const tree::Label label = tree.label(NodeId{node});
  if (!label.has_result) return mixed(1, node);
  const std::hash<std::string_view> hash;
  std::uint64_t key =
      mixed(mixed(mixed(2, label.has_inputs ? 6 : 4), hash(label.inputs)), hash(label.result));
  const tree::Labels& labels = tree.labels();
  if (!labels.before.empty()) key = mixed(mixed(key, labels.before[node]), labels.after[node]);
  return key;
}

bool is_number(const trace::Type& type) {
  switch (type.kind) {
    case CULPRIT_TYPE_SIGNED:
    case CULPRIT_TYPE_UNSIGNED:
    case CULPRIT_TYPE_BOOL:
    case CULPRIT_TYPE_CHAR:
    case CULPRIT_TYPE_FLOAT:
    case CULPRIT_TYPE_ENUM:
      return true;
    default:
      return false;
  }
}

/// True if what is recorded at enter and leave is all that the function sees and does.
bool is_told_by_bytes(const trace::Tables& tables, const trace::Function& function, bool is_writable) {
  const auto is_whole = [&](TypeId type, culprit_passing passing) {
    return passing == CULPRIT_PASS_VALUE && (!is_writable || is_number(tables.type(type)));
  };
  if (is_writable && !function.globals.empty()) return false;
  // Without a result a function is called for what it does to memory.
  if (!is_whole(function.result_type, function.result_passing)) return false;
  return std::ranges::all_of(function.parameters,
                             [&](const trace::Parameter& p) { return is_whole(p.type, p.passing); });
}

/// Input, output to files, what was asked, and threads that were started: none of it stands in arguments and results.
bool is_transfer(const trace::Event& event) {
  switch (event.what) {
    case CULPRIT_EXTENDED_OPENED:
    case CULPRIT_EXTENDED_INPUT:
    case CULPRIT_EXTENDED_INPUT_END:
    case CULPRIT_EXTENDED_UNREAD:
    case CULPRIT_EXTENDED_OUTPUT_FILE:
    case CULPRIT_EXTENDED_ASKED:
    case CULPRIT_EXTENDED_SPAWN:
      return true;
    default:
      return false;
  }
}

/// Where a stream did something that its values at enter and leave do not tell: input, output, and writes to and reads of other
/// memory than the innermost call's own frame. Of those between two enters or leaves, the first stands for all. O(events).
class Effects {
 public:
  Effects(const trace::Trace& trace, StreamId stream) {
    for (trace::Cursor cursor = trace.events(stream); cursor.next();) {
      if (cursor.after_gap()) frames_.clear();
      read(cursor.event());
    }
  }

  bool has_between(std::uint64_t from, std::uint64_t to) const {
    const auto next = std::ranges::lower_bound(positions_, from);
    return next != positions_.end() && *next < to;
  }

 private:
  void read(const trace::Event& event) {
    switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
      case CULPRIT_EVENT_ENTER_LONG:
        is_told_ = false;
        // Behind a gap a frame that is given as a distance is not known; 0 makes every write an effect.
        if (event.address != 0) return frames_.push_back(event.address);
        return frames_.push_back(frame() > event.size ? frame() - event.size : 0);
      case CULPRIT_EVENT_LEAVE:
        return leave(1);
      case CULPRIT_EVENT_UNWIND:
        return leave(event.count);
      case CULPRIT_EVENT_WRITE:
      case CULPRIT_EVENT_WRITE_FAR:
      case CULPRIT_EVENT_BLOCK:
      case CULPRIT_EVENT_FILL:
        if (!is_in_frame(event)) tell(event.position);
        return;
      case CULPRIT_EVENT_OUTPUT:
        return tell(event.position);
      case CULPRIT_EVENT_EXTENDED:
        if (is_transfer(event) || (trace::is_read(event) && !is_in_frame(event))) tell(event.position);
        return;
      default:
        return;
    }
  }
  void leave(std::size_t calls) {
    is_told_ = false;
    frames_.resize(frames_.size() - std::min(calls, frames_.size()));
  }
  void tell(std::uint64_t position) {
    if (!is_told_) positions_.push_back(position);
    is_told_ = true;
  }
  Address frame() const { return frames_.empty() ? 0 : frames_.back(); }
  bool is_in_frame(const trace::Event& write) const {
    constexpr Address kFrameReach = Address{64} << 10;  // beyond it another's memory may lie
    return write.address < frame() && write.size <= frame() - write.address &&
           frame() - write.address <= kFrameReach;
  }

  std::vector<std::uint64_t> positions_;
  std::vector<Address> frames_;  ///< of the open calls
  bool is_told_ = false;         ///< since the last enter or leave
};

/// The nodes of which the recorded bytes of arguments and result tell all: their functions are such, nothing was written beyond
/// their frames, and the same holds for all that they call. O(n log effects).
std::vector<bool> told_by_bytes(const tree::Tree& tree, const trace::Trace& trace) {
  const trace::Tables& tables = trace.tables();
  constexpr std::string_view kWritable[] = {"C", "C++", "Java", ""};
  const bool is_writable = std::ranges::find(kWritable, tables.language) != std::end(kWritable);
  std::vector<bool> functions(tree.functions().size());
  for (std::size_t f = 0; f < tables.functions.size(); ++f)
    functions[f] = is_told_by_bytes(tables, tables.functions[f], is_writable);
  std::map<StreamId, Effects> effects;
  for (const trace::StreamInfo& stream : trace.streams()) effects.try_emplace(stream.id, trace, stream.id);
  const auto has_effects = [&](NodeId n) {
    const auto own = effects.find(tree.enter(n).stream());
    return own == effects.end() ||
           own->second.has_between(tree.enter(n).position(), tree.leave(n).position());
  };
  std::vector<bool> is_told(tree.size(), true);
  for (std::uint32_t i = tree.size(); i-- > 0;) {
    const NodeId n{i};
    const bool is_finished = tree.has_moments() && tree.leave(n) != kNoMoment;
    // What a loop does is seen by the call around it.
    const bool is_whole = tree.is_iteration(n) || functions[tree.function_id(n).value()];
    is_told[i] = is_told[i] && is_finished && is_whole && !has_effects(n);
    if (!is_told[i] && i > 0) is_told[tree.parent(n).value()] = false;
  }
  return is_told;
}

}  // namespace

RunFacts facts_of(const tree::Tree& tree) {
  RunFacts facts;
  if (!tree.has_labels()) return facts;
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) facts.keys.push_back(key_of(tree, i));
  return facts;
}

RunFacts facts_of(const tree::Tree& tree, const trace::Trace& trace) {
  const std::vector<bool> is_told = told_by_bytes(tree, trace);
  RunFacts facts;
  facts.arcs = static_arcs(trace.tables(), tree.functions());
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const NodeId node{i};
    if (!is_told[i] || tree.is_iteration(node)) {
      facts.keys.push_back(mixed(1, i));
      continue;
    }
    const trace::Event leave = trace.event_at(tree.leave(node));
    const std::uint64_t way = mixed(mixed(2, leave.kind), leave.type.value());
    facts.keys.push_back(mixed(mixed(way, trace.event_at(tree.enter(node)).payload), leave.payload));
  }
  trace.release_pages();
  return facts;
}

}  // namespace culprit::graph
