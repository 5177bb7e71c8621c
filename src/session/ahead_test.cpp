#include "src/session/ahead.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <mutex>

#include "tests/support/trees.h"

namespace culprit::session {
namespace {

/// Takes its time, and says what it was asked for.
class Slow final : public strategy::Strategy {
 public:
  std::string_view name() const override { return "slow"; }
  SearchId select(const strategy::Shape&, const strategy::Suspects& suspects) const override {
    const std::scoped_lock guard(lock_);
    totals_.push_back(suspects.total());
    sigset_t mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    takes_interrupts_ = takes_interrupts_ || sigismember(&mask, SIGINT) == 0;
    return kNoSearchId;
  }
  std::string explain(const strategy::Shape&, const strategy::Suspects&, SearchId) const override {
    return {};
  }
  const strategy::Strategy& quick() const override { return *quick_; }
  std::vector<std::uint64_t> totals() const {
    const std::scoped_lock guard(lock_);
    return totals_;
  }
  bool takes_interrupts() const {
    const std::scoped_lock guard(lock_);
    return takes_interrupts_;
  }

 private:
  std::unique_ptr<strategy::Strategy> quick_ = strategy::make_strategy("top-down").value();
  mutable std::mutex lock_;
  mutable std::vector<std::uint64_t> totals_;
  mutable bool takes_interrupts_ = false;
};

class AheadTest : public testing::Test {
 protected:
  AheadTest() { search_.set_root(tree_.root(), true); }
  /// Waits until it is done, which stop() would not.
  void run(SearchId question) {
    ahead_.start(shape_, slow_, search_, question);
    for (int i = 0; i < 10'000 && slow_.totals().size() < 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ahead_.stop();
  }

  tree::SearchTree tree_ = support::path(8);
  strategy::Shape shape_{tree_};
  strategy::IntervalSuspects search_{shape_};
  Slow slow_;
  Ahead ahead_;
};

TEST_F(AheadTest, WorksOutBothAnswers) {
  run(SearchId{3});
  EXPECT_EQ(slow_.totals(), (std::vector<std::uint64_t>{5, 3}))
      << "no: the five from it down; yes: the others";
}

TEST_F(AheadTest, LeavesInterruptsToWhoWaits) {
  run(SearchId{3});
  EXPECT_FALSE(slow_.takes_interrupts());
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  EXPECT_EQ(sigismember(&mask, SIGINT), 0) << "here they come as before";
}

TEST_F(AheadTest, LeavesQuickStrategiesAlone) {
  const auto quick = strategy::make_strategy("top-down").value();
  ahead_.start(shape_, *quick, search_, SearchId{3});
  ahead_.stop();
  EXPECT_TRUE(slow_.totals().empty());
}

TEST_F(AheadTest, LeavesNodesAloneThatCannotBeAsked) {
  ahead_.start(shape_, slow_, search_, tree_.root());
  search_.clear(SearchId{3});
  ahead_.start(shape_, slow_, search_, SearchId{3});
  ahead_.stop();
  EXPECT_TRUE(slow_.totals().empty());
}

}  // namespace
}  // namespace culprit::session
