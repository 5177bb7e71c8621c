#include "src/state/chains.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "src/state/compare.h"
#include "src/state/reach.h"

namespace culprit::state {
namespace {

/// Records in between that are looked at one by one; with more, what the anchors reach is looked at instead.
constexpr std::uint32_t kMostRecords = 4096;
/// For what has to be compared value by value.
constexpr Limits kFew{.depth = 3, .width = 16, .characters = 200, .nodes = Reach::kMostLinked};

}  // namespace

Chains::Chains(const trace::Trace& trace, const tree::Tree& tree, const Index& index, const Memory& memory,
               const Catalogue& catalogue)
    : trace_(trace),
      tree_(tree),
      index_(index),
      memory_(memory),
      catalogue_(catalogue),
      leads_(catalogue),
      finder_(trace, tree, index, memory, catalogue, leads_) {}

bool Chains::is_recorded(NodeId node) const {
  const auto kind = tree_.function(node).kind;
  return kind != tree::FunctionKind::kProgram && kind != tree::FunctionKind::kLost &&
         tree_.enter(node) != kNoMoment;
}

const Anchors& Chains::before(NodeId node) {
  if (known_before_.node != node) known_before_ = {node, finder_.before(node)};
  return known_before_.anchors;
}

const Anchors& Chains::after(NodeId node) {
  // A call hangs on the same before and after it; of a run, the second one is the next first one.
  if (!tree_.is_iteration(node) && known_before_.node == node)
    known_after_ = std::exchange(known_before_, {});
  if (known_after_.node != node) known_after_ = {node, finder_.after(node)};
  return known_after_.anchors;
}

bool Chains::continues(NodeId first, NodeId second, Effort& effort) {
  const std::scoped_lock guard(lock_);
  if (!is_recorded(first) || !is_recorded(second) || tree_.leave(first) == kNoMoment) return false;
  const Anchors& left = after(first);
  const Anchors& right = before(second);
  if (!is_same(left, right)) return false;
  if (left.is_empty()) return true;
  // Another thread may have written what this one did not.
  if (trace_.streams().size() > 1) return false;
  const Moment since = tree_.leave(first), until = tree_.enter(second);
  switch (trace_.stir_between(since, until, kMostRecords)) {
    case trace::Stir::kNone:
      return true;
    case trace::Stir::kSome:
      return effort.left > 0 && is_untouched(right, since, until, effort);
    case trace::Stir::kUnknown:
      return false;
  }
  return false;
}

bool Chains::is_untouched(const Anchors& anchors, Moment since, Moment until, Effort& effort) {
  Snapshot snapshot(memory_, until);
  const Reach::Answer answer = Reach(catalogue_, index_, leads_, snapshot, trace_.order(since)).look(anchors);
  effort.spend(1 + snapshot.granules_read());
  switch (answer) {
    case Reach::Answer::kUntouched:
      return true;
    case Reach::Answer::kUnsure:
      return is_equal(anchors, since, until, effort);
    case Reach::Answer::kTouched:
    case Reach::Answer::kTooLarge:
      return false;
  }
  return false;
}

/// Value by value.
bool Chains::is_equal(const Anchors& anchors, Moment since, Moment until, Effort& effort) {
  Snapshot then(memory_, since), now(memory_, until);
  Comparison comparison(catalogue_, then, now, kFew);
  // Pointers are values that were passed: they need bytes to lie in.
  std::vector<std::array<std::byte, sizeof(Address)>> pointers;
  pointers.reserve(anchors.objects.size());
  const auto add = [&](const Place& place) {
    const Root root{.name = {}, .place = place};
    comparison.add(root, root);
  };
  for (const Anchor& anchor : anchors.objects) {
    // Rows that views lead to are plain to look at, but the comparison has no way to be told of one.
    if (anchor.count > 1) return false;
    if (anchor.holder == TypeId{}) {
      add(Place{.type = anchor.type, .address = anchor.address});
      continue;
    }
    std::memcpy(pointers.emplace_back().data(), &anchor.address, sizeof anchor.address);
    add(Place{.type = anchor.holder, .is_inline = true, .bytes = pointers.back()});
  }
  for (const GlobalId id : anchors.globals) {
    const trace::Global& global = catalogue_.tables().global(id);
    add(Place{.type = global.type, .address = global.address});
  }
  comparison.run();
  effort.spend(then.granules_read() + now.granules_read());
  return comparison.changes().empty() && !comparison.is_cut();
}

}  // namespace culprit::state
