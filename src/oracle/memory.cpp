#include "src/oracle/memory.h"

#include <fmt/format.h>

#include <iterator>

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

/// Wider than what is shown, so that few questions are too large to compare.
constexpr state::Limits kLimits{8, 256, 4096, 5000};

class Writer {
 public:
  void write(char part, const std::vector<Value>& values) {
    text_ += part;
    for (const Value& value : values) write(value);
  }
  void write(char part, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{}{}:{}", part, text.size(), text);
  }

  /// Values nest only as deep as the limits allow, so recursion is bounded.
  void write(const Value& value) {
    complete_ = complete_ && value.kind != ValueKind::kCut;
    fmt::format_to(std::back_inserter(text_), "({} ", static_cast<int>(value.kind));
    write('n', value.name);
    // Of what a pointer leads to without showing it, only the address is known.
    const bool named_by_order =
        value.kind == ValueKind::kPointer && value.address != 0 && !value.children.empty();
    if (named_by_order) {
      fmt::format_to(std::back_inserter(text_), "#{} ", order_of(value.address));
    } else if (value.kind == ValueKind::kUninitialised) {
      text_ += '?';
    } else {
      write('v', value.text);
    }
    if (value.count != 0) fmt::format_to(std::back_inserter(text_), "*{} ", value.count);
    for (const Value& child : value.children) write(child);
    text_ += ')';
  }

  bool complete() const { return complete_; }
  std::string take() { return std::move(text_); }

 private:
  std::size_t order_of(Address address) { return seen_.emplace(address, seen_.size()).first->second; }

  std::string text_;
  bool complete_ = true;
  std::unordered_map<Address, std::size_t> seen_;
};

/// Where no more than a name is shown, equal names do not make equal questions; nor does a label without a
/// result.
bool says_enough(const tree::Tree& tree, NodeId node, const Facts& facts) {
  if (!tree.labels().before.empty()) return true;
  if (tree.has_labels()) return tree.label(node).has_result;
  return facts.result || !facts.inputs.empty() || !facts.before.empty() || !facts.after.empty() ||
         !facts.exception.empty() || !facts.output.empty();
}

}  // namespace

std::optional<std::string> question_text(const tree::Tree& tree, const state::Account& account, NodeId node) {
  const Facts facts = account.facts(node, kLimits);
  if (!says_enough(tree, node, facts)) return {};
  if (facts.outcome == state::Outcome::kUnfinished || facts.changes_cut) return {};
  Writer writer;
  writer.write('o', fmt::format("{} {}", tree.function_id(node).value(), static_cast<int>(facts.outcome)));
  writer.write('i', facts.inputs);
  if (facts.result) writer.write(*facts.result);
  writer.write('x', facts.exception);
  writer.write('b', facts.before);
  writer.write('a', facts.after);
  writer.write('t', facts.output);
  const tree::Labels& labels = tree.labels();
  if (!labels.before.empty()) writer.write('B', fmt::format("{}", labels.before[node.value()]));
  if (!labels.after.empty()) writer.write('A', fmt::format("{}", labels.after[node.value()]));
  if (!writer.complete()) return {};
  return writer.take();
}

void Memory::add(NodeId node) {
  if (added_.insert(node).second) known_[tree_->function_id(node)].unread.push_back(node);
}

std::vector<NodeId> Memory::same_question(NodeId node) const {
  const auto found = known_.find(tree_->function_id(node));
  if (found == known_.end()) return {};
  Known& known = found->second;
  for (NodeId added : known.unread) {
    if (auto text = question_text(*tree_, *account_, added)) known.by_text[std::move(*text)].push_back(added);
  }
  known.unread.clear();
  const auto text = question_text(*tree_, *account_, node);
  if (!text) return {};
  const auto same = known.by_text.find(*text);
  return same == known.by_text.end() ? std::vector<NodeId>() : same->second;
}

}  // namespace culprit::oracle
