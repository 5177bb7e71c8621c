// Evaluates expressions with + - * / and parentheses, as on paper: * and / before + and -, and what stands on one level
// from left to right.
//
//   tokenize(text)    numbers, operators and parentheses in order; blanks are passed over
//   Parser::sum       reads product { (+|-) product } and gives its value
//   Parser::product   reads factor { (*|/) factor } and gives its value
//   Parser::factor    reads a number, a negated factor, or a sum in parentheses
//   evaluate(text)    the value of the whole text; throws SyntaxError if it is no expression
#include <cctype>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

enum class Kind { kNumber, kOperator, kOpen, kClose, kEnd };

struct Token {
  Kind kind;
  char symbol;
  double number;
};

class SyntaxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

double read_number(const std::string& text, std::size_t& at) {
  double value = 0;
  while (at < text.size() && std::isdigit(text[at])) value = value * 10 + (text[at++] - '0');
  if (at < text.size() && text[at] == '.') {
    double digit = 0.1;
    for (++at; at < text.size() && std::isdigit(text[at]); ++at, digit /= 10)
      value += digit * (text[at] - '0');
  }
  return value;
}

std::vector<Token> tokenize(const std::string& text) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (std::isdigit(c)) {
      tokens.push_back({Kind::kNumber, 0, read_number(text, at)});
      continue;
    }
    ++at;
    if (c == ' ') continue;
    const Kind kind = c == '(' ? Kind::kOpen : c == ')' ? Kind::kClose : Kind::kOperator;
    tokens.push_back({kind, c, 0});
  }
  tokens.push_back({Kind::kEnd, 0, 0});
  return tokens;
}

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(tokens) {}

  double sum() {
    double value = product();
    while (is('+') || is('-')) {
      const char symbol = next().symbol;
      const double right = product();
      value = symbol == '+' ? value + right : value - right;
    }
    return value;
  }

  double product() {
    const double value = factor();
    if (!is('*') && !is('/')) return value;
    const char symbol = next().symbol;
    const double right = product();
    return symbol == '*' ? value * right : value / right;
  }

  double factor() {
    const Token token = next();
    if (token.kind == Kind::kNumber) return token.number;
    if (token.symbol == '-') return -factor();
    if (token.kind != Kind::kOpen) throw SyntaxError("a number or ( was expected");
    const double value = sum();
    if (next().kind != Kind::kClose) throw SyntaxError(") was expected");
    return value;
  }

  bool at_end() const { return tokens_[position_].kind == Kind::kEnd; }

 private:
  bool is(char symbol) const {
    return tokens_[position_].kind == Kind::kOperator && tokens_[position_].symbol == symbol;
  }
  Token next() { return at_end() ? tokens_[position_] : tokens_[position_++]; }

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
};

double evaluate(const std::string& text) {
  Parser parser(tokenize(text));
  const double value = parser.sum();
  if (!parser.at_end()) throw SyntaxError("something is left over");
  return value;
}

void show(const std::string& text) {
  try {
    std::printf("%s = %g\n", text.c_str(), evaluate(text));
  } catch (const SyntaxError& problem) {
    std::printf("%s: %s\n", text.c_str(), problem.what());
  }
}

int main() {
  show("1 + 2 * 3");
  show("8 / 4 / 2");
  show("(1 + )");
}
