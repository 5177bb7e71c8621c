// What nodes wrote, and what they read before, by brute force over the log.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_set>
#include <vector>

#include "src/trace/trace.h"

namespace culprit::test {

struct NodeBytes {
  std::unordered_set<std::uint64_t> written;
  std::unordered_set<std::uint64_t> read;  ///< before they were written
};

/// Walks over the events of a trace, in their order, from the enter of a node to its end. It has nothing in common with the reader but
/// that it decodes events.
class BytesOfNodes {
 public:
  /// Keeps all events that touch memory, begin or end something.
  explicit BytesOfNodes(const trace::Trace& trace);

  /// Threads that the node started and that ended before it count as its own. Of a pass of a loop, all that its call touched since
  /// the loop began counts as read. Precondition: the stream has so many nodes. Cost: events, and bytes touched.
  NodeBytes of(NodeRef node) const;
  /// Other threads that count.
  std::set<StreamId> threads_of(NodeRef node) const;
  bool is_pass(NodeRef node) const { return span(node).loop_began != kNever; }
  std::size_t nodes(StreamId stream) const;

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  struct Touch {
    enum class How : std::uint8_t { kRead, kWrite, kAllocate, kLongFill } how;
    StreamId stream;
    std::uint64_t position;
    Rank rank;
    std::uint64_t address;
    std::uint64_t size;
  };
  /// Of a node in its stream's log.
  struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = kNever;
    std::uint64_t loop_began = kNever;
  };
  struct Thread {
    StreamId parent{0};
    std::uint64_t started = kNever;  ///< where in the parent's log
    Rank ended{0};                   ///< with all threads that it started
    std::vector<Span> nodes;
  };
  struct Open;

  const Span& span(NodeRef node) const { return threads_.at(node.stream).nodes.at(node.ordinal); }
  void read_stream(StreamId stream);
  void add_touch(StreamId stream, const trace::Event& event);

  const trace::Trace& trace_;
  std::vector<Touch> touches_;         ///< by rank
  std::set<std::uint64_t> ever_read_;  ///< the bytes of whose first write or allocation anybody asks
  std::map<StreamId, Thread> threads_;
};

}  // namespace culprit::test
