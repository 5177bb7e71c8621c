#include "src/tree/event_order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/tree/from_trace.h"
#include "src/tree/text.h"
#include "tests/support/change_segment.h"
#include "tests/support/threaded_run.h"

namespace culprit::tree {
namespace {

using test::ThreadedRun;
using test::TraceMaker;

/// The nodes of ranges as text: "1-3 7".
std::string text(const std::vector<RowRange>& ranges) {
  std::string result;
  for (const RowRange& range : ranges) {
    if (!result.empty()) result += ' ';
    result += std::to_string(range.first.value());
    if (range.last.value() > range.first.value() + 1) result += '-' + std::to_string(range.last.value() - 1);
  }
  return result;
}

TEST(EventOrder, IsPreorderWithoutMoments) {
  const Tree tree = read_text("main\n  f\n    g\n  h\n    i\n").value();
  const auto order = event_order(tree, nullptr);
  EXPECT_EQ(text(order->after(NodeId{2}, NodeId{0})), "2-4");
  EXPECT_EQ(text(order->after(NodeId{2}, NodeId{1})), "2") << "only what is below the root";
  EXPECT_EQ(text(order->after(NodeId{2}, NodeId{3})), "3-4");
  EXPECT_EQ(text(order->after(NodeId{3}, NodeId{1})), "");
}

/// Two threads: `consumer` is started first, so its calls stand before the producer's.
class ProducerAndConsumer : public testing::Test {
 protected:
  void SetUp() override {
    maker_.enter(main_);
    consumer_ = maker_.spawn();
    producer_ = maker_.spawn();
  }
  void call(StreamId thread, FunctionId function) {
    maker_.switch_to(thread);
    maker_.sequence();
    maker_.enter(function);
    maker_.leave();
  }
  std::string after(std::uint32_t node, std::uint32_t root = 0) {
    if (!trace_) {
      trace_.emplace(maker_.finish());
      tree_.emplace(read_tree(*trace_).value());
    }
    return text(event_order(*tree_, &*trace_)->after(NodeId{node}, NodeId{root}));
  }

  TraceMaker maker_{4096};
  FunctionId main_ = maker_.function("main");
  FunctionId produce_ = maker_.function("produce");
  FunctionId consume_ = maker_.function("consume");
  StreamId consumer_, producer_;
  std::optional<trace::Trace> trace_;
  std::optional<Tree> tree_;
};

TEST_F(ProducerAndConsumer, LeavesOutWhatRanBeforeThoughItStandsBehind) {
  call(producer_, produce_);
  call(consumer_, consume_);
  call(consumer_, consume_);
  call(producer_, produce_);
  call(producer_, produce_);
  call(StreamId{1}, produce_);
  EXPECT_EQ(after(1), "1-2 4-6");
  EXPECT_EQ(to_text(*tree_), "main\n  consume\n  consume\n  produce\n  produce\n  produce\n  produce\n");
  EXPECT_EQ(after(1, 4), "4");
  EXPECT_EQ(after(0), "0-6");
  EXPECT_EQ(after(6), "6");
}

TEST_F(ProducerAndConsumer, LeavesOutWhatCannotBeTold) {
  call(producer_, produce_);
  call(consumer_, consume_);
  call(producer_, produce_);
  EXPECT_EQ(after(1), "1") << "no number says that the consumer had entered before the second call";
  EXPECT_EQ(after(2), "2-3") << "nor that the producer's first call came first";
}

TEST_F(ProducerAndConsumer, HoldsEverythingBehindTheCommonRoot) {
  culprit_stream* stray = culprit_stream_open(maker_.raw(), 0, 0, 0);
  culprit_enter(stray, produce_.value(), 0, nullptr, 0);
  culprit_stream_close(stray);
  call(consumer_, consume_);
  EXPECT_EQ(after(0), "0-3");
  EXPECT_EQ(after(0, 1), "1-2");
}

TEST_F(ProducerAndConsumer, LeavesOutALostCallThatMayHaveBegunBefore) {
  const auto fill = [&] {
    for (int i = 0; i < 4; ++i) maker_.output(std::string(1000, 'x'));
  };
  maker_.switch_to(producer_);
  fill();
  maker_.enter(produce_);
  call(consumer_, consume_);
  call(consumer_, consume_);
  maker_.switch_to(producer_);
  fill();
  maker_.sequence();
  maker_.enter(produce_);
  maker_.close();
  test::lose_segment(maker_.path(), 4096, producer_, 1);
  trace_.emplace(trace::Trace::open(maker_.path()).value());
  tree_.emplace(read_tree(*trace_).value());
  EXPECT_EQ(to_text(*tree_), "main\n  consume\n  consume\n  lost call\n    produce\n");
  EXPECT_EQ(after(1), "1-2 4");
}

/// Which numbers each node's record lies between, read record by record.
struct Span {
  StreamId stream;
  std::uint64_t from = 0;
  std::uint64_t to = ~std::uint64_t{0};
};
std::unordered_map<std::uint64_t, Span> spans_of(const trace::Trace& trace) {
  std::unordered_map<std::uint64_t, Span> spans;
  for (const trace::StreamInfo& stream : trace.streams()) {
    std::vector<Moment> open;
    std::uint64_t number = 0;
    trace::Cursor cursor = trace.events(stream.id);
    while (cursor.next()) {
      const trace::Event& event = cursor.event();
      if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_SEQUENCE) {
        number = event.size;
        for (const Moment moment : open) spans[moment.value()].to = number;
        open.clear();
      }
      open.emplace_back(stream.id, event.position);
      spans[open.back().value()] = {stream.id, number};
    }
  }
  return spans;
}

bool holds(const std::vector<RowRange>& ranges, NodeId n) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const RowRange& range) { return range.first <= n && n < range.last; });
}

void check_ranges(const Tree& tree, NodeId root, const std::vector<RowRange>& ranges) {
  NodeId last{0};
  for (const RowRange& range : ranges) {
    RC_ASSERT(!range.is_empty());
    RC_ASSERT(last == NodeId{0} || last < range.first);
    RC_ASSERT(root <= range.first && range.last <= tree.end(root));
    for (NodeId n = range.first; n < range.last; n = NodeId{n.value() + 1})
      RC_ASSERT(tree.end(n) <= range.last);
    last = range.last;
  }
}

/// A random run, with all that has to be known of its nodes.
class CheckedRun {
 public:
  explicit CheckedRun(const std::vector<std::uint32_t>& choices) : run_(maker_) {
    for (const std::uint32_t choice : choices) run_.step(choice);
    trace_.emplace(maker_.finish());
    tree_.emplace(read_tree(*trace_).value());
    const auto spans = spans_of(*trace_);
    for (NodeId n{0}; n < NodeId{size()}; n = NodeId{n.value() + 1}) {
      if (is_common_root(n)) {
        nodes_.emplace_back();
        continue;
      }
      const std::uint32_t time = run_.nodes().at(ThreadedRun::number_at(*trace_, tree_->enter(n))).time;
      nodes_.push_back({spans.at(tree_->enter(n).value()), time});
    }
  }
  std::uint32_t size() const { return tree_->size(); }
  void check(NodeId n, NodeId root) const {
    const auto ranges = event_order(*tree_, &*trace_)->after(n, root);
    check_ranges(*tree_, root, ranges);
    if (is_common_root(n)) return;
    const Node& of_n = nodes_[n.value()];
    for (NodeId m = root; m < tree_->end(root); m = NodeId{m.value() + 1}) {
      const Node& of_m = nodes_[m.value()];
      const bool is_known = of_n.span.stream == of_m.span.stream ? m >= n : of_m.span.from >= of_n.span.to;
      if (is_known && !is_common_root(m)) RC_ASSERT(holds(ranges, m));
      if (holds(ranges, m)) RC_ASSERT(!is_common_root(m) && of_m.time >= of_n.time);
    }
  }

 private:
  struct Node {
    Span span;
    std::uint32_t time = 0;
  };
  bool is_common_root(NodeId n) const { return tree_->names().ref(n) == kRootRef; }

  TraceMaker maker_{4096};
  ThreadedRun run_;
  std::optional<trace::Trace> trace_;
  std::optional<Tree> tree_;
  std::vector<Node> nodes_;
};

RC_GTEST_PROP(EventOrderLaw, HoldsWhatCameAfterAndAllThatIsKnownTo,
              (const std::vector<std::uint32_t>& choices)) {
  const CheckedRun run(choices);
  const NodeId root{*rc::gen::inRange(0u, run.size())};
  for (std::uint32_t n = 0; n < run.size(); ++n) {
    run.check(NodeId{n}, NodeId{0});
    run.check(NodeId{n}, root);
  }
}

}  // namespace
}  // namespace culprit::tree
