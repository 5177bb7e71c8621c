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

tree::SearchTree from_text(std::string_view text) {
  return tree::read_text(text).value();
}

/// Ids in preorder: main 0, sort 1, split 2, merge 3, cut 4, print 5.
tree::SearchTree small_tree() {
  return from_text(
      "main\n"
      "  sort\n"
      "    split\n"
      "    merge\n"
      "      cut\n"
      "  print\n");
}

std::vector<SearchId> ids(std::initializer_list<std::uint32_t> values) {
  std::vector<SearchId> result;
  for (const std::uint32_t value : values) result.push_back(SearchId{value});
  return result;
}

/// Enters and completes calls of `tree` up to the given number of such steps, in the order of the run.
class Replay {
 public:
  Replay(const tree::SearchTree& tree, DynamicTree& grown) : tree_(tree), grown_(grown) {}
  /// False when the run is over.
  bool step() {
    const bool can_complete =
        !open_.empty() && (next_ == tree_.size() || tree_.parent(SearchId{next_}) != open_.back());
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
  const tree::SearchTree& tree_;
  DynamicTree& grown_;
  std::vector<SearchId> open_;
  std::uint32_t next_ = 0;
};

TEST(StandardTree, TakesOutWhatAnAnswerClears) {
  const tree::SearchTree tree = small_tree();
  StandardTree met(tree, true);
  EXPECT_EQ(met.weight(SearchId{0}), 5u) << "a wrong root does not count";
  met.mark_right(SearchId{2});
  EXPECT_FALSE(met.has(SearchId{2}));
  EXPECT_EQ(met.weight(SearchId{1}), 3u);
  EXPECT_EQ(met.children(SearchId{1}), ids({3}));
  met.mark_wrong(SearchId{1});
  EXPECT_EQ(met.root(), SearchId{1});
  EXPECT_FALSE(met.has(SearchId{0}));
  EXPECT_FALSE(met.has(SearchId{5}));
  EXPECT_TRUE(met.has(SearchId{4}));
  EXPECT_EQ(met.weight(SearchId{1}), 2u);
}

TEST(FixTree, LeavesMarkedNodesInPlaceButDoesNotReturnThem) {
  const tree::SearchTree tree = small_tree();
  FixTree met(tree, true);
  met.mark_right(SearchId{2});
  EXPECT_EQ(met.state(SearchId{2}), MarkedTree::State::kRight);
  EXPECT_EQ(met.children(SearchId{1}), ids({3}));
  met.mark_unknown(SearchId{1});
  EXPECT_EQ(met.children(SearchId{0}), ids({3, 5})) << "the children of an unknown node stand in for it";
  EXPECT_EQ(met.weight(SearchId{0}), 3u);
  met.mark_trusted(SearchId{3});
  EXPECT_EQ(met.children(SearchId{0}), ids({5}));
  EXPECT_EQ(met.weight(SearchId{0}), 1u);
}

TEST(FixTree, GoesOnBelowAWrongNodeThatItMeets) {
  const tree::SearchTree tree = small_tree();
  FixTree met(tree, false);
  met.mark_wrong(SearchId{1});
  met.start_at(SearchId{0});
  EXPECT_EQ(select_node(met), SearchId{3}) << "of sort's children, merge halves what is left";
  met.mark_right(SearchId{3});
  met.mark_right(SearchId{2});
  met.start_at(SearchId{0});
  EXPECT_EQ(select_node(met), kNoSearchId) << "sort is wrong and all below it right";
}

TEST(FixTree, ServesASecondSessionElsewhereInTheTree) {
  const tree::SearchTree tree = small_tree();
  FixTree met(tree, true);
  const auto has_bug = [](SearchId n) { return n == SearchId{4} || n == SearchId{5}; };
  const auto is_right = [&](SearchId n) {
    for (SearchId i = n; i < tree.end(n); i = SearchId{i.value() + 1}) {
      if (has_bug(i)) return false;
    }
    return true;
  };
  EXPECT_EQ(find_buggy_node(met, is_right), SearchId{4});
  met.start_at(SearchId{5});
  EXPECT_EQ(find_buggy_node(met, is_right), SearchId{5});
  EXPECT_EQ(met.state(SearchId{4}), MarkedTree::State::kWrong) << "the first verdict still stands";
}

TEST(DynamicTree, AsksOnlyCompletedNodes) {
  DynamicTree met(true);
  const SearchId main = met.enter();
  EXPECT_EQ(select_node(met), kNoSearchId);
  const SearchId sort = met.enter();
  const SearchId split = met.enter();
  EXPECT_EQ(select_node(met), kNoSearchId);
  met.complete();
  EXPECT_THAT(met.children(main), ElementsAre(split)) << "sort is not completed: its child counts as main's";
  EXPECT_EQ(met.weight(main), 1u);
  EXPECT_EQ(select_node(met), split);
  met.mark_right(split);
  EXPECT_EQ(select_node(met), kNoSearchId);
  met.complete();
  EXPECT_EQ(met.weight(sort), 1u) << "what was judged right before it was completed does not count";
  EXPECT_EQ(select_node(met), sort);
}

TEST(DynamicTree, DoesNotAskARootThatIsRunning) {
  DynamicTree met(false);
  met.enter();
  const SearchId sort = met.enter();
  met.complete();
  EXPECT_EQ(select_node(met), sort);
  met.mark_right(sort);
  EXPECT_EQ(select_node(met), kNoSearchId);
  met.complete();
  EXPECT_EQ(select_node(met), met.root());
}

TEST(DynamicTree, FindsThePlantedBugWhateverIsAskedWhileTheTreeGrows) {
  EXPECT_TRUE(rc::check("the verdict is the planted bug", [](bool root_wrong) {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    const SearchId bug{*rc::gen::inRange(0u, tree.size())};
    DynamicTree met(root_wrong);
    Replay replay(tree, met);
    const auto is_right = [&](SearchId n) { return !tree.contains(n, bug); };
    const auto steps_between = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0u, 5u));
    bool is_running = replay.step();
    for (const std::uint32_t steps : steps_between) {
      for (std::uint32_t i = 0; i < steps && is_running; ++i) is_running = replay.step();
      const SearchId asked = select_node(met);
      if (asked == kNoSearchId) continue;
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
  const tree::SearchTree tree = support::path(1'000'000);
  StandardTree met(tree, true);
  EXPECT_EQ(select_node(met), SearchId{500'000});
  met.mark_right(SearchId{500'000});
  EXPECT_EQ(met.weight(SearchId{0}), 499'999u);
}

}  // namespace
}  // namespace culprit::strategy
