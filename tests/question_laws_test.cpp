// The graphs' fast keys against the questions: what a key calls equal has to be the same question. And questions against
// what recorders write: the same in every run.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/graph/instances.h"
#include "src/graph/run_facts.h"
#include "src/oracle/questions.h"
#include "src/state/index.h"
#include "src/state/trace_account.h"
#include "src/trace/trace.h"
#include "src/tree/from_trace.h"
#include "src/tree/text.h"
#include "tests/cli_fixture.h"
#include "tests/support/places.h"
#include "tests/support/trace_maker.h"
#include "tests/support/tree_gen.h"

namespace culprit {
namespace {

using oracle::Question;
using oracle::Questions;

/// What became of the pairs of calls of one function that a key calls equal.
struct Pairs {
  int same = 0;
  int different = 0;   ///< both complete: the law is broken
  int half = 0;        ///< only one is complete: likewise
  int incomplete = 0;  ///< neither is

  bool obey() const { return different == 0 && half == 0; }
};

/// Each call is compared with the first one of its function and key.
template <class KeyOf>
Pairs compare(const tree::Tree& tree, const Questions& questions, KeyOf key_of) {
  std::map<std::pair<FunctionId, std::uint64_t>, Question> first;
  Pairs pairs;
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const Question question = questions.of(NodeId{n});
    const auto [known, is_new] =
        first.emplace(std::pair(tree.function_id(NodeId{n}), key_of(NodeId{n})), question);
    if (is_new) continue;
    const bool one = known->second.is_complete(), other = question.is_complete();
    ++(!one && !other                  ? pairs.incomplete
       : one != other                  ? pairs.half
       : same(known->second, question) ? pairs.same
                                       : pairs.different);
  }
  return pairs;
}

Pairs compare(const tree::Tree& tree, const Questions& questions, const graph::RunFacts& facts) {
  return compare(tree, questions,
                 [&](NodeId n) { return facts.keys.empty() ? n.value() : facts.keys[n.value()]; });
}

/// A trace that was read, with its questions.
class Read {
 public:
  explicit Read(trace::Trace trace)
      : trace_(std::make_unique<trace::Trace>(std::move(trace))),
        tree_(std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)))),
        account_(std::move(*state::make_trace_account(*trace_, *tree_))),
        questions_(*tree_, *account_, trace_->tables().language),
        facts_(graph::facts_of(*tree_, *trace_)) {}
  ~Read() { std::filesystem::remove(state::index_path(trace_->path())); }
  Pairs pairs() const { return compare(*tree_, questions_, facts_); }
  /// Of calls that are one value to the graphs: equal keys, and what they call is one value, too.
  Pairs pairs_of_values() const {
    const graph::Instances instances(*tree_, facts_.keys);
    return compare(*tree_, questions_, [&](NodeId n) {
      const SearchId row{n.value()};  // the graphs search the tree as it is
      return instances.is_instance(row) ? std::uint64_t{instances.value(row).value()}
                                        : ~std::uint64_t{n.value()};
    });
  }
  Question operator[](std::uint32_t node) const { return questions_.of(NodeId{node}); }
  std::uint64_t key(std::uint32_t node) const { return facts_.keys[node]; }
  const tree::Tree& tree() const { return *tree_; }

 private:
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
  Questions questions_;
  graph::RunFacts facts_;
};

class QuestionLaws : public test::CommandLine {};

TEST_F(QuestionLaws, KeysOfFunctionalProgramsTellEqualQuestions) {
  const std::vector<std::pair<std::string, std::string>> runs = {
      {"distance.fun", "distance((1 2 3), (2 3 4 1))"},
      {"gcd.fun", "both((12 18 24 12))"},
      {"permutations.fun", "orders((1 2 3))"},
      {"quicksort.fun", "quicksort((3 1 2 3 1))"},
      {"towers.fun", "towers(4)"}};
  Pairs all;
  for (const auto& [program, expression] : runs) {
    const auto source = std::filesystem::path(CULPRIT_SOURCE_DIR) / "tests/fun" / program;
    const test::Finished recorded =
        culprit({"record", "-o", program + ".trace", "--", source.string(), expression});
    ASSERT_EQ(recorded.code, 0) << program << recorded.err;
    const Read run(std::move(*trace::Trace::open((folder_ / (program + ".trace")).string())));
    const Pairs pairs = run.pairs();
    EXPECT_TRUE(pairs.obey()) << program << ": " << pairs.different << " differ, " << pairs.half << " half";
    EXPECT_EQ(pairs.incomplete, 0) << program;
    all.same += pairs.same;
  }
  EXPECT_GT(all.same, 50) << "or nothing was tested";
}

/// The index of a loop counts those that did not run.
TEST_F(QuestionLaws, LoopsAreTheSameInEveryRun) {
  write("loops.c",
        "static int f(int up) {\n"
        "  int s = 0;\n"
        "  if (up) {\n"
        "    for (int i = 0; i < 1; i++) s += i;\n"
        "  } else {\n"
        "    for (int i = 0; i < 1; i++) s += i;\n"
        "  }\n"
        "  for (int k = 0; k < 1; k++) s += 2;\n"
        "  return s;\n"
        "}\n"
        "int main(int count, char** words) { return f(count > 1) - 2; }\n");
  const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-cc";
  const test::Finished compiled = test::run_program({compiler, "loops.c", "-o", "loops"}, {}, folder_);
  ASSERT_EQ(compiled.code, 0) << compiled.err;
  const auto run = [&](const std::string& name, std::vector<std::string> command) {
    command.insert(command.begin(), {"record", "-o", name, "--"});
    EXPECT_EQ(culprit(command).code, 0);
    return Read(std::move(*trace::Trace::open((folder_ / name).string())));
  };
  // main, f, a pass of one of the first two loops, one of the third
  const Read up = run("up.trace", {"./loops", "up"}), down = run("down.trace", {"./loops"});
  EXPECT_EQ(up[1].function, down[1].function);
  EXPECT_NE(up[2].function, down[2].function) << "they would look the same, but for their place";
  EXPECT_EQ(up[3].function, down[3].function);
  EXPECT_TRUE(up[3].is_complete());
}

TEST(QuestionLawsOfTexts, KeysTellEqualQuestions) {
  int same = 0;
  EXPECT_TRUE(rc::check([&] {
    auto nodes = *support::labelled_trees(rc::gen::elementOf(std::vector<std::string>{"1", "2, 3", "x"}));
    for (support::NodeSpec& node : nodes) node.before = node.after = 0;
    const tree::Tree tree = support::build(nodes);
    const auto account = state::make_label_account(tree);
    const Pairs pairs = compare(tree, Questions(tree, *account, ""), graph::facts_of(tree));
    RC_ASSERT(pairs.obey());
    same += pairs.same;
  }));
  EXPECT_GT(same, 0) << "or nothing was tested";
}

/// The events of a run of four functions: one of numbers alone, one that names a global, one that changes memory
/// behind a pointer, and one without result.
trace::Trace random_run(test::TraceMaker& maker, bool with_globals) {
  constexpr Address kGlobal = 0x1000, kObject = 0x2000;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const GlobalId total = maker.global("total", integer, kGlobal);
  const FunctionId plain = maker.function("plain", {.parameters = {{"x", integer}}, .result = integer});
  const FunctionId named =
      maker.function("named", {.parameters = {{"x", integer}}, .result = integer, .globals = {total}});
  const FunctionId linked =
      maker.function("linked", {.parameters = {{"p", maker.pointer_to(integer)}}, .result = integer});
  const FunctionId mute = maker.function("mute", {.parameters = {{"x", integer}}});
  maker.allocate(kObject, 4);
  maker.write(kObject, 0);
  maker.write(kGlobal, 0);
  maker.enter(plain, 7);
  std::vector<bool> has_result{true};
  const auto events = *rc::gen::container<std::vector<std::pair<int, int>>>(
      rc::gen::pair(rc::gen::inRange(0, 7), rc::gen::inRange(0, 2)));
  for (const auto& [what, number] : events) {
    if (what == 0) maker.enter(plain, number), has_result.push_back(true);
    if (what == 1 && with_globals) maker.enter(named, number), has_result.push_back(true);
    if (what == 2) maker.enter(linked, kObject), has_result.push_back(true);
    if (what == 3) maker.enter(mute, number), has_result.push_back(false);
    if (what == 4) maker.write(number == 0 ? kObject : kGlobal, number);
    if (what < 5 || has_result.size() == 1) continue;
    has_result.back() ? maker.leave(number) : maker.leave();
    has_result.pop_back();
  }
  return maker.finish();
}

TEST(QuestionLawsOfTraces, KeysTellEqualQuestionsWhereNothingBelowNamesAGlobal) {
  int same = 0;
  EXPECT_TRUE(rc::check([&] {
    test::TraceMaker maker;
    const Pairs pairs = Read(random_run(maker, false)).pairs();
    RC_ASSERT(pairs.obey());
    same += pairs.same;
  }));
  EXPECT_GT(same, 0) << "or nothing was tested";
}

TEST(QuestionLawsOfTraces, EqualValuesAreEqualQuestions) {
  int same = 0;
  EXPECT_TRUE(rc::check([&] {
    test::TraceMaker maker;
    const Pairs pairs = Read(random_run(maker, true)).pairs_of_values();
    RC_ASSERT(pairs.obey());
    same += pairs.same;
  }));
  EXPECT_GT(same, 0) << "or nothing was tested";
}

/// Lists that change between calls of one function, which adds up what it comes to and may write the sum to where it began. What
/// can be reached, and what a call used of it, is told by values, and which of the nodes come to before each link leads to.
struct Walks {
  static constexpr Address kNodes = 0x100000;
  static constexpr std::uint32_t kCount = 6;
  std::vector<std::pair<int, Address>> nodes = std::vector<std::pair<int, Address>>(kCount);
  std::vector<std::string> used, reachable;  ///< of each call

  static Address at(std::uint32_t node) { return kNodes + 0x40 * Address{node}; }
  static std::uint32_t node_at(Address address) {
    return static_cast<std::uint32_t>((address - kNodes) / 0x40);
  }

  void change(test::TraceMaker& maker, std::uint32_t node, int value, Address next) {
    nodes[node] = {value, next};
    maker.write(at(node), value);
    maker.write(at(node) + 8, next);
  }
  void walk(test::TraceMaker& maker, FunctionId function, std::uint32_t begin, int steps) {
    maker.enter(function, at(begin), steps);
    used.push_back(told(begin, steps));
    reachable.push_back(told(begin, kCount + 1) + "|" + std::to_string(steps));
    int sum = 0;
    for (Address here = at(begin); here != 0 && steps > 0; --steps) {
      maker.read(here, 4);
      maker.read(here + 8, 8);
      sum += nodes[node_at(here)].first;
      here = nodes[node_at(here)].second;
    }
    if (sum % 2 != 0) {
      maker.write(at(begin), sum);
      nodes[begin].first = sum;
    }
    maker.leave(sum);
  }

 private:
  std::string told(std::uint32_t begin, std::uint32_t steps) const {
    std::map<Address, int> met{{at(begin), 0}};
    std::string text = std::to_string(steps);
    for (Address here = at(begin); here != 0 && steps > 0; --steps) {
      const auto& [value, next] = nodes[node_at(here)];
      const int number = next == 0 ? -1 : met.emplace(next, static_cast<int>(met.size())).first->second;
      text += " " + std::to_string(value) + ">" + std::to_string(number);
      here = next;
    }
    return text;
  }
};

/// What a wrong call did not use, the right code may have used: so what only could be reached counts.
TEST(QuestionLawsOfUse, CallsAreTheSameIfAndOnlyIfTheyUsedAndCouldHaveUsedTheSame) {
  int same_pairs = 0, others = 0, used_alike = 0;
  EXPECT_TRUE(rc::check([&] {
    test::TraceMaker maker;
    maker.option("reads=yes");
    const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
    const TypeId node = maker.reserve_type();
    const TypeId link = maker.pointer_to(node, "Node *");
    maker.type("Node", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"value", integer, 0}, {"next", link, 8}}, node);
    const FunctionId function =
        maker.function("walk", {.parameters = {{"p", link}, {"steps", integer}}, .result = integer});
    const FunctionId program = maker.function("main");
    maker.enter(program);
    Walks walks;
    for (std::uint32_t i = 0; i < Walks::kCount; ++i) {
      maker.allocate(Walks::at(i), 16);
      walks.change(maker, i, 0, 0);
    }
    const auto number = [](int below) { return *rc::gen::inRange(0, below); };
    for (int call = 0; call < 12; ++call) {
      for (int changes = number(3); changes > 0; --changes) {
        const int next = number(static_cast<int>(Walks::kCount) + 1);
        walks.change(maker, static_cast<std::uint32_t>(number(Walks::kCount)), number(3),
                     next == 0 ? 0 : Walks::at(static_cast<std::uint32_t>(next - 1)));
      }
      walks.walk(maker, function, static_cast<std::uint32_t>(number(3)), number(4));
    }
    maker.leave();
    const Read run(maker.finish());
    for (std::uint32_t a = 0; a < walks.used.size(); ++a) {
      RC_ASSERT(run[a + 1].is_complete());
      for (std::uint32_t b = 0; b < a; ++b) {
        const bool is_same = same(run[a + 1], run[b + 1]);
        const bool is_alike = walks.used[a] == walks.used[b];
        const bool is_equal = is_alike && walks.reachable[a] == walks.reachable[b];
        if (is_same != is_equal)
          RC_LOG() << "calls " << a << ", " << b << ": " << walks.reachable[a] << " / " << walks.reachable[b];
        RC_ASSERT(is_same == is_equal);
        ++(is_same ? same_pairs : is_alike ? used_alike : others);
      }
    }
  }));
  EXPECT_GT(same_pairs, 100) << "or nothing was tested";
  EXPECT_GT(used_alike, 100) << "that could have used something else";
  EXPECT_GT(others, 100);
}

/// Calls that each start a thread, which gets to its work when they have returned.
TEST(QuestionLawsOfThreads, CallsAreTheSameIfAndOnlyIfTheyStartedThreadsWithTheSame) {
  int same_pairs = 0, others = 0;
  EXPECT_TRUE(rc::check([&] {
    constexpr Address kWorkers = 0x1000;
    test::TraceMaker maker;
    maker.option("reads=yes");
    const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
    maker.global("workers", maker.type("int[3]", CULPRIT_TYPE_ARRAY, 12, integer, 3), kWorkers);
    const FunctionId start = maker.function("start", {.result = integer});
    const FunctionId work = maker.function("work", {.parameters = {{"given", maker.pointer_to(integer)}}});
    maker.enter(maker.function("main"));
    std::vector<Address> given;
    std::vector<StreamId> threads;
    for (int i = 0; i < 5; ++i) {
      given.push_back(kWorkers + 4 * static_cast<Address>(*rc::gen::inRange(0, 3)));
      maker.sequence();
      maker.enter(start);
      threads.push_back(maker.spawn());
      maker.leave(0);
      maker.sequence();
    }
    for (std::size_t i = 0; i < threads.size(); ++i) {
      maker.switch_to(threads[i]);
      maker.sequence();
      maker.enter(work, given[i]);
      maker.write(given[i], *rc::gen::inRange(0, 3));  // they find whatever the others left there
      maker.leave();
      maker.sequence();
    }
    maker.switch_to(StreamId{1});
    maker.sequence();
    maker.leave();
    const Read run(maker.finish());
    std::vector<std::uint32_t> starts;
    for (std::uint32_t n = 0; n < run.tree().size(); ++n)
      if (run.tree().function(NodeId{n}).name == "start") starts.push_back(n);
    RC_ASSERT(starts.size() == given.size());
    for (std::size_t a = 0; a < starts.size(); ++a) {
      RC_ASSERT(run[starts[a]].is_complete());
      for (std::size_t b = 0; b < a; ++b) {
        const bool is_same = same(run[starts[a]], run[starts[b]]);
        RC_ASSERT(is_same == (given[a] == given[b]));
        ++(is_same ? same_pairs : others);
      }
    }
  }));
  EXPECT_GT(same_pairs, 50) << "or nothing was tested";
  EXPECT_GT(others, 50);
}

TEST(KeysSee, GlobalsThatACalleeNames) {
  test::TraceMaker maker;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const GlobalId total = maker.global("total", integer, 0x1000);
  const FunctionId program = maker.function("main");
  const FunctionId outer = maker.function("outer", {.parameters = {{"x", integer}}, .result = integer});
  const FunctionId inner = maker.function("inner", {.globals = {total}});
  maker.enter(program);
  for (const int then : {5, 6}) {
    maker.write(0x1000, then);
    maker.enter(outer, 1);
    maker.enter(inner);
    maker.leave();
    maker.leave(1);
  }
  maker.leave();
  const Read run(maker.finish());  // outer is 1 and 3
  EXPECT_NE(run.key(1), run.key(3));
  EXPECT_TRUE(run[1].is_complete() && run[3].is_complete());
  EXPECT_FALSE(same(run[1], run[3]));
  EXPECT_TRUE(run.pairs_of_values().obey());
}

TEST(KeysSee, Output) {
  test::TraceMaker maker;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const FunctionId program = maker.function("main");
  const FunctionId roll = maker.function("roll", {.parameters = {{"x", integer}}, .result = integer});
  maker.enter(program);
  for (const char* text : {"4", "2"}) {
    maker.enter(roll, 1);
    maker.output(text);
    maker.leave(1);
  }
  maker.leave();
  const Read run(maker.finish());
  EXPECT_NE(run.key(1), run.key(2));
  EXPECT_TRUE(run[1].is_complete() && run[2].is_complete());
  EXPECT_FALSE(same(run[1], run[2]));
  EXPECT_TRUE(run.pairs_of_values().obey());
}

TEST(KeysSee, ContextsOfTreesWithTexts) {
  tree::TreeBuilder builder;
  const FunctionId f = builder.add_function({"f", {}, {}, 0, 0, tree::FunctionKind::kFunction, {}});
  for (const std::uint32_t after : {1u, 2u, 3u}) {
    builder.open(f);
    builder.label("", "1", true);
    builder.context(1, after);
    if (after > 1) builder.close();
  }
  const tree::Tree tree = builder.finish();
  const auto account = state::make_label_account(tree);
  const Questions questions(tree, *account, "");
  const graph::RunFacts facts = graph::facts_of(tree);
  EXPECT_NE(facts.keys[1], facts.keys[2]);
  EXPECT_FALSE(same(questions.of(NodeId{1}), questions.of(NodeId{2})));
}

/// There is nothing to judge, and so nothing that an answer could be carried over from.
TEST(KeysSee, TextsWithoutAResult) {
  const tree::Tree tree = std::move(*tree::read_text("m = 0\n  f(1)\n  f(1)\n"));
  const auto account = state::make_label_account(tree);
  const graph::RunFacts facts = graph::facts_of(tree);
  EXPECT_NE(facts.keys[1], facts.keys[2]);
  EXPECT_FALSE(Questions(tree, *account, "").of(NodeId{1}).is_complete());
}

}  // namespace
}  // namespace culprit
