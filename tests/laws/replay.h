#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::laws {

/// A byte that a node's subtree wrote, that outlives the node, and that differs from what was there before.
struct ChangedByte {
  Address address = 0;
  std::optional<std::byte> before;  ///< nothing: its object is newer than the node, or it was never written
  std::byte after{};
  std::size_t event = 0;   ///< that gave it its value, of Replay::events()
  std::size_t offset = 0;  ///< in that event's payload
};

/// One event, and whose.
struct Ordered {
  Rank rank;
  StreamId stream;
  trace::Event event;
};

/// The log of a run, followed event by event: nothing but the log, the tree's moments and what debug info says of parameters is
/// used. What the state engine makes of the same log is held against it.
class Replay {
 public:
  /// Both must outlive it.
  Replay(const trace::Trace& trace, const tree::Tree& tree);

  const std::vector<Ordered>& events() const { return events_; }
  /// Of a node that has both moments. O(events of all threads).
  struct Stretch {
    std::size_t begin = 0;        ///< its own record
    std::size_t end = 0;          ///< the record that ended it
    std::vector<std::size_t> in;  ///< what the subtree did, threads that it started included
    std::set<StreamId> spawned;   ///< these threads
  };
  std::optional<Stretch> stretch(NodeId node) const;
  std::vector<ChangedByte> changed(NodeId node, const Stretch& stretch) const;
  /// Where a byte lies, in words.
  std::string owner(Address byte, std::size_t event) const;

  /// All that the node did, as a text without addresses: equal for nodes that did the same. Objects are what the log has (blocks,
  /// globals, what lies behind arguments), called by how they are reached from the arguments, word by word, whatever their types.
  std::string behaviour(NodeId node) const;

  struct Block {
    Address address = 0;
    std::uint64_t size = 0;
    std::size_t born = 0;  ///< event
    std::size_t died = 0;  ///< event, or that behind the last
    bool has(Address byte) const { return address <= byte && byte < address + size; }
    bool lives_at(std::size_t event) const { return born < event && event <= died; }
  };
  /// The heap block that holds a byte at an event, or null.
  const Block* block(Address byte, std::size_t event) const;
  bool is_on_stack(Address byte, StreamId stream) const;
  bool is_on_any_stack(Address byte) const;
  const trace::Global* global(Address byte) const;
  /// The word at an address as of an event; nothing if a byte of it was not written since its object began.
  std::optional<std::uint64_t> word(Address address, std::size_t event) const;

 private:
  struct Version {
    std::size_t event;
    std::size_t offset;
    std::byte value;
  };
  struct Range {
    Address low = 0, high = 0;
    bool contains(Address address) const { return low <= address && address < high; }
  };
  void follow(std::size_t index);
  void store(std::size_t index, Address address, std::span<const std::byte> bytes);
  const Version* version(Address byte, std::size_t event) const;
  bool outlives(Address byte, NodeId node, const Stretch& stretch) const;
  std::set<const Block*> lost_blocks(NodeId node, const Stretch& stretch) const;
  Address frame(NodeId node) const;
  std::vector<Range> variables(NodeId node) const;
  std::span<const std::byte> fixed(NodeId pass) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  std::vector<Ordered> events_;
  std::unordered_map<Address, std::vector<Version>> bytes_;
  std::map<Address, std::vector<Block>> blocks_;  ///< by where they begin
  std::map<StreamId, Range> stacks_;
  std::vector<std::pair<Address, std::size_t>> pointers_;  ///< words that may be some: where, and the event

  friend class Behaviour;
};

}  // namespace culprit::laws
