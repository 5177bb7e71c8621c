// What a node did, from the log alone, as a text that is equal for nodes that did the same.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "tests/laws/replay.h"

namespace culprit::laws {

using trace::Event;

class Behaviour {
 public:
  Behaviour(const Replay& replay, NodeId node, Replay::Stretch stretch)
      : replay_(replay),
        node_(node),
        stretch_(std::move(stretch)),
        tables_(replay.trace_.tables()),
        function_(tables_.function(replay.tree_.function_id(node))) {}

  std::string text() {
    const Event& enter = replay_.events_[stretch_.begin].event;
    find_objects(enter.payload);
    if (is_pass()) find_objects(replay_.fixed(node_));
    find_born();
    std::string text = fmt::format("{} given", function_.signature);
    append_values(enter.payload, stretch_.begin, text);
    if (is_pass()) append_values(replay_.fixed(node_), stretch_.begin, text);
    append_end(text);
    append_output(text);
    append_changes(text);
    append_freed(text);
    return text;
  }

 private:
  bool is_pass() const { return replay_.tree_.is_iteration(node_); }

  static std::uint64_t word_in(std::span<const std::byte> bytes, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    return word;
  }

  /// Numbers the blocks that words lead to, and those that words in them do, before the node; and the places on stacks.
  void find_objects(std::span<const std::byte> payload) {
    std::deque<const Replay::Block*> open;
    const auto visit = [&](std::uint64_t word) {
      const Replay::Block* block = replay_.block(word, stretch_.begin);
      if (block != nullptr || replay_.is_on_any_stack(word) || replay_.global(word) != nullptr)
        anchors_.emplace(word, anchors_.size());
      if (block != nullptr && numbers_.emplace(block, numbers_.size()).second) open.push_back(block);
    };
    for (std::size_t at = 0; at + 8 <= payload.size(); at += 4) {
      const std::uint64_t word = word_in(payload, at);
      visit(word);
      if (replay_.is_on_any_stack(word)) visit_words(word, size_behind(word), visit);
    }
    while (!open.empty()) {
      const Replay::Block* block = open.front();
      open.pop_front();
      visit_words(block->address, block->size, visit);
    }
  }

  template <class Visit>
  void visit_words(Address begin, std::uint64_t size, Visit visit) {
    for (Address at = (begin + 7) & ~Address{7}; at + 8 <= begin + size; at += 8)
      if (const auto word = replay_.word(at, stretch_.begin)) visit(*word);
  }

  /// How long the object is that some parameter leads to; 0 if none that is known does.
  std::uint64_t size_behind(Address address) const {
    std::size_t at = 0;
    const std::span<const std::byte> payload = replay_.events_[stretch_.begin].event.payload;
    for (const trace::Parameter& parameter : function_.parameters) {
      if (parameter.is_fixed || parameter.passing == CULPRIT_PASS_ABSENT) continue;
      const trace::Type& type = tables_.type(parameter.type);
      const bool leads = type.kind == CULPRIT_TYPE_POINTER || type.kind == CULPRIT_TYPE_REFERENCE;
      const bool is_address = parameter.passing == CULPRIT_PASS_ADDRESS;
      const std::uint64_t size = leads ? tables_.type(type.element).size : is_address ? type.size : 0;
      if (at + 8 <= payload.size() && word_in(payload, at) == address && size > 0) return size;
      at += is_address ? 8 : (type.size + 3) / 4 * 4;
    }
    return 0;
  }

  void find_born() {
    for (const std::size_t index : stretch_.in) {
      const Event& event = replay_.events_[index].event;
      if (event.kind != CULPRIT_EVENT_ALLOCATE || event.what != CULPRIT_MEMORY_HEAP) continue;
      const Replay::Block* block = replay_.block(event.address, stretch_.end);
      if (block != nullptr && block->born == index) born_.emplace(block, born_.size());
    }
  }

  /// Of an address, relative to the pointer by which the node knows its object; empty if it is none. Calls on two objects that
  /// hold the same do the same.
  std::string place(Address address, std::size_t when) const {
    const Replay::Block* block = replay_.block(address, when);
    const auto made = born_.find(block);
    if (made != born_.end()) return fmt::format("new{}+{}", made->second, address - block->address);
    const auto behind = anchors_.upper_bound(address);
    if (behind != anchors_.begin() && is_one_object(std::prev(behind)->first, address))
      return fmt::format("given{}+{}", std::prev(behind)->second, address - std::prev(behind)->first);
    if (const trace::Global* global = replay_.global(address))
      return fmt::format("{}+{}", global->name, address - global->address);
    if (block == nullptr) return replay_.is_on_any_stack(address) ? "stack" : "";
    const auto known = numbers_.find(block);
    const std::string number = known == numbers_.end() ? "" : std::to_string(known->second);
    return fmt::format("block{}+{}", number, address - block->address);
  }

  /// Where objects on stacks end is not known.
  bool is_one_object(Address one, Address other) const {
    constexpr std::uint64_t kFar = 64;
    if (const trace::Global* global = replay_.global(one)) return global == replay_.global(other);
    if (const Replay::Block* block = replay_.block(one, stretch_.begin)) return block->has(other);
    return replay_.is_on_any_stack(one) && other - one < kFar;
  }

  std::string value(std::span<const std::byte> bytes, std::size_t when) const {
    if (bytes.size() == 8) {
      const std::uint64_t word = word_in(bytes, 0);
      if (const std::string where = place(word, when); !where.empty()) return where;
      constexpr std::uint64_t kCode = 0x5000'0000'0000;
      if (word >= kCode && word < kCode * 2) return "address";
    }
    std::string text;
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
    return text;
  }

  /// Values of the parameters, one by one; variables that end with a loop are no outcome of it.
  void append_values(std::span<const std::byte> payload, std::size_t when, std::string& text) const {
    const bool is_fixed =
        payload.data() != nullptr && is_pass() && payload.data() == replay_.fixed(node_).data();
    for (const trace::Parameter& parameter : function_.parameters) {
      if (parameter.is_fixed != is_fixed || parameter.passing == CULPRIT_PASS_ABSENT) continue;
      const bool is_address = parameter.passing == CULPRIT_PASS_ADDRESS;
      const std::uint64_t size = is_address ? 8 : tables_.type(parameter.type).size;
      if (payload.size() < size) return;
      if (when == stretch_.begin || !parameter.is_own)
        text += fmt::format(" {}={}", parameter.name, value(payload.first(size), when));
      payload = payload.subspan(std::min<std::size_t>(payload.size(), (size + 3) / 4 * 4));
    }
  }

  void append_end(std::string& text) const {
    const Event& event = replay_.events_[stretch_.end].event;
    text += fmt::format("\nended by {}", static_cast<int>(event.kind));
    if (event.kind == CULPRIT_EVENT_LEAVE && !is_pass() && function_.result_passing == CULPRIT_PASS_VALUE &&
        tables_.type(function_.result_type).size <= event.payload.size())
      text += " with " + value(event.payload.first(tables_.type(function_.result_type).size), stretch_.end);
    if (event.kind == CULPRIT_EVENT_LOOP_END) {
      text += fmt::format(" as {}", event.what);
      append_values(event.payload, stretch_.end, text);
    }
  }

  void append_output(std::string& text) const {
    std::string printed, read, written;
    for (const std::size_t index : stretch_.in) {
      const Event& event = replay_.events_[index].event;
      const std::string_view bytes(reinterpret_cast<const char*>(event.payload.data()), event.payload.size());
      if (event.kind == CULPRIT_EVENT_OUTPUT) printed += bytes;
      if (event.kind != CULPRIT_EVENT_EXTENDED) continue;
      if (event.what == CULPRIT_EXTENDED_INPUT) read += bytes;
      if (event.what == CULPRIT_EXTENDED_UNREAD)
        read.resize(read.size() - std::min(read.size(), bytes.size()));
      if (event.what == CULPRIT_EXTENDED_OUTPUT_FILE) written += bytes;
    }
    text += "\nprinted " + printed + "\nread " + read + "\nwrote " + written;
  }

  /// Bytes that one write changed go together, so that pointers are seen as such.
  void append_changes(std::string& text) const {
    const std::vector<ChangedByte> changed = replay_.changed(node_, stretch_);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < changed.size();) {
      const ChangedByte& first = changed[i];
      const Event& event = replay_.events_[first.event].event;
      while (i < changed.size() && changed[i].event == first.event) ++i;
      if (replay_.block(first.address, stretch_.end) == nullptr && replay_.global(first.address) == nullptr &&
          !replay_.is_on_any_stack(first.address))
        continue;  // of the C library, or a thread's own
      lines.push_back(place(event.address, stretch_.end) + " = " + value(event.payload, stretch_.end));
    }
    std::ranges::sort(lines);
    for (const std::string& line : lines) text += "\n" + line;
  }

  void append_freed(std::string& text) const {
    for (const std::size_t index : stretch_.in) {
      const Event& event = replay_.events_[index].event;
      if (event.kind != CULPRIT_EVENT_FREE) continue;
      const Replay::Block* block = replay_.block(event.address, index);
      if (block != nullptr && block->born < stretch_.begin) text += "\nfreed " + place(event.address, index);
    }
  }

  const Replay& replay_;
  NodeId node_;
  Replay::Stretch stretch_;
  const trace::Tables& tables_;
  const trace::Function& function_;
  std::map<const Replay::Block*, std::size_t> numbers_;
  std::map<const Replay::Block*, std::size_t> born_;
  std::map<Address, std::size_t> anchors_;
};

std::string Replay::behaviour(NodeId node) const {
  std::optional<Stretch> found = stretch(node);
  return found ? Behaviour(*this, node, std::move(*found)).text() : std::string("unfinished");
}

}  // namespace culprit::laws
