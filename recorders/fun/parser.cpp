#include "recorders/fun/parser.h"

#include "recorders/fun/expression_reader.h"
#include "recorders/fun/resolve.h"

namespace culprit::fun {
namespace {

/// The last instruction of a function's code, and of each branch that nothing follows.
void end_function(Function& function, Position position) {
  function.code.push_back({Op::kReturn, 0, 0, position});
  for (std::size_t i = function.code.size(); i-- > 0;) {
    Instruction& jump = function.code[i];
    if (jump.op == Op::kJump && function.code[jump.a].op == Op::kReturn) jump.op = Op::kReturn, jump.a = 0;
  }
}

class ProgramReader {
 public:
  ProgramReader(const Source& source, const std::vector<Token>& tokens, Heap& heap, Unit& unit)
      : source_(source), tokens_(tokens), heap_(heap), unit_(unit) {}

  Status read() {
    while (tokens_[at_].kind != TokenKind::kEnd) {
      if (Status status = definition(); !status) return status;
      if (Status status = separator(); !status) return status;
    }
    return {};
  }

 private:
  Status refuse(const std::string& expected, std::string hint = {}) const {
    return tl::unexpected(source_.error(tokens_[at_].position,
                                        "found " + description(tokens_[at_]) + ", expected " + expected,
                                        std::move(hint)));
  }

  Status definition() {
    constexpr const char* kForm = "a function is defined as f(x, y) = x + y";
    if (tokens_[at_].kind != TokenKind::kName) return refuse("the name of a function", kForm);
    Function function;
    function.name = tokens_[at_].text;
    function.source = &source_;
    function.position = tokens_[at_].position;
    ++at_;
    if (tokens_[at_].kind == TokenKind::kEqual)
      return refuse("'('", "a function without parameters is defined as " + function.name + "() = ...");
    if (tokens_[at_].kind != TokenKind::kOpen) return refuse("'('", kForm);
    Scope scope;
    if (Status status = parameters(function, scope); !status) return status;
    if (tokens_[at_].kind != TokenKind::kEqual) return refuse("'='", kForm);
    ExpressionReader body(source_, tokens_, heap_, unit_, function, scope);
    const auto end = body.read(at_ + 1);
    if (!end) return tl::unexpected(end.error());
    const std::size_t first = at_ + 1;
    at_ = *end;
    function.last_line = tokens_[at_ - 1].position.line;
    end_function(function, tokens_[first].position);
    unit_.code.functions.push_back(std::move(function));
    return {};
  }

  Status parameters(Function& function, Scope& scope) {
    ++at_;
    while (tokens_[at_].kind != TokenKind::kClose || !function.parameters.empty()) {
      const Token& token = tokens_[at_];
      if (token.kind != TokenKind::kName) return refuse("the name of a parameter");
      if (scope.find(token.text) != nullptr)
        return tl::unexpected(
            source_.error(token.position,
                          "'" + std::string(token.text) + "' is a parameter of " + function.name + " twice"));
      scope.add(token.text, {function.locals++, token.position});
      function.parameters.emplace_back(token.text);
      ++at_;
      if (tokens_[at_].kind == TokenKind::kClose) break;
      if (tokens_[at_].kind != TokenKind::kComma) return refuse("',' or ')'");
      ++at_;
    }
    ++at_;
    return {};
  }

  /// Between two definitions stands a comma, semicolon or period, or the second begins a line.
  Status separator() {
    const Token& token = tokens_[at_];
    if (token.kind == TokenKind::kComma || token.kind == TokenKind::kSemicolon ||
        token.kind == TokenKind::kPeriod) {
      ++at_;
      return {};
    }
    if (token.kind == TokenKind::kEnd || (token.kind == TokenKind::kName && token.is_first_on_line))
      return {};
    if (token.kind == TokenKind::kName)
      return refuse("an operator or the end of the definition",
                    "the next definition begins on a line of its own");
    return refuse("an operator or the end of the definition");
  }

  const Source& source_;
  const std::vector<Token>& tokens_;
  Heap& heap_;
  Unit& unit_;
  std::size_t at_ = 0;
};

Status read_start(const Source& source, const std::vector<Token>& tokens, Heap& heap, Unit& unit) {
  Scope scope;
  Function& start = unit.code.start;
  start.source = &source;
  ExpressionReader reader(source, tokens, heap, unit, start, scope);
  const auto end = reader.read(0);
  if (!end) return tl::unexpected(end.error());
  const Token& behind = tokens[*end];
  if (behind.kind != TokenKind::kEnd)
    return tl::unexpected(source.error(behind.position, "found " + description(behind) + ", expected the end",
                                       "one expression is evaluated, for example fr(10)"));
  end_function(start, tokens[0].position);
  return {};
}

}  // namespace

Result<Code> read_code(const Source& program, const Source& expression, Heap& heap) {
  Unit unit;
  const auto tokens = read_tokens(program);
  if (!tokens) return tl::unexpected(tokens.error());
  if (Status status = ProgramReader(program, *tokens, heap, unit).read(); !status)
    return tl::unexpected(status.error());
  const auto words = read_tokens(expression);
  if (!words) return tl::unexpected(words.error());
  if (Status status = read_start(expression, *words, heap, unit); !status)
    return tl::unexpected(status.error());
  if (Status status = resolve(unit); !status) return tl::unexpected(status.error());
  return std::move(unit.code);
}

}  // namespace culprit::fun
