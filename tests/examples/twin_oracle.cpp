#include "tests/examples/twin_oracle.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <iterator>
#include <unordered_map>
#include <utility>

namespace culprit::test {
namespace {

using state::Value;
using state::ValueKind;

/// Values as text that is equal for equal values, wherever they lie: addresses are replaced by the order in which they
/// turn up.
class Writer {
 public:
  void write(const std::vector<Value>& values) {
    for (const Value& value : values) write(value);
    text_ += ';';
  }
  void write(const Value& value) {
    fmt::format_to(std::back_inserter(text_), "({} {} ", static_cast<int>(value.kind), value.name);
    switch (value.kind) {
      case ValueKind::kPointer:
        fmt::format_to(std::back_inserter(text_), "#{}", value.address == 0 ? 0 : order_of(value.address));
        break;
      case ValueKind::kUninitialised:
      case ValueKind::kFreed:
      case ValueKind::kWild:
        break;
      case ValueKind::kCut:
        is_complete_ = false;
        break;
      default:
        text_ += value.text;
    }
    for (const Value& child : value.children) write(child);
    text_ += ')';
  }
  void write(std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{}:{};", text.size(), text);
  }

  std::string take() { return std::exchange(text_, {}); }
  bool is_complete() const { return is_complete_; }

 private:
  std::size_t order_of(Address address) { return seen_.emplace(address, seen_.size() + 1).first->second; }

  std::string text_;
  bool is_complete_ = true;
  std::unordered_map<Address, std::size_t> seen_;
};

struct Ends {
  std::string beginning, end;
};

/// Twins have the same lines, so that a line names a loop in both.
std::optional<Ends> ends_of(const service::NodeView& view) {
  if (view.facts.outcome == state::Outcome::kUnfinished || view.facts.changes_cut) return {};
  Ends ends;
  Writer writer;
  writer.write(view.function);
  writer.write(view.kind == "iteration" ? std::to_string(view.first_line) : view.signature);
  writer.write(view.facts.inputs);
  writer.write(view.facts.before);
  ends.beginning = writer.take();
  writer.write(std::to_string(static_cast<int>(view.facts.outcome)));
  if (view.facts.result) writer.write(*view.facts.result);
  writer.write(view.facts.exception);
  if (view.facts.left) writer.write(std::to_string(static_cast<int>(view.facts.left->how)));
  if (view.facts.left && view.facts.left->result) writer.write(*view.facts.left->result);
  writer.write(view.facts.after);
  writer.write(view.facts.output);
  ends.end = writer.take();
  if (!writer.is_complete()) return {};
  return ends;
}

}  // namespace

TwinOracle::TwinOracle(const tree::Tree& tree, const std::vector<std::uint32_t>& lines,
                       std::vector<Pattern> patterns)
    : runs_lines_(tree.size()), patterns_(std::move(patterns)) {
  for (std::uint32_t i = tree.size(); i-- > 0;) {
    const tree::Function& function = tree.function(NodeId{i});
    for (const std::uint32_t line : lines) {
      if (function.first_line <= line && line <= function.last_line) runs_lines_[i] = true;
    }
    if (i > 0 && runs_lines_[i]) runs_lines_[tree.parent(NodeId{i}).value()] = true;
  }
}

void TwinOracle::learn(const service::NodeView& view) {
  if (const std::optional<Ends> ends = ends_of(view)) ends_[ends->beginning].insert(ends->end);
}

std::optional<bool> TwinOracle::judge(const service::NodeView& view) const {
  if (!runs_lines_[view.about.first.value()]) return true;
  const std::string line = service::one_line(view, 1000);
  if (const std::optional<bool> answer = by_hand(line, true)) return answer;
  if (const std::optional<Ends> ends = ends_of(view)) {
    const auto known = ends_.find(ends->beginning);
    if (known != ends_.end()) return known->second.contains(ends->end);
  }
  return by_hand(line, false);
}

std::optional<bool> TwinOracle::by_hand(const std::string& line, bool first) const {
  for (const Pattern& pattern : patterns_) {
    if (pattern.is_first != first) continue;
    if (::fnmatch(pattern.text.c_str(), line.c_str(), FNM_NOESCAPE) == 0) return pattern.is_right;
  }
  return {};
}

}  // namespace culprit::test
