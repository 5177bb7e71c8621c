#pragma once

#include <cstdint>
#include <vector>

#include "src/base/ids.h"
#include "src/state/anchors.h"
#include "src/state/catalogue.h"
#include "src/state/index.h"
#include "src/state/leads.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// Whether objects, and everything they lead to by type, were written, made or freed in the time from a moment up to that
/// of a snapshot. What is looked at in the later state is the same as what would have been in the earlier one, as long as
/// nothing of it was touched.
class Reach {
 public:
  enum class Answer : std::uint8_t {
    kUntouched,
    kTouched,
    kTooLarge,  ///< more than kMostObjects or kMostBytes, or a container of more than kMostLinked that are linked
    kUnsure,  ///< there are containers whose elements are linked, or iterators
  };
  static constexpr std::uint32_t kMostObjects = 64;
  static constexpr std::uint64_t kMostBytes = 4096;
  static constexpr std::uint32_t kMostLinked = 16;

  Reach(const Catalogue& catalogue, const Index& index, LeadTable& leads, Snapshot& snapshot, Rank since)
      : catalogue_(catalogue), index_(index), leads_(leads), snapshot_(snapshot), since_(since) {}
  /// Cost: some microseconds a pointer, and O(log n) for each distinct place that was ever written.
  Answer look(const Anchors& anchors);

 private:
  struct Item {
    Place first;
    std::uint64_t count;
  };
  void add(const Anchor& anchor);
  void push(const Place& first, std::uint64_t count);
  void visit(const Item& item);
  void visit_exits(const Place& object);
  void follow_pointer(const Place& holder);
  void follow_address(const Place& holder, Address address);
  void enter_library(const Place& object);
  void check(Address address, std::uint64_t size);
  std::uint64_t count_behind(const Place& holder, const Target& target) const;
  void set(Answer answer) {
    if (answer_ == Answer::kUntouched || answer_ == Answer::kUnsure) answer_ = answer;
  }

  const Catalogue& catalogue_;
  const Index& index_;
  LeadTable& leads_;
  Snapshot& snapshot_;
  Rank since_;
  Answer answer_ = Answer::kUntouched;
  std::uint32_t objects_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<Item> queue_;
};

}  // namespace culprit::state
