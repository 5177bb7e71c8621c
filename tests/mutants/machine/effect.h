#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::mutants {

/// Memory as a log tells it, byte by byte. What was never written is 0.
class Image {
 public:
  void write(Address address, const std::byte* bytes, std::uint64_t length);
  void fill(Address address, std::byte byte, std::uint64_t length);
  /// The 8 bytes at an address that is a multiple of 8.
  std::uint64_t word(Address address) const;

 private:
  std::byte* page(Address address);
  std::unordered_map<Address, std::unique_ptr<std::byte[]>> pages_;
};

/// Blocks of memory that do not overlap, by where they begin.
class Blocks {
 public:
  static constexpr Address kNone = ~Address{0};
  void add(Address address, std::uint64_t size) { sizes_[address] = size; }
  /// 0 if there was none.
  std::uint64_t take(Address address);
  bool contains(Address address) const { return sizes_.contains(address); }
  std::uint64_t size(Address block) const { return sizes_.at(block); }
  /// The block that an address points into, or just behind; kNone if there is none.
  Address around(Address address) const;
  /// The same, but not behind.
  bool covers(Address address) const;

 private:
  std::map<Address, std::uint64_t> sizes_;
};

/// How a node was left.
enum class Left { kReturned, kLoopEnded, kLeftWithCall, kThrew, kJumped, kExited, kUnfinished };

/// All that a node did, from the log alone: what it left in memory that was there before or that it made, what it printed,
/// how it ended, and, of a pass, what its call did next.
struct Effect {
  Left left = Left::kUnfinished;
  std::vector<std::byte> result;  ///< of a loop: its variables; of a throw: where the exception is
  std::map<std::uint8_t, std::string> output;
  std::map<std::string, std::string> files;      ///< text written to other files, by path
  std::map<std::string, std::int64_t> consumed;  ///< bytes of input, by path
  Image image;                                   ///< when it ended
  std::set<Address> words;  ///< those it wrote that outlive it and are not in blocks it made
  Blocks born;              ///< blocks that it made, and left
  Blocks dead;              ///< that it made and freed
  std::set<Address> freed;  ///< blocks of others that it freed
  std::vector<std::string> after;
  bool after_is_cut = false;  ///< its call did not finish
};

/// Precondition: a node of the tree, which was read from the trace. O(the trace up to the node's end).
Effect effect_of(const trace::Trace& trace, const tree::Tree& tree, NodeId node);

/// Empty if both did the same; else what differs, in words. Words that differ must point into blocks that the nodes made, which
/// are paired one to one. `a_is_cut`: the run of a was ended from outside, so that less may follow in it.
std::string difference(const Effect& a, const Effect& b, bool a_is_cut);

}  // namespace culprit::mutants
