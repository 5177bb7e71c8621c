#include "recorders/fun/dependencies.h"

#include <gtest/gtest.h>

#include "recorders/fun/parser.h"

namespace culprit::fun {
namespace {

/// "f>g" for calls, "f~g.0" for parameters, one behind the other.
std::string arcs(const std::string& program, const std::string& expression = "0") {
  const Source text("p.fun", program), start("expression", expression);
  Heap heap;
  const auto code = read_code(text, start, heap);
  if (!code) return code.error().what;
  std::string all;
  for (const Dependency& arc : dependencies_of(*code)) {
    const std::string &from = code->functions[arc.from].name, &to = code->functions[arc.to].name;
    all += all.empty() ? "" : " ";
    all += arc.kind == Dependency::Kind::kCall ? from + ">" + to
                                               : from + "~" + to + "." + std::to_string(arc.parameter);
  }
  return all;
}

TEST(Dependencies, AreThoseOfThePapersExamples) {
  EXPECT_EQ(arcs("f(x) = g(x)+1;\ng(x) = x-2;"), "f>g");
  EXPECT_EQ(arcs("h(x) = g(f(x));\ng(x) = x*x;\nf(x) = x+1;"), "h>g h>f f~g.0");
  EXPECT_EQ(arcs("fr(n) = {if n <= 2 then 1 else fr(n-1) * fr(n-2)}"), "fr>fr");
  EXPECT_EQ(arcs("split(x)={if null(x) then (nil,nil) elsif null(cdr(x)) then (x,nil)\n"
                 "else {(u,v)=split(cddr(x)); return(cons(car(x),u),cons(cadr(x),v))}},\n"
                 "merge(x,y)={if null(x) then y elsif null(y) then x elsif car(x)<car(y)\n"
                 "then cons(car(x),merge(cdr(x),y)) else cons(car(y),merge(x,cdr(y)))},\n"
                 "mergesort(x)={if null(cdr(x)) then x\n"
                 "else {(u,v)=split(x); return(merge(mergesort(u),mergesort(v)))}}."),
            "split>split merge>merge mergesort>split mergesort>merge mergesort>mergesort "
            "split~mergesort.0 mergesort~merge.0 mergesort~merge.1");
}

TEST(Dependencies, FollowValuesThroughAllButCalls) {
  const std::string three = "f(x) = x\ng(x, y) = x\nk(x) = x\n";
  EXPECT_EQ(arcs(three + "h(x) = g(1, k(f(x)))"), "h>f h>g h>k f~k.0 k~g.1");
  EXPECT_EQ(arcs(three + "h(x) = {a = f(x) + 1; b = (a, 2); g(b, x)}"), "h>f h>g f~g.0");
  EXPECT_EQ(arcs(three + "h(x) = {(a, b) = (f(x), k(x)); g(a, b)}"), "h>f h>g h>k f~g.0 f~g.1 k~g.0 k~g.1");
  EXPECT_EQ(arcs(three + "h(x) = g(car(f(x)), not k(x))"), "h>f h>g h>k f~g.0 k~g.1");
}

TEST(Dependencies, FollowBranchesAndTheirConditions) {
  const std::string four = "c(x) = x\nf(x) = x\ng(x) = x\nk(x) = x\n";
  EXPECT_EQ(arcs(four + "h(x) = g(if c(x) then f(x) elsif x then k(x) else 1)"),
            "h>c h>f h>g h>k c~g.0 f~g.0 k~g.0");
  EXPECT_EQ(arcs(four + "h(x) = g(if x then if c(x) then 1 else 2 else f(x)) + k(x)"),
            "h>c h>f h>g h>k c~g.0 f~g.0");
  // Whether a call is made is no part of its argument.
  EXPECT_EQ(arcs(four + "h(x) = if c(x) then g(x) else k(f(x))"), "h>c h>f h>g h>k f~k.0");
  EXPECT_EQ(arcs(four + "h(x) = g(c(x) and (f(x) or k(x)))"), "h>c h>f h>g h>k c~g.0 f~g.0 k~g.0");
  EXPECT_EQ(arcs(four + "h(x) = if x then 1 else g(1 + if c(x) then {a = f(x); a} else 2)"),
            "h>c h>f h>g c~g.0 f~g.0");
}

TEST(Dependencies, CountWhatTheExpressionDoes) {
  EXPECT_EQ(arcs("f(x) = x\ng(x) = x", "g(f(1))"), "f~g.0");
}

}  // namespace
}  // namespace culprit::fun
