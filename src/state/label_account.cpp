#include <fmt/format.h>

#include <cctype>
#include <string>
#include <vector>

#include "src/base/text.h"
#include "src/state/account.h"

namespace culprit::state {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}

/// Splits at commas that stand in no bracket and no quotes. An apostrophe after a letter (x') opens no quote;
/// what is unbalanced just ends the text, since a label is whatever its author wrote.
std::vector<std::string_view> split_top_level(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0, depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || (c == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      std::size_t close = i + 1;
      while (close < text.size() && text[close] != c) close += text[close] == '\\' ? 2 : 1;
      if (close < text.size()) i = close;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  if (!parts.empty() || !trimmed(text).empty()) parts.push_back(text.substr(begin));
  return parts;
}

Value text_value(std::string_view name, std::string_view text) {
  Value value;
  value.kind = ValueKind::kText;
  value.name = name;
  value.text = text;
  return value;
}

/// `name = value` and `name: value` keep their name; `a == b` and `ns::f` are values.
Value input_value(std::string_view part) {
  part = trimmed(part);
  std::size_t end = 0;
  while (end < part.size() && is_word(part[end])) ++end;
  std::size_t sign = end;
  while (sign < part.size() && part[sign] == ' ') ++sign;
  const bool named =
      end > 0 && std::isdigit(static_cast<unsigned char>(part[0])) == 0 && sign + 1 < part.size() &&
      ((part[sign] == '=' && part[sign + 1] != '=') || (part[sign] == ':' && part[sign + 1] != ':'));
  if (!named) return text_value({}, part);
  return text_value(part.substr(0, end), trimmed(part.substr(sign + 1)));
}

/// Cuts long texts and long lists as the limits ask, so that labels behave like recorded values.
void apply(const Limits& limits, std::vector<Value>& values) {
  if (values.size() > limits.width) {
    Value cut;
    cut.kind = ValueKind::kCut;
    cut.count = values.size() - limits.width;
    values.resize(limits.width);
    values.push_back(std::move(cut));
  }
}

/// Facts of trees from text and JSON: the texts as they stand. There is no memory behind them, so nothing to
/// compare.
class LabelAccount final : public Account {
 public:
  explicit LabelAccount(const tree::Tree& tree) : tree_(tree) {}

  Facts facts(NodeId node, const Limits& limits) const override {
    Facts facts;
    if (!tree_.has_labels()) return facts;
    const tree::Label label = tree_.label(node);
    for (std::string_view part : split_top_level(label.inputs)) facts.inputs.push_back(input_value(part));
    apply(limits, facts.inputs);
    if (label.has_result) facts.result = text_value({}, label.result);
    return facts;
  }

  Facts brief(NodeId node, const Limits& limits) const override { return facts(node, limits); }

  Result<Value> look_up(NodeId node, bool after, std::string_view path, const Limits&) const override {
    Limits all;
    all.width = ~0u;
    Facts known = facts(node, all);
    const std::string_view wanted = trimmed(path);
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < known.inputs.size(); ++i) {
      if (known.inputs[i].name == wanted || wanted == fmt::format("[{}]", i)) return known.inputs[i];
      if (!known.inputs[i].name.empty()) names.push_back(known.inputs[i].name);
    }
    if (after && known.result && wanted == "result") return *known.result;
    names.push_back("result");
    const std::string_view near = nearest(wanted, names);
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no '{}' among the {} inputs of this node.", escaped(wanted),
                            known.inputs.size()),
                near.empty() ? std::string("Name an input, or give its place as [0], [1], …")
                             : fmt::format("The nearest name is '{}'.", near));
  }

  Result<Writer> who_wrote(NodeId, bool, std::string_view) const override {
    return fail(ErrorCode::kNotFound,
                "This tree comes from text or JSON, which do not say who wrote a value.",
                "Only a recorded trace has a log of writes.");
  }

  Facts chain_facts(NodeId, NodeId, const Limits&) const override { return {}; }

  using Account::continues;
  bool continues(NodeId first, NodeId second, Effort&) const override {
    const tree::Labels& labels = tree_.labels();
    return labels.after.empty() || labels.after[first.value()] == labels.before[second.value()];
  }

 private:
  const tree::Tree& tree_;
};

}  // namespace

NodeId Account::pass(NodeId, std::uint64_t) const {
  return kNoNode;
}

NodeId Account::call_of(NodeId) const {
  return kNoNode;
}

std::uint64_t Account::passes_of(NodeId) const {
  return 0;
}

std::uint32_t Account::call_line(NodeId) const {
  return 0;
}

std::uint64_t Account::pass_of(NodeId) const {
  return 0;
}

std::unique_ptr<Account> make_label_account(const tree::Tree& tree) {
  return std::make_unique<LabelAccount>(tree);
}

}  // namespace culprit::state
