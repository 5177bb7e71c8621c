#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "src/state/library/meaning.h"
#include "src/state/path_text.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"
#include "src/state/value.h"
#include "src/trace/tables.h"

namespace culprit::state {

class Landmarks;

/// An object that a limit leaves out, `count` things of it; and one whose bytes are not there.
Value cut_value(std::uint64_t count, std::string name = {});
Value absent_value(ByteState state);

/// Turns memory into values by type, within limits. The limit on nodes counts over all values one decoder
/// makes; what is shown twice is told apart within one value. Type tables are not trusted: no cycle, size or
/// offset in them can cost more than the limits allow.
class Decoder {
 public:
  Decoder(const Catalogue& catalogue, Snapshot& snapshot, const Limits& limits);
  /// What else can be seen: iterators are said to stand in one of these. Must outlive the decoder.
  void stand_among(const Landmarks& landmarks) { landmarks_ = &landmarks; }
  /// From now on pointers and references are shown as such, without what they lead to.
  void stay() { is_staying_ = true; }
  Value decode(const Place& place, std::string name);

 private:
  Value build(const Place& place, std::string name, std::uint32_t level, const PathText& path);
  void scalar(Value& value, const Place& place);
  void pointer(Value& value, const Place& place, std::uint32_t level, const PathText& path);
  void stream(Value& value) const;
  bool is_member_function(const trace::Type& type) const;
  bool member_function(Value& value, const trace::Type& type, std::span<const std::byte> bytes) const;
  void pointees(Value& value, const Target& target, std::uint32_t level, const PathText& path);
  Value reference(const Place& place, std::string name, std::uint32_t level, const PathText& path);
  void record(Value& value, const Place& place, std::uint32_t level, const PathText& path);
  void array(Value& value, const Place& place, std::uint32_t level, const PathText& path);
  void elements(Value& value, const Place& first, TypeId element, std::uint32_t level, const PathText& path);
  /// Characters from `place` on, up to a terminator, at most `most`.
  void characters(Value& value, const Place& place, const trace::Type& unit, std::uint64_t most);
  Value child(const Place& place, std::string name, std::uint32_t level, const PathText& path);

  /// Library objects (decode_library.cpp).
  Value library(Value value, const Place& place, const Meaning& meaning, std::uint32_t level,
                const PathText& path);
  void sequence(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path);
  void map(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path);
  void tuple(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path);
  void string(Value& value, const Meaning& meaning);
  void iterator(Value& value, const Meaning& meaning, std::uint32_t level, const PathText& path);

  const Catalogue& catalogue_;
  const trace::Tables& tables_;
  Snapshot& snapshot_;
  Layouts layouts_;
  Limits limits_;
  std::uint32_t left_;
  std::map<std::pair<Address, TypeId>, std::string> seen_;
  const Landmarks* landmarks_ = nullptr;
  bool is_staying_ = false;
};

}  // namespace culprit::state
