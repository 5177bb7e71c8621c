#include "recorders/fun/machine.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "recorders/fun/test_run.h"

namespace culprit::fun {
namespace {

struct Row {
  const char* expression;
  const char* outcome;
};

TEST(Machine, Calculates) {
  const std::vector<Row> rows = {
      {"7 / 2", "3"},
      {"-7 / 2", "-4"},
      {"7 / -2", "-4"},
      {"-7 mod 2", "1"},
      {"7 mod -2", "-1"},
      {"6 mod 3", "0"},
      {"4611686018427387903 + 1", "4611686018427387904"},
      {"-4611686018427387904 - 1", "-4611686018427387905"},
      {"-4611686018427387904 / -1", "4611686018427387904"},
      {"4611686018427387904 - 1 - 4611686018427387903", "0"},
      {"4294967296 * 4294967296", "18446744073709551616"},
      {"-(4294967296 * 4294967296) / 4294967296", "-4294967296"},
      {"123456789012345678901234567890 mod 1000", "890"},
      {"-123456789012345678901234567890 mod 1000", "110"},
      {"123456789012345678901234567890 > 5 and 5 < 123456789012345678901234567890", "true"},
      {"18446744073709551616 = 4294967296 * 4294967296", "true"},
      {"1 = 2 or 1 <> 2", "true"},
      {"1 <= 1 and 1 >= 1 and not 1 > 1", "true"},
      {"\"a\" < \"b\" and \"b\" >= \"ab\"", "true"},
      {"false and car(nil)", "false"},
      {"true or car(nil)", "true"},
      {"(1 (2 3) \"x\") = list(1, list(2, 3), \"x\")", "true"},
      {"(1, 2) = (1, 3)", "false"},
      {"(1, 2) = (1 2)", "false"},
      {"nil = false", "false"},
      {"\"tab\\t \\\"q\\\" \\\\ \\x01\"", "\"tab\\t \\\"q\\\" \\\\ \\x01\""},
  };
  for (const Row& row : rows) EXPECT_EQ(value_of(row.expression), row.outcome) << row.expression;
}

TEST(Machine, HasTheUsualFunctions) {
  const std::vector<Row> rows = {
      {"null(nil)", "true"},
      {"null((1))", "false"},
      {"car((1 2 3))", "1"},
      {"cdr((1 2 3))", "(2 3)"},
      {"cadr((1 2 3))", "2"},
      {"cddr((1 2 3))", "(3)"},
      {"cddr((1 2))", "nil"},
      {"caddr((1 2 3))", "3"},
      {"cons(1, nil)", "(1)"},
      {"cons((1), (2))", "((1) 2)"},
      {"list()", "nil"},
      {"list(1+1, (3, 4))", "(2 (3, 4))"},
      {"append((1 2), (3), nil, (4))", "(1 2 3 4)"},
      {"length((1 2 3))", "3"},
      {"length(\"abc\")", "3"},
      {"reverse((1 2 3))", "(3 2 1)"},
      {"nth(0, (7 8))", "7"},
      {"nth(1, (7 8))", "8"},
      {"member((1), ((2) (1)))", "true"},
      {"member(3, (1 2))", "false"},
      {"abs(-3) + abs(3)", "6"},
      {"min(3, 1, 2)", "1"},
      {"max(\"a\", \"b\")", "\"b\""},
      {"concat(\"a\", \"\", \"b\")", "\"ab\""},
  };
  for (const Row& row : rows) EXPECT_EQ(value_of(row.expression), row.outcome) << row.expression;
}

TEST(Machine, PrefersTheProgramsOwnFunctions) {
  EXPECT_EQ(outcome("length(x) = 42", "length(nil)"), "42");
}

/// The message alone, of an expression whose error stands in its first line.
std::string message(const std::string& expression) {
  const std::string told = value_of(expression);
  const std::size_t begin = told.find(": ");
  return begin == std::string::npos ? "no error: " + told
                                    : told.substr(begin + 2, told.find('\n') - begin - 2);
}

TEST(Machine, SaysWhatFailed) {
  const std::vector<Row> rows = {
      {"car(nil)", "car of nil"},
      {"cadr((1))", "cadr of the list (1), which is too short"},
      {"cdr(3)", "cdr takes a list, not the integer 3"},
      {"null(true)", "null takes a list, not true"},
      {"cons(1, 2)", "cons takes a list as its second argument, not the integer 2"},
      {"append((1), 2)", "append takes a list, not the integer 2"},
      {"nth(2, (1 2))", "there is no element 2 in the list (1 2)"},
      {"nth(-1, (1 2))", "there is no element -1 in the list (1 2)"},
      {"length(1)", "length takes a list or a string, not the integer 1"},
      {"7 / 0", "division by zero: 7 / 0"},
      {"7 mod (1 - 1)", "division by zero: 7 mod 0"},
      {"1 + nil", "+ takes integers, not nil"},
      {"\"a\" * 2", "* takes integers, not the string \"a\""},
      {"-true", "- takes an integer, not true"},
      {"1 < nil", "< takes two integers or two strings, not the integer 1 and nil"},
      {"if 1 then 2 else 3", "a condition is true or false, not the integer 1"},
      {"1 and true", "and takes true or false, not the integer 1"},
      {"true and 1", "and takes true or false, not the integer 1"},
      {"nil or true", "or takes true or false, not nil"},
      {"not (1, 2)", "not takes true or false, not the tuple (1, 2)"},
      {"{(a, b) = (1 2); a}", "the pattern takes a tuple of 2, not the list (1 2)"},
      {"{(a, b) = (1, 2, 3); a}", "the pattern takes a tuple of 2, not the tuple (1, 2, 3)"},
      {"concat(\"a\", 1)", "concat takes strings, not the integer 1"},
      {"abs(nil)", "abs takes an integer, not nil"},
  };
  for (const Row& row : rows) EXPECT_EQ(message(row.expression), row.outcome) << row.expression;
}

TEST(Machine, SaysWhereItFailed) {
  EXPECT_EQ(outcome("f(x) = if null(x) then 0\n       else car(cdr(x))", "f((1))"),
            "p.fun:2:13: car of nil\n"
            "  2 |        else car(cdr(x))\n"
            "    |             ^\n"
            "  hint: null(x) says whether a list is empty");
}

TEST(Machine, StopsAtItsLimits) {
  EXPECT_EQ(outcome("f(x) = f(x+1)", "f(1)", {.depth = 1000}),
            "p.fun:1:8: more than 1,000 calls in one another\n"
            "  1 | f(x) = f(x+1)\n"
            "    |        ^\n"
            "  hint: --depth gives a higher one, if this is no endless recursion");
  EXPECT_EQ(outcome("f(x) = if x = 0 then 0 else f(x-1)", "f(999)", {.depth = 1000}), "0");
  EXPECT_NE(outcome("f(x) = if x = 0 then 0 else f(x-1)", "f(1000)", {.depth = 1000}), "0");
  EXPECT_EQ(outcome("f(x) = f(x+1)", "f(1)", {.steps = 1000}).substr(0, 33),
            "p.fun:1:11: more than 1,000 steps");
}

TEST(Machine, RefusesNumbersThatWouldTakeAllMemory) {
  const std::string told = outcome("f(n) = if n = 0 then 3 else {x = f(n-1); x * x}", "f(100)");
  EXPECT_EQ(told.substr(0, 43), "p.fun:1:44: the product is too large a numb");
}

constexpr const char* kLong =
    "upto(a, b) = if a > b then nil else cons(a, upto(a+1, b))\n"
    "sum(x) = if null(x) then 0 else car(x) + sum(cdr(x))\n"
    "nest(n) = if n = 0 then nil else list(nest(n-1))\n"
    "churn(n) = if n = 0 then 0 else length(upto(1, 1000)) + churn(n-1)\n";

TEST(Machine, TakesListsOfAMillionAndRecursionAMillionDeep) {
  EXPECT_EQ(outcome(kLong, "sum(upto(1, 1000000))"), "500000500000");
  EXPECT_EQ(outcome(kLong, "upto(1, 1000000) = upto(1, 1000000)"), "true");
  const std::string text = outcome(kLong, "append(upto(1, 1000000), reverse(upto(1, 1000000)))");
  EXPECT_EQ(text.size(), 2 * 5'888'896 + 1'999'999 + 2);
  const std::string nested = outcome(kLong, "nest(1000000)");
  EXPECT_EQ(nested.size(), 2 * 1'000'000 - 2 + 5);
  EXPECT_EQ(outcome(kLong, "nest(1000000) = nest(1000000)"), "true");
}

TEST(Machine, GivesMemoryBack) {
  const Source program("p.fun", kLong), start("expression", "churn(5000)");
  Heap heap;
  const auto code = read_code(program, start, heap);
  ASSERT_TRUE(code) << code.error().what;
  const auto value = Machine(*code, heap, {}, nullptr).run();
  ASSERT_TRUE(value) << value.error().what;
  EXPECT_EQ(to_text(*value), "5000000");
  EXPECT_LT(heap.used(), std::size_t{100} << 20);  // of 160 MB that were made
}

/// An expression with its value, worked out with GMP alone while it is made.
struct Sum {
  std::string text;
  mpz_class value;
};

Sum random_sum(int depth) {
  if (depth == 0 || *rc::gen::inRange(0, 4) == 0) {
    const auto number = *rc::gen::oneOf(rc::gen::arbitrary<long>(), rc::gen::inRange<long>(-3, 4));
    return {std::to_string(number), mpz_class(number)};
  }
  const Sum left = random_sum(depth - 1), right = random_sum(depth - 1);
  const int op = *rc::gen::inRange(0, 5);
  // What is no literal may stand in parentheses.
  const auto text = [&](const char* sign) {
    return "(0+" + left.text + ") " + sign + " (" + right.text + "+0)";
  };
  if (op == 0) return {text("+"), left.value + right.value};
  if (op == 1) return {text("-"), left.value - right.value};
  if (op == 2 || right.value == 0) return {text("*"), left.value * right.value};
  mpz_class result;
  if (op == 3)
    mpz_fdiv_q(result.get_mpz_t(), left.value.get_mpz_t(), right.value.get_mpz_t());
  else
    mpz_fdiv_r(result.get_mpz_t(), left.value.get_mpz_t(), right.value.get_mpz_t());
  return {text(op == 3 ? "/" : "mod"), result};
}

RC_GTEST_PROP(MachineLaws, CalculatesAsIntegersDo, ()) {
  const Sum sum = random_sum(5);
  RC_ASSERT(value_of(sum.text) == sum.value.get_str());
}

std::string random_value(int depth) {
  const int kind = depth == 0 ? *rc::gen::inRange(0, 4) : *rc::gen::inRange(0, 6);
  if (kind == 0) return std::to_string(*rc::gen::arbitrary<long>());
  if (kind == 1) return *rc::gen::element<std::string>("true", "false");
  if (kind == 2) return "nil";
  if (kind == 3) return *rc::gen::element<std::string>("\"\"", "\"a b\"", "\"(\\\"\\\\\\n\"");
  std::string text;
  const int count = *rc::gen::inRange(kind == 4 ? 1 : 2, 5);
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : kind == 4 ? " " : ", ") + random_value(depth - 1);
  return "(" + text + ")";
}

RC_GTEST_PROP(MachineLaws, ReadsWhatItPrints, ()) {
  const std::string text = random_value(4);
  RC_ASSERT(value_of(text) == text);
}

}  // namespace
}  // namespace culprit::fun
