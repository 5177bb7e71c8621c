#include "src/graph/locator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "src/graph/test_runs.h"

namespace culprit::graph {
namespace {

using testing::ElementsAre;

Mark truth(const TestRun::Call& call) {
  if (!call.is_admissible) return Mark::kInadmissible;
  return call.is_right ? Mark::kRight : Mark::kWrong;
}

/// The whole dialogue: questions with their answers, and where it ends.
struct Dialogue {
  std::vector<std::string> questions;
  Location end;
};

Dialogue converse(const TestRun& run, const tree::SearchTree& tree) {
  const Instances instances(tree, run.keys);
  const Locator locator(instances, run.arcs);
  std::map<SearchId, Mark> known;
  Dialogue dialogue;
  for (;;) {
    const auto answers = [&](SearchId n) { return known.contains(n) ? known[n] : Mark::kUndefined; };
    dialogue.end = locator.next(answers, SearchId{0}, Keep::kSteps);
    if (dialogue.end.kind != Location::Kind::kQuestion) return dialogue;
    const SearchId node = dialogue.end.node;
    const TestRun::Call& call = run.calls[node.value()];
    known[node] = truth(call);
    const char* const words[] = {"?", "right", "wrong", "inadmissible"};
    dialogue.questions.push_back(dialogue.end.about + ": " + call.text + "? " +
                                 words[static_cast<int>(known[node])]);
  }
}

std::vector<std::string> operations(const Location& location) {
  std::vector<std::string> lines;
  for (const Step& step : location.steps)
    lines.push_back(std::string(operation_name(step.operation)) + " " + step.node +
                    (step.part.empty() ? "" : " " + step.part) + " " + std::string(reason_name(step.reason)));
  return lines;
}

TEST(Locator, FindsTheRecursivePartOfFrWithThreeQuestions) {
  TestRun run;
  run_fr(run, 10);
  const tree::SearchTree tree = run.finish();
  const Dialogue dialogue = converse(run, tree);
  EXPECT_THAT(dialogue.questions, ElementsAre("fr.1: fr(2) = 1? right", "fr.2[fr.1]: fr(3) = 1? wrong",
                                              "fr.1: fr(1) = 1? right"));
  ASSERT_EQ(dialogue.end.kind, Location::Kind::kSource);
  EXPECT_EQ(run.calls[dialogue.end.node.value()].text, "fr(3) = 1");
  EXPECT_THAT(operations(dialogue.end),
              ElementsAre("start fr -", "expand fr fr.1 S2", "instantiate fr.1 S3", "fold fr.1 S1",
                          "expand fr.2*[fr.1] fr.2[fr.1] S2", "instantiate fr.2[fr.1] S3",
                          "outer-removal fr.2[fr.1] P2", "unfold fr.2[fr.1] fr.1 S1", "instantiate fr.1 S3",
                          "inner-removal fr.1 P1"));
}

TEST(Locator, AsksTheSameHoweverLongTheRun) {
  for (const int n : {5, 25, 30}) {
    TestRun run;
    run_fr(run, n);
    const tree::SearchTree tree = run.finish();
    const Dialogue dialogue = converse(run, tree);
    EXPECT_THAT(dialogue.questions, ElementsAre("fr.1: fr(2) = 1? right", "fr.2[fr.1]: fr(3) = 1? wrong",
                                                "fr.1: fr(1) = 1? right"))
        << n;
    ASSERT_EQ(dialogue.end.kind, Location::Kind::kSource);
    EXPECT_EQ(run.calls[dialogue.end.node.value()].text, "fr(3) = 1");
  }
}

Dialogue sort_with(Mergesort::Bug bug, const List& list, TestRun& run) {
  Mergesort(run, bug).sort(list);
  return converse(run, run.finish());
}

TEST(Locator, FindsTheTerminationPartOfMergesortWithThreeQuestions) {
  TestRun run;
  const Dialogue dialogue = sort_with(Mergesort::Bug::kTermination, {8, 2, 1, 6, 4, 7, 5, 3}, run);
  EXPECT_THAT(dialogue.questions,
              ElementsAre("split: split((8 2 1 6 4 7 5 3)) = (8 1 4 5),(2 6 7 3)? right",
                          "merge: merge(nil,nil) = nil? right", "mergesort.1: mergesort((8)) = nil? wrong"));
  ASSERT_EQ(dialogue.end.kind, Location::Kind::kSource);
  EXPECT_EQ(run.calls[dialogue.end.node.value()].text, "mergesort((8)) = nil");
  EXPECT_THAT(
      operations(dialogue.end),
      ElementsAre("start I(mergesort) -", "detail I(mergesort) S4", "instantiate split S3", "fold split S1",
                  "instantiate merge S3", "fold merge S1", "expand mergesort[split,merge] mergesort.1 S2",
                  "instantiate mergesort.1 S3", "outer-removal mergesort.1 P2"));
}

TEST(Locator, FindsABugOfMergeAndOfSplit) {
  TestRun merging;
  const Dialogue merge = sort_with(Mergesort::Bug::kMerge, {8, 2, 1, 6, 4, 7, 5, 3}, merging);
  ASSERT_EQ(merge.end.kind, Location::Kind::kSource);
  EXPECT_THAT(merging.calls[merge.end.node.value()].text, testing::StartsWith("merge("));
  TestRun splitting;
  const Dialogue split = sort_with(Mergesort::Bug::kSplit, {8, 2, 1, 6, 4, 7, 5, 3}, splitting);
  ASSERT_EQ(split.end.kind, Location::Kind::kSource);
  EXPECT_THAT(splitting.calls[split.end.node.value()].text, testing::StartsWith("split("));
}

TEST(Locator, TakesAHypothesisBackWhenNothingElseIsLeft) {
  // The first instance of half is right, the second is not.
  TestRun run;
  const SearchId main = run.open("main");
  run.close(run.open("half"), "half(4) = 2", true);
  run.close(run.open("half"), "half(5) = 3", false);
  run.close(main, "main() = 5", false);
  const tree::SearchTree tree = run.finish();
  const Dialogue dialogue = converse(run, tree);
  EXPECT_THAT(dialogue.questions, ElementsAre("half: half(4) = 2? right", "half: half(5) = 3? wrong"));
  EXPECT_EQ(dialogue.end.kind, Location::Kind::kSource);
  EXPECT_EQ(dialogue.end.node, SearchId{2});
  std::vector<std::string> sentences;
  for (const Step& step : dialogue.end.steps) sentences.push_back(describe(step));
  EXPECT_THAT(sentences,
              ElementsAre("the search is in node 0, which is wrong: all that it called is I(main)",
                          "only I(main) is left: its members are looked at one by one",
                          "node 1, an instance of half, is right",
                          "half is assumed right, since one of its instances is",
                          "that half is right is taken back: with it nothing would be wrong but main[half]",
                          "node 2, an instance of half, is wrong",
                          "only half and what it calls are left: node 2 is wrong"));
}

TEST(Locator, LooksAtTheCallsOfWhatItWouldBlame) {
  // f(2) is right though f(1) below it is wrong (it does not use it), and main uses f(1), too. No question about nodes meets
  // f(1) as an instance below main alone: it has an f above it.
  TestRun run;
  const SearchId main = run.open("main");
  const SearchId outer = run.open("f");
  const SearchId middle = run.open("g");
  run.close(run.open("f"), "f(1) = 9", false);
  run.close(middle, "g() = 0", true);
  run.close(outer, "f(2) = 2", true);
  run.close(run.open("f"), "f(1) = 9", false);
  run.close(main, "main() = 11", false);
  const tree::SearchTree tree = run.finish();
  const Dialogue dialogue = converse(run, tree);
  ASSERT_EQ(dialogue.end.kind, Location::Kind::kSource);
  EXPECT_EQ(run.calls[dialogue.end.node.value()].text, "f(1) = 9");
}

TEST(Locator, StopsAtItsLimits) {
  TestRun run;
  const SearchId main = run.open("main");
  for (int i = 0; i < 100; ++i) run.close(run.open("f"), "f(" + std::to_string(i) + ")", i != 60);
  run.close(main, "main()", false);
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  const Locator locator(instances, {});
  int asked = 0;
  const auto answers = [&](SearchId n) {
    ++asked;
    return truth(run.calls[n.value()]);
  };
  EXPECT_EQ(locator.next(answers).node, SearchId{61});
  EXPECT_EQ(asked, 61);
  asked = 0;
  const Location few = locator.next(answers, SearchId{0}, Keep::kNothing, {.questions_after_retraction = 3});
  EXPECT_EQ(few.kind, Location::Kind::kExhausted);
  EXPECT_EQ(few.node, SearchId{0});
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(locator.next(answers, SearchId{0}, Keep::kNothing, {.work = 10}).kind,
            Location::Kind::kExhausted);
}

TEST(Locator, ShowsTheGraphAfterEachStep) {
  TestRun run;
  Mergesort(run, Mergesort::Bug::kTermination).sort({8, 2, 1, 6, 4, 7, 5, 3});
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  const Locator locator(instances, run.arcs);
  const auto answers = [&](SearchId n) { return truth(run.calls[n.value()]); };
  const Location end = locator.next(answers, SearchId{0}, Keep::kPictures);
  const auto picture = [&](std::size_t step) {
    const Picture& after = end.steps[step].after;
    std::vector<std::string> lines;
    for (const Arc& arc : after.graph.arcs())
      lines.push_back(after.names[arc.from] + (arc.kind == ArcKind::kCall ? " -> " : " ..> ") +
                      after.names[arc.to]);
    if (lines.empty()) return after.names;
    std::ranges::sort(lines);
    return lines;
  };
  EXPECT_THAT(picture(0), ElementsAre("I(mergesort) -> I(mergesort)"));
  // Every merge of this run ends at once, so merge does not call itself here.
  EXPECT_THAT(picture(1), ElementsAre("mergesort -> merge", "mergesort -> mergesort", "mergesort -> split",
                                      "mergesort ..> merge", "split -> split", "split ..> mergesort"));
  EXPECT_THAT(picture(3), ElementsAre("mergesort[split] -> merge", "mergesort[split] -> mergesort[split]",
                                      "mergesort[split] ..> merge"));
  EXPECT_THAT(picture(5), ElementsAre("mergesort[split,merge] -> mergesort[split,merge]"));
  EXPECT_THAT(picture(6), ElementsAre("mergesort.2*[split,merge] -> mergesort.1",
                                      "mergesort.2*[split,merge] -> mergesort.2*[split,merge]"));
  EXPECT_THAT(end.steps.back().after.names, ElementsAre("mergesort.1"));
}

/// A pure program made from a seed: what a call does follows from its function and its number. Some results are not used, so that
/// wrong ones stay hidden; some inputs come from the call before, so that wrong results become wrong inputs.
class RandomProgram {
 public:
  RandomProgram(TestRun& run, unsigned seed, unsigned functions)
      : run_(run), seed_(seed), functions_(functions) {}

  /// True if the result is what it should be.
  bool call(unsigned function, unsigned size, bool is_tainted) {
    const SearchId node = run_.open("f" + std::to_string(function));
    bool is_right = !is_tainted && draw(function, size, 99) % 7 != 0;
    bool is_last_right = true;
    const unsigned calls = size == 0 ? 0 : draw(function, size, 98) % 4;
    for (unsigned i = 0; i < calls && run_.calls.size() < 400; ++i) {
      const unsigned what = draw(function, size, i);
      const bool takes_last = what % 5 == 0;
      is_last_right = call((what >> 4) % functions_, size - 1 - (what >> 12) % size,
                           is_tainted || (takes_last && !is_last_right));
      const bool is_used = (what >> 20) % 4 != 0;
      if (is_used && !is_last_right) is_right = false;
    }
    run_.close(node, std::to_string(size) + (is_tainted ? "!" : "") + (is_right ? "" : "*"), is_right,
               !is_tainted);
    return is_right;
  }

 private:
  unsigned draw(unsigned function, unsigned size, unsigned what) const {
    std::mt19937 random(seed_ * 1000003 + function * 10007 + size * 101 + what);
    random.discard(3);
    return static_cast<unsigned>(random());
  }
  TestRun& run_;
  unsigned seed_;
  unsigned functions_;
};

/// Plays to the end; fails if a question is asked twice or outside the lowest wrong instance.
Location play(const Locator& locator, const Answers& truthful) {
  KeptReplay kept(locator, SearchId{0}, {});
  std::map<SearchId, Mark> known;
  SearchId lowest{0};
  for (;;) {
    const auto answers = [&](SearchId n) { return known.contains(n) ? known[n] : Mark::kUndefined; };
    Location next = locator.next(answers, SearchId{0}, Keep::kSteps);
    const Location again = kept.next(answers);
    RC_ASSERT(again.kind == next.kind && again.node == next.node);
    RC_ASSERT(operations(again) == operations(next));
    if (next.kind != Location::Kind::kQuestion) return next;
    RC_ASSERT(!known.contains(next.node));
    RC_ASSERT(locator.instances().tree().contains(lowest, next.node));
    known[next.node] = truthful(next.node);
    if (known[next.node] == Mark::kWrong) lowest = next.node;
  }
}

void expect_source(const Locator& locator, const Location& end, const Answers& truthful) {
  const Instances& instances = locator.instances();
  const tree::SearchTree& tree = instances.tree();
  RC_ASSERT(end.kind == Location::Kind::kSource);
  RC_ASSERT(end.node == SearchId{0} || truthful(end.node) == Mark::kWrong);
  const SearchId last = tree.end(end.node);
  for (SearchId c = next_child(instances, SearchId{end.node.value() + 1}, last); c != last;
       c = next_child(instances, tree.end(c), last))
    RC_ASSERT(truthful(c) != Mark::kWrong);
}

RC_GTEST_PROP(LocatorLaws, BlamesAWrongCallThatMadeNoWrongCall, ()) {
  TestRun run;
  const auto seed = *rc::gen::arbitrary<unsigned>();
  const unsigned functions = *rc::gen::inRange(1u, 9u);
  RandomProgram(run, seed, functions).call(0, 9, false);
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  const Locator locator(instances, {});
  const auto truthful = [&](SearchId n) { return truth(run.calls[n.value()]); };
  expect_source(locator, play(locator, truthful), truthful);
}

RC_GTEST_PROP(LocatorLaws, EndsWhateverIsAnswered, ()) {
  const unsigned functions = *rc::gen::inRange(1u, 7u);
  const auto ups = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 1000u));
  const auto seed = *rc::gen::arbitrary<unsigned>();
  std::mt19937 random(seed);
  tree::TreeBuilder builder;
  for (unsigned f = 0; f < functions; ++f)
    builder.add_function({"f" + std::to_string(f),
                          {},
                          {},
                          0,
                          0,
                          f == 1 ? tree::FunctionKind::kLoop : tree::FunctionKind::kFunction,
                          FunctionId{}});
  builder.open(FunctionId{0});
  std::vector<std::uint64_t> keys{0};
  for (const unsigned up : ups) {
    for (unsigned i = 0; i < up % 4 && builder.depth() > 1; ++i) builder.close();
    builder.open(FunctionId{static_cast<std::uint32_t>(random()) % functions});
    keys.push_back(random() % 3);
  }
  std::vector<FunctionArc> arcs;
  for (unsigned i = random() % 4; i-- > 0;)
    arcs.push_back({ArcKind::kParameter, FunctionId{static_cast<std::uint32_t>(random()) % functions},
                    FunctionId{static_cast<std::uint32_t>(random()) % functions}});
  const tree::SearchTree tree = builder.finish();
  const Instances instances(tree, keys);
  const Locator locator(instances, arcs);
  const auto any = [&](SearchId n) {
    constexpr Mark kAny[] = {Mark::kRight, Mark::kWrong, Mark::kInadmissible};
    return kAny[std::mt19937(seed + instances.value(n).value() * 7919)() % 3];
  };
  expect_source(locator, play(locator, any), any);
}

}  // namespace
}  // namespace culprit::graph
