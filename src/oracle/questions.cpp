#include "src/oracle/questions.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/check.h"
#include "src/oracle/canonical.h"

namespace culprit::oracle {
namespace {

/// Wider than what is shown, so that few questions are too large to compare.
constexpr state::Limits kLimits{8, 256, 4096, 5000};
/// Some 6 MB. A question that was dropped is made again.
constexpr std::size_t kMostKept = 65'536;

std::vector<NodeId> lost_calls(const tree::Tree& tree) {
  const auto is_lost = [](const tree::Function& f) { return f.kind == tree::FunctionKind::kLost; };
  std::vector<NodeId> lost;
  if (std::ranges::none_of(tree.functions(), is_lost)) return lost;
  for (std::uint32_t n = 0; n < tree.size(); ++n)
    if (is_lost(tree.function(NodeId{n}))) lost.push_back(NodeId{n});
  return lost;
}

/// Context ids are numbers that mean something in their own file only. Their hash stands for the file.
Hash128 hash_of_contexts(const tree::Labels& labels) {
  Hasher128 hasher;
  for (const auto* column : {&labels.before, &labels.after}) {
    hasher.add(std::uint64_t{column->size()});
    for (std::size_t n = 0; n < column->size(); ++n) hasher.add(std::uint64_t{(*column)[n]});
  }
  return hasher.hash();
}

/// One part of a chain: the same part of each of its calls.
template <class Part>
Hash128 hash_of_chain(std::span<const NodeId> calls, Part part) {
  Hasher128 hasher;
  hasher.add(kForm);
  hasher.add(std::uint64_t{calls.size()});
  for (const NodeId call : calls) hasher.add(part(call));
  return hasher.hash();
}

/// Where no more than a name is shown, equal names do not make equal questions; nor does a label without a result.
bool says_enough(const tree::Tree& tree, NodeId node, const state::Facts& facts) {
  if (!tree.labels().before.empty()) return true;
  if (tree.has_labels()) return tree.label(node).has_result;
  return facts.result || !facts.inputs.empty() || !facts.before.empty() || !facts.after.empty() ||
         !facts.exception.empty() || !facts.output.empty() || !facts.consumed.empty() || !facts.files.empty();
}

}  // namespace

Questions::Questions(const tree::Tree& tree, const state::Account& account, std::string_view language)
    : tree_(tree),
      account_(account),
      functions_(tree, language),
      lost_(lost_calls(tree)),
      contexts_(hash_of_contexts(tree.labels())) {}

Hash128 Questions::function_of(NodeId node) const {
  return functions_.hash(tree_.function_id(node));
}

Hash128 Questions::function_of_chain(std::span<const NodeId> calls) const {
  CULPRIT_CHECK(!calls.empty());
  if (calls.size() == 1) return function_of(calls.front());
  return hash_of_chain(calls, [&](NodeId call) { return function_of(call); });
}

Question Questions::of(NodeId node) const {
  if (const auto known = made_.find(node); known != made_.end()) return known->second;
  if (made_.size() >= kMostKept) made_.clear();
  return made_.emplace(node, make(node)).first->second;
}

Question Questions::of_chain(std::span<const NodeId> calls) const {
  CULPRIT_CHECK(!calls.empty());
  if (calls.size() == 1) return of(calls.front());
  std::vector<Question> parts;
  Question chain;
  for (const NodeId call : calls) {
    parts.push_back(of(call));
    chain.incomplete.add(parts.back().incomplete);
  }
  const auto hash_of = [&](Hash128 Question::* part) {
    std::size_t i = 0;
    return hash_of_chain(calls, [&](NodeId) { return parts[i++].*part; });
  };
  chain.function = hash_of(&Question::function);
  chain.uses = hash_of(&Question::uses);
  chain.did = hash_of(&Question::did);
  return chain;
}

Reasons Questions::reasons_of(NodeId node, const state::Facts& facts) const {
  Reasons reasons = functions_.incomplete(tree_.function_id(node));
  if (!says_enough(tree_, node, facts)) reasons.add(Reason::kNameOnly);
  const auto lost = std::ranges::lower_bound(lost_, node);
  if (lost != lost_.end() && *lost < tree_.end(node)) reasons.add(Reason::kLost);
  // The first row of a trace's table stands for all functions whose row is missing.
  if (tree_.has_moments() && tree_.function_id(node) == FunctionId{}) reasons.add(Reason::kLost);
  return reasons;
}

Question Questions::make(NodeId node) const {
  const state::Facts facts = account_.facts(node, kLimits);
  Canonical texts = canonical(facts);
  const tree::Labels& labels = tree_.labels();
  const auto add_context = [&](std::string& text, const auto& column) {
    if (!column.empty()) text += fmt::format("C{} {}", to_hex(contexts_), column[node.value()]);
  };
  add_context(texts.uses, labels.before);
  add_context(texts.did, labels.after);
  // The loop from here on: with more passes it is another question, whatever else looks alike.
  if (const std::uint64_t passes = account_.passes_of(node); passes > 0)
    texts.uses += fmt::format("P{}", passes - account_.pass_of(node));
  Question question{function_of(node), hash128(texts.uses), hash128(texts.did), texts.incomplete};
  question.incomplete.add(reasons_of(node, facts));
  return question;
}

}  // namespace culprit::oracle
