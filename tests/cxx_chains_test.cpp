// Chains in really recorded programs: which calls go on where the one before them ended.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "src/state/trace_account.h"
#include "src/trace/trace.h"
#include "src/tree/from_trace.h"
#include "tests/support/places.h"
#include "tests/support/run_program.h"

namespace culprit::test {
namespace {

namespace fs = std::filesystem;

/// A program of the repository, compiled and recorded.
class Recorded {
 public:
  explicit Recorded(const std::string& source, const std::vector<std::string>& arguments = {})
      : folder_(fs::temp_directory_path() / ("culprit_chains_test." + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    const std::string compiler = fs::path(CULPRIT_PROGRAM).parent_path() / "culprit-c++";
    const std::string path = std::string(CULPRIT_SOURCE_DIR) + "/" + source;
    const Finished compiled = run_program({compiler, "-std=c++20", path, "-o", "program"}, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    std::vector<std::string> command{CULPRIT_PROGRAM, "record", "-o", "trace", "--", "./program"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Finished ran = run_program(command, {}, folder_);
    EXPECT_EQ(ran.code, 0) << ran.err;
    trace_ = std::make_unique<trace::Trace>(std::move(*trace::Trace::open(folder_ / "trace")));
    tree_ = std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)));
    account_ = std::move(*state::make_trace_account(*trace_, *tree_));
  }
  ~Recorded() { fs::remove_all(folder_); }

  /// The first question of a session.
  std::string first_question() const {
    return run_program({CULPRIT_PROGRAM, "debug", "trace"}, "q\n", folder_).out;
  }

  /// The calls that a function makes itself, in its loops too, with a dash between those that go on and a bar between
  /// others.
  std::string chains(const std::string& function) const {
    NodeId caller{0};
    while (caller.value() < tree_->size() && tree_->function(caller).name != function)
      caller = NodeId{caller.value() + 1};
    EXPECT_LT(caller.value(), tree_->size()) << function;
    std::string text;
    NodeId before = kNoNode;
    for (NodeId n{caller.value() + 1}; n < tree_->end(caller);) {
      if (tree_->is_iteration(n)) {
        n = NodeId{n.value() + 1};
        continue;
      }
      if (before != kNoNode) text += account_->continues(before, n) ? " - " : " | ";
      text += tree_->function(n).name;
      before = n;
      n = tree_->end(n);
    }
    return text;
  }

 private:
  fs::path folder_;
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
  std::unique_ptr<state::Account> account_;
};

TEST(Chains, OfCastlingAreTheMovesOfEachPiece) {
  const Recorded chess("examples/chess/chess.cpp");
  EXPECT_EQ(chess.chains("castling"),
            "Position::right - Position::right - Position::right | Position::left - Position::left");
}

TEST(Chains, AreAsTheProgramSays) {
  const Recorded program("tests/programs/chains.cpp");
  const auto expect = [&](const std::string& function, const std::string& calls) {
    EXPECT_EQ(program.chains(function), calls) << function;
  };
  expect("one_object", "Position::right - Position::right - Position::right - Position::left");
  expect("written_in_between", "Position::right | Position::right");
  expect("different_objects", "Position::right | Position::right | Position::right");
  expect("numbers_only", "square - square - square");
  expect("global_written", "count - count | count");
  expect("elsewhere_written", "Position::right - Position::right - Position::right");
  expect("a_vector", "push - push | push");
  expect("a_map", "note - note | note");
  expect("a_list", "append - append | append");
  expect("nodes", "sum - sum | sum | sum - sum");
  expect("views", "length - length - length - length");
  expect("static_array", "fill - fill | fill");
  expect("copies", "first - first");
  expect("shown", "total - total - total - words - size_of - size_of");
  expect("shown_and_changed", "push | total | push");
  expect("behind_const", "owned | owned");
  expect("const_methods", "Position::distance - Position::distance | Position::distance");
  expect("arrays_of_arrays", "corner - corner");
}

TEST(Chains, SayOfEachCallWhatItUsed) {
  const auto expect = [](const std::string& question, const std::string& text) {
    EXPECT_NE(question.find(text), std::string::npos) << text << "\nis not in\n" << question;
  };
  const std::string sums = Recorded("tests/programs/chain_of_sums.cpp").first_question();
  expect(sums, "2 calls of sum_of in a row:");
  expect(sums, "with cells[0..11] = {1, 1, 1, 7, 1, 1, 1, 1, 1, 1, 1, 1}\n");
  expect(sums, "with cells[12..14] = {1, 8, 1}\n");
  EXPECT_EQ(sums.find("bytes of"), std::string::npos) << "it is named already:\n" << sums;
  const std::string corners = Recorded("tests/programs/chain_of_sums.cpp", {"x"}).first_question();
  expect(corners, "2 calls of corners in a row:");
  expect(corners, "with cells[9] = 109\n");
  expect(corners, "with cells[20] = 120\n       … and used 3 more; 'show 2' shows all\n");
}

TEST(Chains, SayNothingOfTheirResultsButWhatTheyAre) {
  const std::string question = Recorded("tests/programs/chain_of_texts.cpp").first_question();
  EXPECT_NE(question.find("2 calls of money in a row:"), std::string::npos) << question;
  EXPECT_NE(question.find("    2  money(705) = \"7.05\"\n"), std::string::npos) << question;
  EXPECT_EQ(question.find("  changed "), std::string::npos) << question;
}

}  // namespace
}  // namespace culprit::test
