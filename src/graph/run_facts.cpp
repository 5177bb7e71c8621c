#include "src/graph/run_facts.h"

#include <algorithm>
#include <cstring>
#include <functional>
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

std::uint64_t key_of(const tree::Label& label, std::uint32_t node) {
  if (!label.has_inputs && !label.has_result) return mixed(1, node);
  const std::hash<std::string_view> hash;
  const std::uint64_t given = (label.has_inputs ? 2u : 0u) + (label.has_result ? 4u : 0u);
  return mixed(mixed(mixed(2, given), hash(label.inputs)), hash(label.result));
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

}  // namespace

RunFacts facts_of(const tree::Tree& tree) {
  RunFacts facts;
  if (!tree.has_labels()) return facts;
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) facts.keys.push_back(key_of(tree.label(NodeId{i}), i));
  return facts;
}

RunFacts facts_of(const tree::Tree& tree, const trace::Trace& trace) {
  const trace::Tables& tables = trace.tables();
  constexpr std::string_view kWritable[] = {"C", "C++", "Java", ""};
  const bool is_writable = std::ranges::find(kWritable, tables.language) != std::end(kWritable);
  std::vector<bool> is_told(tree.functions().size());
  for (std::size_t f = 0; f < tables.functions.size(); ++f)
    is_told[f] = is_told_by_bytes(tables, tables.functions[f], is_writable);
  RunFacts facts;
  facts.arcs = static_arcs(tables, tree);
  facts.keys.reserve(tree.size());
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const NodeId node{i};
    const bool is_equal_to_some = is_told[tree.function_id(node).value()] && !tree.is_iteration(node) &&
                                  tree.has_moments() && tree.leave(node) != kNoMoment;
    if (!is_equal_to_some) {
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
