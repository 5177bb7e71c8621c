#include "recorders/fun/value.h"

#include <array>
#include <tuple>
#include <utility>

namespace culprit::fun {
namespace {

using Pair = std::pair<Value, Value>;

/// False if two objects of one kind differ by themselves; what else has to be equal is added to `left`.
bool may_be_equal(Value a, Value b, std::vector<Pair>& left) {
  if (a.is_small() || b.is_small() || a.tag() != b.tag()) return false;
  switch (a.tag()) {
    case Tag::kConstant:
      return false;
    case Tag::kCell:
      left.emplace_back(a.cell()->tail, b.cell()->tail);
      left.emplace_back(a.cell()->head, b.cell()->head);
      return true;
    case Tag::kTuple: {
      const auto &parts = a.tuple()->parts, &others = b.tuple()->parts;
      if (parts.size() != others.size()) return false;
      for (std::size_t i = parts.size(); i-- > 0;) left.emplace_back(parts[i], others[i]);
      return true;
    }
    case Tag::kString:
      return a.string()->text == b.string()->text;
    case Tag::kInteger:
      return a.integer()->number == b.integer()->number;
  }
  return false;
}

std::string quoted(const std::string& text) {
  constexpr std::array kDigits = {'0', '1', '2', '3', '4', '5', '6', '7',
                                  '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7f)
      out += "\\x", out += kDigits[byte >> 4], out += kDigits[byte & 15];
    else
      out += c;
  }
  return out + '"';
}

/// Writes a value with a stack of what is left to write: values, and the signs between them.
class Writer {
 public:
  explicit Writer(std::size_t most) : most_(most) {}

  std::string write(Value value) {
    left_.push_back({value, Step::kValue});
    while (!left_.empty() && out_.size() <= most_) {
      const Item item = left_.back();
      left_.pop_back();
      step(item);
    }
    if (out_.size() > most_) {
      std::size_t end = most_;
      while (end > 0 && (static_cast<unsigned char>(out_[end]) & 0xc0) == 0x80) --end;
      out_.resize(end);
      out_ += "…";
    }
    return std::move(out_);
  }

 private:
  enum class Step : std::uint8_t { kValue, kRest, kPart };
  struct Item {
    Value value;
    Step step;
    std::size_t part = 0;
  };

  void step(const Item& item) {
    switch (item.step) {
      case Step::kValue:
        return open(item.value);
      case Step::kRest:
        // The rest of a list behind its first element.
        if (!item.value.is_cell()) {
          out_ += ')';
          return;
        }
        out_ += ' ';
        left_.push_back({item.value.cell()->tail, Step::kRest});
        return left_.push_back({item.value.cell()->head, Step::kValue});
      case Step::kPart: {
        const auto& parts = item.value.tuple()->parts;
        if (item.part == parts.size()) {
          out_ += ')';
          return;
        }
        if (item.part > 0) out_ += ", ";
        left_.push_back({item.value, Step::kPart, item.part + 1});
        return left_.push_back({parts[item.part], Step::kValue});
      }
    }
  }

  void open(Value value) {
    if (value.is_small()) {
      out_ += std::to_string(value.small());
      return;
    }
    switch (value.tag()) {
      case Tag::kConstant:
        out_ += value.is_nil() ? "nil" : value.is_true() ? "true" : "false";
        return;
      case Tag::kCell:
        out_ += '(';
        left_.push_back({value.cell()->tail, Step::kRest});
        return left_.push_back({value.cell()->head, Step::kValue});
      case Tag::kTuple:
        out_ += '(';
        return left_.push_back({value, Step::kPart});
      case Tag::kString:
        out_ += quoted(value.string()->text);
        return;
      case Tag::kInteger:
        out_ += value.integer()->number.get_str();
    }
  }

  std::size_t most_;
  std::string out_;
  std::vector<Item> left_;
};

}  // namespace

bool equal(Value a, Value b) {
  std::vector<Pair> left;
  for (;;) {
    if (a != b && !may_be_equal(a, b, left)) return false;
    if (left.empty()) return true;
    std::tie(a, b) = left.back();
    left.pop_back();
  }
}

std::string to_text(Value value, std::size_t most) {
  return Writer(most).write(value);
}

std::string described(Value value) {
  constexpr std::size_t kLongest = 60;
  std::string text = to_text(value, kLongest);
  if (value.is_integer()) return "the integer " + text;
  if (value.is_nil()) return text;
  if (value.is_cell()) return "the list " + text;
  if (value.is(Tag::kTuple)) return "the tuple " + text;
  return value.is(Tag::kString) ? "the string " + text : text;
}

}  // namespace culprit::fun
