#include "src/graph/run_facts.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string_view>

namespace culprit::graph {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 32);
}

std::uint64_t mixed(std::uint64_t hash, std::span<const std::byte> bytes) {
  hash = mixed(hash, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    hash = mixed(hash, word);
  }
  return hash;
}

/// Without a result there is nothing to judge, and nothing that could be equal.
std::uint64_t key_of(const tree::Tree& tree, std::uint32_t node) {
  const tree::Label label = tree.label(NodeId{node});
  if (!label.has_result) return mixed(1, node);
  const std::hash<std::string_view> hash;
  std::uint64_t key =
      mixed(mixed(mixed(2, label.has_inputs ? 6 : 4), hash(label.inputs)), hash(label.result));
  const tree::Labels& labels = tree.labels();
  if (!labels.before.empty()) key = mixed(mixed(key, labels.before[node]), labels.after[node]);
  return key;
}

bool is_number(const trace::Type& type) {
  switch (type.kind) {
    case CULPRIT_TYPE_SIGNED:
    case CULPRIT_TYPE_UNSIGNED:
    case CULPRIT_TYPE_BOOL:
    case CULPRIT_TYPE_CHAR:
    case CULPRIT_TYPE_FLOAT:
    case CULPRIT_TYPE_ENUM:
      return true;
    default:
      return false;
  }
}

/// True if what is recorded at enter and leave is all that the function sees and does.
bool is_told_by_bytes(const trace::Tables& tables, const trace::Function& function, bool is_writable) {
  const auto is_whole = [&](TypeId type, culprit_passing passing) {
    return passing == CULPRIT_PASS_VALUE && (!is_writable || is_number(tables.type(type)));
  };
  if (is_writable && !function.globals.empty()) return false;
  // Without a result a function is called for what it does to memory.
  if (!is_whole(function.result_type, function.result_passing)) return false;
  return std::ranges::all_of(function.parameters,
                             [&](const trace::Parameter& p) { return is_whole(p.type, p.passing); });
}

/// Where a stream wrote output, in order. O(events).
std::vector<std::uint64_t> outputs_of(const trace::Trace& trace, StreamId stream) {
  std::vector<std::uint64_t> positions;
  for (trace::Cursor cursor = trace.events(stream); cursor.next();)
    if (cursor.event().kind == CULPRIT_EVENT_OUTPUT) positions.push_back(cursor.event().position);
  return positions;
}

/// The nodes of which the recorded bytes of arguments and result tell all: their functions are such, nothing was written out, and
/// the same holds for all that they call. O(n log outputs).
std::vector<bool> told_by_bytes(const tree::Tree& tree, const trace::Trace& trace) {
  const trace::Tables& tables = trace.tables();
  constexpr std::string_view kWritable[] = {"C", "C++", "Java", ""};
  const bool is_writable = std::ranges::find(kWritable, tables.language) != std::end(kWritable);
  std::vector<bool> functions(tree.functions().size());
  for (std::size_t f = 0; f < tables.functions.size(); ++f)
    functions[f] = is_told_by_bytes(tables, tables.functions[f], is_writable);
  std::map<StreamId, std::vector<std::uint64_t>> outputs;
  for (const trace::StreamInfo& stream : trace.streams()) outputs[stream.id] = outputs_of(trace, stream.id);
  const auto writes_out = [&](NodeId n) {
    const std::vector<std::uint64_t>& positions = outputs[tree.enter(n).stream()];
    const auto next = std::ranges::lower_bound(positions, tree.enter(n).position());
    return next != positions.end() && *next < tree.leave(n).position();
  };
  std::vector<bool> is_told(tree.size(), true);
  for (std::uint32_t i = tree.size(); i-- > 0;) {
    const NodeId n{i};
    const bool is_finished = tree.has_moments() && tree.leave(n) != kNoMoment;
    // What a loop does is seen by the call around it.
    const bool is_whole = tree.is_iteration(n) || functions[tree.function_id(n).value()];
    is_told[i] = is_told[i] && is_finished && is_whole && !writes_out(n);
    if (!is_told[i] && i > 0) is_told[tree.parent(n).value()] = false;
  }
  return is_told;
}

}  // namespace

RunFacts facts_of(const tree::Tree& tree) {
  RunFacts facts;
  if (!tree.has_labels()) return facts;
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) facts.keys.push_back(key_of(tree, i));
  return facts;
}

RunFacts facts_of(const tree::Tree& tree, const trace::Trace& trace) {
  const std::vector<bool> is_told = told_by_bytes(tree, trace);
  RunFacts facts;
  facts.arcs = static_arcs(trace.tables(), tree.functions());
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const NodeId node{i};
    if (!is_told[i] || tree.is_iteration(node)) {
      facts.keys.push_back(mixed(1, i));
      continue;
    }
    const trace::Event leave = trace.event_at(tree.leave(node));
    const std::uint64_t way = mixed(mixed(2, leave.kind), leave.type.value());
    facts.keys.push_back(mixed(mixed(way, trace.event_at(tree.enter(node)).payload), leave.payload));
  }
  trace.release_pages();
  return facts;
}

}  // namespace culprit::graph
