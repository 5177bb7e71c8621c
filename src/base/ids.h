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

/// Position of a node in preorder; the root is 0.
using NodeId = Id<struct NodeTag, std::uint32_t>;
/// Row of the function table. In a trace, 0 is "unknown function".
using FunctionId = Id<struct FunctionTag, std::uint32_t>;
/// Row of the type table; 0 is "unknown type".
using TypeId = Id<struct TypeTag, std::uint32_t>;
using StringId = Id<struct StringTag, std::uint32_t>;
using FileId = Id<struct FileTag, std::uint32_t>;
using GlobalId = Id<struct GlobalTag, std::uint32_t>;
/// A recorded thread's event stream; 1 is the first.
using StreamId = Id<struct StreamTag, std::uint32_t>;
/// Position in the log. "At moment m" means: after all records before m, before the record at m.
using Moment = Id<struct MomentTag, std::uint64_t>;
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
/// The common root of several top-level nodes, which no thread has entered.
inline constexpr NodeRef kRootRef{};
/// The moment of something that did not happen, such as the leave of a call that did not finish.
inline constexpr Moment kNoMoment{std::numeric_limits<std::uint64_t>::max()};

}  // namespace culprit

template <class Tag, class Int>
struct std::hash<culprit::Id<Tag, Int>> {
  std::size_t operator()(culprit::Id<Tag, Int> id) const noexcept { return std::hash<Int>{}(id.value()); }
};
