#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace culprit {

/// An integer that knows what it counts: ids of different things do not mix.
template <class Tag, class Int>
class Id {
 public:
  using Value = Int;
  constexpr Id() = default;
  constexpr explicit Id(Int value) : value_(value) {}
  constexpr Int value() const { return value_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  Int value_ = 0;
};

/// Row of the subject's tree: the node's position in preorder; the root is 0.
using NodeId = Id<struct NodeTag, std::uint32_t>;
/// Row of the tree that a session searches, which transformations made from the subject's. Only transform::Reshaped converts.
using SearchId = Id<struct SearchTag, std::uint32_t>;
/// Row of the function table. In a trace, 0 is "unknown function".
using FunctionId = Id<struct FunctionTag, std::uint32_t>;
/// Row of the type table; 0 is "unknown type".
using TypeId = Id<struct TypeTag, std::uint32_t>;
using StringId = Id<struct StringTag, std::uint32_t>;
using FileId = Id<struct FileTag, std::uint32_t>;
using GlobalId = Id<struct GlobalTag, std::uint32_t>;
/// A recorded thread's event stream; 1 is the first.
using StreamId = Id<struct StreamTag, std::uint32_t>;
/// Position in the log of one stream, from 0. "At moment m" means: after all records before m, before the record at m. It
/// stays what it is while a trace grows, whatever other threads do. So moments have no order of their own: that of different
/// streams is asked of the trace, and is a Rank. A moment of the first stream is as a number its position.
class Moment {
 public:
  using Value = std::uint64_t;
  static constexpr unsigned kStreamBits = 20;
  static constexpr unsigned kPositionBits = 44;
  /// Of the greatest number; the one behind it is in kNoMoment.
  static constexpr StreamId kLastStream{(1u << kStreamBits) - 1};

  constexpr Moment() = default;
  constexpr explicit Moment(Value value) : value_(value) {}
  /// Precondition: 1 <= stream <= kLastStream, and the position has no more than kPositionBits.
  constexpr Moment(StreamId stream, std::uint64_t position)
      : value_(Value{stream.value() - 1} << kPositionBits | position) {}
  constexpr Value value() const { return value_; }
  constexpr StreamId stream() const {
    return StreamId{static_cast<std::uint32_t>(value_ >> kPositionBits) + 1};
  }
  constexpr std::uint64_t position() const { return value_ & ((Value{1} << kPositionBits) - 1); }
  constexpr bool operator==(const Moment&) const = default;

 private:
  Value value_ = 0;
};
/// Place in the order of the events of all streams; with one stream, the position. It changes while a trace grows. "At rank
/// r" is meant as for moments.
using Rank = Id<struct RankTag, std::uint64_t>;
/// The name of a node, which never changes while a trace grows: its thread, and which of that thread's nodes it is,
/// from 0. A row of a tree (NodeId) does change.
struct NodeRef {
  StreamId stream;
  std::uint32_t ordinal = 0;
  constexpr auto operator<=>(const NodeRef&) const = default;
};
/// An address of the recorded program (or a virtual one, where the recorder lays objects out).
using Address = std::uint64_t;

inline constexpr NodeId kNoNode{std::numeric_limits<std::uint32_t>::max()};
inline constexpr SearchId kNoSearchId{std::numeric_limits<std::uint32_t>::max()};
/// The common root of several top-level nodes, which no thread has entered.
inline constexpr NodeRef kRootRef{};
/// The moment of something that did not happen, such as the leave of a call that did not finish.
inline constexpr Moment kNoMoment{std::numeric_limits<std::uint64_t>::max()};
/// After everything.
inline constexpr Rank kNoRank{std::numeric_limits<std::uint64_t>::max()};

}  // namespace culprit

template <class Tag, class Int>
struct std::hash<culprit::Id<Tag, Int>> {
  std::size_t operator()(culprit::Id<Tag, Int> id) const noexcept { return std::hash<Int>{}(id.value()); }
};
