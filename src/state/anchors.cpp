#include "src/state/anchors.h"

#include <algorithm>
#include <tuple>

#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

constexpr unsigned kMostNested = 4;
constexpr std::uint64_t kMostElements = 16;

auto identity_of(const Anchor& anchor) {
  return std::tuple(anchor.type, anchor.address, anchor.count);
}

}  // namespace

bool is_same(const Anchors& a, const Anchors& b) {
  return !a.is_partial && !b.is_partial && a.globals == b.globals &&
         std::ranges::equal(a.objects, b.objects, {}, identity_of, identity_of);
}

Anchors AnchorFinder::find(NodeId node, bool after) {
  Anchors anchors;
  anchors.globals = named_in(trace_.tables(), tree_, index_, node, tree_.end(node));
  const FunctionId function = tree_.function_id(node);
  if (function.value() >= trace_.tables().functions.size() || tree_.enter(node) == kNoMoment) {
    anchors.is_partial = true;
    return anchors;
  }
  if (!takes_anchors(function)) return anchors;
  const Context context(trace_, tree_, index_, node);
  const bool is_call = !tree_.is_iteration(node);
  // Where a copy leads to is told by what it was when it was passed: the call may have changed it since.
  Snapshot snapshot(memory_, after && !is_call ? context.after() : context.before());
  const std::vector<Root>& roots = after ? context.outputs() : context.inputs();
  if (roots.size() < context.inputs().size() || context.has_unknown_inputs()) anchors.is_partial = true;
  for (const Root& root : roots) add(root, is_call, snapshot, anchors);
  std::ranges::sort(anchors.objects, {}, identity_of);
  const auto rest = std::ranges::unique(anchors.objects, {}, identity_of);
  anchors.objects.erase(rest.begin(), rest.end());
  return anchors;
}

/// Many functions take nothing but numbers: their records need not be read.
bool AnchorFinder::takes_anchors(FunctionId function) {
  takes_.resize(trace_.tables().functions.size());
  std::uint8_t& takes = takes_[function.value()];
  if (takes == 0) {
    const trace::Function& row = trace_.tables().function(function);
    takes = std::ranges::any_of(row.parameters,
                                [&](const trace::Parameter& parameter) {
                                  return parameter.passing == CULPRIT_PASS_ADDRESS || parameter.is_rest ||
                                         (!leads_.is_flat(parameter.type) &&
                                          (parameter.is_this || !leads_.only_shows(parameter.type)));
                                })
                ? 2
                : 1;
  }
  return takes == 2;
}

void AnchorFinder::add(const Root& root, bool is_call, Snapshot& snapshot, Anchors& anchors) {
  // The object that a method is called on stays, also if the method is const: it is what the calls are about.
  if (root.is_this) return add_pointer(root.place, snapshot, anchors);
  const bool is_copy = root.place.is_inline || (is_call && root.is_own);
  if (is_copy) return add_exits(root.place, 0, snapshot, anchors);
  anchors.objects.push_back({root.place.type, root.place.address, TypeId{}});
}

void AnchorFinder::add_pointer(const Place& holder, Snapshot& snapshot, Anchors& anchors) {
  const Loaded loaded = load(snapshot, holder, 8);
  if (loaded.state != ByteState::kKnown) return;
  const auto address = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
  if (address != 0) anchors.objects.push_back({catalogue_.type(holder.type).element, address, holder.type});
}

void AnchorFinder::add_exits(const Place& copy, unsigned depth, Snapshot& snapshot, Anchors& anchors) {
  if (depth > kMostNested) {
    anchors.is_partial = true;
    return;
  }
  const Exits& exits = leads_.exits(copy.type);
  anchors.is_partial = anchors.is_partial || exits.is_partial;
  for (const Lead& lead : exits.leads) {
    Place part = copy;
    part.type = lead.type;
    part.address += lead.offset;
    part.bytes = part.bytes.subspan(std::min<std::size_t>(lead.offset, part.bytes.size()));
    const trace::Type& type = catalogue_.type(lead.type);
    if (leads_.only_shows(lead.type)) continue;
    if (is_address(type)) {
      add_pointer(part, snapshot, anchors);
    } else if (type.kind == CULPRIT_TYPE_ARRAY) {
      anchors.is_partial = anchors.is_partial || type.count > kMostElements;
      for (std::uint64_t i = 0; i < std::min(type.count, kMostElements); ++i)
        add_exits(element_at(catalogue_.tables(), part, type.element, i), depth + 1, snapshot, anchors);
    } else {
      add_library_exits(part, depth, snapshot, anchors);
    }
  }
}

void AnchorFinder::add_library_exits(const Place& copy, unsigned depth, Snapshot& snapshot,
                                     Anchors& anchors) {
  const Meaning meaning = meaning_of(catalogue_, snapshot, copy, kMostElements);
  // What it holds is held by others, which are not named.
  if (!meaning.held_by.empty()) {
    anchors.is_partial = true;
    return;
  }
  const Family* family = catalogue_.family(copy.type);
  const bool is_owner = family != nullptr && family->holding == Holding::kOwn;
  if (meaning.is_row || meaning.shape == Shape::kString) {
    // A view leads to what others own. Of its own elements those that are plain lead nowhere.
    if (is_owner || meaning.first.is_inline)
      anchors.is_partial = anchors.is_partial || (meaning.count > 0 && !leads_.is_flat(meaning.first.type));
    else if (!meaning.is_count_known)
      anchors.is_partial = true;
    else if (meaning.count > 0)
      anchors.objects.push_back({meaning.first.type, meaning.first.address, TypeId{}, meaning.count});
    return;
  }
  switch (meaning.shape) {
    case Shape::kEmpty:
      return;
    case Shape::kSame:
      return add_exits(meaning.inner, depth + 1, snapshot, anchors);
    case Shape::kTuple:
      for (const Part& part : meaning.parts) add_exits(part.place, depth + 1, snapshot, anchors);
      return;
    case Shape::kSequence:
    case Shape::kSet:
      if (is_owner && (meaning.parts.empty() || leads_.is_flat(meaning.parts[0].place.type))) return;
      [[fallthrough]];
    default:
      anchors.is_partial = true;
  }
}

}  // namespace culprit::state
