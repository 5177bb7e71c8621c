#include "src/state/started.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "src/state/decode.h"
#include "src/state/layout.h"
#include "src/state/library/library.h"
#include "src/state/owners.h"
#include "src/state/path_text.h"
#include "src/state/place.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

/// That are shown of one node.
constexpr std::size_t kMostThreads = 16;
/// Calls and passes around a start whose names are tried.
constexpr int kMostAround = 32;

bool is_within(Address address, Address begin, std::uint64_t size) {
  return address >= begin && address - begin < size;
}

}  // namespace

void ThreadStarts::add(NodeId first, NodeId last, const std::vector<StreamId>& threads, const Limits& limits,
                       Facts& facts) const {
  for (const StreamId thread : threads) {
    const NodeId begun = first_node(thread);
    if (begun != kNoNode && first <= begun && begun < tree_.end(last)) continue;
    if (facts.started.size() == kMostThreads) {
      facts.transfers_cut = true;
      return;
    }
    facts.started.push_back(begun == kNoNode ? StartedThread{} : shown(last, begun, limits));
  }
}

NodeId ThreadStarts::first_node(StreamId thread) const {
  const auto& streams = trace_.streams();
  const auto found = std::ranges::lower_bound(streams, thread, {}, &trace::StreamInfo::id);
  if (found == streams.end() || found->id != thread) return kNoNode;
  const auto nodes = index_.stream_nodes(static_cast<std::size_t>(found - streams.begin()));
  return nodes.empty() ? kNoNode : NodeId{nodes.front()};
}

StartedThread ThreadStarts::shown(NodeId starter, NodeId begun, const Limits& limits) const {
  const Context context(trace_, tree_, index_, begun);
  Snapshot snapshot(memory_, context.before());
  StartedThread thread;
  thread.function = tree_.function(begun).name;
  Decoder decoder(catalogue_, snapshot, limits);
  for (const Root& root : context.inputs()) {
    Value value = decoder.decode(root.place, root.name);
    Spot where;
    if (is_address(catalogue_.type(root.place.type)) && value.kind != ValueKind::kWords) {
      const Loaded loaded = load(snapshot, root.place, 8);
      if (loaded.state == ByteState::kKnown)
        where = spot(starter, static_cast<Address>(load_bits(std::span(loaded.bytes).first(8))), snapshot);
    }
    thread.inputs.push_back({std::move(value), std::move(where.path), std::move(where.owner)});
  }
  return thread;
}

ThreadStarts::Spot ThreadStarts::spot(NodeId starter, Address address, Snapshot& snapshot) const {
  Spot found;
  if (address == 0) return found;
  const Owners owners(trace_, tree_, memory_, catalogue_);
  const Owners::Owner owner = owners.owner(address, snapshot.rank());
  const NodeId call = owner.start == 0 ? owners.frame_owner(address, snapshot.rank()) : kNoNode;
  const Address from = call == kNoNode ? owner.start : memory_.timeline().frame(call);
  if (from != 0) found.owner = fmt::format("{}{:+}", owner.name, static_cast<std::int64_t>(address - from));
  if (const trace::Global* global = catalogue_.global_at(address)) {
    found.path = path_within(Place{.type = global->type, .address = global->address}, global->name, address);
    return found;
  }
  NodeId around = starter;
  for (int i = 0; i < kMostAround && around != kNoNode && found.path.empty(); ++i) {
    const Context context(trace_, tree_, index_, around);
    for (const Root& root : context.inputs()) {
      found.path = path_from(root, address, snapshot);
      if (!found.path.empty()) break;
    }
    around = tree_.parent(around);
  }
  return found;
}

/// A variable that the address lies in, or the elements behind one.
std::string ThreadStarts::path_from(const Root& root, Address address, Snapshot& snapshot) const {
  const trace::Type& type = catalogue_.type(root.place.type);
  if (is_address(type)) {
    const Loaded loaded = load(snapshot, root.place, 8);
    if (loaded.state != ByteState::kKnown) return {};
    const auto target = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
    const Target there = follow(catalogue_, snapshot, root.place, target);
    if (there.kind != Target::Kind::kObject) return {};
    const std::uint64_t size = catalogue_.type(there.first.type).size;
    if (size == 0 || !is_within(address, there.first.address, there.count * size)) return {};
    if (there.count == 1) {
      const bool is_reference = type.kind == CULPRIT_TYPE_REFERENCE;
      return path_within(there.first, is_reference ? root.name : "*" + root.name, address);
    }
    const std::uint64_t index = (address - there.first.address) / size;
    return path_within(element_at(catalogue_.tables(), there.first, there.first.type, index),
                       PathText(root.name).element(index).str(), address);
  }
  if (root.place.is_inline) return {};
  if (is_within(address, root.place.address, size_of(catalogue_.tables(), root.place)))
    return path_within(root.place, root.name, address);
  const Meaning meaning = meaning_of(catalogue_, snapshot, root.place, 0);
  const std::uint64_t size = meaning.is_row ? catalogue_.type(meaning.first.type).size : 0;
  if (size == 0 || !is_within(address, meaning.first.address, meaning.count * size)) return {};
  const std::uint64_t index = (address - meaning.first.address) / size;
  return path_within(element_at(catalogue_.tables(), meaning.first, meaning.first.type, index),
                     PathText(root.name).element(index).str(), address);
}

/// The largest part, smaller than a whole array, that begins at the address; empty if none does.
std::string ThreadStarts::path_within(Place place, std::string name, Address address) const {
  constexpr int kMostNested = 64;
  const trace::Tables& tables = catalogue_.tables();
  PathText path(std::move(name));
  for (int depth = 0; depth < kMostNested; ++depth) {
    const trace::Type& type = tables.type(place.type);
    if (type.kind == CULPRIT_TYPE_ARRAY && tables.type(type.element).size > 0) {
      const std::uint64_t index = (address - place.address) / tables.type(type.element).size;
      if (index >= type.count) return {};
      place = element_at(tables, place, type.element, index);
      path = path.element(index);
      continue;
    }
    if (address == place.address) return path.str();
    if (type.kind != CULPRIT_TYPE_STRUCT) return {};
    std::optional<Place> inside;
    for (const Field& field : fields_of(catalogue_, place.type)) {
      const auto part = field.is_virtual ? std::nullopt : field_at(tables, place, field);
      if (!part || !is_within(address, part->address, size_of(tables, *part))) continue;
      inside = part;
      path = path.field(field.name);
      break;
    }
    if (!inside) return {};
    place = *inside;
  }
  return {};
}

}  // namespace culprit::state
