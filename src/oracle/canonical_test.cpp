#include "src/oracle/canonical.h"

#include <gtest/gtest.h>

#include "src/oracle/test_facts.h"

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

bool are_equal(const Facts& a, const Facts& b) {
  const Canonical one = canonical(a), other = canonical(b);
  return one.uses == other.uses && one.did == other.did;
}

Reasons reasons(Value value) {
  return canonical(call({std::move(value)}, "1")).incomplete;
}

Facts with_context(std::vector<Value> before, std::vector<Value> after = {}) {
  Facts facts = call({}, "1");
  facts.before = std::move(before);
  facts.after = std::move(after);
  return facts;
}

/// What stands in files must not change unnoticed: whoever has to change these texts makes another form.
TEST(Canonical, TextsOfTheFormQ5) {
  Facts facts = call({number("x", "3"), pointer("p", 0x10, {at(0x10, number("*", "7"))})}, "4");
  facts.before = {number("total", "1")};
  facts.after = {number("total", "2")};
  facts.output = "hi";
  const Canonical texts = canonical(facts);
  EXPECT_EQ(texts.uses, "q5i2 (in1:xv1:3)(pn1:p#1(iv1:7))b1 (in5:totalv1:1)");
  EXPECT_EQ(texts.did, "q5o1:r(iv1:4)x0:a1 (in5:totalv1:2)t2:hi");
  EXPECT_TRUE(texts.incomplete.empty());
}

TEST(Canonical, TellsCallsThatStartedOtherThreads) {
  const auto starting = [](std::string function, Address address, std::string owner) {
    Facts facts = call({}, "0");
    facts.started.push_back(
        {std::move(function),
         {{pointer("given", address, {at(address, number("*", "1"))}), "w[1]", std::move(owner)}}});
    return facts;
  };
  const Facts facts = starting("work", 0x10, "workers+8");
  EXPECT_TRUE(are_equal(facts, starting("work", 0x90, "workers+8"))) << "in another run";
  EXPECT_FALSE(are_equal(facts, starting("work", 0x10, "workers+16"))) << "whatever is there";
  EXPECT_FALSE(are_equal(facts, starting("rest", 0x10, "workers+8")));
  EXPECT_FALSE(are_equal(facts, call({}, "0")));
  EXPECT_EQ(canonical(facts).uses, canonical(call({}, "0")).uses) << "it is what the call did";
}

TEST(Canonical, IsIncompleteWhereRecordsAreMissing) {
  Facts inside = call({number("x", "1")}, "2");
  inside.unrecorded.records = true;
  EXPECT_EQ(canonical(inside).incomplete, Reasons(Reason::kLost));
  Facts behind = call({number("x", "1")}, "2");
  behind.unrecorded.before = true;
  EXPECT_EQ(canonical(behind).incomplete, Reasons(Reason::kLost));
}

/// Of a sum that adds up the first element only, "yes" to {1, 1} says nothing of {1, 2}.
TEST(Canonical, TellsCallsThatCouldHaveUsedSomethingElse) {
  const auto summing = [](std::string second) {
    const Value first = at(0x10, number("", "1"));
    Facts facts = call({pointer("p", 0x10, {first, at(0x14, number("", std::move(second)))})}, "2");
    facts.used.is_known = true;
    facts.used.parts.push_back({"p[0]", first, "p"});
    return facts;
  };
  EXPECT_TRUE(are_equal(summing("1"), summing("1")));
  EXPECT_FALSE(are_equal(summing("1"), summing("2")));
  EXPECT_TRUE(canonical(summing("2")).incomplete.empty());
  Facts all = summing("1");
  all.used.parts.push_back({"p[1]", at(0x14, number("", "1")), "p"});
  EXPECT_FALSE(are_equal(summing("1"), all)) << "what it used counts as well";
}

/// The right code may write only where there was a 1.
TEST(Canonical, TellsCallsThatChangedSomethingElseOutOfSight) {
  const auto resetting = [](std::string before, bool knows_used) {
    Facts facts = call({number("handle", "16")}, "0");
    facts.used.is_known = knows_used;
    state::Change change;
    change.path = "byte 0 of what main allocated";
    change.before = at(0x10, number("", std::move(before)));
    change.after = at(0x10, number("", "5"));
    change.is_elsewhere = true;
    facts.changes.push_back(std::move(change));
    return facts;
  };
  for (const bool knows_used : {false, true}) {
    EXPECT_TRUE(are_equal(resetting("1", knows_used), resetting("1", knows_used)));
    EXPECT_FALSE(are_equal(resetting("1", knows_used), resetting("3", knows_used))) << knows_used;
  }
}

TEST(Canonical, TakesANaNOfAnotherSignForNoChange) {
  const auto writing = [](std::string before, std::string after) {
    Facts facts = call({}, "0");
    facts.used.is_known = true;
    state::Change change;
    change.path = "x";
    change.before = value(ValueKind::kFloat, "", std::move(before));
    change.after = value(ValueKind::kFloat, "", std::move(after));
    facts.changes.push_back(std::move(change));
    return facts;
  };
  Facts none = call({}, "0");
  none.used.is_known = true;
  EXPECT_TRUE(are_equal(writing("-nan", "nan"), none));
  EXPECT_TRUE(are_equal(writing("1.0", "nan"), writing("1.0", "-nan")));
  EXPECT_FALSE(are_equal(writing("1.0", "nan"), none));
}

/// A pool that gave the wrong slot, and one that was mended.
TEST(Canonical, DoesNotTakeAPointerToNothingKnownForAnother) {
  const auto getting = [](Address slot) {
    Facts facts = call({number("n", "1")}, "0");
    facts.used.is_known = true;
    facts.used.bare.emplace(0x40, 0x30);
    facts.result = pointer("", slot);
    return facts;
  };
  EXPECT_FALSE(canonical(getting(0x20)).incomplete.empty());
  EXPECT_TRUE(canonical(getting(0x40)).incomplete.empty()) << "in an object that is known";
  Facts used = getting(0);
  used.used.parts.push_back({"node->next", pointer("", 0x20), "node"});
  EXPECT_TRUE(canonical(used).incomplete.empty()) << "what it leads to stands among the other parts";
}

TEST(Canonical, TakesAnotherObjectWithTheSameContentsForTheSame) {
  const auto on = [](Address address, std::string contents) {
    return call({pointer("p", address, {number("*", std::move(contents))})}, "2");
  };
  EXPECT_TRUE(are_equal(on(0x10, "1"), on(0x20, "1")));
  EXPECT_FALSE(are_equal(on(0x10, "1"), on(0x20, "3")));
  EXPECT_FALSE(are_equal(on(0x10, "1"), call({pointer("p", 0)}, "2")));
}

TEST(Canonical, TellsAliasesFromCopies) {
  const auto both = [](Address p, Address q) {
    return call({pointer("p", p, {number("*", "1")}), pointer("q", q, {number("*", "1")})}, "2");
  };
  EXPECT_FALSE(are_equal(both(0x10, 0x10), both(0x10, 0x20)));
  EXPECT_TRUE(are_equal(both(0x10, 0x10), both(0x30, 0x30)));
  EXPECT_TRUE(are_equal(both(0x10, 0x20), both(0x40, 0x30)));
}

TEST(Canonical, TellsAReturnedArgumentFromItsCopy) {
  const auto returning = [](Address result) {
    Facts facts = call({pointer("p", 0x10, {number("*", "1")})}, "");
    facts.result = pointer("", result, {number("*", "1")});
    return facts;
  };
  EXPECT_FALSE(are_equal(returning(0x10), returning(0x20)));
  EXPECT_EQ(canonical(returning(0x10)).uses, canonical(returning(0x20)).uses);
}

TEST(Canonical, TellsReferencesToOneObjectApartFromOthers) {
  const auto swap = [](Address a, Address b) {
    Value one = at(a, number("a", "1")), other = at(b, number("b", "1"));
    one.type = other.type = "int &";
    return call({one, other}, "0");
  };
  EXPECT_TRUE(are_equal(swap(0x10, 0x20), swap(0x50, 0x40)));
  EXPECT_FALSE(are_equal(swap(0x10, 0x20), swap(0x10, 0x10)));
}

TEST(Canonical, TellsACharPointerIntoABufferApartFromACopy) {
  const auto joined = [](Address result) {
    Value text = at(0x10, value(ValueKind::kString, "to", "ab"));
    text.type = "char *";
    Facts facts = call({text}, "");
    text.address = result;
    facts.result = text;
    return facts;
  };
  EXPECT_FALSE(are_equal(joined(0x10), joined(0x20)));
}

/// A string or an element that was moved shows nothing of it.
TEST(Canonical, DoesNotCareWhereValuesLie) {
  const auto grown = [](Address to) {
    return with_context({at(0x10, value(ValueKind::kString, "s", "ab"))},
                        {at(to, value(ValueKind::kString, "s", "abc"))});
  };
  EXPECT_TRUE(are_equal(grown(0x10), grown(0x20)));
}

Value row(Address address, std::vector<std::string> numbers) {
  Value array = value(ValueKind::kArray, "a");
  for (std::size_t i = 0; i < numbers.size(); ++i)
    array.children.push_back(at(address + 4 * i, number("[0]", numbers[i])));
  return array;
}

TEST(Canonical, KnowsElementsAndTheEndOfARow) {
  const auto upto = [](Address end) { return call({row(0x100, {"1", "2", "3"}), pointer("end", end)}, "6"); };
  EXPECT_TRUE(canonical(upto(0x10c)).incomplete.empty()) << "behind the last one";
  EXPECT_TRUE(canonical(upto(0x108)).incomplete.empty()) << "at the last one";
  EXPECT_FALSE(are_equal(upto(0x10c), upto(0x108)));
  EXPECT_EQ(canonical(upto(0x110)).incomplete, Reason::kPointer);
}

TEST(Canonical, HasNoAddresses) {
  Facts facts =
      call({pointer("p", 0x1234abcd, {number("*", "1")}), pointer("q", 0x5678, {number("*", "1")}),
            value(ValueKind::kWild, "w", "0x1234abcd"), value(ValueKind::kFreed, "g", "0x1234abcd")},
           "2");
  for (Value& input : facts.inputs) input.text = "0x1234abcd";
  const Canonical texts = canonical(facts);
  EXPECT_EQ((texts.uses + texts.did).find("0x"), std::string::npos) << texts.uses;
}

TEST(Canonical, IsIncompleteWhereSomethingIsNotKnown) {
  EXPECT_EQ(reasons(value(ValueKind::kCut, "x")), Reason::kCut);
  EXPECT_EQ(reasons(pointer("handler", 0x10)), Reason::kPointer) << "may be another function";
  EXPECT_EQ(reasons(value(ValueKind::kWild, "p", "0x10")), Reason::kPointer);
  EXPECT_EQ(reasons(value(ValueKind::kIterator, "i", "")), Reason::kPointer);
  EXPECT_EQ(reasons(value(ValueKind::kWords, "f", "callable")), Reason::kContents);
  Value lambda = value(ValueKind::kStruct, "f", "main::lambda@3");
  lambda.type = "std::function<int (int)>";
  EXPECT_EQ(reasons(lambda), Reason::kContents) << "another one may stand in the same line";
  EXPECT_EQ(reasons(value(ValueKind::kWords, "f", "stream")), Reason::kContents);
  EXPECT_EQ(reasons(value(ValueKind::kWords, "f", "stdin")), Reason::kContents);
  EXPECT_EQ(reasons(value(ValueKind::kWords, "out", "std::ostream")), Reason::kContents);
  EXPECT_EQ(reasons(value(ValueKind::kWords, "b", "0b0101…")), Reason::kContents);
  EXPECT_EQ(reasons(value(ValueKind::kOpaque, "m", "10 20 30 40 50 60 70 80")), Reason::kContents);
  EXPECT_EQ(reasons(value(ValueKind::kOpaque, "m")), Reason::kContents);
}

TEST(Canonical, IsCompleteWhereAllIsKnown) {
  EXPECT_TRUE(reasons(pointer("p", 0)).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kFreed, "p", "0x10")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kUninitialised, "x")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kIterator, "i", "v[2]")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kWords, "t", "-1500 ms")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kWords, "f", "stdout")).empty()) << "what it is used for is output";
  EXPECT_TRUE(reasons(value(ValueKind::kWords, "b", "0b0101")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kWords, "lock", "std::lock_guard<std::mutex>")).empty());
  EXPECT_TRUE(reasons(value(ValueKind::kOpaque, "m", "10 20 30")).empty());
}

TEST(Canonical, IsIncompleteOfWhatWasCutOrDidNotFinish) {
  Facts facts = call({number("x", "1")}, "2");
  facts.changes_cut = true;
  EXPECT_EQ(canonical(facts).incomplete, Reason::kCut);
  facts.changes_cut = false;
  facts.output_cut = true;
  EXPECT_EQ(canonical(facts).incomplete, Reason::kCut);
  facts.output_cut = false;
  facts.outcome = state::Outcome::kUnfinished;
  EXPECT_EQ(canonical(facts).incomplete, Reason::kUnfinished);
}

TEST(Canonical, IsIncompleteWhereItIsNotKnownHowALoopEnded) {
  Facts facts = call({number("i", "1")}, "");
  facts.left.emplace();
  EXPECT_EQ(canonical(facts).incomplete, Reason::kLoopEnd) << "it may have returned something else";
  facts.left->how = state::LoopExit::kRanOut;
  EXPECT_TRUE(canonical(facts).incomplete.empty());
}

TEST(Canonical, ComparesWhatWasDone) {
  const Facts plain = call({number("x", "1")}, "2");
  const auto differs = [&](auto change) {
    Facts other = plain;
    change(other);
    return canonical(other).uses == canonical(plain).uses && canonical(other).did != canonical(plain).did;
  };
  EXPECT_TRUE(differs([](Facts& f) { f.outcome = state::Outcome::kThrew; }));
  EXPECT_TRUE(differs([](Facts& f) { f.output = "hello"; }));
  EXPECT_TRUE(differs([](Facts& f) { f.after.push_back(number("total", "5")); }));
  EXPECT_TRUE(differs([](Facts& f) { f.exception = "error"; }));
  EXPECT_TRUE(differs([](Facts& f) { f.result.reset(); }));
}

TEST(Canonical, DoesNotCareForTheOrderOfGlobals) {
  EXPECT_TRUE(
      are_equal(with_context({number("a", "1"), number("b", "2")}, {number("a", "1"), number("b", "2")}),
                with_context({number("b", "2"), number("a", "1")}, {number("b", "2"), number("a", "1")})));
  EXPECT_FALSE(are_equal(with_context({number("a", "1"), number("b", "2")}),
                         with_context({number("a", "2"), number("b", "1")})));
}

TEST(Canonical, DoesNotTellGlobalsOfOneNameApart) {
  EXPECT_EQ(canonical(with_context({number("count", "1"), number("count", "2")})).incomplete,
            Reason::kAmbiguous);
  Facts shadowing = with_context({number("i", "1"), number("i", "2"), number("n", "3")});
  shadowing.inputs = {number("i", "1"), number("i", "2")};
  EXPECT_TRUE(canonical(shadowing).incomplete.empty()) << "variables of a loop have an order";
}

Value set_of(std::vector<Value> elements, bool is_unordered) {
  Value set = value(ValueKind::kArray, "set");
  set.children = std::move(elements);
  set.is_unordered = is_unordered;
  return set;
}

TEST(Canonical, SortsWhatHasNoOrder) {
  const auto of = [](bool is_unordered, std::string a, std::string b) {
    return call({set_of({number("[0]", std::move(a)), number("[1]", std::move(b))}, is_unordered)}, "1");
  };
  EXPECT_TRUE(are_equal(of(true, "1", "2"), of(true, "2", "1")));
  EXPECT_FALSE(are_equal(of(false, "1", "2"), of(false, "2", "1")));
  EXPECT_FALSE(are_equal(of(true, "1", "2"), of(true, "1", "3")));
}

TEST(Canonical, NumbersTheElementsOfASetOnceTheyAreSorted) {
  const auto to = [](Address address, std::string text) {
    return pointer("", address, {number("*", std::move(text))});
  };
  const auto with = [&](Value first, Value second, Address best) {
    return call({set_of({set_of({std::move(first), std::move(second)}, true)}, true), pointer("best", best)},
                "1");
  };
  const Facts one = with(to(0x10, "1"), to(0x20, "2"), 0x20);
  const Facts turned = with(to(0x50, "2"), to(0x60, "1"), 0x50);
  const Facts other = with(to(0x50, "2"), to(0x60, "1"), 0x60);
  EXPECT_TRUE(are_equal(one, turned));
  EXPECT_FALSE(are_equal(one, other)) << "another element is the best one";
}

TEST(Canonical, HasOneNaN) {
  const auto of = [](std::string text) {
    return call({value(ValueKind::kFloat, "x", std::move(text))}, "1");
  };
  EXPECT_TRUE(are_equal(of("nan"), of("-nan")));
  EXPECT_FALSE(are_equal(of("0.0"), of("-0.0")));
}

TEST(Canonical, TellsTextsApartWhateverIsInThem) {
  EXPECT_FALSE(
      are_equal(call({number("a", "1)(in1:bv1:2")}, "1"), call({number("a", "1"), number("b", "2")}, "1")));
}

TEST(Canonical, KnowsInputByItsContentsAndItsEnd) {
  const auto facts = [](std::string text, std::uint64_t given_back, bool is_end) {
    state::Facts made;
    made.consumed.push_back({"standard input", std::move(text), given_back, "", is_end, false});
    return canonical(made);
  };
  EXPECT_EQ(facts("5", 0, false).uses, facts("5", 0, false).uses);
  EXPECT_NE(facts("5", 0, false).uses, facts("-5", 0, false).uses);
  EXPECT_NE(facts("5", 0, false).uses, facts("5", 0, true).uses);
  EXPECT_EQ(facts("5 ", 1, false).uses, facts("5 ", 0, false).uses) << "both looked at the same";
  EXPECT_NE(facts("5 ", 1, false).did, facts("5 ", 0, false).did) << "the next one finds the space";
}

TEST(Canonical, KnowsTextByTheFileItWentTo) {
  const auto did = [](std::string file, std::string text) {
    state::Facts made;
    made.files.push_back({std::move(file), std::move(text), false});
    return canonical(made).did;
  };
  EXPECT_EQ(did("a.txt", "1"), did("a.txt", "1"));
  EXPECT_NE(did("a.txt", "1"), did("b.txt", "1"));
  EXPECT_NE(did("a.txt", "1"), did("a.txt", "2"));
}

TEST(Canonical, IsIncompleteWhereMoreWasReadThanIsShown) {
  state::Facts facts;
  EXPECT_TRUE(canonical(facts).incomplete.empty());
  facts.transfers_cut = true;
  EXPECT_TRUE(canonical(facts).incomplete.has(Reason::kCut));
}

TEST(Canonical, KnowsWhatWasAsked) {
  const auto uses = [](state::Asked asked) {
    state::Facts made;
    made.asked.push_back(std::move(asked));
    return canonical(made).uses;
  };
  EXPECT_NE(uses({state::AskedOf::kEnvironment, "HOME", "", true}),
            uses({state::AskedOf::kEnvironment, "HOME", "", false}));
  EXPECT_NE(uses({state::AskedOf::kRandom, "rand", "1", true}),
            uses({state::AskedOf::kRandom, "rand", "2", true}));
}

}  // namespace
}  // namespace culprit::oracle
