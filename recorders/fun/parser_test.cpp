#include <gtest/gtest.h>

#include "recorders/fun/test_run.h"

namespace culprit::fun {
namespace {

struct Row {
  const char* program;
  const char* expression;
  const char* outcome;
};

void expect(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    EXPECT_EQ(outcome(row.program, row.expression), row.outcome) << row.program << "\n" << row.expression;
}

TEST(Parser, TellsListsTuplesAndGroupsApart) {
  expect({{"", "(8 2 1)", "(8 2 1)"},
          {"", "(8)", "(8)"},
          {"", "()", "nil"},
          {"", "nil", "nil"},
          {"", "(1, 2)", "(1, 2)"},
          {"", "((8), (2))", "((8), (2))"},
          {"", "((8) (2))", "((8) (2))"},
          {"", "((1, 2) nil \"a\" (true false))", "((1, 2) nil \"a\" (true false))"},
          {"", "(8 -2 1)", "(8 -2 1)"},
          {"", "(-2)", "(-2)"},
          {"", "(8 - 2)", "6"},
          {"", "(8-2)", "6"},
          {"", "(1+2)*3", "9"},
          {"", "(1, 2+3)", "(1, 5)"},
          {"f(x) = (x)", "f(3)", "3"},
          {"f(x) = (x -2)", "f(3)", "1"},
          {"f(x) = {return(1)}", "f(3)", "1"},
          {"f(x) = {return((1))}", "f(3)", "(1)"},
          {"f(x) = {return(x, 1)}", "f(3)", "(3, 1)"}});
}

TEST(Parser, SeparatesDefinitionsByCommasSemicolonsPeriodsAndLines) {
  expect({{"f(x) = g(x)+1;\ng(x) = x-2;", "f(5)", "4"},
          {"h(x) = g(f(x)), g(x) = x*x, f(x) = x+1.", "h(2)", "9"},
          {"f(x) = g(x)\ng(x) = x\n", "f(5)", "5"},
          {"f() = 3", "f()", "3"},
          {"# only a comment\nf(x) = x # and another\n", "f(1)", "1"}});
}

TEST(Parser, ReadsBlocks) {
  expect({{"f(x) = {a = x + 1; b = a * 2; return(b, a)}", "f(1)", "(4, 2)"},
          {"f(x) = {a = x + 1\n b = a * 2\n return(b)}", "f(1)", "4"},
          {"f(x) = {a = x\n (b, c) = (a, 2)\n b + c}", "f(1)", "3"},
          {"f(x) = {((a, b), _) = x; a - b}", "f(((5, 3), 9))", "2"},
          {"f(x) = {(a) = x; a}", "f(7)", "7"},
          {"f(x) = {x = 3}", "f(3)", "true"},
          {"f(x, y) = {(x, y) = (1, 2)}", "f(1, 3)", "false"},
          {"f(x) = {a = x; {b = a; return(b)} + {b = 1; b};}", "f(3)",
           "p.fun:1:47: found ';', expected '}'\n"
           "  1 | f(x) = {a = x; {b = a; return(b)} + {b = 1; b};}\n"
           "    |                                               ^\n"
           "  hint: the value before it would be lost: a block has definitions, then one value"},
          {"f(x) = {a = x; {b = a; return(b);} + {b = 1; b}}", "f(3)", "4"}});
}

TEST(Parser, BindsOperatorsByTheirStrength) {
  expect({{"", "1 + 2 * 3 - 4", "3"},
          {"", "-2 * -3", "6"},
          {"", "3--1", "4"},
          {"", "10 - 3 - 2", "5"},
          {"", "7 mod 4 * 2", "6"},
          {"", "1 < 2 and not 3 < 2 or false", "true"},
          {"", "not 1 = 2", "true"},
          {"", "if 1 = 2 then 3 elsif 2 = 2 then 4 else 5", "4"},
          {"", "1 + if false then 1 else 2 + 3", "6"},
          {"", "if true then if false then 1 else 2 else 3", "2"},
          {"", "(if true then 1 else 2) + 1", "2"}});
}

TEST(Parser, SaysWhatItFoundAndWhatItExpected) {
  expect({{"merge(x,y)={if null(x then y\nelse x}", "1",
           "p.fun:1:23: found 'then', expected ',' or ')'\n"
           "  1 | merge(x,y)={if null(x then y\n"
           "    |                       ^\n"
           "  hint: the '(' of line 1, column 20 is still open"},
          {"f(x)={if x then 1}", "1",
           "p.fun:1:18: found '}', expected 'elsif' or 'else'\n"
           "  1 | f(x)={if x then 1}\n"
           "    |                  ^\n"
           "  hint: the 'if' of line 1, column 7 is not complete: it needs a value for every case, so it "
           "ends with else"},
          {"f(x)={if x\n  then 1 else 2", "1",
           "p.fun:2:16: found the end, expected '}'\n"
           "  2 |   then 1 else 2\n"
           "    |                ^\n"
           "  hint: the '{' of line 1, column 6 is still open"},
          {"f(x) = if x 1", "1",
           "p.fun:1:13: found '1', expected 'then'\n"
           "  1 | f(x) = if x 1\n"
           "    |             ^\n"
           "  hint: the 'if' of line 1, column 8 is not complete"},
          {"f(x) = ", "1",
           "p.fun:1:8: found the end, expected an expression\n"
           "  1 | f(x) = \n"
           "    |        ^"},
          {"f(x) = x y", "1",
           "p.fun:1:10: found 'y', expected an operator or the end of the definition\n"
           "  1 | f(x) = x y\n"
           "    |          ^\n"
           "  hint: the next definition begins on a line of its own"},
          {"pi = 3", "1",
           "p.fun:1:4: found '=', expected '('\n"
           "  1 | pi = 3\n"
           "    |    ^\n"
           "  hint: a function without parameters is defined as pi() = ..."},
          {"f(x, 2) = x", "1",
           "p.fun:1:6: found '2', expected the name of a parameter\n"
           "  1 | f(x, 2) = x\n"
           "    |      ^"},
          {"f(x) = return(x)", "1",
           "p.fun:1:8: found 'return', expected an expression\n"
           "  1 | f(x) = return(x)\n"
           "    |        ^\n"
           "  hint: return stands at the end of a block: {(u,v)=f(x); return(u+v)}"},
          {"f(x) = {u = x; return(u) u}", "1",
           "p.fun:1:26: found 'u', expected '}'\n"
           "  1 | f(x) = {u = x; return(u) u}\n"
           "    |                          ^\n"
           "  hint: return is the last part of a block"},
          {"f(x) = {u = x;}", "1",
           "p.fun:1:15: found '}', expected the block's value\n"
           "  1 | f(x) = {u = x;}\n"
           "    |               ^\n"
           "  hint: a block ends with a value: {u=f(x); return(u+1)}"},
          {"f(x) = (x x)", "1",
           "p.fun:1:11: found 'x', expected ',' or ')'\n"
           "  1 | f(x) = (x x)\n"
           "    |           ^\n"
           "  hint: a list is written (1 2 3); of values that are computed it is made with list(x, y)"},
          {"f(x) = 1 < x < 3", "1",
           "p.fun:1:14: found a second comparison, '<', beside the first\n"
           "  1 | f(x) = 1 < x < 3\n"
           "    |              ^\n"
           "  hint: join two comparisons with and: a < b and b < c"},
          {"", "3 - (-1)",
           "expression:1:5: '-' takes integers, and (-1) is a list of one\n"
           "  1 | 3 - (-1)\n"
           "    |     ^\n"
           "  hint: without the parentheses it is the number"},
          {"", "(2) * 3",
           "expression:1:1: '*' takes integers, and (2) is a list of one\n"
           "  1 | (2) * 3\n"
           "    | ^\n"
           "  hint: without the parentheses it is the number"},
          {"", "1 2",
           "expression:1:3: found '2', expected the end\n"
           "  1 | 1 2\n"
           "    |   ^\n"
           "  hint: one expression is evaluated, for example fr(10)"},
          {"", "",
           "expression:1:1: found the end, expected an expression\n"
           "  1 | \n"
           "    | ^"},
          {"", "(1 2",
           "expression:1:4: found '2', expected ',' or ')'\n"
           "  1 | (1 2\n"
           "    |    ^\n"
           "  hint: a list is written (1 2 3); of values that are computed it is made with list(x, y)"}});
}

TEST(Parser, SaysWhichCharactersItDoesNotKnow) {
  expect(
      {{"f(x) = x == 1", "1",
        "p.fun:1:10: found '=='\n  1 | f(x) = x == 1\n    |          ^\n  hint: 'equal' is written ="},
       {"", "[1]",
        "expression:1:1: found '['\n  1 | [1]\n    | ^\n  hint: a list is written (1 2 3), or list(x, y)"},
       {"", "\"a",
        "expression:1:1: a string begins here and does not end on its line\n  1 | \"a\n    | ^\n  hint: it "
        "ends with \""},
       {"", "\"\\q\"",
        "expression:1:1: found an unknown escape in a string\n  1 | \"\\q\"\n    | ^\n"
        "  hint: the escapes are \\\" \\\\ \\n \\t \\x41"},
       {"", "2x",
        "expression:1:1: found a letter in a number\n  1 | 2x\n    | ^\n  hint: put an operator or a space "
        "between the two"},
       {"", "1.5",
        "expression:1:1: found a number with a fraction\n  1 | 1.5\n    | ^\n  hint: numbers are integers"},
       {"", "\"ä\" + §",
        "expression:1:7: found '§', which begins nothing in this language\n  1 | \"ä\" + §\n    |       ^"}});
}

TEST(Parser, ShowsLongLinesAroundThePlace) {
  const std::string told = outcome("", "1" + std::string(200, ' ') + "2" + std::string(200, ' ') + "3");
  EXPECT_EQ(told,
            "expression:1:202: found '2', expected the end\n"
            "  1 | …" +
                std::string(50, ' ') + "2" + std::string(49, ' ') +
                "…\n"
                "    |  " +
                std::string(50, ' ') +
                "^\n"
                "  hint: one expression is evaluated, for example fr(10)");
}

TEST(Checker, KnowsNamesAndNumbersOfArguments) {
  expect({{"split(x) = x\nf(x) = splti(x)", "1",
           "p.fun:2:8: there is no function 'splti'\n  2 | f(x) = splti(x)\n    |        ^\n  hint: did you "
           "mean split?"},
          {"f(list1) = lsit1", "1",
           "p.fun:1:12: nothing is called 'lsit1' here\n  1 | f(list1) = lsit1\n    |            ^\n"
           "  hint: did you mean list1?"},
          {"f(x) = f + 1", "1",
           "p.fun:1:8: nothing is called 'f' here\n  1 | f(x) = f + 1\n    |        ^\n"
           "  hint: f is a function: a call of it is written f(...)"},
          {"f(x) = {(u,v)=x}", "1",
           "p.fun:1:10: nothing is called 'u' here\n  1 | f(x) = {(u,v)=x}\n    |          ^\n"
           "  hint: as the last part of a block this is a comparison; a definition is followed by ; and the "
           "value"},
          {"f(x, y) = x\ng(x) = f(x)", "1",
           "p.fun:2:8: f takes 2 arguments, not 1\n  2 | g(x) = f(x)\n    |        ^\n  hint: it is defined "
           "at p.fun:1:1"},
          {"", "cons(1)",
           "expression:1:1: cons takes 2 arguments, not 1\n  1 | cons(1)\n    | ^\n  hint: it is a function "
           "of the language"},
          {"", "append((1))",
           "expression:1:1: append takes at least 2 arguments, not 1\n  1 | append((1))\n    | ^\n"
           "  hint: it is a function of the language"},
          {"f(x) = x\nf(y) = y", "1",
           "p.fun:2:1: the function 'f' is defined twice\n  2 | f(y) = y\n    | ^\n"
           "  hint: the first definition is at p.fun:1:1"},
          {"f(x, x) = x", "1", "p.fun:1:6: 'x' is a parameter of f twice\n  1 | f(x, x) = x\n    |      ^"},
          {"f(x) = {a = 1; a = 2; a}", "1",
           "p.fun:1:16: 'a' is defined twice\n  1 | f(x) = {a = 1; a = 2; a}\n    |                ^\n"
           "  hint: line 1 has it already; names never change their value"},
          {"f(x) = {{a = 1; a} + a}", "1",
           "p.fun:1:22: nothing is called 'a' here\n  1 | f(x) = {{a = 1; a} + a}\n    |                     "
           " ^"}});
}

TEST(Checker, GivesTheFirstErrorOfTheText) {
  EXPECT_EQ(outcome("f(x) = h(x)\ng(x) = y", "k()").substr(0, 40),
            "p.fun:1:8: there is no function 'h'\n  1 ");
  EXPECT_EQ(outcome("g(x) = y\nf(x) = h(x)", "k()").substr(0, 40),
            "p.fun:1:8: nothing is called 'y' here\n  ");
}

TEST(Parser, TakesWhatIsNestedAHundredThousandDeep) {
  constexpr std::size_t kDeep = 100'000;
  const auto times = [](const std::string& text) {
    std::string all;
    for (std::size_t i = 0; i < kDeep; ++i) all += text;
    return all;
  };
  EXPECT_EQ(value_of(times("(0+") + "1" + times(")")), "1");
  EXPECT_EQ(value_of(times("{") + "1" + times("}")), "1");
  EXPECT_EQ(value_of(times("-") + "1"), "1");
  EXPECT_EQ(value_of(times("not ") + "true"), "true");
  EXPECT_EQ(value_of(times("if true then 1 else ") + "2"), "1");
  EXPECT_EQ(value_of(times("if ") + "true" + times(" then true else false")), "true");
  EXPECT_EQ(value_of(times("abs(") + "-4" + times(")")), "4");
  EXPECT_EQ(value_of(times("(") + "4" + times(")")), times("(") + "4" + times(")"));
  EXPECT_EQ(outcome("f(x) = {" + times("(") + "y" + times(",_)") + " = x; y}", "f(1)").substr(0, 10),
            "p.fun:1:9:");
  EXPECT_NE(value_of(times("(0+")).find("found the end"), std::string::npos);
}

}  // namespace
}  // namespace culprit::fun
