// A program of some size and shape of its own: reads expressions, builds trees of them, simplifies and evaluates them.
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Node {
  virtual ~Node() = default;
  virtual double value(const std::map<std::string, double>& names) const = 0;
};
using Tree = std::unique_ptr<Node>;

struct Number : Node {
  double number;
  explicit Number(double n) : number(n) {}
  double value(const std::map<std::string, double>&) const override { return number; }
};
struct Name : Node {
  std::string name;
  explicit Name(std::string n) : name(std::move(n)) {}
  double value(const std::map<std::string, double>& names) const override {
    const auto at = names.find(name);
    if (at == names.end()) throw std::runtime_error("unknown name " + name);
    return at->second;
  }
};
struct Binary : Node {
  char sign;
  Tree left, right;
  Binary(char s, Tree l, Tree r) : sign(s), left(std::move(l)), right(std::move(r)) {}
  double value(const std::map<std::string, double>& names) const override {
    const double a = left->value(names), b = right->value(names);
    switch (sign) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      default:
        if (b == 0) throw std::runtime_error("division by zero");
        return a / b;
    }
  }
};

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}
  Tree parse() {
    Tree tree = sum();
    if (at_ != text_.size()) throw std::runtime_error("unexpected text");
    return tree;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  Tree sum() {
    Tree left = product();
    while (next() == '+' || next() == '-') {
      const char sign = text_[at_++];
      left = std::make_unique<Binary>(sign, std::move(left), product());
    }
    return left;
  }
  Tree product() {
    Tree left = factor();
    while (next() == '*' || next() == '/') {
      const char sign = text_[at_++];
      left = std::make_unique<Binary>(sign, std::move(left), factor());
    }
    return left;
  }
  Tree factor() {
    if (next() == '(') {
      ++at_;
      Tree inside = sum();
      if (next() != ')') throw std::runtime_error("missing )");
      ++at_;
      return inside;
    }
    std::string word;
    while (std::isalnum(static_cast<unsigned char>(next()))) word += text_[at_++];
    if (word.empty()) throw std::runtime_error("missing operand");
    if (std::isdigit(static_cast<unsigned char>(word[0]))) return std::make_unique<Number>(std::stod(word));
    return std::make_unique<Name>(word);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

int main() {
  const std::vector<std::string> texts{"1+2*(x-3)/y", "((a+b)*(a-b))/(x+1)", "x/0", "2*z",
                                       "(1+2",        "a*b*c+x*y-12/(a+3)"};
  std::map<std::string, double> names{{"a", 1}, {"b", 2}, {"c", 3}, {"x", 4}, {"y", 5}};
  double total = 0;
  int failures = 0;
  for (int i = 0; i < 300; ++i)
    for (const std::string& text : texts) try {
        names["x"] = i;
        total += Parser(text).parse()->value(names);
      } catch (const std::runtime_error&) {
        ++failures;
      }
  std::printf("%.3f %d\n", total, failures);
}
