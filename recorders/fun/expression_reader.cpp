#include "recorders/fun/expression_reader.h"

#include <array>
#include <optional>

#include "recorders/fun/arithmetic.h"
#include "src/base/text.h"

namespace culprit::fun {
namespace {

constexpr int kOrLevel = 1, kAndLevel = 2, kNotLevel = 3, kComparisonLevel = 4, kSumLevel = 5,
              kProductLevel = 6, kSignLevel = 7;

struct Binary {
  TokenKind kind;
  Op op;
  int precedence;
};
constexpr std::array kBinaries = {
    Binary{TokenKind::kOr, Op::kOr, kOrLevel},
    Binary{TokenKind::kAnd, Op::kAnd, kAndLevel},
    Binary{TokenKind::kEqual, Op::kEqual, kComparisonLevel},
    Binary{TokenKind::kUnequal, Op::kUnequal, kComparisonLevel},
    Binary{TokenKind::kLess, Op::kLess, kComparisonLevel},
    Binary{TokenKind::kLessEqual, Op::kLessEqual, kComparisonLevel},
    Binary{TokenKind::kGreater, Op::kGreater, kComparisonLevel},
    Binary{TokenKind::kGreaterEqual, Op::kGreaterEqual, kComparisonLevel},
    Binary{TokenKind::kPlus, Op::kAdd, kSumLevel},
    Binary{TokenKind::kMinus, Op::kSubtract, kSumLevel},
    Binary{TokenKind::kStar, Op::kMultiply, kProductLevel},
    Binary{TokenKind::kSlash, Op::kDivide, kProductLevel},
    Binary{TokenKind::kMod, Op::kModulo, kProductLevel},
};

std::optional<Binary> binary_of(TokenKind kind) {
  for (const Binary& binary : kBinaries)
    if (binary.kind == kind) return binary;
  return std::nullopt;
}

bool begins_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::kNumber:
    case TokenKind::kString:
    case TokenKind::kName:
    case TokenKind::kTrue:
    case TokenKind::kFalse:
    case TokenKind::kNil:
    case TokenKind::kOpen:
    case TokenKind::kOpenBrace:
      return true;
    default:
      return false;
  }
}

Value number(Heap& heap, std::string_view digits, bool is_negative) {
  mpz_class number(std::string(digits), 10);
  if (is_negative) number = -number;
  return heap.integer(std::move(number));
}

}  // namespace

std::uint32_t ExpressionReader::emit(Op op, std::size_t token, std::uint32_t a, std::uint32_t b) {
  function_.code.push_back({op, a, b, tokens_[token].position});
  return here() - 1;
}

void ExpressionReader::constant(Value value, std::size_t token) {
  emit(Op::kConstant, token, static_cast<std::uint32_t>(unit_.code.constants.size()));
  unit_.code.constants.push_back(value);
}

Status ExpressionReader::refuse(std::size_t token, const std::string& what, std::string hint) {
  return tl::unexpected(source_.error(tokens_[token].position, what, std::move(hint)));
}

Status ExpressionReader::refuse_token(std::string_view expected, std::string hint) {
  return refuse(at_, "found " + description(token()) + ", expected " + std::string(expected),
                std::move(hint));
}

std::string ExpressionReader::still_open(const Open& open) const {
  const bool is_word = open.kind == Kind::kIf;
  const std::size_t sign = open.kind == Kind::kCall ? open.token + 1 : open.token;
  const Position at = tokens_[sign].position;
  return "the " + description(tokens_[sign]) + " of line " + std::to_string(at.line) + ", column " +
         std::to_string(at.column) + (is_word ? " is not complete" : " is still open");
}

Result<std::size_t> ExpressionReader::read(std::size_t at) {
  at_ = at;
  open_.push_back({.kind = Kind::kBottom, .token = at});
  while (!is_done_) {
    const Status status = wants_operand_ ? operand() : after();
    if (!status) return tl::unexpected(status.error());
  }
  return at_;
}

Status ExpressionReader::operand() {
  lone_list_ = kNoToken;
  switch (token().kind) {
    case TokenKind::kNumber:
      constant(number(heap_, token().text, false), at_);
      break;
    case TokenKind::kString:
      constant(heap_.string(string_contents(token().text)), at_);
      break;
    case TokenKind::kTrue:
    case TokenKind::kFalse:
      constant(Value::boolean(token().kind == TokenKind::kTrue), at_);
      break;
    case TokenKind::kNil:
      constant(Value::nil(), at_);
      break;
    case TokenKind::kName:
      return word();
    case TokenKind::kOpen:
      return parenthesis();
    case TokenKind::kOpenBrace:
      open_.push_back({.kind = Kind::kBlock, .token = at_++, .names = scope_.size()});
      return begin_item();
    case TokenKind::kIf:
      open_.push_back({.kind = Kind::kIf, .token = at_, .branch = at_ + 1});
      ++at_;
      return {};
    case TokenKind::kMinus:
      open_.push_back({.kind = Kind::kOperator, .token = at_++, .op = Op::kNegate, .precedence = kSignLevel});
      return {};
    case TokenKind::kNot:
      open_.push_back({.kind = Kind::kOperator, .token = at_++, .op = Op::kNot, .precedence = kNotLevel});
      return {};
    case TokenKind::kReturn:
      return refuse_token("an expression", "return stands at the end of a block: {(u,v)=f(x); return(u+v)}");
    default:
      return refuse_token("an expression",
                          open_.back().kind == Kind::kBottom || token().kind != TokenKind::kEnd
                              ? std::string()
                              : still_open(open_.back()));
  }
  ++at_;
  want(false);
  return {};
}

Status ExpressionReader::word() {
  if (!is_call(tokens_, at_)) {
    load(at_++);
    want(false);
    return {};
  }
  open_.push_back({.kind = Kind::kCall, .token = at_});
  at_ += 2;
  if (token().kind == TokenKind::kClose) {
    const Token& name = tokens_[open_.back().token];
    emit(Op::kCall, open_.back().token, static_cast<std::uint32_t>(unit_.calls.size()), 0);
    unit_.calls.push_back({name.text, 0, &source_, name.position});
    open_.pop_back();
    ++at_;
    want(false);
  }
  return {};
}

Status ExpressionReader::parenthesis() {
  if (token().data_end == 0) {
    open_.push_back({.kind = Kind::kParentheses, .token = at_++});
    return {};
  }
  const Open& left = open_.back();
  if (left.kind == Kind::kOperator && left.precedence >= kSumLevel)
    if (Status status = check_lone_list(at_, left.token); !status) return status;
  const std::size_t open = at_, end = token().data_end;
  constant(data(end), open);
  lone_list_ = open;
  at_ = end + 1;
  want(false);
  return {};
}

/// A number alone in parentheses is a list of one; where it was meant as a number, that is better said here than when it runs.
Status ExpressionReader::check_lone_list(std::size_t open, std::size_t sign) {
  const std::size_t end = tokens_[open].data_end;
  const bool is_number =
      tokens_[end - 1].kind == TokenKind::kNumber &&
      (end == open + 2 || (end == open + 3 && tokens_[open + 1].kind == TokenKind::kMinus));
  if (!is_number) return {};
  const std::string text = (end == open + 3 ? "-" : "") + clipped(tokens_[end - 1].text, 40);
  return refuse(open, description(tokens_[sign]) + " takes integers, and (" + text + ") is a list of one",
                "without the parentheses it is the number");
}

/// The value written out from here to the parenthesis `end`.
Value ExpressionReader::data(std::size_t end) {
  struct Group {
    std::size_t first;
    bool is_tuple = false;
  };
  std::vector<Value> values;
  std::vector<Group> groups;
  bool is_negative = false;
  for (std::size_t i = at_; i <= end; ++i) {
    const Token& token = tokens_[i];
    switch (token.kind) {
      case TokenKind::kOpen:
        groups.push_back({values.size()});
        break;
      case TokenKind::kComma:
        groups.back().is_tuple = true;
        break;
      case TokenKind::kMinus:
        is_negative = true;
        break;
      case TokenKind::kNumber:
        values.push_back(number(heap_, token.text, is_negative));
        is_negative = false;
        break;
      case TokenKind::kString:
        values.push_back(heap_.string(string_contents(token.text)));
        break;
      case TokenKind::kClose: {
        const Group group = groups.back();
        groups.pop_back();
        Value whole = Value::nil();
        if (group.is_tuple)
          whole = heap_.tuple(std::span<const Value>(values).subspan(group.first));
        else
          for (std::size_t k = values.size(); k-- > group.first;) whole = heap_.cons(values[k], whole);
        values.resize(group.first);
        values.push_back(whole);
        break;
      }
      default:
        values.push_back(token.kind == TokenKind::kNil ? Value::nil()
                                                       : Value::boolean(token.kind == TokenKind::kTrue));
    }
  }
  return values.front();
}

Status ExpressionReader::after() {
  if (const auto found = binary_of(token().kind)) return binary(found->op, found->precedence);
  lone_list_ = kNoToken;
  for (;;) {
    reduce(0);
    const bool is_else = open_.back().kind == Kind::kIf && open_.back().stage == Stage::kElse;
    if (!is_else) break;
    const Open open = open_.back();
    open_.pop_back();
    close_if(open);
  }
  switch (open_.back().kind) {
    case Kind::kParentheses:
    case Kind::kCall:
      return in_group();
    case Kind::kIf:
      return in_if();
    case Kind::kBlock:
      return in_block();
    case Kind::kDefinition:
      return in_definition();
    case Kind::kReturn:
      return in_return();
    default:
      is_done_ = true;
      return {};
  }
}

Status ExpressionReader::binary(Op op, int precedence) {
  if (lone_list_ != kNoToken && precedence >= kSumLevel)
    if (Status status = check_lone_list(lone_list_, at_); !status) return status;
  lone_list_ = kNoToken;
  reduce(precedence + (precedence == kComparisonLevel ? 1 : 0));
  if (open_.back().kind == Kind::kOperator && open_.back().precedence == kComparisonLevel &&
      precedence == kComparisonLevel)
    return refuse(at_, "found a second comparison, " + description(token()) + ", beside the first",
                  "join two comparisons with and: a < b and b < c");
  Open open{.kind = Kind::kOperator, .token = at_, .op = op, .precedence = precedence};
  if (op == Op::kAnd || op == Op::kOr) open.patch = emit(op, at_);
  open_.push_back(open);
  ++at_;
  want(true);
  return {};
}

/// Applies the operators that bind at least so tightly.
void ExpressionReader::reduce(int precedence) {
  while (open_.back().kind == Kind::kOperator && open_.back().precedence >= precedence) {
    const Open open = open_.back();
    open_.pop_back();
    apply(open);
  }
}

void ExpressionReader::apply(const Open& open) {
  if (open.op != Op::kAnd && open.op != Op::kOr) {
    emit(open.op, open.token);
    return;
  }
  emit(Op::kCheckTruth, open.token, open.op == Op::kOr ? 1 : 0);
  function_.code[open.patch].a = here();
}

Status ExpressionReader::in_group() {
  Open& open = open_.back();
  if (token().kind == TokenKind::kComma) {
    ++open.count;
    ++at_;
    want(true);
    return {};
  }
  if (token().kind != TokenKind::kClose) {
    const bool is_list = open.kind == Kind::kParentheses && begins_operand(token().kind);
    return refuse_token(
        "',' or ')'",
        is_list ? "a list is written (1 2 3); of values that are computed it is made with list(x, y)"
                : still_open(open));
  }
  if (open.kind == Kind::kCall) {
    const Token& name = tokens_[open.token];
    emit(Op::kCall, open.token, static_cast<std::uint32_t>(unit_.calls.size()), open.count + 1);
    unit_.calls.push_back({name.text, open.count + 1, &source_, name.position});
  } else if (open.count > 0) {
    emit(Op::kTuple, open.token, open.count + 1);
  }
  open_.pop_back();
  ++at_;
  return {};
}

Status ExpressionReader::in_if() {
  Open& open = open_.back();
  if (open.stage == Stage::kCondition) {
    if (token().kind != TokenKind::kThen) return refuse_token("'then'", still_open(open));
    open.patch = emit(Op::kUnless, open.branch);
    open.stage = Stage::kThen;
  } else {
    const bool is_last = token().kind == TokenKind::kElse;
    if (!is_last && token().kind != TokenKind::kElsif)
      return refuse_token("'elsif' or 'else'",
                          still_open(open) + ": it needs a value for every case, so it ends with else");
    open.exits = emit(Op::kJump, open.branch, open.exits);
    function_.code[open.patch].a = here();
    open.stage = is_last ? Stage::kElse : Stage::kCondition;
  }
  open.branch = ++at_;
  want(true);
  return {};
}

void ExpressionReader::close_if(Open open) {
  open.exits = emit(Op::kJump, open.branch, open.exits);
  while (open.exits != kNoJump) {
    Instruction& jump = function_.code[open.exits];
    open.exits = jump.a;
    jump.a = here();
  }
}

Status ExpressionReader::in_block() {
  if (token().kind != TokenKind::kCloseBrace)
    return refuse_token("'}'",
                        token().kind == TokenKind::kSemicolon
                            ? "the value before it would be lost: a block has definitions, then one value"
                            : still_open(open_.back()));
  scope_.shrink(open_.back().names);
  open_.pop_back();
  ++at_;
  return {};
}

Status ExpressionReader::in_return() {
  if (token().kind == TokenKind::kSemicolon && tokens_[at_ + 1].kind == TokenKind::kCloseBrace) ++at_;
  if (token().kind != TokenKind::kCloseBrace)
    return refuse_token("'}'", "return is the last part of a block");
  open_.pop_back();
  return {};
}

Status ExpressionReader::in_definition() {
  const std::size_t pattern = open_.back().token;
  if (token().kind == TokenKind::kCloseBrace) {
    // It stands where the block's value should: then it is no definition but a comparison.
    open_.pop_back();
    load_pattern(pattern);
    emit(Op::kEqual, pattern_end(pattern));
    return {};
  }
  if (token().kind == TokenKind::kSemicolon)
    ++at_;
  else if (!token().is_first_on_line || token().kind == TokenKind::kEnd)
    return refuse_token("';' or '}'", still_open(open_[open_.size() - 2]));
  open_.pop_back();
  if (Status status = define(pattern); !status) return status;
  return begin_item();
}

/// A part of a block: a definition, its value, or return and its value.
Status ExpressionReader::begin_item() {
  want(true);
  if (token().kind == TokenKind::kReturn) {
    open_.push_back({.kind = Kind::kReturn, .token = at_++});
    return {};
  }
  if (token().kind == TokenKind::kCloseBrace)
    return refuse_token("the block's value", "a block ends with a value: {u=f(x); return(u+1)}");
  const std::size_t end = pattern_end(at_);
  if (end == 0) return {};
  open_.push_back({.kind = Kind::kDefinition, .token = at_});
  at_ = end + 1;
  return {};
}

/// Where the = behind a pattern is; 0 if there is no pattern here.
std::size_t ExpressionReader::pattern_end(std::size_t at) const {
  std::size_t depth = 0;
  bool wants_name = true;
  for (;; ++at) {
    const TokenKind kind = tokens_[at].kind;
    if (wants_name && kind == TokenKind::kName && !is_call(tokens_, at)) {
      wants_name = false;
    } else if (wants_name && kind == TokenKind::kOpen) {
      ++depth;
    } else if (!wants_name && kind == TokenKind::kComma && depth > 0) {
      wants_name = true;
    } else if (!wants_name && kind == TokenKind::kClose && depth > 0) {
      --depth;
    } else {
      return !wants_name && depth == 0 && kind == TokenKind::kEqual ? at : 0;
    }
  }
}

/// Takes the value on the stack apart. The parts of a tuple are pushed with the first one on top, so that the names come in their
/// order.
Status ExpressionReader::define(std::size_t pattern) {
  const std::size_t end = pattern_end(pattern);
  std::vector<std::size_t> groups;
  std::vector<std::uint32_t> commas(end - pattern, 0);
  for (std::size_t i = pattern; i < end; ++i) {
    if (tokens_[i].kind == TokenKind::kOpen) groups.push_back(i - pattern);
    if (tokens_[i].kind == TokenKind::kComma) ++commas[groups.back()];
    if (tokens_[i].kind == TokenKind::kClose) groups.pop_back();
  }
  for (std::size_t i = pattern; i < end; ++i) {
    if (tokens_[i].kind == TokenKind::kOpen && commas[i - pattern] > 0)
      emit(Op::kSpread, i, commas[i - pattern] + 1);
    if (tokens_[i].kind != TokenKind::kName) continue;
    if (Status status = define_name(i); !status) return status;
  }
  return {};
}

Status ExpressionReader::define_name(std::size_t name) {
  const Token& token = tokens_[name];
  if (token.text == "_") {
    emit(Op::kPop, name);
    return {};
  }
  if (const Scope::Name* old = scope_.find(token.text))
    return refuse(
        name, "'" + std::string(token.text) + "' is defined twice",
        "line " + std::to_string(old->position.line) + " has it already; names never change their value");
  scope_.add(token.text, {function_.locals, token.position});
  emit(Op::kStore, name, function_.locals++);
  return {};
}

void ExpressionReader::load(std::size_t name, std::string hint) {
  const Token& token = tokens_[name];
  if (const Scope::Name* found = scope_.find(token.text)) {
    emit(Op::kLoad, name, found->local);
    return;
  }
  // Only the first one is complained of; and a letter is near to every other.
  const bool is_first = unit_.unknown.empty() && token.text.size() > 1;
  const std::string_view near = is_first ? nearest(token.text, scope_.names()) : std::string_view();
  if (hint.empty() && !near.empty()) hint = "did you mean " + std::string(near) + "?";
  unit_.unknown.push_back({token.text, &source_, token.position, std::move(hint)});
  constant(Value::nil(), name);
}

/// A pattern that turned out to be an expression.
void ExpressionReader::load_pattern(std::size_t pattern) {
  const std::size_t end = pattern_end(pattern);
  std::vector<std::uint32_t> commas;
  for (std::size_t i = pattern; i < end; ++i) {
    switch (tokens_[i].kind) {
      case TokenKind::kOpen:
        commas.push_back(0);
        break;
      case TokenKind::kComma:
        ++commas.back();
        break;
      case TokenKind::kClose:
        if (commas.back() > 0) emit(Op::kTuple, i, commas.back() + 1);
        commas.pop_back();
        break;
      default:
        load(i,
             "as the last part of a block this is a comparison; a definition is followed by ; and the value");
    }
  }
}

}  // namespace culprit::fun
