// features: recursion containers
// Runs scripts of a small language with functions, loops and conditions: tokens, syntax tree, evaluation.
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

enum class Kind { kNumber, kName, kSymbol, kEnd };

struct Token {
  Kind kind = Kind::kEnd;
  std::string text;
  int line = 1;
};

struct ScriptError {
  std::string what;
  int line;
};

struct Environment;

struct Node {
  explicit Node(int at) : line(at) {}
  virtual ~Node() = default;
  virtual long evaluate(Environment& environment) const = 0;
  int line;
};
using NodePointer = std::unique_ptr<Node>;

struct Function {
  std::vector<std::string> parameters;
  NodePointer body;
};

struct Environment {
  std::map<std::string, Function> functions;
  std::vector<std::map<std::string, long>> frames{1};
  std::string output;
  int steps = 0;
  int deepest = 0;

  void step(int line) {
    if (++steps > 300) throw ScriptError{"too many steps", line};
  }
};

struct Number : Node {
  Number(int at, long constant) : Node(at), value(constant) {}
  long evaluate(Environment&) const override { return value; }
  long value;
};

struct Variable : Node {
  Variable(int at, std::string of) : Node(at), name(std::move(of)) {}
  long evaluate(Environment& environment) const override {
    const auto& frame = environment.frames.back();
    const auto found = frame.find(name);
    if (found == frame.end()) throw ScriptError{"unknown variable " + name, line};
    return found->second;
  }
  std::string name;
};

struct Binary : Node {
  Binary(int at, std::string symbol, NodePointer a, NodePointer b)
      : Node(at), operation(std::move(symbol)), left(std::move(a)), right(std::move(b)) {}
  long evaluate(Environment& environment) const override {
    const long a = left->evaluate(environment);
    if (operation == "&") return a != 0 && right->evaluate(environment) != 0;
    if (operation == "|") return a != 0 || right->evaluate(environment) != 0;
    const long b = right->evaluate(environment);
    if (operation == "+") return a + b;
    if (operation == "-") return a - b;
    if (operation == "*") return a * b;
    if (operation == "<") return a < b;
    if (operation == "=") return a == b;
    if (b == 0) throw ScriptError{"division by zero", line};
    return operation == "/" ? a / b : a % b;
  }
  std::string operation;
  NodePointer left, right;
};

struct Call : Node {
  Call(int at, std::string of, std::vector<NodePointer> with)
      : Node(at), name(std::move(of)), arguments(std::move(with)) {}
  long evaluate(Environment& environment) const override {
    environment.step(line);
    const auto found = environment.functions.find(name);
    if (found == environment.functions.end()) throw ScriptError{"unknown function " + name, line};
    const Function& function = found->second;
    if (function.parameters.size() != arguments.size())
      throw ScriptError{name + " takes " + std::to_string(function.parameters.size()) + " arguments", line};
    std::map<std::string, long> frame;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      frame[function.parameters[i]] = arguments[i]->evaluate(environment);
    environment.frames.push_back(std::move(frame));
    const int depth = static_cast<int>(environment.frames.size()) - 1;
    if (depth > environment.deepest) environment.deepest = depth;
    const long result = function.body->evaluate(environment);
    environment.frames.pop_back();
    return result;
  }
  std::string name;
  std::vector<NodePointer> arguments;
};

struct Assign : Node {
  Assign(int at, std::string to, NodePointer from) : Node(at), name(std::move(to)), value(std::move(from)) {}
  long evaluate(Environment& environment) const override {
    const long result = value->evaluate(environment);
    return environment.frames.back()[name] = result;
  }
  std::string name;
  NodePointer value;
};

struct Print : Node {
  Print(int at, NodePointer of) : Node(at), value(std::move(of)) {}
  long evaluate(Environment& environment) const override {
    const long result = value->evaluate(environment);
    environment.output += std::to_string(result) + " ";
    return result;
  }
  NodePointer value;
};

struct If : Node {
  using Node::Node;
  long evaluate(Environment& environment) const override {
    if (condition->evaluate(environment) != 0) return yes->evaluate(environment);
    return no ? no->evaluate(environment) : 0;
  }
  NodePointer condition, yes, no;
};

struct While : Node {
  using Node::Node;
  long evaluate(Environment& environment) const override {
    long result = 0;
    while (condition->evaluate(environment) != 0) {
      environment.step(line);
      result = body->evaluate(environment);
    }
    return result;
  }
  NodePointer condition, body;
};

struct Block : Node {
  using Node::Node;
  long evaluate(Environment& environment) const override {
    long result = 0;
    for (const NodePointer& statement : statements) result = statement->evaluate(environment);
    return result;
  }
  std::vector<NodePointer> statements;
};

static std::vector<Token> tokenize(const std::string& source) {
  std::vector<Token> tokens;
  int line = 1;
  for (std::size_t i = 0; i < source.size();) {
    const auto c = static_cast<unsigned char>(source[i]);
    if (c == '\n') ++line;
    if (std::isspace(c)) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    Kind kind = Kind::kSymbol;
    if (std::isalnum(c)) {
      kind = std::isdigit(c) ? Kind::kNumber : Kind::kName;
      while (end < source.size() && std::isalnum(static_cast<unsigned char>(source[end]))) ++end;
    } else if (c == ':' && end < source.size() && source[end] == '=') {
      ++end;
    }
    tokens.push_back({kind, source.substr(i, end - i), line});
    i = end;
  }
  tokens.push_back({Kind::kEnd, "end", line});
  return tokens;
}

class Parser {
 public:
  Parser(const std::string& source, Environment& environment)
      : tokens_(tokenize(source)), environment_(environment) {}

  NodePointer program() {
    auto block = std::make_unique<Block>(1);
    while (peek().kind != Kind::kEnd) {
      if (peek().text == "fun") {
        function();
      } else {
        block->statements.push_back(statement());
      }
    }
    return block;
  }

 private:
  const Token& peek() const { return tokens_[position_]; }
  Token take() { return tokens_[peek().kind == Kind::kEnd ? position_ : position_++]; }
  bool accept(const char* text) {
    if (peek().text != text || peek().kind == Kind::kEnd) return false;
    ++position_;
    return true;
  }
  void expect(const char* text) {
    if (!accept(text)) throw ScriptError{std::string(text) + " expected, not " + peek().text, peek().line};
  }

  void function() {
    take();
    const std::string name = take().text;
    Function function;
    expect("(");
    while (!accept(")")) {
      function.parameters.push_back(take().text);
      accept(",");
    }
    function.body = statement();
    environment_.functions[name] = std::move(function);
  }

  NodePointer statement() {
    const int line = peek().line;
    if (accept("{")) {
      auto block = std::make_unique<Block>(line);
      while (!accept("}")) block->statements.push_back(statement());
      return block;
    }
    if (accept("if")) {
      auto result = std::make_unique<If>(line);
      result->condition = expression(0);
      result->yes = statement();
      if (accept("else")) result->no = statement();
      return result;
    }
    if (accept("while")) {
      auto result = std::make_unique<While>(line);
      result->condition = expression(0);
      result->body = statement();
      return result;
    }
    NodePointer result = simple(line);
    expect(";");
    return result;
  }

  NodePointer simple(int line) {
    if (accept("print")) return std::make_unique<Print>(line, expression(0));
    if (peek().kind == Kind::kName && tokens_[position_ + 1].text == ":=") {
      std::string name = take().text;
      take();
      return std::make_unique<Assign>(line, std::move(name), expression(0));
    }
    return expression(0);
  }

  static int precedence(const std::string& symbol) {
    static const std::map<std::string, int> levels = {{"|", 1}, {"&", 2}, {"=", 3}, {"<", 3}, {"+", 4},
                                                      {"-", 4}, {"*", 5}, {"/", 5}, {"%", 5}};
    const auto found = levels.find(symbol);
    return found == levels.end() ? 0 : found->second;
  }

  NodePointer expression(int above) {
    NodePointer left = primary();
    for (int level; (level = precedence(peek().text)) > above;) {
      const Token symbol = take();
      left = std::make_unique<Binary>(symbol.line, symbol.text, std::move(left), expression(level));
    }
    return left;
  }

  NodePointer primary() {
    const Token token = take();
    if (token.kind == Kind::kNumber) return std::make_unique<Number>(token.line, std::stol(token.text));
    if (token.text == "(") {
      NodePointer inner = expression(0);
      expect(")");
      return inner;
    }
    if (token.kind != Kind::kName) throw ScriptError{"value expected, not " + token.text, token.line};
    if (!accept("(")) return std::make_unique<Variable>(token.line, token.text);
    std::vector<NodePointer> arguments;
    while (!accept(")")) {
      arguments.push_back(expression(0));
      accept(",");
    }
    return std::make_unique<Call>(token.line, token.text, std::move(arguments));
  }

  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  Environment& environment_;
};

static void run(const char* title, const std::string& source) {
  Environment environment;
  try {
    const NodePointer program = Parser(source, environment).program();
    const long result = program->evaluate(environment);
    std::printf("%s: %s-> %ld", title, environment.output.c_str(), result);
  } catch (const ScriptError& error) {
    std::printf("%s: %s-> line %d: %s", title, environment.output.c_str(), error.line, error.what.c_str());
  }
  std::printf(" (%d steps, depth %d)\n", environment.steps, environment.deepest);
}

int main() {
  run("grouping",
      "print 24 / 4 * 3 % 5; print 3 * 8 / 5 - 2 * 3 % 4; print 1 | 0 & 0; print 0 & 1 = 0 | 1 < 1;");
  run("precedence", "print 2 + 3 * 4 - 10 / 3; print (2 + 3) * 4 % 7; print 1 < 2 & 3 = 4 | 5 - 4 - 1 = 0;");
  run("factorial", "fun fact(n) if n < 2 1; else n * fact(n - 1);\nprint fact(5); fact(7) / fact(6);");
  run("parity",
      "fun even(n) if n = 0 1; else odd(n - 1);\nfun odd(n) if n = 0 0; else even(n - 1);\n"
      "print even(6); print odd(4);");
  run("collatz",
      "fun length(n) {\n  count := 0;\n  while 1 < n {\n    if n % 2 = 0 n := n / 2; else n := 3 * n + 1;\n"
      "    count := count + 1;\n  }\n  count;\n}\nbest := 0; i := 1;\n"
      "while i < 8 {\n  if best < length(i) { best := length(i); print i; }\n  i := i + 1;\n}\nprint best;");
  run("scopes", "x := 5;\nfun f(y) y * 2;\nprint f(x);\nfun g() x;\nprint 0 & g();\ng();");
  run("arguments", "fun add(a, b) a + b;\nprint add(1, 2);\nadd(1);");
  run("division", "n := 3;\nwhile 1 { print 12 / n;\n n := n - 1; }");
  run("syntax", "print 1;\nprint (2 + ;\n");
  run("unclosed", "while 1 < 2 { print 3;");
  run("endless", "fun down(n) { n := n + 1;\n while 1 n := n + 1; }\ndown(1 | 0);");
  return 0;
}
