// A program with a mutant, run with the right code in one node of it.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "src/service/subject.h"
#include "tests/mutants/machine/program.h"
#include "tests/mutants/machine/start_difference.h"
#include "tests/support/places.h"

namespace culprit::mutants {
namespace {

using ::testing::IsEmpty;

class Switched : public ::testing::Test {
 protected:
  /// Four numbers, each of which a loop doubles; the mutant makes three of two.
  void SetUp() override {
    Recipe recipe;
    recipe.sources = {std::string(CULPRIT_SOURCE_DIR) + "/tests/mutants/programs/heap.cpp"};
    recipe.folder = std::filesystem::current_path() / "switched";
    auto built = Program::build(recipe);
    ASSERT_TRUE(built) << built.error().what;
    program_ = std::move(*built);
    const auto site = std::ranges::find_if(program_.sites(), [](const Site& one) {
      return one.function == "double_all" && one.change == "2 plus 1";
    });
    ASSERT_NE(site, program_.sites().end());
    mutant_ = site->number;
    // Of the run with the mutant: the second pass of double_all.
    const std::string trace = program_.folder() + "/mutant.trace";
    ASSERT_TRUE(program_.run({.mutant = mutant_}, "mutant.trace"));
    const auto subject = service::Subject::open(trace);
    ASSERT_TRUE(subject);
    const tree::Tree& tree = subject->tree();
    for (std::uint32_t row = 0; row < tree.size(); ++row)
      if (tree.function(NodeId{row}).name == "double_all") call_ = tree.names().ref(NodeId{row});
    second_pass_ = {call_.stream, call_.ordinal + 2};
  }
  std::string output(const Switch& what) const {
    const auto ended = program_.run(what, "test.trace");
    return ended ? ended->output : ended.error().what;
  }

  Program program_;
  std::uint32_t mutant_ = 0;
  NodeRef call_, second_pass_;
};

TEST_F(Switched, WithoutAMutantItIsTheProgram) {
  EXPECT_EQ(output({}), "2 4 6 8 \n");
}

TEST_F(Switched, AMutantIsOnEverywhere) {
  EXPECT_EQ(output({.mutant = mutant_}), "3 6 9 12 \n");
}

TEST_F(Switched, ACallRunsWithTheRightCode) {
  EXPECT_EQ(output({.mutant = mutant_, .node = call_}), "2 4 6 8 \n");
}

TEST_F(Switched, APassAndThoseBehindItRunWithTheRightCode) {
  EXPECT_EQ(output({.mutant = mutant_, .node = second_pass_}), "2 4 6 12 \n");
}

TEST_F(Switched, AStepIsOnePass) {
  EXPECT_EQ(output({.mutant = mutant_, .node = second_pass_, .is_step = true}), "3 6 6 12 \n");
}

TEST_F(Switched, AMutantCanBeKeptInTheNode) {
  EXPECT_EQ(output({.mutant = mutant_, .node = call_, .keeps_mutant = true}), "3 6 9 12 \n");
}

TEST_F(Switched, TheRunCanEndWithTheNode) {
  EXPECT_THAT(output({.mutant = mutant_, .node = call_, .stops_behind = true}), IsEmpty());
}

TEST_F(Switched, RunsAreAlikeToTheByteUpToTheNode) {
  ASSERT_TRUE(program_.run({.mutant = mutant_, .node = second_pass_}, "right.trace"));
  const auto mutant = service::Subject::open(program_.folder() + "/mutant.trace");
  const auto right = service::Subject::open(program_.folder() + "/right.trace");
  ASSERT_TRUE(mutant && right);
  const auto difference = [&](NodeRef ref) {
    return start_difference(*mutant->trace(), mutant->tree(), mutant->tree().names().node(ref),
                            *right->trace(), right->tree(), right->tree().names().node(ref));
  };
  EXPECT_THAT(difference(call_), IsEmpty());
  EXPECT_THAT(difference(second_pass_), IsEmpty());
  EXPECT_THAT(difference({second_pass_.stream, second_pass_.ordinal + 1}), Not(IsEmpty()))
      << "what the pass did is different";
}

}  // namespace
}  // namespace culprit::mutants
