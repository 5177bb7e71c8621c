#include "src/strategy/marked_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/strategy/dynamic_tree.h"
#include "src/strategy/fix_tree.h"
#include "src/strategy/standard_tree.h"
#include "src/tree/text.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using testing::ElementsAre;

tree::Tree from_text(std::string_view text) {
  return tree::read_text(text).value();
}

/// Ids in preorder: main 0, sort 1, split 2, merge 3, cut 4, print 5.
tree::Tree small_tree() {
  return from_text(
      "main\n"
      "  sort\n"
      "    split\n"
      "    merge\n"
      "      cut\n"
      "  print\n");
}

std::vector<NodeId> ids(std::initializer_list<std::uint32_t> values) {
  std::vector<NodeId> result;
  for (const std::uint32_t value : values) result.push_back(NodeId{value});
  return result;
}

/// Enters and completes calls of `tree` up to the given number of such steps, in the order of the run.
class Replay {
 public:
  Replay(const tree::Tree& tree, DynamicTree& grown) : tree_(tree), grown_(grown) {}
  /// False when the run is over.
  bool step() {
    const bool can_complete =
        !open_.empty() && (next_ == tree_.size() || tree_.parent(NodeId{next_}) != open_.back());
    if (can_complete) {
      grown_.complete();
      open_.pop_back();
    } else if (next_ < tree_.size()) {
      open_.push_back(grown_.enter());
      ++next_;
    }
    return !open_.empty();
  }

 private:
  const tree::Tree& tree_;
  DynamicTree& grown_;
  std::vector<NodeId> open_;
  std::uint32_t next_ = 0;
};

TEST(StandardTree, TakesOutWhatAnAnswerClears) {
  const tree::Tree tree = small_tree();
  StandardTree met(tree, true);
  EXPECT_EQ(met.weight(NodeId{0}), 5u) << "a wrong root does not count";
  met.mark_right(NodeId{2});
  EXPECT_FALSE(met.has(NodeId{2}));
  EXPECT_EQ(met.weight(NodeId{1}), 3u);
  EXPECT_EQ(met.children(NodeId{1}), ids({3}));
  met.mark_wrong(NodeId{1});
  EXPECT_EQ(met.root(), NodeId{1});
  EXPECT_FALSE(met.has(NodeId{0}));
  EXPECT_FALSE(met.has(NodeId{5}));
  EXPECT_TRUE(met.has(NodeId{4}));
  EXPECT_EQ(met.weight(NodeId{1}), 2u);
}

TEST(FixTree, LeavesMarkedNodesInPlaceButDoesNotReturnThem) {
  const tree::Tree tree = small_tree();
  FixTree met(tree, true);
  met.mark_right(NodeId{2});
  EXPECT_EQ(met.state(NodeId{2}), MarkedTree::State::kRight);
  EXPECT_EQ(met.children(NodeId{1}), ids({3}));
  met.mark_unknown(NodeId{1});
  EXPECT_EQ(met.children(NodeId{0}), ids({3, 5})) << "the children of an unknown node stand in for it";
  EXPECT_EQ(met.weight(NodeId{0}), 3u);
  met.mark_trusted(NodeId{3});
  EXPECT_EQ(met.children(NodeId{0}), ids({5}));
  EXPECT_EQ(met.weight(NodeId{0}), 1u);
}

TEST(FixTree, GoesOnBelowAWrongNodeThatItMeets) {
  const tree::Tree tree = small_tree();
  FixTree met(tree, false);
  met.mark_wrong(NodeId{1});
  met.start_at(NodeId{0});
  EXPECT_EQ(select_node(met), NodeId{3}) << "of sort's children, merge halves what is left";
  met.mark_right(NodeId{3});
  met.mark_right(NodeId{2});
  met.start_at(NodeId{0});
  EXPECT_EQ(select_node(met), kNoNode) << "sort is wrong and all below it right";
}

TEST(FixTree, ServesASecondSessionElsewhereInTheTree) {
  const tree::Tree tree = small_tree();
  FixTree met(tree, true);
  const auto has_bug = [](NodeId n) { return n == NodeId{4} || n == NodeId{5}; };
  const auto is_right = [&](NodeId n) {
    for (NodeId i = n; i < tree.end(n); i = NodeId{i.value() + 1}) {
      if (has_bug(i)) return false;
    }
    return true;
  };
  EXPECT_EQ(find_buggy_node(met, is_right), NodeId{4});
  met.start_at(NodeId{5});
  EXPECT_EQ(find_buggy_node(met, is_right), NodeId{5});
  EXPECT_EQ(met.state(NodeId{4}), MarkedTree::State::kWrong) << "the first verdict still stands";
}

TEST(DynamicTree, AsksOnlyCompletedNodes) {
  DynamicTree met(true);
  const NodeId main = met.enter();
  EXPECT_EQ(select_node(met), kNoNode);
  const NodeId sort = met.enter();
  const NodeId split = met.enter();
  EXPECT_EQ(select_node(met), kNoNode);
  met.complete();
  EXPECT_THAT(met.children(main), ElementsAre(split)) << "sort is not completed: its child counts as main's";
  EXPECT_EQ(met.weight(main), 1u);
  EXPECT_EQ(select_node(met), split);
  met.mark_right(split);
  EXPECT_EQ(select_node(met), kNoNode);
  met.complete();
  EXPECT_EQ(met.weight(sort), 1u) << "what was judged right before it was completed does not count";
  EXPECT_EQ(select_node(met), sort);
}

TEST(DynamicTree, DoesNotAskARootThatIsRunning) {
  DynamicTree met(false);
  met.enter();
  const NodeId sort = met.enter();
  met.complete();
  EXPECT_EQ(select_node(met), sort);
  met.mark_right(sort);
  EXPECT_EQ(select_node(met), kNoNode);
  met.complete();
  EXPECT_EQ(select_node(met), met.root());
}

TEST(DynamicTree, FindsThePlantedBugWhateverIsAskedWhileTheTreeGrows) {
  EXPECT_TRUE(rc::check("the verdict is the planted bug", [](bool root_wrong) {
    const tree::Tree tree = support::build(*support::plain_trees());
    const NodeId bug{*rc::gen::inRange(0u, tree.size())};
    DynamicTree met(root_wrong);
    Replay replay(tree, met);
    const auto is_right = [&](NodeId n) { return !tree.contains(n, bug); };
    const auto steps_between = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, 5u));
    bool is_running = replay.step();
    for (const std::uint32_t steps : steps_between) {
      for (std::uint32_t i = 0; i < steps && is_running; ++i) is_running = replay.step();
      const NodeId asked = select_node(met);
      if (asked == kNoNode) continue;
      RC_ASSERT(met.is_completed(asked));
      if (is_right(asked)) {
        met.mark_right(asked);
      } else {
        met.mark_wrong(asked);
      }
    }
    while (is_running) is_running = replay.step();
    RC_ASSERT(find_buggy_node(met, is_right) == bug);
  }));
}

TEST(MarkedTree, WorksOnAPathOfAMillionNodes) {
  const tree::Tree tree = support::path(1'000'000);
  StandardTree met(tree, true);
  EXPECT_EQ(select_node(met), NodeId{500'000});
  met.mark_right(NodeId{500'000});
  EXPECT_EQ(met.weight(NodeId{0}), 499'999u);
}

}  // namespace
}  // namespace culprit::strategy
