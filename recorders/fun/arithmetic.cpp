#include "recorders/fun/arithmetic.h"

namespace culprit::fun {
namespace {

/// Past this a number is refused: GMP would end the program when memory is gone, and no number of a program that one debugs is
/// so large (20 million digits).
constexpr std::size_t kMostBits = std::size_t{1} << 26;

mpz_class number_of(Value value) {
  return value.is_small() ? mpz_class(static_cast<long>(value.small())) : value.integer()->number;
}

std::size_t bits_of(const mpz_class& number) {
  return mpz_sizeinbase(number.get_mpz_t(), 2);
}

Value calculate_large(Heap& heap, Failure& failure, Op op, Value a, Value b) {
  const mpz_class x = number_of(a), y = number_of(b);
  mpz_class result;
  switch (op) {
    case Op::kAdd:
      result = x + y;
      break;
    case Op::kSubtract:
      result = x - y;
      break;
    case Op::kMultiply:
      if (bits_of(x) + bits_of(y) > kMostBits) return failure.set("the product is too large a number");
      result = x * y;
      break;
    case Op::kDivide:
      mpz_fdiv_q(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
      break;
    default:
      mpz_fdiv_r(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  }
  return heap.integer(std::move(result));
}

/// Rounded down. Precondition: the divisor is not 0, and the quotient fits.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Small numbers are stored doubled: what overflows then does not fit.
Value calculate_small(Heap& heap, Failure& failure, Op op, Value a, Value b) {
  std::int64_t result = 0;
  const auto x = static_cast<std::int64_t>(a.bits()), y = static_cast<std::int64_t>(b.bits());
  bool is_over = false;
  switch (op) {
    case Op::kAdd:
      is_over = __builtin_add_overflow(x, y, &result);
      break;
    case Op::kSubtract:
      is_over = __builtin_sub_overflow(x, y, &result);
      break;
    case Op::kMultiply:
      is_over = __builtin_mul_overflow(x, b.small(), &result);
      break;
    case Op::kDivide:
      return heap.integer(floor_quotient(a.small(), b.small()));
    default:
      return Value::small(a.small() - floor_quotient(a.small(), b.small()) * b.small());
  }
  if (is_over) return calculate_large(heap, failure, op, a, b);
  return Value::of_bits(static_cast<std::uint64_t>(result));
}

}  // namespace

const char* sign_of(Op op) {
  switch (op) {
    case Op::kAdd:
      return "+";
    case Op::kSubtract:
    case Op::kNegate:
      return "-";
    case Op::kMultiply:
      return "*";
    case Op::kDivide:
      return "/";
    case Op::kModulo:
      return "mod";
    case Op::kEqual:
      return "=";
    case Op::kUnequal:
      return "<>";
    case Op::kLess:
      return "<";
    case Op::kLessEqual:
      return "<=";
    case Op::kGreater:
      return ">";
    case Op::kGreaterEqual:
      return ">=";
    default:
      return "";
  }
}

Value calculate(Heap& heap, Failure& failure, Op op, Value a, Value b) {
  if (!a.is_integer() || !b.is_integer())
    return failure.set(std::string(sign_of(op)) + " takes integers, not " +
                       described(a.is_integer() ? b : a));
  if ((op == Op::kDivide || op == Op::kModulo) && b == Value::small(0))
    return failure.set("division by zero: " + to_text(a, 40) + " " + sign_of(op) + " 0");
  if (a.is_small() && b.is_small()) return calculate_small(heap, failure, op, a, b);
  return calculate_large(heap, failure, op, a, b);
}

Value negate(Heap& heap, Failure& failure, Value value) {
  if (!value.is_integer()) return failure.set("- takes an integer, not " + described(value));
  return calculate(heap, failure, Op::kSubtract, Value::small(0), value);
}

Value compare(Failure& failure, Op op, Value a, Value b) {
  int order = 0;
  if (a.is_small() && b.is_small())
    order = a.small() < b.small() ? -1 : a.small() > b.small() ? 1 : 0;
  else if (a.is_integer() && b.is_integer())
    order = cmp(number_of(a), number_of(b));
  else if (a.is(Tag::kString) && b.is(Tag::kString))
    order = a.string()->text.compare(b.string()->text);
  else
    return failure.set(std::string(sign_of(op)) + " takes two integers or two strings, not " + described(a) +
                       " and " + described(b));
  switch (op) {
    case Op::kLess:
      return Value::boolean(order < 0);
    case Op::kLessEqual:
      return Value::boolean(order <= 0);
    case Op::kGreater:
      return Value::boolean(order > 0);
    default:
      return Value::boolean(order >= 0);
  }
}

}  // namespace culprit::fun
