#include "tests/mutants/machine/shown.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "src/base/text.h"
#include "src/oracle/canonical.h"

namespace culprit::mutants {
namespace {

using service::Subject;
using state::Facts;
using state::Value;
using state::ValueKind;

/// As wide as questions are compared (src/oracle/questions.cpp).
constexpr state::Limits kLimits{8, 256, 4096, 5000};
/// For who looks into what was left out.
constexpr state::Limits kWide{64, 4096, 65536, 200'000};

constexpr std::array<std::pair<std::string_view, bool Hidden::*>, 6> kNames{{{"globals", &Hidden::globals},
                                                                             {"captures", &Hidden::captures},
                                                                             {"heap", &Hidden::heap},
                                                                             {"input", &Hidden::input},
                                                                             {"output", &Hidden::output},
                                                                             {"result", &Hidden::result}}};

/// From the lowest to the highest block.
std::pair<Address, Address> heap_of(const trace::Trace& trace) {
  Address low = std::numeric_limits<Address>::max(), high = 0;
  for (const trace::StreamInfo& stream : trace.streams())
    for (trace::Cursor cursor = trace.events(stream.id); cursor.next();) {
      const trace::Event& event = cursor.event();
      if (event.kind != CULPRIT_EVENT_ALLOCATE || event.what != CULPRIT_MEMORY_HEAP) continue;
      low = std::min(low, event.address);
      high = std::max(high, event.address + event.size);
    }
  return {low, high};
}

void hide_in(std::vector<Value>& values, Address low, Address high) {
  for (Value& value : values) {
    if (low <= value.address && value.address < high) {
      value.children.clear();
      value.text.clear();
      value.count = 0;
      value.kind = ValueKind::kVoid;
    }
    hide_in(value.children, low, high);
  }
}

void hide_heap(Facts& facts, const trace::Trace& trace) {
  const auto [low, high] = heap_of(trace);
  for (auto* values : {&facts.inputs, &facts.before, &facts.after}) hide_in(*values, low, high);
  std::erase_if(facts.changes, [&](const state::Change& change) {
    return change.is_elsewhere || change.path.find("->") != std::string::npos;
  });
  if (!facts.result) return;
  std::vector<Value> result{*facts.result};
  hide_in(result, low, high);
  facts.result = result.front();
}

/// The name that a path begins with: `list` of `(*list)->next[2]`.
std::string_view root_of(std::string_view path) {
  path.remove_prefix(std::min(path.find_first_not_of("(*&"), path.size()));
  return path.substr(0, path.find_first_of(".-[)"));
}

template <class Predicate>
void drop_context(Facts& facts, Predicate is_dropped) {
  std::erase_if(facts.before, [&](const Value& value) { return is_dropped(value.name); });
  std::erase_if(facts.after, [&](const Value& value) { return is_dropped(value.name); });
  std::erase_if(facts.changes, [&](const state::Change& change) { return is_dropped(root_of(change.path)); });
}

void hide(Facts& facts, const Subject& subject, NodeId node, const Hidden& hidden) {
  const trace::Tables& tables = subject.trace()->tables();
  if (hidden.globals)
    drop_context(facts, [&](std::string_view name) {
      return std::ranges::any_of(tables.globals,
                                 [&](const trace::Global& global) { return global.name == name; });
    });
  if (hidden.captures && subject.tree().function(node).kind == tree::FunctionKind::kLambda) {
    std::erase_if(facts.inputs, [](const Value& value) { return value.name == "this"; });
    drop_context(facts, [](std::string_view name) { return name == "this"; });
  }
  if (hidden.heap) hide_heap(facts, *subject.trace());
  if (hidden.input) facts.consumed.clear();
  if (hidden.output) {
    facts.output.clear();
    facts.files.clear();
  }
  if (hidden.result) facts.result.reset();
}

std::set<std::string> names_of(const std::vector<Value>& values) {
  std::set<std::string> names;
  for (const Value& value : values) names.insert(value.name);
  return names;
}

/// Globals are shown if the node names them. Whoever calls other functions with the same effect shows others: they do not count
/// if nothing in them has changed.
void drop_unchanged_but_in(Facts& facts, const std::set<std::string>& others) {
  const auto is_changed = [&](const Value& value) {
    return std::ranges::any_of(facts.changes, [&](const state::Change& change) {
      return change.path.find(value.name) != std::string::npos;
    });
  };
  std::set<std::string> dropped;
  for (const Value& value : facts.after)
    if (!others.contains(value.name) && !is_changed(value)) dropped.insert(value.name);
  if (!dropped.empty())
    drop_context(facts, [&](std::string_view name) { return dropped.contains(std::string(name)); });
}

/// The right run ends behind the node: there a thread that the node started may not have made a call yet.
void drop_threads_not_begun(Facts& facts, Facts& others) {
  const std::size_t both = std::min(facts.started.size(), others.started.size());
  for (std::size_t i = 0; i < both; ++i)
    if (facts.started[i].function.empty() || others.started[i].function.empty())
      facts.started[i] = others.started[i] = {};
}

}  // namespace

Result<Hidden> parse_hidden(std::string_view list) {
  Hidden hidden;
  for (const std::string_view word : split(list, ',')) {
    if (word.empty()) continue;
    const auto found = std::ranges::find(kNames, word, &std::pair<std::string_view, bool Hidden::*>::first);
    if (found == kNames.end())
      return fail(ErrorCode::kUsage, "nothing called '" + std::string(word) + "' can be hidden",
                  "name some of globals, captures, heap, input, output, result");
    hidden.*found->second = true;
  }
  return hidden;
}

std::string to_text(const Hidden& hidden) {
  std::string text;
  for (const auto& [name, member] : kNames)
    if (hidden.*member) text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

/// Objects are numbered as they are met, those that were used too, and the right code may use others: then only the states behind the
/// two tell.
static bool did_same(Facts facts, Facts other_facts) {
  if (oracle::canonical(facts).did == oracle::canonical(other_facts).did) return true;
  facts.used = other_facts.used = {};
  return oracle::canonical(facts).did == oracle::canonical(other_facts).did;
}

/// Whether some of what it did is left out for its size.
static bool is_cut(Facts facts) {
  facts.inputs.clear();
  facts.before.clear();
  return oracle::canonical(facts).incomplete.has(oracle::Reason::kCut);
}

/// The facts of a node in both runs, as far as they are compared.
class Pair {
 public:
  Pair(const Subject& subject, NodeId node, const Subject& other, NodeId other_node, const Hidden& hidden)
      : subject_(subject), node_(node), other_(other), other_node_(other_node), hidden_(hidden) {}

  /// Nothing if they look alike but leave something out.
  Result<std::optional<bool>> looks_same(const state::Limits& limits) const {
    const auto account = subject_.account(), other_account = other_.account();
    if (!account) return tl::unexpected(account.error());
    if (!other_account) return tl::unexpected(other_account.error());
    Facts facts = (*account)->facts(node_, limits),
          other_facts = (*other_account)->facts(other_node_, limits);
    const std::set<std::string> names = names_of(facts.after), other_names = names_of(other_facts.after);
    drop_unchanged_but_in(facts, other_names);
    drop_unchanged_but_in(other_facts, names);
    drop_threads_not_begun(facts, other_facts);
    hide(facts, subject_, node_, hidden_);
    hide(other_facts, other_, other_node_, hidden_);
    if (!did_same(facts, other_facts)) return std::optional(false);
    if (is_cut(std::move(facts)) || is_cut(std::move(other_facts))) return std::optional<bool>();
    return std::optional(true);
  }

 private:
  const Subject& subject_;
  NodeId node_;
  const Subject& other_;
  NodeId other_node_;
  const Hidden& hidden_;
};

Result<bool> looks_same(const Subject& subject, NodeId node, const Subject& other, NodeId other_node,
                        const Hidden& hidden) {
  const Pair pair(subject, node, other, other_node, hidden);
  auto same = pair.looks_same(kLimits);
  if (same && !*same) same = pair.looks_same(kWide);
  if (!same) return tl::unexpected(same.error());
  return same->value_or(true);
}

}  // namespace culprit::mutants
